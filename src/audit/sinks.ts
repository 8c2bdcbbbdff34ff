/** Where audit records go: to every sink, in order, without anybody waiting for a slow one. */
import type { AuditRecord, AuditSink } from '../contract/audit-record.js';
import { type QueueLimits, SinkQueue } from './sink-queue.js';

const DEFAULT_LIMITS: QueueLimits = { backlog: 10_000, flushMs: 2_000 };

export class AuditTrail {
  readonly #queues: readonly SinkQueue[];
  #closed: Promise<void> | undefined;

  /**
   * @param onFailure told in one sentence what a sink failed at: each failed write and close, the first of the records that
   * are dropped because a sink is too slow, what is left at `close`
   * @param limits of each sink: `backlog` default 10 000 records, `flushMs` default 2 000
   */
  constructor(sinks: readonly AuditSink[], onFailure: (message: string) => void, limits: Partial<QueueLimits> = {}) {
    this.#queues = sinks.map(
      (sink, index) =>
        new SinkQueue(sink, { ...DEFAULT_LIMITS, ...limits }, (message) => {
          try {
            onFailure(`Audit sink ${index + 1}: ${message}`);
          } catch {
            // The trail never throws, not even through those who listen for its failures.
          }
        }),
    );
  }

  /** Never throws, never waits. After `close` records are dropped. */
  write(record: AuditRecord): void {
    for (const queue of this.#queues) queue.write(record);
  }

  /** Flushes and closes all sinks at once, each within `flushMs`. Never rejects; a further call gives the same promise. */
  close(): Promise<void> {
    this.#closed ??= Promise.all(this.#queues.map((queue) => queue.close())).then(() => undefined);
    return this.#closed;
  }
}
