/** An audit sink that is a function. */
import type { AuditRecord, AuditSink } from '../contract/audit-record.js';

/** Calls `take` with one record at a time, the next one when the promise of the last has settled. */
export function callbackSink(take: (record: AuditRecord) => void | Promise<void>): AuditSink {
  return { write: (record) => take(record) };
}
