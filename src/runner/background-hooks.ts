/** Hooks that run beside the agent: started, audited, never folded. */
import { randomUUID } from 'node:crypto';
import type { ResolvedEvent } from '../contract/event.js';
import { hookReference } from '../plan/hook-reference.js';
import type { PlannedRun } from '../plan/plan.js';
import type { AuditWriter } from './audit-writer.js';
import type { HookExecutor } from './hook-executor.js';
import { RunControl } from './run-control.js';

export class BackgroundHooks {
  readonly #executor: HookExecutor;
  readonly #audit: AuditWriter;
  readonly #running = new Map<RunControl, Promise<void>>();

  constructor(executor: HookExecutor, audit: AuditWriter) {
    this.#executor = executor;
    this.#audit = audit;
  }

  /** Starts a hook and gives its run id at once. */
  start(planned: PlannedRun, event: ResolvedEvent): string {
    const control = new RunControl();
    const runId = randomUUID();
    this.#running.set(control, this.#run(planned, event, control, runId));
    return runId;
  }

  /** Resolves when none is left, those included that start while it waits. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  abort(graceMs: number | undefined): void {
    for (const control of this.#running.keys()) control.abort(graceMs);
  }

  async #run(planned: PlannedRun, event: ResolvedEvent, control: RunControl, runId: string): Promise<void> {
    const startedAt = performance.now();
    try {
      const { run } = await this.#executor.execute(planned, event, control, { runId });
      const durationMs = performance.now() - startedAt;
      this.#audit.hookCompleted({ event, runId, run, background: true, inputModified: false, durationMs });
    } catch (error) {
      // Nobody awaits a background hook: a fault of the engine's own is told by its record, and with the next outcome.
      const failure = { kind: 'lost', message: `Internal error: ${error}`, applied: 'open' } as const;
      const run = { hook: hookReference(planned.hook), failure };
      const durationMs = performance.now() - startedAt;
      this.#audit.hookCompleted({ event, runId, run, background: true, inputModified: false, durationMs });
      this.#audit.warn({
        code: 'internal_error',
        message: `Background hook failed: ${error}`,
        hookId: planned.hook.id,
      });
    } finally {
      this.#running.delete(control);
    }
  }
}
