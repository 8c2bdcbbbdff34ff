import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactRecord } from '#hookcell/audit/redact-record.js';
import { auditRecordSchema, type ConfigErrorRecord } from '#hookcell/contract/audit-record.js';
import type { Secret } from '#hookcell/dialects/redaction.js';
import { fakeRecord } from '../support/fake-record.js';

const SECRET = 'hunter2-hunter2';
const secrets: readonly Secret[] = [{ name: 'DB_PASSWORD', value: SECRET }];

describe('redactRecord', () => {
  test('masks every text of a record, however deep', () => {
    const record = fakeRecord({
      sessionId: SECRET,
      hookName: `uses ${SECRET}`,
      reason: `${SECRET} ${SECRET}`,
      source: { scope: 'global', file: `/home/${SECRET}/hooks.json` },
      error: { kind: 'crash', message: `Exit 1: ${SECRET}`, applied: 'open' },
      leftovers: { killed: [{ pid: 1, command: `curl -u ${SECRET}` }], kept: [], survived: [], pipesHeld: false },
    });
    const redacted = redactRecord(record, secrets);
    expect(JSON.stringify(redacted)).not.toContain(SECRET);
    expect(redacted).toMatchObject({ reason: '[DB_PASSWORD] [DB_PASSWORD]', hookName: 'uses [DB_PASSWORD]' });
    expect(auditRecordSchema.parse(redacted)).toEqual(redacted);
    expect(record.sessionId).toBe(SECRET);
  });

  test('masks config errors too', () => {
    const record: ConfigErrorRecord = {
      type: 'config_error',
      at: '2026-01-01T00:00:00Z',
      problem: { code: 'unknown_key', dialect: 'foya', message: `Got ${SECRET}`, got: SECRET, severity: 'error' },
    };
    expect(redactRecord(record, secrets).problem).toMatchObject({
      message: 'Got [DB_PASSWORD]',
      got: '[DB_PASSWORD]',
    });
  });

  test('leaves the words of closed lists, so that a record stays one', () => {
    const words = ['hook_completed', '2026-01-01T00:00:00Z', 'not-started', 'timeoutMs'].map((value) => ({
      name: 'TOKEN',
      value,
    }));
    const record = fakeRecord({
      error: { kind: 'not-started', message: 'm', applied: 'open' },
      ending: { kind: 'limit', limit: 'timeoutMs' },
    });
    expect(redactRecord(record, words)).toEqual(record);
  });

  test('hands numbers and flags through', () => {
    const record = fakeRecord({ durationMs: 7, halt: true });
    expect(redactRecord(record, secrets)).toEqual(record);
  });

  test('leaves no secret in any free text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const text = `${before}${SECRET}${after}`;
        const redacted = redactRecord(fakeRecord({ reason: text, hookId: text }), secrets);
        expect([redacted.reason, redacted.hookId].join().includes(SECRET)).toBe(false);
      }),
    );
  });
});
