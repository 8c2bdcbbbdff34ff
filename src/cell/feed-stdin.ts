/** Gives a hook its stdin. */
import type { Readable, Writable } from 'node:stream';

/** Writes the payload and closes the pipe. A hook that reads nothing, or ends before it has read all, is no fault. */
export function feedStdin(stdin: Writable, payload: string): void {
  stdin.on('error', () => {});
  stdin.end(payload);
}

/** Hands a stream on as it comes, and leaves it alone once the command reads no more. */
export function pipeStdin(stdin: Writable, source: Readable): void {
  const leave = () => {
    source.unpipe(stdin);
    source.pause();
  };
  stdin.on('error', leave);
  stdin.on('close', leave);
  // What breaks off on our side is the end of input for the command.
  source.on('error', () => stdin.end());
  source.pipe(stdin);
}
