/** Audit records without the values of secrets. */
import type { AuditRecord } from '../contract/audit-record.js';

export interface Secret {
  /** Of the withheld variable. */
  readonly name: string;
  readonly value: string;
}

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

/** A copy in which `redact` has gone over every text. The rule of what is a secret and how it is masked is `redact`'s. */
export function redactRecord<R extends AuditRecord>(
  record: R,
  secrets: readonly Secret[],
  redact: (text: string, secrets: readonly Secret[]) => string,
): R {
  return secrets.length === 0 ? record : (redactValue(record, (text) => redact(text, secrets)) as R);
}

function redactValue(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      CLOSED_FIELDS.has(key) && typeof field === 'string' ? field : redactValue(field, redact),
    ]),
  );
}
