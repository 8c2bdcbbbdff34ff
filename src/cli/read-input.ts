/** Reading a payload or the stdin of a command: from a file or from our own stdin, bounded, as strict UTF-8. */
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { CliHost } from './host.js';
import { printableLine } from './printable.js';
import { UsageError } from './usage-error.js';

/** Where text is read from; `label` names it in errors (`Payload`, `Option "--stdin"`). */
export interface InputRequest {
  /** A path, or `-` for stdin. */
  readonly from: string;
  readonly label: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * All of a file, pipe or stdin as text.
 *
 * @throws UsageError when it cannot be read, holds more than `maxBytes`, or is not UTF-8
 */
export async function readInput(request: InputRequest, host: CliHost): Promise<string> {
  const bytes = await readBytes(request, host);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UsageError(`${request.label}: wanted UTF-8 text, got other bytes in ${sourceName(request)}`);
  }
}

async function readBytes(request: InputRequest, host: CliHost): Promise<Buffer> {
  const stream = request.from === '-' ? host.stdin : createReadStream(resolve(host.cwd, request.from));
  // Destroying is what ends a wait for a pipe that nobody writes to.
  const stop = (): void =>
    void (stream as NodeJS.ReadableStream & { destroy(error: Error): void }).destroy(new Error('Interrupted'));
  if (request.signal.aborted) throw new Error('Interrupted');
  request.signal.addEventListener('abort', stop, { once: true });
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      length += bytes.length;
      if (length > request.maxBytes) break;
      chunks.push(bytes);
    }
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new UsageError(`${request.label}: cannot read ${sourceName(request)}: ${(error as Error).message}`, {
      cause: error,
    });
  } finally {
    request.signal.removeEventListener('abort', stop);
  }
  if (length > request.maxBytes) {
    throw new UsageError(
      `${request.label}: wanted at most ${request.maxBytes} bytes, got more from ${sourceName(request)}`,
    );
  }
  return Buffer.concat(chunks);
}

function sourceName(request: InputRequest): string {
  return request.from === '-' ? 'stdin' : `"${printableLine(request.from)}"`;
}
