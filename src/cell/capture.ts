/**
 * Bounded capture of one stream: the head and a ring of the tail are kept, the rest is counted and dropped. Reading never
 * stops at the cap, since closing the pipe would turn a hook's exit 2 into a SIGPIPE death.
 */
import { isUtf8 } from 'node:buffer';
import type { CapturedStream } from '../contract/run-report.js';
import { RingBuffer } from './ring-buffer.js';
import { wholeCharactersAtEnd, wholeCharactersAtStart } from './utf8-cut.js';

export class StreamCapture {
  readonly #headCapacity: number;
  #head = Buffer.alloc(0);
  readonly #tail: RingBuffer;
  #headLength = 0;
  #bytes = 0;

  constructor(capBytes: number) {
    this.#headCapacity = Math.ceil(capBytes / 2);
    this.#tail = new RingBuffer(capBytes - this.#headCapacity);
  }

  push(chunk: Buffer): void {
    this.#bytes += chunk.length;
    const forHead = Math.min(chunk.length, this.#headCapacity - this.#headLength);
    if (forHead > 0) this.#keepHead(chunk.subarray(0, forHead));
    if (forHead < chunk.length) this.#tail.push(chunk.subarray(forHead));
  }

  /** Decodes what was kept, once; bytes that are no UTF-8 become U+FFFD. */
  finish(): CapturedStream {
    const head = this.#head.subarray(0, this.#headLength);
    const tail = this.#tail.toBuffer();
    if (head.length + tail.length === this.#bytes) {
      const whole = Buffer.concat([head, tail]);
      return {
        text: whole.toString('utf8'),
        bytes: this.#bytes,
        droppedBytes: 0,
        truncated: false,
        validUtf8: isUtf8(whole),
      };
    }
    const before = wholeCharactersAtEnd(head);
    const after = wholeCharactersAtStart(tail);
    const droppedBytes = this.#bytes - before.length - after.length;
    return {
      text: `${before.toString('utf8')}\n[${droppedBytes} bytes dropped]\n${after.toString('utf8')}`,
      bytes: this.#bytes,
      droppedBytes,
      truncated: true,
      validUtf8: isUtf8(before) && isUtf8(after),
    };
  }

  /** Grows by doubling, so that a hook that writes byte by byte costs no more than its bytes. */
  #keepHead(chunk: Buffer): void {
    const needed = this.#headLength + chunk.length;
    if (needed > this.#head.length) {
      const grown = Buffer.allocUnsafe(Math.min(this.#headCapacity, Math.max(needed, 2 * this.#head.length, 1024)));
      this.#head.copy(grown, 0, 0, this.#headLength);
      this.#head = grown;
    }
    chunk.copy(this.#head, this.#headLength);
    this.#headLength = needed;
  }
}
