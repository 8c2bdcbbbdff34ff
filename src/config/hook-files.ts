/** The hook files of all loaded dialects, read anew when they change. */
import { join } from 'node:path';
import type { ConfigProblem } from '../contract/config-problem.js';
import type { HookDefinition, HookSource } from '../contract/hook.js';
import type { Dialect } from '../dialects/dialect.js';
import { HookFile } from './hook-file.js';

export interface LoadedHooks {
  /** In config order. */
  readonly hooks: readonly HookDefinition[];
  readonly problems: readonly ConfigProblem[];
  /** The problems that the load before this one did not have. */
  readonly fresh: readonly ConfigProblem[];
}

/**
 * Order: global files, then project files, then local ones; within a scope the dialects in their order. Loads that overlap
 * run one after the other, so that the newest state of the files is what is held at the end.
 */
export class HookFiles {
  readonly #files: readonly HookFile[];
  #seen: ReadonlySet<string> = new Set();
  #last: Promise<unknown> = Promise.resolve();

  /** `home` and `project` are absolute paths. */
  constructor(options: { readonly dialects: readonly Dialect[]; readonly home: string; readonly project: string }) {
    const files = options.dialects.flatMap((dialect) =>
      dialect.files.map(({ scope, base, segments }) => ({
        scope,
        file: new HookFile(dialect, scope, join(options[base], ...segments)),
      })),
    );
    // With the home as project the global and the project file are one: its hooks run once, as global ones.
    const distinct = files.filter(
      ({ file }, index) => files.findIndex((other) => other.file.path === file.path) === index,
    );
    this.#files = distinct.sort((a, b) => SCOPE_ORDER[a.scope] - SCOPE_ORDER[b.scope]).map(({ file }) => file);
  }

  /** Never rejects: what is wrong with a file is a problem in the result. */
  load(): Promise<LoadedHooks> {
    const loading = this.#last.then(() => this.#loadAll());
    // Waited for, whatever came of it: one failed load must not take the later ones along.
    this.#last = loading.catch(() => undefined);
    return loading;
  }

  async #loadAll(): Promise<LoadedHooks> {
    const states = await Promise.all(this.#files.map((file) => file.refresh()));
    const problems = states.flatMap((state) => state.problems);
    const fresh = problems.filter((problem) => !this.#seen.has(identity(problem)));
    this.#seen = new Set(problems.map(identity));
    return { hooks: states.flatMap((state) => state.hooks), problems, fresh };
  }
}

const SCOPE_ORDER: Readonly<Record<HookSource['scope'], number>> = {
  managed: 0,
  global: 1,
  plugin: 2,
  project: 3,
  local: 4,
  inline: 5,
};

function identity({ dialect, file, line, column, code, message }: ConfigProblem): string {
  return JSON.stringify([dialect, file, line, column, code, message]);
}
