/** Keeps the last `capacity` bytes of a stream in one buffer of fixed size, allocated when the first byte arrives. */
export class RingBuffer {
  readonly #capacity: number;
  #storage: Buffer | undefined;
  #next = 0;
  #length = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Bytes kept now. */
  get length(): number {
    return this.#length;
  }

  push(chunk: Uint8Array): void {
    if (this.#capacity === 0 || chunk.length === 0) return;
    this.#storage ??= Buffer.allocUnsafe(this.#capacity);
    const kept = chunk.length > this.#capacity ? chunk.subarray(chunk.length - this.#capacity) : chunk;
    const untilEdge = Math.min(kept.length, this.#capacity - this.#next);
    this.#storage.set(kept.subarray(0, untilEdge), this.#next);
    this.#storage.set(kept.subarray(untilEdge), 0);
    this.#next = (this.#next + kept.length) % this.#capacity;
    this.#length = Math.min(this.#capacity, this.#length + kept.length);
  }

  /** The kept bytes, oldest first; a copy. */
  toBuffer(): Buffer {
    if (this.#storage === undefined) return Buffer.alloc(0);
    const start = (this.#next - this.#length + this.#capacity) % this.#capacity;
    const end = start + this.#length;
    if (end <= this.#capacity) return Buffer.from(this.#storage.subarray(start, end));
    return Buffer.concat([this.#storage.subarray(start), this.#storage.subarray(0, end - this.#capacity)]);
  }
}
