/** Writes the audit records of a runner, redacted, and collects what its sinks failed at. */
import { type CompletedHook, hookCompletedRecord } from '../audit/hook-completed.js';
import { redactRecord } from '../audit/redact-record.js';
import { AuditTrail } from '../audit/sinks.js';
import type { AuditRecord, AuditSink } from '../contract/audit-record.js';
import type { ConfigProblem } from '../contract/config-problem.js';
import type { Warning } from '../contract/outcome.js';
import type { Secret } from '../dialects/redaction.js';

/** Warnings kept for the next outcome. */
const MAX_WARNINGS = 16;

export class AuditWriter {
  readonly #trail: AuditTrail;
  readonly #secrets: () => readonly Secret[];
  #warnings: Warning[] = [];

  constructor(sinks: readonly AuditSink[], secrets: () => readonly Secret[]) {
    this.#secrets = secrets;
    this.#trail = new AuditTrail(sinks, (message) => this.warn({ code: 'audit_sink_failed', message }));
  }

  hookCompleted(completed: Omit<CompletedHook, 'at'>): void {
    this.#write(hookCompletedRecord({ ...completed, at: new Date().toISOString() }));
  }

  configErrors(problems: readonly ConfigProblem[]): void {
    const at = new Date().toISOString();
    for (const problem of problems) this.#write({ type: 'config_error', at, problem });
  }

  /** Kept for the next outcome. */
  warn(warning: Warning): void {
    if (this.#warnings.length < MAX_WARNINGS) this.#warnings.push(warning);
  }

  /** The warnings since the last call. */
  takeWarnings(): readonly Warning[] {
    const taken = this.#warnings;
    this.#warnings = [];
    return taken;
  }

  close(): Promise<void> {
    return this.#trail.close();
  }

  #write(record: AuditRecord): void {
    this.#trail.write(redactRecord(record, this.#secrets()));
  }
}
