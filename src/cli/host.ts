/** What the commands know of the process they run in; tests give them another one. */

import type { Engine } from './engine.js';
import type { Output } from './output.js';
import type { SignalSource } from './signals.js';
import type { Style } from './style.js';

export interface CliHost {
  readonly stdin: InputStream;
  readonly stdout: TerminalStream;
  readonly stderr: TerminalStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path that relative paths are resolved against. */
  readonly cwd: string;
  readonly signals: SignalSource;
  /** Ends the process now, whatever is still waiting to be written. */
  leave(code: number): void;
}

export type InputStream = NodeJS.ReadableStream & { readonly isTTY?: boolean };
export type TerminalStream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/** What every command is given. */
export interface CliContext {
  readonly host: CliHost;
  readonly engine: Engine;
  readonly output: Output;
  /** For stdout. */
  readonly style: Style;
  /** For stderr. */
  readonly errorStyle: Style;
}

/** Takes the exit code of the command that ran. */
export type Finish = (code: number) => void;
