/** Runs one planned hook: waits for a place, hands it to the supervisor, reads what came back. */
import { randomUUID } from 'node:crypto';
import type { ResolvedEvent } from '../contract/event.js';
import type { DialectName } from '../contract/names.js';
import type { RunReport } from '../contract/run-report.js';
import type { Dialect, EventRules } from '../dialects/dialect.js';
import { refusalOf } from '../handlers/admission.js';
import { type FinishedHook, finishHook, prepareHook, type RunSettings } from '../handlers/command-hook.js';
import type { PlannedRun } from '../plan/plan.js';
import type { SupervisorClient } from '../supervisor/client.js';
import type { RunAnswer, RunRequest } from '../supervisor/protocol.js';
import { reportWithout } from '../supervisor/run-answer.js';
import type { RunControl } from './run-control.js';
import type { Slots } from './slots.js';

export interface ExecutorParts {
  readonly client: SupervisorClient;
  readonly foreground: Slots;
  readonly background: Slots;
  readonly settings: RunSettings;
  readonly dialects: ReadonlyMap<DialectName, Dialect>;
}

export interface ExecutedHook extends FinishedHook {
  readonly report: RunReport;
  readonly rules: EventRules;
}

export interface ExecuteOptions {
  /** Default: a fresh one. */
  readonly runId?: string;
  /** Told when the hook has got its place. */
  readonly onStart?: () => void;
}

export class HookExecutor {
  readonly #parts: ExecutorParts;

  constructor(parts: ExecutorParts) {
    this.#parts = parts;
  }

  /** Never rejects for what a hook does. `event` is the event as it is now, rewrites included. */
  async execute(
    planned: PlannedRun,
    event: ResolvedEvent,
    control: RunControl,
    { runId = randomUUID(), onStart }: ExecuteOptions = {},
  ): Promise<ExecutedHook> {
    const { dialect, rules } = this.#rulesFor(planned);
    const { settings } = this.#parts;
    const slots = planned.background ? this.#parts.background : this.#parts.foreground;
    const slot = await slots.acquire(control.signal);
    if (slot.ok) onStart?.();
    try {
      const { request, warnings } = prepareHook(planned, event, dialect, settings, { runId, queuedMs: slot.queuedMs });
      const answer = slot.ok
        ? await this.#run(request, planned, control)
        : this.#unstarted(request, slot.cause, slot.message);
      const finished = finishHook(planned, answer, { rules, dialect, settings });
      return { ...finished, warnings: [...warnings, ...finished.warnings], report: answer.report, rules };
    } finally {
      if (slot.ok) slot.release();
    }
  }

  async #run(request: RunRequest, planned: PlannedRun, control: RunControl): Promise<RunAnswer> {
    const { client, settings } = this.#parts;
    const required = [...(settings.isolation.require ?? []), ...(planned.hook.isolation.require ?? [])];
    const refusal = refusalOf(request, required, client.guarantees);
    if (refusal !== undefined) return this.#unstarted(request, refusal.cause, refusal.message);
    const handle = client.start(request, planned.background);
    const stopListening = control.onAbort((graceMs) => handle.abort(graceMs));
    return await handle.answer.finally(stopListening);
  }

  #unstarted(
    request: RunRequest,
    cause: (RunReport['ending'] & { kind: 'not-started' })['cause'],
    message: string,
  ): RunAnswer {
    return { report: reportWithout(request, this.#parts.client.guarantees, { kind: 'not-started', cause, message }) };
  }

  #rulesFor({ hook }: PlannedRun): { readonly dialect: Dialect; readonly rules: EventRules } {
    const dialect = this.#parts.dialects.get(hook.dialect);
    const rules = dialect?.events.get(hook.event);
    if (dialect === undefined || rules === undefined) throw new Error(`Planned a hook of an unknown event: ${hook.id}`);
    return { dialect, rules };
  }
}
