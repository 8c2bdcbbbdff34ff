/** What a launcher is: it starts one process in a session and group of its own, with pipes, and tells when it has exited. */
import type { Readable, Writable } from 'node:stream';
import type { NotStartedCause } from '../../contract/run-report.js';

export type CommandLine =
  | { readonly kind: 'shell'; readonly text: string }
  | { readonly kind: 'argv'; readonly argv: readonly string[] };

export interface LaunchSpec {
  readonly commandLine: CommandLine;
  /** Absolute; known to be a directory. */
  readonly cwd: string;
  /** The whole environment; nothing else is inherited. */
  readonly environment: Readonly<Record<string, string>>;
}

/** As the operating system reported it: exactly one of the two is set. */
export type ExitStatus = { readonly code: number } | { readonly signal: string };

export interface LaunchedProcess {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves when the leader has exited, whoever still holds its pipes. Never rejects. */
  readonly exited: Promise<ExitStatus>;
}

export type LaunchResult =
  | { readonly ok: true; readonly process: LaunchedProcess }
  | { readonly ok: false; readonly cause: NotStartedCause; readonly message: string };

export type Launcher = (spec: LaunchSpec) => Promise<LaunchResult>;
