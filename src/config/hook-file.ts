/** One hook file and its last good state. */
import type { ConfigProblem } from '../contract/config-problem.js';
import type { HookDefinition, HookSource } from '../contract/hook.js';
import type { Dialect, ParsedHooks } from '../dialects/dialect.js';
import { type ChangeSignature, changeSignature, type HookFileRead, readHookFile } from './read-file.js';

/**
 * A file written twice within the resolution of its time stamp looks unchanged, so that one which was young when it was read
 * is read again.
 */
const SETTLED_AFTER_MS = 2000;

/**
 * States: *absent* (no hooks) → *good* (its hooks) ↔ *bad* (the last good hooks, or none if it was never good, and problems).
 * A file that goes away takes its hooks along, the last good ones too.
 */
export class HookFile {
  readonly #dialect: Dialect;
  readonly #scope: HookSource['scope'];
  readonly path: string;
  #lastGood: readonly HookDefinition[] | undefined;
  #current: ParsedHooks = NOTHING;
  /** What `#current` was made from; undefined when that was no text. */
  #read: { readonly signature: ChangeSignature; readonly text: string; readonly settled: boolean } | undefined;

  constructor(dialect: Dialect, scope: HookSource['scope'], path: string) {
    this.#dialect = dialect;
    this.#scope = scope;
    this.path = path;
  }

  /** The state of the file now. A file that has not changed is not read, one with the same text not parsed. */
  async refresh(): Promise<ParsedHooks> {
    const known = this.#read;
    if (known?.settled && (await changeSignature(this.path)) === known.signature) return this.#current;
    this.#take(await readHookFile(this.path));
    return this.#current;
  }

  #take(read: HookFileRead): void {
    switch (read.kind) {
      case 'absent':
        this.#read = undefined;
        this.#lastGood = undefined;
        this.#current = NOTHING;
        return;
      case 'problem': {
        this.#read = undefined;
        const problem = { ...read.problem, dialect: this.#dialect.name, file: this.path, severity: 'error' } as const;
        this.#current = this.#bad([problem]);
        return;
      }
      case 'text': {
        const known = this.#read;
        const settled = Date.now() - read.modifiedMs > SETTLED_AFTER_MS;
        if (known?.text !== read.text) this.#parse(read.text);
        this.#read = { signature: read.signature, text: read.text, settled };
        return;
      }
    }
  }

  #parse(text: string): void {
    const parsed = this.#dialect.parse(text, { scope: this.#scope, file: this.path });
    if (parsed.problems.some((problem) => problem.severity === 'error')) {
      this.#current = this.#bad(parsed.problems);
      return;
    }
    this.#lastGood = parsed.hooks;
    this.#current = parsed;
  }

  #bad(problems: readonly ConfigProblem[]): ParsedHooks {
    const kept = this.#lastGood;
    if (kept === undefined) return { hooks: [], problems };
    return { hooks: kept, problems: problems.map(withLastGoodNote) };
  }
}

const NOTHING: ParsedHooks = { hooks: [], problems: [] };

function withLastGoodNote(problem: ConfigProblem): ConfigProblem {
  if (problem.severity === 'warning') return problem;
  return { ...problem, message: `${problem.message}; the last good state of the file stays in force` };
}
