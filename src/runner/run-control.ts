/** The abort switch of one dispatch or background run; thrown again with a shorter grace it reaches runs that are ending already. */
export class RunControl {
  readonly #controller = new AbortController();
  readonly #listeners = new Set<(graceMs: number | undefined) => void>();
  #graceMs: number | undefined;

  get aborted(): boolean {
    return this.#controller.signal.aborted;
  }

  /** For waiting in queues; fires once. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** `graceMs` undefined: each hook's own grace period; 0 kills at once. */
  abort(graceMs?: number): void {
    this.#graceMs = graceMs;
    this.#controller.abort();
    for (const listener of [...this.#listeners]) listener(graceMs);
  }

  /** Calls the listener at each abort, at once if there was one. Returns the way to stop listening. */
  onAbort(listener: (graceMs: number | undefined) => void): () => void {
    this.#listeners.add(listener);
    if (this.aborted) listener(this.#graceMs);
    return () => this.#listeners.delete(listener);
  }
}
