/** What passes between a cell and the supervisor's main thread while a run is under way. Plain data only. */
import type { Readable } from 'node:stream';
import type { DialectName } from '../contract/names.js';
import type { CapturedStream, NotStartedCause } from '../contract/run-report.js';
import type { DecodedAnswer } from '../dialects/dialect.js';
import type { CommandLine, ExitStatus } from './launch/launcher.js';

export interface CellTask {
  readonly commandLine: CommandLine;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly stdin: string;
  readonly stdoutBytes: number;
  readonly stderrBytes: number;
  readonly drainMs: number;
  /** Read the answer of a hook in this dialect; absent for plain commands. */
  readonly decode?: { readonly dialect: DialectName; readonly event: string };
  /** Give back at most 4 KiB of head and tail of each stream. */
  readonly excerpt: boolean;
}

/** Times are milliseconds since the epoch, on one clock for all threads. */
export interface LaunchedNotice {
  readonly type: 'launched';
  readonly pid: number;
  readonly startTime: number;
  readonly at: number;
}

export interface ExitedNotice {
  readonly type: 'exited';
  readonly status: ExitStatus;
  readonly at: number;
}

/** Cell to main thread. */
export type CellNotice = LaunchedNotice | ExitedNotice;

/** Main thread to cell. */
export type CellOrder =
  /** Do not launch, if that has not happened yet. */
  | { readonly type: 'cancel' }
  /** Stop waiting for the streams and give back what there is. */
  | { readonly type: 'give-up' };

export type CellResult =
  | { readonly kind: 'not-started'; readonly cause: NotStartedCause; readonly message: string }
  | {
      readonly kind: 'ran';
      /** All notices of the run once more: the result takes another way than they do and may arrive before them. */
      readonly notices: readonly CellNotice[];
      readonly stdout: CapturedStream;
      readonly stderr: CapturedStream;
      readonly decoded?: DecodedAnswer;
      readonly launchMs: number;
      readonly drainMs: number;
      readonly pipesHeld: boolean;
    };

/** The two ends of the line between a run in a cell and the main thread. */
export interface CellLine {
  notify(notice: CellNotice): void;
  onOrder(handler: (order: CellOrder) => void): void;
}

/** The streams of a run as they are, besides the capture; a returned promise holds the output back until it settles. */
export interface StreamTap {
  /** Read instead of the task's stdin, as it comes. */
  readonly stdin?: Readable | undefined;
  stdout(chunk: Uint8Array): Promise<void> | void;
  stderr(chunk: Uint8Array): Promise<void> | void;
}

/** Milliseconds since the epoch on the monotonic clock that all threads of the process share. */
export function clockNow(): number {
  return performance.timeOrigin + performance.now();
}
