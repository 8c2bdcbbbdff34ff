/** Writing to stdout and stderr: nothing is lost at the end, and a reader that has gone away is no crash. */
import { setTimeout as pause } from 'node:timers/promises';
import type { TerminalStream } from './host.js';

export interface Output {
  out(text: string): void;
  err(text: string): void;
  /** Writes bytes as they are; resolves when they are handed on, also when the reader has gone. */
  raw(stream: 'stdout' | 'stderr', chunk: Uint8Array): Promise<void>;
  /** Aborted when the reader of stdout has gone away (EPIPE). */
  readonly readerGone: AbortSignal;
  /**
   * Resolves when everything written has left; with the message of a failed write other than EPIPE, or with `late` when it has not
   * left within `patienceMs`. Default: however long a slow reader takes.
   */
  flush(patienceMs?: number): Promise<string | undefined>;
}

export function createOutput(stdout: TerminalStream, stderr: TerminalStream): Output {
  const gone = new AbortController();
  let failure: string | undefined;
  const outWriter = createWriter(stdout, (error) => {
    if (error.code === 'EPIPE') gone.abort();
    else failure ??= `Cannot write to stdout: ${error.message}`;
  });
  // A broken stderr cannot be told to anyone.
  const errWriter = createWriter(stderr, () => {});
  return {
    out: (text) => void outWriter(text),
    err: (text) => void errWriter(text),
    raw: (stream, chunk) => (stream === 'stdout' ? outWriter : errWriter)(chunk),
    readerGone: gone.signal,
    flush: async (patienceMs) => {
      const left = Promise.all([outWriter(''), errWriter('')]).then(() => failure);
      if (patienceMs === undefined) return await left;
      const late = pause(patienceMs, 'late', { ref: false });
      return await Promise.race([left, late]);
    },
  };
}

function createWriter(
  stream: TerminalStream,
  onError: (error: NodeJS.ErrnoException) => void,
): (data: string | Uint8Array) => Promise<void> {
  let broken = false;
  const fail = (error: NodeJS.ErrnoException): void => {
    if (!broken) onError(error);
    broken = true;
  };
  stream.on('error', fail);
  return (data) =>
    new Promise((resolve) => {
      if (broken) {
        resolve();
        return;
      }
      // The callback comes when the data has left, which also slows a command down to the pace of its reader.
      stream.write(data, (error) => {
        if (error) fail(error);
        resolve();
      });
    });
}
