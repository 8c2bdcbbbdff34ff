/** The records on their way to one sink: in order, bounded, and nobody waits for them but `close`. */
import type { AuditRecord, AuditSink } from '../contract/audit-record.js';

export interface QueueLimits {
  /** Records that may wait; further ones are dropped. */
  readonly backlog: number;
  /** Longest time `close` takes. */
  readonly flushMs: number;
}

export class SinkQueue {
  readonly #sink: AuditSink;
  readonly #limits: QueueLimits;
  readonly #onFailure: (message: string) => void;
  readonly #waiting: AuditRecord[] = [];
  #delivering = false;
  #delivered: Promise<void> = Promise.resolve();
  #drops = false;
  #closed = false;

  /** `onFailure` must not throw. It is told of the first dropped record, not of each. */
  constructor(sink: AuditSink, limits: QueueLimits, onFailure: (message: string) => void) {
    this.#sink = sink;
    this.#limits = limits;
    this.#onFailure = onFailure;
  }

  /** Hands the record over at once when the sink is idle, else when its turn comes. Never throws. */
  write(record: AuditRecord): void {
    if (this.#closed) this.#drop('is closed');
    else if (this.#waiting.length >= this.#limits.backlog) this.#drop(`has ${this.#limits.backlog} waiting`);
    else {
      this.#waiting.push(record);
      // A flag, not the promise: a sink may write to its own trail before the promise exists.
      if (!this.#delivering) {
        this.#delivering = true;
        this.#delivered = this.#deliver();
      }
    }
  }

  /** Waits for what is on its way, then closes the sink, both within `flushMs`. Called once. */
  async close(): Promise<void> {
    this.#closed = true;
    const deadline = startDeadline(this.#limits.flushMs);
    if (await deadline.passedBefore(this.#delivered)) {
      const late = this.#waiting.splice(0).length;
      this.#onFailure(`Is still writing after ${this.#limits.flushMs} ms: ${late} waiting records are dropped`);
      void this.#closeSink();
    } else if (await deadline.passedBefore(this.#closeSink())) {
      this.#onFailure(`Did not close within ${this.#limits.flushMs} ms`);
    }
    deadline.clear();
  }

  async #deliver(): Promise<void> {
    for (let record = this.#waiting.shift(); record !== undefined; record = this.#waiting.shift()) {
      try {
        const written = this.#sink.write(record);
        // A sink that writes at once has the record before its dispatch settles, however many settle together.
        if (written !== undefined) await written;
      } catch (error) {
        this.#onFailure(`Could not write a record: ${messageOf(error)}`);
      }
    }
    this.#delivering = false;
  }

  async #closeSink(): Promise<void> {
    try {
      await this.#sink.close?.();
    } catch (error) {
      this.#onFailure(`Could not close: ${messageOf(error)}`);
    }
  }

  #drop(why: string): void {
    if (!this.#drops) this.#onFailure(`Drops records: it ${why}`);
    this.#drops = true;
  }
}

function startDeadline(ms: number) {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<true>((resolve) => {
    // Keeps the process alive: a sink that waits for nothing real must not end it in the middle of `close`.
    timer = setTimeout(() => resolve(true), ms);
  });
  return {
    passedBefore: (work: Promise<void>): Promise<boolean> => Promise.race([work.then(() => false), passed]),
    clear: (): void => clearTimeout(timer),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
