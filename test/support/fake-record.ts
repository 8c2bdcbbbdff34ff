/** Audit records that tell of nothing. */
import type { HookCompletedRecord } from '#hookcell/contract/audit-record.js';

export function fakeRecord(overrides: Partial<HookCompletedRecord> = {}): HookCompletedRecord {
  return {
    type: 'hook_completed',
    at: '2026-01-01T00:00:00Z',
    runId: 'run',
    eventId: 'event',
    event: 'PreToolUse',
    sessionId: 'session',
    hookId: 'hook',
    dialect: 'foya',
    source: { scope: 'global' },
    background: false,
    decision: 'none',
    halt: false,
    inputModified: false,
    durationMs: 1,
    ...overrides,
  };
}
