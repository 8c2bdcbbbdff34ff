/** Writes the payload and closes the pipe. */
import type { Writable } from 'node:stream';

/** A hook that reads nothing, or ends before it has read all, is no fault: every write error is ignored. */
export function feedStdin(stdin: Writable, payload: string): void {
  stdin.on('error', () => {});
  stdin.end(payload);
}
