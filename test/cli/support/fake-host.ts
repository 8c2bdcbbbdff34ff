/** A host of streams in memory and an engine of canned answers, to drive the command line without processes. */
import { EventEmitter } from 'node:events';
import { Readable, Writable } from 'node:stream';
import type { AuditSink, Engine } from './types.js';

export interface CallOptions {
  readonly stdin?: string | Uint8Array;
  readonly stdinIsTTY?: boolean;
  readonly env?: Record<string, string>;
  readonly cwd?: string;
  readonly engine?: Partial<Engine>;
  readonly signals?: EventEmitter;
}

export interface CallResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Calls the command line as the bin does. */
export async function call(argv: readonly string[], options: CallOptions = {}): Promise<CallResult> {
  const { main } = await import('#hookcell/cli/main.js');
  const stdout = collector();
  const stderr = collector();
  const stdin = Readable.from(options.stdin === undefined ? [] : [Buffer.from(options.stdin)]);
  const host = {
    stdin: Object.assign(stdin, { isTTY: options.stdinIsTTY ?? false }),
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: options.env ?? {},
    cwd: options.cwd ?? process.cwd(),
    signals: options.signals ?? new EventEmitter(),
    leave: () => {},
  };
  const code = await main(argv, host as never, { ...refusingEngine, ...options.engine });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

export function collector(): { stream: Writable; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}

export const silentSink: AuditSink = { write: () => {} };

const refusingEngine: Engine = {
  createHookRunner: () => Promise.reject(new Error('createHookRunner was not expected')),
  runStreaming: () => Promise.reject(new Error('runStreaming was not expected')),
  checkFiles: () => Promise.reject(new Error('checkFiles was not expected')),
  jsonlFileSink: () => Promise.reject(new Error('jsonlFileSink was not expected')),
};
