import { describe, expect, test } from 'vitest';
import type { ResolvedEvent } from '#hookcell/contract/event.js';
import type { Verdict } from '#hookcell/contract/verdict.js';
import { currentInput, finishFold, foldRun, modifiesInput, startFold } from '#hookcell/decide/fold.js';
import type { FoldedRun } from '#hookcell/decide/fold-state.js';
import { APPROVING_GATE, EFFECT, fakeDialect, fakeEvent, GATE } from '../support/fake-dialect.js';

describe('finishFold', () => {
  test('of no runs has no opinion', () => {
    expect(fold([])).toEqual({
      decision: 'none',
      approves: false,
      halt: false,
      context: [],
      systemMessages: [],
      provenance: {},
      warnings: [],
    });
  });

  test.each([
    [['allow', 'deny', 'ask'], 'deny', ['1']],
    [['allow', 'ask', 'allow'], 'ask', ['1']],
    [[undefined, 'allow', 'allow'], 'allow', ['1', '2']],
    [[undefined, undefined], 'none', undefined],
  ] as const)('of %j decides %s and names the hooks that said so', (decisions, decision, ids) => {
    const outcome = fold(decisions.map((said, index) => run(`${index}`, said === undefined ? {} : { decision: said })));
    expect(outcome.decision).toBe(decision);
    expect(outcome.provenance['decision']).toEqual(ids);
  });

  test('keeps halt apart from deny, and sticky', () => {
    const outcome = fold([run('a', { halt: true }), run('b', { halt: false, decision: 'allow' })]);
    expect(outcome).toMatchObject({ halt: true, decision: 'allow', provenance: { halt: ['a'] } });
  });

  test('joins the reasons of all hooks by newline, in order, without blank ones', () => {
    const outcome = fold([
      run('a', { decision: 'allow', reason: 'fine' }),
      run('b', { reason: ' ' }),
      run('c', { decision: 'deny', reason: 'no' }),
    ]);
    expect(outcome.reason).toBe('fine\nno');
    expect(outcome.provenance['reason']).toEqual(['a', 'c']);
  });

  test('has no reason where no hook gives one', () => {
    expect(fold([run('a', { decision: 'deny', reason: '' })])).not.toHaveProperty('reason');
  });

  test('gathers the other fields with the hooks they came from', () => {
    const outcome = fold([
      run('a', {
        context: ['1', '2'],
        systemMessage: 'm',
        keepWorking: { reason: 'tests' },
        environment: { A: '1', B: '1' },
        updatedPrompt: 'p',
      }),
      run('b', { keepWorking: { reason: '' }, markError: { reason: 'bad' }, updatedOutput: null }),
      run('c', {
        context: ['3'],
        keepWorking: { reason: 'docs' },
        blockCompaction: { reason: 'later' },
        environment: { B: '2' },
        updatedPrompt: 'q',
        elicitation: { action: 'accept' },
      }),
    ]);
    expect(outcome).toMatchObject({
      context: ['1', '2', '3'],
      systemMessages: ['m'],
      keepWorking: { reason: 'tests\ndocs' },
      markError: { reason: 'bad' },
      blockCompaction: { reason: 'later' },
      environment: { A: '1', B: '2' },
      updatedOutput: null,
      updatedPrompt: 'q',
      elicitation: { action: 'accept' },
    });
    expect(outcome.provenance).toEqual({
      context: ['a', 'c'],
      systemMessages: ['a'],
      keepWorking: ['a', 'b', 'c'],
      markError: ['b'],
      blockCompaction: ['c'],
      environment: ['a', 'c'],
      updatedOutput: ['b'],
      updatedPrompt: ['c'],
      elicitation: ['c'],
    });
  });

  test('drops names that reach prototypes from the environment', () => {
    const environment = JSON.parse('{"__proto__":"x","constructor":"x","A":"1"}');
    expect(JSON.stringify(fold([run('a', { environment })]).environment)).toBe('{"A":"1"}');
  });
});

