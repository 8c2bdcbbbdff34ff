/** The runner a kernel holds: its methods and what each promises. */
import type { ConfigProblem } from './config-problem.js';
import type { HookEvent } from './event.js';
import type { Explanation } from './explanation.js';
import type { GuaranteeReport } from './guarantees.js';
import type { HookDefinition } from './hook.js';
import type { Outcome } from './outcome.js';

/** What is told while hooks run, for a display: a hook's process has started, or the hook has settled. */
export interface HookProgress {
  /** Id of the hook; ids are not unique. */
  readonly hookId: string;
  /** The hook's name for people; absent when it has none. */
  readonly name?: string;
  /** `started`: the hook's turn has come. `finished`: it has settled, in whatever way. */
  readonly phase: 'started' | 'finished';
  /** The hook's timeout in milliseconds; its deadline is the start plus this. */
  readonly timeoutMs: number;
}

/** Options of `dispatch`. An unknown key is refused with `HOOKCELL_OPTION_UNKNOWN`, a wrong value with `HOOKCELL_OPTION_INVALID`. */
export interface DispatchOptions {
  /**
   * Aborted before the call: nothing is started. Aborted later: running hooks end `aborted`, the others are skipped. Either way
   * the outcome has `aborted: true`; nothing is thrown. Default: none.
   */
  readonly signal?: AbortSignal | undefined;
  /** Called at the start and at the end of each foreground hook. It must not throw and must return at once. Default: none. */
  readonly onProgress?: ((progress: HookProgress) => void) | undefined;
}

/** Options of `close`. Wrong ones are refused as those of `dispatch`. */
export interface CloseOptions {
  /** Milliseconds between SIGTERM and SIGKILL for what still runs, 0 to 24 h; 0 kills at once. Default: each hook's own grace period. */
  readonly graceMs?: number | undefined;
}

/** Runs the hooks of one project. Made by `createHookRunner`; keep it for as long as the project is open, then `close` it. */
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
   * Background hooks are ended too: await `idle()` before, to let them finish. Idempotent; a second call kills at once.
   *
   * @throws HookcellError `HOOKCELL_OPTION_INVALID`, `HOOKCELL_OPTION_UNKNOWN`
   */
  close(options?: CloseOptions): Promise<void>;
}
