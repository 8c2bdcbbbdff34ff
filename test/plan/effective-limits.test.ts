import { describe, expect, test } from 'vitest';
import { effectiveLimits } from '#hookcell/plan/effective-limits.js';
import { fakeDialect, fakeHook } from '../support/fake-dialect.js';

const dialect = fakeDialect();

describe('effectiveLimits', () => {
  test('are the dialect limits where nobody sets any', () => {
    expect(effectiveLimits(fakeHook(), dialect, {})).toEqual(dialect.limits);
  });

  test.each(['graceMs', 'drainMs', 'stdinBytes', 'stdoutBytes', 'stderrBytes'] as const)(
    'take %s from the hook before the runner before the dialect',
    (key) => {
      expect(effectiveLimits(fakeHook(), dialect, { [key]: 11 })[key]).toBe(11);
      expect(effectiveLimits(fakeHook({ limits: { [key]: 0 } }), dialect, { [key]: 11 })[key]).toBe(0);
    },
  );

  test.each([
    ['the hook timeout', {}, {}, 30_000],
    ['the runner timeout when it is shorter', {}, { timeoutMs: 5 }, 5],
    ['the hook timeout when the runner allows more', {}, { timeoutMs: 60_000 }, 30_000],
    ['the timeout in the hook limits above all', { timeoutMs: 90_000 }, { timeoutMs: 5 }, 90_000],
  ])('take %s', (_, limits, runner, expected) => {
    expect(effectiveLimits(fakeHook({ limits }), dialect, runner).timeoutMs).toBe(expected);
  });
});
