/** Audit records without the values of secrets. */
import type { AuditRecord } from '../contract/audit-record.js';
import { redact, type Secret } from '../dialects/redaction.js';

/**
 * Fields that hold words of closed lists, or the time: a secret that happens to be spelled like one of them would be told by
 * the schema already, and redacting it would break the record.
 */
const CLOSED_FIELDS: ReadonlySet<string> = new Set([
  'type',
  'at',
  'dialect',
  'scope',
  'decision',
  'kind',
  'applied',
  'severity',
  'cause',
  'limit',
]);

/** A copy in which every text has gone through `redact`. */
export function redactRecord<R extends AuditRecord>(record: R, secrets: readonly Secret[]): R {
  return secrets.length === 0 ? record : (redactValue(record, secrets) as R);
}

function redactValue(value: unknown, secrets: readonly Secret[]): unknown {
  if (typeof value === 'string') return redact(value, secrets);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      CLOSED_FIELDS.has(key) && typeof field === 'string' ? field : redactValue(field, secrets),
    ]),
  );
}
