/** The runner a kernel holds: its methods and what each promises. */
import type { ConfigProblem } from './config-problem.js';
import type { HookEvent } from './event.js';
import type { Explanation } from './explanation.js';
import type { GuaranteeReport } from './guarantees.js';
import type { HookDefinition } from './hook.js';
import type { Outcome } from './outcome.js';

/** What is told while hooks run, for a display: a hook's process has started, or the hook has settled. */
export interface HookProgress {
  readonly hookId: string;
  readonly name?: string;
  readonly phase: 'started' | 'finished';
  /** The hook's timeout; its deadline is the start plus this. */
  readonly timeoutMs: number;
}

export interface DispatchOptions {
  /** Aborted before the call: nothing is started. Aborted later: running hooks end `aborted`, the others are skipped. */
  readonly signal?: AbortSignal;
  /** Called at the start and at the end of each foreground hook. It must not throw and must return at once. */
  readonly onProgress?: (progress: HookProgress) => void;
}

export interface HookRunner extends AsyncDisposable {
  /**
   * Runs the hooks of one event and folds what they say. Resolves whatever the hooks do; with `signal` aborted it resolves
   * with `aborted: true`.
   *
   * @throws HookcellError `HOOKCELL_EVENT_INVALID`, `HOOKCELL_EVENT_UNKNOWN`, `HOOKCELL_CLOSED`
   */
  dispatch(event: HookEvent, options?: DispatchOptions): Promise<Outcome>;
  /** The plan of an event; nothing is run. Throws as `dispatch`. */
  explain(event: HookEvent): Promise<Explanation>;
  /** Every hook of the last load, in config order, disabled and untrusted ones included. */
  hooks(): readonly HookDefinition[];
  /** What is wrong with the hook files, as of the last load. */
  problems(): readonly ConfigProblem[];
  /** What holds for the runs of this runner, found once. */
  guarantees(): Promise<GuaranteeReport>;
  /** Resolves when every background hook has ended. */
  idle(): Promise<void>;
  /**
   * Refuses new work, aborts what runs (SIGTERM, `graceMs`, SIGKILL), writes the last audit records and lets the supervisor go.
   * Idempotent; a second call kills at once. `graceMs` default: each hook's own grace period.
   */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}
