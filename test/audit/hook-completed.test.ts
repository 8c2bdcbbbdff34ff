import { describe, expect, test } from 'vitest';
import { type CompletedHook, hookCompletedRecord } from '#hookcell/audit/hook-completed.js';
import { hookCompletedSchema } from '#hookcell/contract/audit-record.js';
import type { HookRun } from '#hookcell/contract/outcome.js';
import type { Verdict } from '#hookcell/contract/verdict.js';
import { fakeEvent } from '../support/fake-dialect.js';
import { fakeReport, fakeStream } from '../support/fake-report.js';

describe('hookCompletedRecord', () => {
  test('holds identity, verdict, timing, ending, usage and leftovers in the shape of its schema', () => {
    const report = fakeReport();
    const record = recordOf({
      run: runOf({ decision: 'deny', halt: true, reason: 'no' }, { report }),
      inputModified: true,
    });
    expect(hookCompletedSchema.parse(record)).toEqual(record);
    expect(record).toEqual({
      type: 'hook_completed',
      at: '2026-01-01T00:00:01Z',
      runId: 'run',
      eventId: 'event',
      event: 'PreToolUse',
      sessionId: 'session',
      hookId: 'a',
      hookName: 'guard',
      dialect: 'foya',
      source: { scope: 'global' },
      background: false,
      decision: 'deny',
      halt: true,
      reason: 'no',
      inputModified: true,
      durationMs: 12,
      ending: report.ending,
      timing: report.timing,
      usage: report.usage,
      leftovers: report.leftovers,
    });
  });

  test('holds no output and no rewritten value', () => {
    const report = fakeReport({ stdout: fakeStream('token sk-test-000'), stderr: fakeStream('noise sk-test-000') });
    const verdict: Verdict = {
      reason: 'ok',
      context: ['sk-test-000'],
      updatedInput: { mode: 'merge', value: { token: 'sk-test-000' } },
      updatedPrompt: 'sk-test-000',
      environment: { A: 'sk-test-000' },
    };
    const record = recordOf({ run: runOf(verdict, { report }), inputModified: true });
    expect(JSON.stringify(record)).not.toContain('sk-test-000');
    expect(record).toMatchObject({ inputModified: true, reason: 'ok', decision: 'none' });
  });

  test.each(['markError', 'keepWorking', 'blockCompaction'] as const)('counts %s as deny, with its reason', (field) => {
    expect(recordOf({ run: runOf({ [field]: { reason: 'why' } }) })).toMatchObject({ decision: 'deny', reason: 'why' });
  });

  test('tells what the hook said, and the failure with its policy beside it', () => {
    const failure = { kind: 'timeout', message: 'Timed out', applied: 'deny' } as const;
    const record = recordOf({ run: { hook: runOf().hook, failure } });
    expect(record).toMatchObject({ decision: 'none', halt: false, error: failure });
    expect(record).not.toHaveProperty('reason');
  });

  test('of a background hook has no opinion, since its output is ignored', () => {
    const run = runOf({ decision: 'deny', halt: true, reason: 'no' });
    const record = recordOf({ run, background: true, inputModified: true });
    expect(record).toMatchObject({ background: true, decision: 'none', halt: false, inputModified: false });
    expect(record).not.toHaveProperty('reason');
  });

  test('leaves out what is not known', () => {
    const { hook } = runOf();
    const record = recordOf({ run: { hook: { id: hook.id, dialect: 'foya', source: hook.source } } });
    for (const field of ['hookName', 'reason', 'error', 'ending', 'timing', 'usage', 'leftovers']) {
      expect(record).not.toHaveProperty(field);
    }
  });
});

function recordOf(overrides: Partial<CompletedHook>) {
  return hookCompletedRecord({
    event: fakeEvent(),
    runId: 'run',
    run: runOf(),
    background: false,
    inputModified: false,
    durationMs: 12,
    at: '2026-01-01T00:00:01Z',
    ...overrides,
  });
}

function runOf(verdict: Verdict = {}, overrides: Partial<HookRun> = {}): HookRun {
  return { hook: { id: 'a', name: 'guard', dialect: 'foya', source: { scope: 'global' } }, verdict, ...overrides };
}
