import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explanationSchema } from '#hookcell/contract/explanation.js';
import type { HookDefinition } from '#hookcell/contract/hook.js';
import type { Dialect } from '#hookcell/dialects/dialect.js';
import { explanationOf } from '#hookcell/plan/explain.js';
import { type PlanInput, planEvent, relevantSkips } from '#hookcell/plan/plan.js';
import { fakeDialect, fakeEvent, fakeHook } from '../support/fake-dialect.js';

describe('planEvent', () => {
  test('runs the matching hooks in config order and names each reason to skip', () => {
    const plan = planOf([
      fakeHook({ id: 'a' }),
      fakeHook({ id: 'b', event: 'Stop' }),
      fakeHook({ id: 'c', enabled: false }),
      projectHook({ id: 'd' }),
      fakeHook({ id: 'e', matcher: '^edit$' }),
      fakeHook({ id: 'f', matcher: 'she' }),
    ]);
    expect(plan.runs.map(({ hook, target }) => [hook.id, target])).toEqual([
      ['a', 'shell'],
      ['f', 'shell'],
    ]);
    expect(plan.skipped.map(({ hook, why, message }) => [hook.id, why, message])).toEqual([
      ['b', 'other_event', 'Waits for "Stop", not for "PreToolUse"'],
      ['c', 'disabled', 'Disabled in its configuration'],
      ['d', 'untrusted', 'Project hooks are not trusted: pass trust: "all" (CLI: --trust all) to run them'],
      ['e', 'no_match', 'Matcher "^edit$" does not match "shell"'],
    ]);
  });

  test.each([
    ['other_event', { event: 'Stop', enabled: false, matcher: 'edit' }],
    ['disabled', { enabled: false, matcher: 'edit' }],
    ['untrusted', { matcher: 'edit' }],
  ] as const)('tells "%s" before the reasons that come after it', (why, overrides) => {
    expect(planOf([projectHook(overrides)]).skipped.map((skipped) => skipped.why)).toEqual([why]);
  });

  test('gives one warning for all untrusted hooks, with their files and their number', () => {
    const file = '/other/.foya/hooks.json';
    const plan = planOf([projectHook({ id: 'a' }), projectHook({ id: 'b' }), projectHook({ id: 'c' }, file)]);
    expect(plan.warnings).toEqual([
      {
        code: 'untrusted_hooks',
        message: `3 hooks are skipped for want of trust (/project/.foya/hooks.json, ${file}): pass trust: "all" (CLI: --trust all) to run them`,
      },
    ]);
  });

  test('says that the event has no tool name where there is nothing to match', () => {
    const { tool: _tool, ...event } = fakeEvent();
    const plan = planOf([fakeHook({ matcher: '^edit$' })], { event });
    expect(plan.skipped[0]?.message).toBe('Matcher "^edit$" does not match: the event has no tool name');
  });

  test('runs project hooks with trust "all", without a warning', () => {
    const plan = planOf([projectHook()], { trust: 'all' });
    expect(plan.runs).toHaveLength(1);
    expect(plan.warnings).toEqual([]);
  });

  test('does not warn of untrusted hooks that wait for another event', () => {
    expect(planOf([projectHook({ event: 'Stop' })]).warnings).toEqual([]);
  });

  test('never matches a matcher that does not compile, and warns', () => {
    const plan = planOf([fakeHook({ id: 'bad', matcher: '[' }), fakeHook({ id: 'good' })]);
    const message = 'Matcher "[" never matches: Not a pattern';
    expect(plan.runs.map(({ hook }) => hook.id)).toEqual(['good']);
    expect(plan.skipped).toMatchObject([{ why: 'no_match', message }]);
    expect(plan.warnings).toEqual([{ code: 'bad_matcher', message, hookId: 'bad' }]);
  });

  test('ignores the matcher of an event without target', () => {
    const plan = planOf([fakeHook({ event: 'Stop', matcher: 'nothing like it' })], {
      event: fakeEvent({ name: 'Stop' }),
    });
    expect(plan.runs).toMatchObject([{ target: null }]);
  });

  test('gives the same plan three times for one matcher', () => {
    const hooks = [fakeHook({ matcher: 's' })];
    expect([1, 2, 3].map(() => planOf(hooks).runs.length)).toEqual([1, 1, 1]);
  });

  test('compiles the matcher of a hook object once, that of an equal new one anew', () => {
    const compiled: string[] = [];
    const real = fakeDialect();
    const dialect = fakeDialect({
      compileMatcher: (pattern) => {
        compiled.push(pattern);
        return real.compileMatcher(pattern);
      },
    });
    const hook = fakeHook({ matcher: 's' });
    planOf([hook], {}, dialect);
    planOf([hook], {}, dialect);
    expect(compiled).toEqual(['s']);
    planOf([{ ...hook }], {}, dialect);
    expect(compiled).toEqual(['s', 's']);
  });

  test('puts hooks of observer events and background hooks in the background', () => {
    expect(planOf([fakeHook({ background: true }), fakeHook()]).runs.map(({ background }) => background)).toEqual([
      true,
      false,
    ]);
    const observed = planOf([fakeHook({ event: 'Notification' })], { event: fakeEvent({ name: 'Notification' }) });
    expect(observed.runs).toMatchObject([{ background: true }]);
  });

  test('takes the schedule of the primary dialect', () => {
    expect(planOf([], {}, fakeDialect({ schedule: () => 'parallel' })).schedule).toBe('parallel');
  });

  test('skips hooks of a dialect that is not loaded or does not know the event', () => {
    const plan = planOf([fakeHook({ dialect: 'kimi' }), fakeHook({ event: 'Unheard' })], {
      event: fakeEvent({ name: 'Unheard' }),
    });
    expect(plan.skipped.map(({ why, message }) => [why, message])).toEqual([
      ['other_event', 'Dialect "kimi" is not loaded'],
      ['other_event', 'Dialect "foya" does not know event "Unheard"'],
    ]);
  });

  test('puts every hook in exactly one place, in config order', () => {
    const hook = fc.record({
      event: fc.constantFrom('PreToolUse', 'Stop'),
      enabled: fc.boolean(),
      matcher: fc.constantFrom('', 'shell', 'edit', '['),
      source: fc.constantFrom({ scope: 'global' } as const, { scope: 'project', file: '/p' } as const),
    });
    fc.assert(
      fc.property(fc.array(hook, { maxLength: 20 }), fc.constantFrom('all', 'digest'), (parts, trust) => {
        const hooks = parts.map((part, index) => fakeHook({ ...part, id: `${index}` }));
        const plan = planOf(hooks, { trust });
        const ran = plan.runs.map(({ hook: { id } }) => Number(id));
        const skipped = plan.skipped.map(({ hook: { id } }) => Number(id));
        expect([...ran, ...skipped].sort((a, b) => a - b)).toEqual(hooks.map((_, index) => index));
        for (const ids of [ran, skipped]) expect(ids).toEqual([...ids].sort((a, b) => a - b));
      }),
    );
  });
});