describe('finishFold approves', () => {
  const permission = fakeEvent({ name: 'PermissionRequest' });
  const allow = { decision: 'allow' } as const;

  test('an allow where the dialects of hook and runner let the event approve', () => {
    const outcome = fold([run('a', allow, APPROVING_GATE)], permission);
    expect(outcome).toMatchObject({ approves: true, provenance: { approves: ['a'] } });
  });

  test.each([
    ['the dialect of one allowing hook does not let it', [run('a', allow, APPROVING_GATE), run('b', allow)]],
    ['a later hook denies', [run('a', allow, APPROVING_GATE), run('b', { decision: 'deny' })]],
    ['a hook halts', [run('a', { ...allow, halt: true }, APPROVING_GATE)]],
    ['no hook allows', [run('a', {}, APPROVING_GATE)]],
    [
      'the allowing hook failed',
      [{ ...run('a', allow, APPROVING_GATE), failure: { kind: 'output', message: 'm', applied: 'open' } as const }],
    ],
  ])('nothing when %s', (_, runs) => {
    expect(fold(runs, permission).approves).toBe(false);
  });

  test('nothing when the dialect of the runner does not let the event approve', () => {
    expect(fold([run('a', allow, APPROVING_GATE)]).approves).toBe(false);
  });

  test('although a hook without opinion could not approve', () => {
    expect(fold([run('a', {}), run('b', allow, APPROVING_GATE)], permission).approves).toBe(true);
  });
});

describe('foldRun with a failure', () => {
  test.each(['deny', 'ask'] as const)('counts it as the policy %s and says so', (applied) => {
    const failed = { ...run('a'), failure: { kind: 'timeout', message: 'Timed out', applied } as const };
    const named = { ...failed, hook: { ...failed.hook, id: 'b', name: 'guard' } };
    const outcome = fold([failed, named]);
    expect(outcome.decision).toBe(applied);
    expect(outcome.reason).toBe(
      `Hook "a" failed (Timed out): policy ${applied}\nHook "guard" failed (Timed out): policy ${applied}`,
    );
    expect(outcome.provenance['decision']).toEqual(['a', 'b']);
  });

  test('has no opinion when the policy is open', () => {
    const failure = { kind: 'timeout', message: 'Timed out', applied: 'open' } as const;
    expect(fold([{ ...run('a'), failure }])).toMatchObject({ decision: 'none', provenance: {} });
  });
});

describe('foldRun in a serial schedule', () => {
  test('lays each rewrite over the one before and shows it to the next hook', () => {
    const first = foldRun(start(), run('a', merge({ command: 'A' })));
    expect(currentInput(first)).toEqual({ command: 'A' });
    const second = foldRun(first, run('b', merge({ cwd: '/' })));
    expect(finishFold(second)).toMatchObject({
      updatedInput: { command: 'A', cwd: '/' },
      provenance: { updatedInput: ['a', 'b'] },
    });
    expect(currentInput(first)).toEqual({ command: 'A' });
  });

  test('replaces the whole input in mode "replace"', () => {
    const outcome = fold([run('a', merge({ cwd: '/' })), run('b', replace({ x: 1 }))]);
    expect(outcome.updatedInput).toEqual({ x: 1 });
    expect(outcome.provenance['updatedInput']).toEqual(['b']);
  });

  test('has no updated input when nothing changed, or a later hook undid the change', () => {
    expect(fold([run('a', merge({ command: 'ls' }))])).not.toHaveProperty('updatedInput');
    const undone = fold([run('a', merge({ command: 'A' })), run('b', merge({ command: 'ls' }))]);
    expect(undone).not.toHaveProperty('updatedInput');
    expect(undone.provenance).not.toHaveProperty('updatedInput');
  });

  test.each([{ decision: 'deny' }, { halt: true }] as const)(
    'ignores rewrites from the hook that says %j on, without a warning',
    (refusal) => {
      const before = foldRun(start(), run('a', merge({ command: 'A' })));
      const refused = foldRun(before, run('b', { ...refusal, ...merge({ command: 'B' }) }));
      const after = foldRun(refused, run('c', { decision: 'allow', ...merge({ command: 'C' }) }));
      expect(currentInput(refused)).toEqual({ command: 'A' });
      expect(currentInput(after)).toEqual({ command: 'A' });
      expect(finishFold(after)).not.toHaveProperty('updatedInput');
      expect(finishFold(after).warnings).toEqual([]);
    },
  );

  test('keeps rewrites when the outcome is ask', () => {
    expect(fold([run('a', { decision: 'ask', ...merge({ command: 'A' }) })]).updatedInput).toEqual({ command: 'A' });
  });

  test.each([merge, replace])('refuses keys that reach prototypes, with a warning (%o)', (mode) => {
    const outcome = fold([run('a', mode(JSON.parse('{"__proto__":{"x":1},"a":{"constructor":1}}')))]);
    expect(outcome.warnings).toEqual([
      {
        code: 'updated_input_key_refused',
        message: 'Keys of the updated input are refused: "__proto__", "a.constructor"',
        hookId: 'a',
      },
    ]);
    expect(JSON.stringify(outcome.updatedInput)).not.toMatch(/proto|constructor/);
  });

  test('names the first five refused keys and counts the rest', () => {
    const patch = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`k${index}`, { prototype: 1 }]));
    expect(fold([run('a', merge(patch))]).warnings[0]?.message).toMatch(/"k4.prototype" and 2 more$/);
  });

  test('warns of a merge that cannot be done and goes on', () => {
    const event = fakeEvent({ tool: { name: 'shell', input: ['list'] } });
    const outcome = fold([run('a', merge({ x: 1 })), run('b', replace({ y: 1 }))], event);
    expect(outcome.warnings).toEqual([
      {
        code: 'invalid_updated_input',
        message: 'Cannot merge into the tool input: wanted an object, got an array',
        hookId: 'a',
      },
    ]);
    expect(outcome.updatedInput).toEqual({ y: 1 });
  });

  test('ignores a rewrite where the event takes none, with a warning', () => {
    const outcome = fold([run('a', merge({ x: 1 }), EFFECT)]);
    expect(outcome).not.toHaveProperty('updatedInput');
    expect(outcome.warnings).toMatchObject([{ code: 'updated_input_ignored', hookId: 'a' }]);
  });
});

