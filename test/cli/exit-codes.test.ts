import { describe, expect, test } from 'vitest';
import { exitCodeOfEnding, exitCodeOfOutcome, exitCodeOfSignal } from '#hookcell/cli/exit-codes.js';
import { outcome, problem } from './support/samples.js';

describe('exitCodeOfOutcome', () => {
  test.each([
    ['none', {}, 0],
    ['allow', { decision: 'allow' }, 0],
    ['deny', { decision: 'deny' }, 2],
    ['ask', { decision: 'ask' }, 3],
    ['a halt, whatever the decision', { decision: 'deny', halt: true }, 49],
    ['an error mark', { markError: { reason: 'r' } }, 2],
    ['keep working', { keepWorking: { reason: 'r' } }, 2],
    ['a blocked compaction', { blockCompaction: { reason: 'r' } }, 2],
  ] as const)('maps %s', (_, change, code) => {
    expect(exitCodeOfOutcome(outcome(change), [])).toBe(code);
  });
  test('is 78 for a broken file only when there is no verdict', () => {
    expect(exitCodeOfOutcome(outcome(), [problem])).toBe(78);
    expect(exitCodeOfOutcome(outcome({ decision: 'allow' }), [problem])).toBe(0);
    expect(exitCodeOfOutcome(outcome({ decision: 'deny' }), [problem])).toBe(2);
    expect(exitCodeOfOutcome(outcome({ halt: true }), [problem])).toBe(49);
    expect(exitCodeOfOutcome(outcome(), [{ ...problem, severity: 'warning' }])).toBe(0);
  });
});

describe('exitCodeOfEnding', () => {
  test.each([
    [{ kind: 'exited', code: 7 }, 7],
    [{ kind: 'signalled', signal: 'SIGTERM' }, 143],
    [{ kind: 'timed-out' }, 124],
    [{ kind: 'limit', limit: 'memoryBytes' }, 137],
    [{ kind: 'not-started', cause: 'ENOENT', message: 'm' }, 125],
    [{ kind: 'lost', message: 'm' }, 125],
    [{ kind: 'aborted' }, 125],
  ] as const)('maps %o to %i', (ending, code) => {
    expect(exitCodeOfEnding(ending)).toBe(code);
  });
});

test('exitCodeOfSignal is 128 for a signal without a number', () => {
  expect([exitCodeOfSignal('SIGHUP'), exitCodeOfSignal('SIGRTMIN+3')]).toEqual([129, 128]);
});
