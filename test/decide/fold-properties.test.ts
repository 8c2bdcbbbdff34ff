import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currentInput, finishFold, foldRun, startFold } from '#hookcell/decide/fold.js';
import type { FoldedRun } from '#hookcell/decide/fold-state.js';
import { APPROVING_GATE, EFFECT, fakeDialect, fakeEvent, GATE } from '../support/fake-dialect.js';

const jsonObject = fc
  .dictionary(fc.constantFrom('command', 'a', 'b', '__proto__', 'constructor'), fc.jsonValue({ maxDepth: 2 }), {
    maxKeys: 4,
  })
  .map((value): Record<string, unknown> => JSON.parse(JSON.stringify(value)));

const anyVerdict = fc.record(
  {
    decision: fc.constantFrom('allow', 'ask', 'deny'),
    halt: fc.boolean(),
    reason: fc.string(),
    context: fc.array(fc.string(), { maxLength: 3 }),
    updatedInput: fc.record({ mode: fc.constantFrom('merge', 'replace'), value: jsonObject }),
    environment: fc.dictionary(fc.constantFrom('A', '__proto__', 'prototype'), fc.string()),
  },
  { requiredKeys: [] },
);

const anyFailure = fc.record({
  kind: fc.constant('timeout' as const),
  message: fc.constant('m'),
  applied: fc.constantFrom('open', 'ask', 'deny'),
});

const anyRuns = fc
  .array(
    fc
      .record({
        rules: fc.constantFrom(GATE, APPROVING_GATE, EFFECT),
        verdict: fc.option(anyVerdict, { nil: undefined }),
        failure: fc.option(anyFailure, { nil: undefined, freq: 3 }),
      })
      .map(({ rules, verdict, failure }) => ({
        rules,
        ...(verdict === undefined ? {} : { verdict }),
        ...(failure === undefined ? {} : { failure }),
      })),
    { maxLength: 8 },
  )
  .map((runs) =>
    runs.map(
      (run, index): FoldedRun => ({ ...run, hook: { id: `${index}`, dialect: 'foya', source: { scope: 'global' } } }),
    ),
  );

const anySchedule = fc.constantFrom('serial', 'parallel');

describe('the fold', () => {
  test('never loses a deny, and denies nothing that nobody denied', () => {
    fc.assert(
      fc.property(anyRuns, anySchedule, (runs, schedule) => {
        const denied = runs.some(({ verdict, failure }) => verdict?.decision === 'deny' || failure?.applied === 'deny');
        expect(fold(runs, schedule).decision === 'deny').toBe(denied);
      }),
    );
  });

  test('keeps every halt, at each step', () => {
    fc.assert(
      fc.property(anyRuns, (runs) => {
        let state = start('serial');
        let halted = false;
        for (const run of runs) {
          state = foldRun(state, run);
          halted ||= run.verdict?.halt === true;
          expect(finishFold(state).halt).toBe(halted);
        }
      }),
    );
  });

  test('decides and halts alike in whatever order the hooks stand', () => {
    const shuffled = anyRuns.chain((runs) =>
      fc.tuple(fc.constant(runs), fc.shuffledSubarray(runs, { minLength: runs.length })),
    );
    fc.assert(
      fc.property(shuffled, anySchedule, ([runs, others], schedule) => {
        const [one, other] = [fold(runs, schedule), fold(others, schedule)];
        expect([other.decision, other.halt, other.approves]).toEqual([one.decision, one.halt, one.approves]);
      }),
    );
  });

  test('concatenates the contexts in order', () => {
    fc.assert(
      fc.property(anyRuns, (runs) => {
        expect(fold(runs, 'serial').context).toEqual(runs.flatMap(({ verdict }) => verdict?.context ?? []));
      }),
    );
  });

  test('has no updated input when it denies or halts, and only one that differs otherwise', () => {
    fc.assert(
      fc.property(anyRuns, anySchedule, (runs, schedule) => {
        const { decision, halt, updatedInput } = fold(runs, schedule);
        if (decision === 'deny' || halt) expect(updatedInput).toBeUndefined();
        if (updatedInput !== undefined) expect(updatedInput).not.toEqual({ command: 'ls' });
      }),
    );
  });

  test('pollutes no prototype and hands out no dangerous key', () => {
    fc.assert(
      fc.property(anyRuns, anySchedule, (runs, schedule) => {
        const { updatedInput, environment } = fold(runs, schedule);
        expect(Object.keys(Object.prototype)).toEqual([]);
        for (const object of [updatedInput, environment]) {
          expect(Object.getPrototypeOf(object ?? {})).toBe(Object.prototype);
          for (const key of ['__proto__', 'constructor', 'prototype']) {
            expect(Object.hasOwn(object ?? {}, key)).toBe(false);
          }
        }
      }),
    );
  });

  test('changes neither event nor verdicts nor an earlier state', () => {
    fc.assert(
      fc.property(anyRuns, anySchedule, (runs, schedule) => {
        const before = JSON.stringify(runs);
        let state = start(schedule);
        for (const run of runs) {
          const kept = [state, JSON.stringify([currentInput(state), finishFold(state)])] as const;
          state = foldRun(state, run);
          expect(JSON.stringify([currentInput(kept[0]), finishFold(kept[0])])).toBe(kept[1]);
        }
        expect(JSON.stringify(runs)).toBe(before);
        expect(state.event).toEqual(fakeEvent());
      }),
    );
  });

  test('names in its provenance only hooks that ran, and only fields that are set', () => {
    fc.assert(
      fc.property(anyRuns, anySchedule, (runs, schedule) => {
        const outcome = fold(runs, schedule);
        const ids = runs.map(({ hook }) => hook.id);
        for (const [field, hookIds] of Object.entries(outcome.provenance)) {
          expect(outcome).toHaveProperty(field);
          expect(ids).toEqual(expect.arrayContaining(hookIds));
          expect(hookIds).not.toEqual([]);
        }
      }),
    );
  });
});

function start(schedule: 'serial' | 'parallel') {
  return startFold({ event: fakeEvent(), primary: fakeDialect(), schedule });
}

function fold(runs: readonly FoldedRun[], schedule: 'serial' | 'parallel') {
  return finishFold(runs.reduce(foldRun, start(schedule)));
}
