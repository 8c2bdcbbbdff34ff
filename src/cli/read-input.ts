/** Reading a payload or the stdin of a command: from a file or from our own stdin, bounded, as strict UTF-8. */
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { CliHost } from './host.js';
import { printableLine } from './printable.js';
import { fileErrorText } from './system-error.js';
import { untilAborted } from './until-aborted.js';
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
  const bytes = await untilAborted(collect(stream, request), request.signal);
  if (bytes !== undefined) return bytes;
  // Ends the wait for a pipe that nobody writes to, which would keep the process alive.
  (stream as Readable).destroy();
  throw new Error('Interrupted');
}

async function collect(stream: NodeJS.ReadableStream, request: InputRequest): Promise<Buffer> {
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
    throw new UsageError(`${request.label}: cannot read ${sourceName(request)}: ${fileErrorText(error)}`, {
      cause: error,
    });
  }
  if (length <= request.maxBytes) return Buffer.concat(chunks);
  throw new UsageError(
    `${request.label}: wanted at most ${request.maxBytes} bytes, got more from ${sourceName(request)}`,
  );
}

function sourceName(request: InputRequest): string {
  return request.from === '-' ? 'stdin' : `"${printableLine(request.from)}"`;
}
