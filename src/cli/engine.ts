/** All that the commands need from the library. The bin wires the real one, tests a small fake. */

import type { Readable } from 'node:stream';
import type { CheckedFiles } from '../config/check-files.js';
import type { AuditSink } from '../contract/audit-record.js';
import type { HookRunner } from '../contract/hook-runner.js';
import type { DialectName } from '../contract/names.js';
import type { CommandSpec, HookRunnerOptions } from '../contract/options.js';
import type { RunReport } from '../contract/run-report.js';

export interface Engine {
  createHookRunner(options: HookRunnerOptions): Promise<HookRunner>;
  /**
   * Runs one command and, with `stream`, hands on its input and output as they come. Resolves when nothing of the command is left and
   * the engine holds nothing that keeps the process alive.
   *
   * @throws HookcellError when the spec is refused
   */
  runStreaming(spec: CommandSpec, stream?: CommandStreams, options?: StreamingOptions): Promise<RunReport>;
  /** Reads hook files of one dialect, in order; a file that cannot be read is a problem. */
  checkFiles(files: readonly string[], dialect: DialectName): Promise<CheckedFiles>;
  /** @throws Error of the operating system when the file cannot be opened for writing */
  jsonlFileSink(path: string): Promise<AuditSink>;
}

/** The streams of a command. A promise asks the engine to wait before it hands on more of that output. */
export interface CommandStreams {
  /** Absent: the spec's `stdin`. */
  readonly stdin?: Readable | undefined;
  stdout(chunk: Uint8Array): Promise<void> | void;
  stderr(chunk: Uint8Array): Promise<void> | void;
}

export interface StreamingOptions {
  /** Aborted: what is left of the command is killed at once, without the rest of the grace period. */
  readonly force?: AbortSignal;
}
