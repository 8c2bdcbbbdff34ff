/** A captured stream cut to what an outcome carries: its head and its tail. */
import type { CapturedStream } from '../contract/run-report.js';

const HEAD_BYTES = 4096;
const TAIL_BYTES = 4096;

/**
 * Cuts the text to at most 4 KiB of head and 4 KiB of tail, in UTF-8 bytes and on code-point boundaries; a line between them
 * says how many bytes were left out. What fits is unchanged. Counts of the capture stay as they are.
 */
export function excerptStream(stream: CapturedStream): CapturedStream {
  // A UTF-16 code unit is at most three bytes of UTF-8: most streams need no encoding to be known to fit.
  if (stream.text.length * 3 <= HEAD_BYTES + TAIL_BYTES) return stream;
  const bytes = new TextEncoder().encode(stream.text);
  if (bytes.length <= HEAD_BYTES + TAIL_BYTES) return stream;
  let headEnd = HEAD_BYTES;
  while (isContinuation(bytes[headEnd])) headEnd -= 1;
  let tailStart = bytes.length - TAIL_BYTES;
  while (isContinuation(bytes[tailStart])) tailStart += 1;
  // A byte order mark is text like any other here.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const head = decoder.decode(bytes.subarray(0, headEnd));
  const tail = decoder.decode(bytes.subarray(tailStart));
  return { ...stream, text: `${head}\n[${tailStart - headEnd} bytes left out]\n${tail}` };
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000;
}
