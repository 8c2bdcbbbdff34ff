/** Reads one output stream of a hook into its capture, until it ends or the reader is told to stop. */
import type { Readable } from 'node:stream';
import type { CapturedStream } from '../contract/run-report.js';
import { StreamCapture } from './capture.js';

export class StreamReader {
  readonly #stream: Readable;
  readonly #capture: StreamCapture;
  /** Resolves when the stream has ended or was stopped. */
  readonly ended: Promise<void>;
  #finished = false;

  constructor(stream: Readable, capBytes: number, tap: ((chunk: Uint8Array) => Promise<void> | void) | undefined) {
    this.#stream = stream;
    this.#capture = new StreamCapture(capBytes);
    this.ended = new Promise((resolve) => {
      const end = () => {
        this.#finished = true;
        resolve();
      };
      stream.once('end', end);
      // A broken pipe ends a stream as well as its end does; what came before it stands.
      stream.once('error', end);
      stream.once('close', resolve);
    });
    stream.on('data', (chunk: Buffer) => {
      this.#capture.push(chunk);
      const wait = tap?.(chunk);
      if (wait !== undefined) this.#holdUntil(wait);
    });
  }

  /** Whether somebody still held the stream open when reading stopped. */
  get held(): boolean {
    return !this.#finished;
  }

  stop(): void {
    this.#stream.destroy();
  }

  finish(): CapturedStream {
    return this.#capture.finish();
  }

  #holdUntil(wait: Promise<void>): void {
    this.#stream.pause();
    const resume = () => this.#stream.resume();
    wait.then(resume, resume);
  }
}
