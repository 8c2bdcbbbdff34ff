import { describe, expect, test } from 'vitest';
import type { FailureKind } from '#hookcell/contract/names.js';
import type { Ending } from '#hookcell/contract/run-report.js';
import { notStartedCauseSchema } from '#hookcell/contract/run-report.js';
import { appliedPolicy, failureOf } from '#hookcell/decide/failure-policy.js';
import { EFFECT, everyFailure, fakeDialect, GATE, OBSERVER } from '../support/fake-dialect.js';

describe('failureOf', () => {
  test.each<[Ending, FailureKind | undefined, string | undefined]>([
    [{ kind: 'exited', code: 1 }, undefined, undefined],
    [{ kind: 'timed-out' }, 'timeout', 'Timed out'],
    [{ kind: 'aborted' }, 'abort', 'Aborted'],
    [{ kind: 'signalled', signal: 'SIGSEGV' }, 'signal', 'Ended by signal SIGSEGV'],
    [{ kind: 'limit', limit: 'memoryBytes' }, 'limit', 'Reached its limit memoryBytes'],
    [{ kind: 'lost', message: 'the supervisor died' }, 'lost', 'Lost: the supervisor died'],
  ])('of %j', (ending, kind, message) => {
    expect(failureOf(ending)).toEqual(kind === undefined ? undefined : { kind, message });
  });

  test('names the limit of a timeout when it is given', () => {
    expect(failureOf({ kind: 'timed-out' }, { timeoutMs: 1500 })?.message).toBe('Timed out after 1500 ms');
  });

  test('tells apart overload, abort and other causes of a run not started', () => {
    const kinds = notStartedCauseSchema.options.map((cause) => [
      cause,
      failureOf({ kind: 'not-started', cause, message: 'm' })?.kind,
    ]);
    expect(kinds.filter(([, kind]) => kind !== 'not-started')).toEqual([
      ['queue_full', 'overloaded'],
      ['queue_timeout', 'overloaded'],
      ['launch_timeout', 'overloaded'],
      ['aborted', 'abort'],
    ]);
  });
});

describe('appliedPolicy', () => {
  const given = { rules: GATE, dialect: fakeDialect(), runner: {}, hook: {} };

  test('is the dialect default where nobody says otherwise', () => {
    expect(appliedPolicy('timeout', given)).toBe('open');
    expect(appliedPolicy('timeout', { ...given, dialect: fakeDialect({ failure: everyFailure('deny') }) })).toBe(
      'deny',
    );
  });

  test('takes the hook before the runner before the dialect, kind by kind', () => {
    const runner = { timeout: 'deny', crash: 'deny' } as const;
    const hook = { timeout: 'ask' } as const;
    expect(appliedPolicy('timeout', { ...given, runner, hook })).toBe('ask');
    expect(appliedPolicy('crash', { ...given, runner, hook })).toBe('deny');
    expect(appliedPolicy('lost', { ...given, runner, hook })).toBe('open');
  });

  test.each([EFFECT, OBSERVER])('is open on an event that is no gate: $kind', (rules) => {
    expect(appliedPolicy('timeout', { ...given, rules, hook: { timeout: 'deny' } })).toBe('open');
  });

  test('makes ask a deny where nobody can be asked', () => {
    expect(appliedPolicy('timeout', { ...given, rules: { ...GATE, canAsk: false }, hook: { timeout: 'ask' } })).toBe(
      'deny',
    );
  });
});
