/** What the kernel side holds of a supervisor, wherever that lives. */
import type { GuaranteeReport } from '../contract/guarantees.js';
import type { RunAnswer, RunRequest } from './protocol.js';

export interface RunHandle {
  /** Never rejects. */
  readonly answer: Promise<RunAnswer>;
  /** Ends the run as aborted; `graceMs` shortens its grace period, 0 kills at once. */
  abort(graceMs?: number): void;
}

export interface SupervisorClient {
  readonly guarantees: GuaranteeReport;
  /** `background` runs do not keep the kernel's event loop alive. */
  start(request: RunRequest, background: boolean): RunHandle;
  /** Keeps the event loop alive until the returned function is called. */
  hold(): () => void;
  /** Lets the supervisor go; it ends with its last holder. */
  release(): Promise<void>;
}
