/** One row of the process table, and what every platform's reader offers. */

export interface ProcessEntry {
  readonly pid: number;
  readonly parentPid: number;
  readonly groupId: number;
  /** Kernel session; 0 where the platform does not tell. */
  readonly sessionId: number;
  /** A zombie is dead: it waits for its parent to collect it, and is no survivor. */
  readonly zombie: boolean;
  /** When it started, in the platform's own unit, larger is later; with the pid it names a process for good. */
  readonly startTime: number;
  /** Program name, cut by the system (15 characters on Linux). */
  readonly command: string;
}

/** `refused`: a live process of another user. */
export type SignalResult = 'sent' | 'gone' | 'refused';

export interface ProcessReader {
  /** One process; undefined when it is gone. Blocks: microseconds on Linux, milliseconds where `ps` is asked. */
  read(pid: number): ProcessEntry | undefined;
  /** Those of `pids` that exist. */
  readMany(pids: readonly number[]): Promise<readonly ProcessEntry[]>;
  /** How often a waiting caller may sensibly ask. */
  readonly pollMs: number;
  /** The start time of a process that was launched just now: exact on Linux, within `startTolerance` elsewhere. */
  startOfLaunched(pid: number): number;
  /** Two start times closer than this may be the same process. */
  readonly startTolerance: number;
  /**
   * A look at all processes that could have been started after `oldestPid` was; the whole table where that cannot be told. Looks
   * asked for at the same time are one.
   */
  look(oldestPid: number): Promise<ProcessView>;
  /** Ends a process and all its descendants by a program of the system; only where there are no signals. */
  killTree?(pid: number): Promise<SignalResult>;
}

export interface ProcessView {
  readonly entries: readonly ProcessEntry[];
  /** The nonces of `HOOKCELL_RUN` by pid, as far as environments can be read. Found out once a view. */
  markers(): Promise<ReadonlyMap<number, string>>;
}

/** The variable that marks every process of a run; its value is a fresh nonce a run. */
export const MARKER_VARIABLE = 'HOOKCELL_RUN';