test('relevantSkips leaves out the hooks of other events', () => {
  const plan = planOf([fakeHook({ event: 'Stop' }), fakeHook({ id: 'off', enabled: false })]);
  expect(relevantSkips(plan).map(({ hook }) => hook.id)).toEqual(['off']);
});

test('explanationOf shows runs, all skipped hooks, warnings and problems in the shape of its schema', () => {
  const problem = { code: 'bad_matcher', dialect: 'foya', message: 'Bad', severity: 'error' } as const;
  const event = fakeEvent();
  const plan = planOf([fakeHook({ name: 'guard', matcher: 's' }), fakeHook({ event: 'Stop' }), projectHook()]);
  const explanation = explanationOf(plan, event, [problem]);
  expect(explanationSchema.parse(explanation)).toEqual(explanation);
  expect(explanation.runs).toMatchObject([
    { hook: { id: 'hook', name: 'guard' }, command: 'true', matcher: 's', target: 'shell', cwd: '/project' },
  ]);
  expect(explanation.skipped.map(({ why }) => why)).toEqual(['other_event', 'untrusted']);
  expect(explanation.warnings).toHaveLength(1);
  expect(explanation.problems).toEqual([problem]);
});

function planOf(
  hooks: readonly HookDefinition[],
  overrides: Partial<PlanInput> = {},
  dialect: Dialect = fakeDialect(),
) {
  return planEvent({
    event: fakeEvent(),
    hooks,
    dialects: new Map([['foya', dialect]]),
    primary: dialect,
    trust: 'digest',
    limits: {},
    ...overrides,
  });
}

function projectHook(overrides: Partial<HookDefinition> = {}, file = '/project/.foya/hooks.json'): HookDefinition {
  return fakeHook({ source: { scope: 'project', file }, ...overrides });
}
