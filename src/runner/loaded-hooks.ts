/** The hooks of a runner as they are now: files and code, and what is wrong with them. */
import { HookFiles } from '../config/hook-files.js';
import type { ConfigProblem } from '../contract/config-problem.js';
import type { HookDefinition } from '../contract/hook.js';
import { redact, type Secret } from '../dialects/redaction.js';
import type { AuditWriter } from './audit-writer.js';
import type { ResolvedOptions } from './runner-options.js';
import { withheldVariableProblems } from './withheld-variables.js';

export class LoadedHooks {
  readonly #files: HookFiles;
  readonly #options: ResolvedOptions;
  readonly #audit: AuditWriter;
  hooks: readonly HookDefinition[] = [];
  problems: readonly ConfigProblem[] = [];

  constructor(options: ResolvedOptions, audit: AuditWriter) {
    const { home, project } = options;
    this.#options = options;
    this.#audit = audit;
    this.#files = new HookFiles({ dialects: [...options.dialects.values()], home, project });
  }

  /** Reads files that have changed. Problems that are new are audited once. */
  async refresh(secrets: readonly Secret[], withheld: readonly string[]): Promise<void> {
    const loaded = await this.#files.load();
    this.#audit.configErrors(loaded.fresh);
    this.hooks = [...loaded.hooks, ...this.#options.inlineHooks];
    const problems = [...loaded.problems, ...withheldVariableProblems(this.hooks, withheld)];
    this.problems = problems.map((problem) => redactProblem(problem, secrets));
  }
}

function redactProblem(problem: ConfigProblem, secrets: readonly Secret[]): ConfigProblem {
  if (secrets.length === 0) return problem;
  const redacted: ConfigProblem = { ...problem, message: redact(problem.message, secrets) };
  if (problem.got !== undefined) redacted.got = redact(problem.got, secrets);
  return redacted;
}