describe('foldRun in a parallel schedule', () => {
  test('takes the last rewrite in config order, against the original input, and warns of the conflict', () => {
    const outcome = fold(
      [run('a', merge({ command: 'A', x: 1 })), run('b', merge({ command: 'B' }))],
      undefined,
      'parallel',
    );
    expect(outcome.updatedInput).toEqual({ command: 'B' });
    expect(outcome.provenance['updatedInput']).toEqual(['b']);
    expect(outcome.warnings).toEqual([
      {
        code: 'conflicting_rewrites',
        message: 'Hooks "a" and "b" rewrite the input differently: the last in config order wins',
        hookId: 'b',
      },
    ]);
  });

  test('warns not of equal rewrites nor of one that changes nothing', () => {
    const outcome = fold(
      [run('a', merge({ command: 'A' })), run('b', replace({ command: 'A' })), run('c', merge({ command: 'ls' }))],
      undefined,
      'parallel',
    );
    expect(outcome.updatedInput).toEqual({ command: 'A' });
    expect(outcome.warnings).toEqual([]);
  });

  test('shows every hook the original input', () => {
    const state = startFold({ event: fakeEvent(), primary: fakeDialect({ schedule: () => 'parallel' }) });
    expect(currentInput(foldRun(state, run('a', merge({ command: 'A' }))))).toEqual({ command: 'ls' });
  });
});

describe('modifiesInput', () => {
  test.each([
    ['a rewrite that makes a difference', merge({ command: 'A' }), true],
    ['a rewrite that makes none', merge({ command: 'ls' }), false],
    ['no rewrite', {}, false],
    ['the rewrite of a denying hook', { decision: 'deny', ...merge({ command: 'A' }) }, false],
  ] as const)('of %s', (_, verdict, expected) => {
    expect(modifiesInput(start(), run('a', verdict))).toBe(expected);
  });

  test('is false once an earlier hook has denied', () => {
    const denied = foldRun(start(), run('a', { decision: 'deny' }));
    expect(modifiesInput(denied, run('b', merge({ command: 'A' })))).toBe(false);
  });
});

function start() {
  return startFold({ event: fakeEvent(), primary: fakeDialect() });
}

function fold(runs: readonly FoldedRun[], event: ResolvedEvent = fakeEvent(), schedule?: 'serial' | 'parallel') {
  const state = startFold({ event, primary: fakeDialect(), ...(schedule === undefined ? {} : { schedule }) });
  return finishFold(runs.reduce(foldRun, state));
}

function run(id: string, verdict: Verdict = {}, rules = GATE): FoldedRun {
  return { hook: { id, dialect: 'foya', source: { scope: 'global' } }, rules, verdict };
}

function merge(value: Record<string, unknown>): Verdict {
  return { updatedInput: { mode: 'merge', value } };
}

function replace(value: Record<string, unknown>): Verdict {
  return { updatedInput: { mode: 'replace', value } };
}
