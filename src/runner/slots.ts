/** Permission to run: so many at once, so many waiting, and no longer than so long. First come, first served. */

export interface SlotLimits {
  readonly running: number;
  readonly queued: number;
  readonly queueTimeoutMs: number;
  /** Whether those who wait keep the event loop alive. */
  readonly keepAlive: boolean;
}

export type Slot =
  | { readonly ok: true; readonly queuedMs: number; readonly release: () => void }
  | {
      readonly ok: false;
      readonly cause: 'queue_full' | 'queue_timeout' | 'aborted';
      readonly queuedMs: number;
      readonly message: string;
    };

interface Waiter {
  readonly admit: () => void;
}

export class Slots {
  readonly #limits: SlotLimits;
  // A set keeps the order of arrival and lets a waiter leave from the middle at no cost.
  readonly #waiting = new Set<Waiter>();
  #running = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** Never rejects. `signal` ends the waiting only. */
  async acquire(signal: AbortSignal): Promise<Slot> {
    if (signal.aborted)
      return { ok: false, cause: 'aborted', queuedMs: 0, message: 'Aborted while waiting for a place' };
    if (this.#running < this.#limits.running) return this.#grant(0);
    if (this.#waiting.size >= this.#limits.queued) {
      const message = `Queue is full: ${this.#running} hooks run and ${this.#waiting.size} wait`;
      return { ok: false, cause: 'queue_full', queuedMs: 0, message };
    }
    return await this.#wait(signal);
  }

  #wait(signal: AbortSignal): Promise<Slot> {
    const since = performance.now();
    return new Promise((resolve) => {
      const settle = (slot: (queuedMs: number) => Slot) => {
        this.#waiting.delete(waiter);
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        resolve(slot(performance.now() - since));
      };
      const waiter: Waiter = { admit: () => settle((queuedMs) => this.#grant(queuedMs)) };
      const onAbort = () =>
        settle((queuedMs) => ({ ok: false, cause: 'aborted', queuedMs, message: 'Aborted while waiting for a place' }));
      const timer = setTimeout(() => {
        const message = `Waited ${this.#limits.queueTimeoutMs} ms for a place`;
        settle((queuedMs) => ({ ok: false, cause: 'queue_timeout', queuedMs, message }));
      }, this.#limits.queueTimeoutMs);
      if (!this.#limits.keepAlive) timer.unref();
      signal.addEventListener('abort', onAbort);
      this.#waiting.add(waiter);
    });
  }

  #grant(queuedMs: number): Slot {
    this.#running += 1;
    let released = false;
    const release = () => {
      if (released) return;
      released = true;
      this.#running -= 1;
      const [next] = this.#waiting;
      next?.admit();
    };
    return { ok: true, queuedMs, release };
  }
}
