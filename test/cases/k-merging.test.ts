/** Theme K of the fault cases: several hooks of one event. */
import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { foyaBench } from '../support/foya.js';
import type { FoyaEntry } from '../support/temporary-project.js';

const onPosix = process.platform !== 'win32';

function rewrite(update: unknown): string {
  return `echo '${JSON.stringify({ updated_input: update })}'`;
}

describe.skipIf(!onPosix)('the order of hooks', () => {
  const slow = `sleep 0.2; ${rewrite({ command: 'A' })}`;
  const fast = rewrite({ command: 'B' });

  test.each([
    ['the slow one first', [slow, fast], 'B'],
    ['the fast one first', [fast, slow], 'A'],
  ])('B105: config order decides, not who is done first, ten times of ten: %s', async (_what, hooks, command) => {
    const bench = await foyaBench(hooks);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => bench.dispatch()));
    expect(outcomes.map(({ updatedInput }) => updatedInput)).toEqual(Array(10).fill({ command }));
    for (const { runs, provenance } of outcomes) {
      expect(runs.map(({ hook }) => hook.id)).toEqual(['foya:global:0', 'foya:global:1']);
      expect(provenance['updatedInput']).toEqual(['foya:global:0', 'foya:global:1']);
    }
  });

  test('B105: reasons and contexts come in config order, global hooks before those of the project', async () => {
    const say = (word: string, pause: number) =>
      `sleep ${pause}; echo '{"reason":"r-${word}","context":["c-${word}"]}'`;
    const bench = await foyaBench([say('g1', 0.2), say('g2', 0)]);
    await bench.files.writeProjectHooks([say('p1', 0.1), say('p2', 0)]);
    const outcome = await bench.dispatch();
    expect(outcome.context).toEqual(['c-g1', 'c-g2', 'c-p1', 'c-p2']);
    expect(outcome.reason?.split(/\s+/)).toEqual(['r-g1', 'r-g2', 'r-p1', 'r-p2']);
  });

  test('B105: what a background hook says counts for nothing, however quick it is', async () => {
    const bench = await foyaBench([{ command: rewrite({ command: 'async' }), async: true }, slow]);
    const outcome = await bench.dispatch();
    await bench.runner.idle();
    expect(outcome.updatedInput).toEqual({ command: 'A' });
    expect(bench.records.map((record) => record.type === 'hook_completed' && record.inputModified).sort()).toEqual([
      false,
      true,
    ]);
  });
});

describe.skipIf(!onPosix)('a rewrite', () => {
  const input = { command: 'ls', description: 'lists', options: { a: 1, b: 2 }, list: [1, 2, 3] };

  test.each([
    ['a new field', { sandbox: false }, { ...input, sandbox: false }],
    ['a field that was there', { command: 'ls -l' }, { ...input, command: 'ls -l' }],
    ['a nested object, whole', { options: { a: 9 } }, { ...input, options: { a: 9 } }],
    ['an array, whole', { list: [] }, { ...input, list: [] }],
    ['a null', { description: null }, { ...input, description: null }],
    ['an empty text', { description: '' }, { ...input, description: '' }],
    [
      'two fields',
      { command: 'x', list: { now: 'an object' } },
      { ...input, command: 'x', list: { now: 'an object' } },
    ],
  ])('B107: %s is laid over the input, and all other fields stay', async (_what, update, wanted) => {
    const bench = await foyaBench([rewrite(update)]);
    const outcome = await bench.dispatch({ tool: { name: 'Bash', input } });
    expect(outcome.updatedInput).toEqual(wanted);
  });

  test.each([
    ['an empty object', {}],
    ['values that are there already', { options: { b: 2, a: 1 }, command: 'ls' }],
  ])('B107: %s is no change', async (_what, update) => {
    const bench = await foyaBench([rewrite(update)]);
    const outcome = await bench.dispatch({ tool: { name: 'Bash', input } });
    expect(outcome).not.toHaveProperty('updatedInput');
    expect(bench.records).toMatchObject([{ inputModified: false }]);
  });

  test('B107: a tool without input gets one', async () => {
    const bench = await foyaBench([rewrite({ command: 'ls' })]);
    expect((await bench.dispatch({ tool: { name: 'Bash' } })).updatedInput).toEqual({ command: 'ls' });
  });
});

describe.skipIf(!onPosix)('a hook that refuses', () => {
  const REFUSALS: readonly (readonly [string, FoyaEntry])[] = [
    ['exit 2', 'exit 2'],
    ['exit 49', 'exit 49'],
    ['a deny', `echo '{"decision":"deny"}'`],
    ['a halt', `echo '{"halt":true}'`],
    ['a crash', 'exit 7'],
    ['a signal', 'kill -9 $$'],
    ['a timeout', { command: 'sleep 5', timeout: 1 }],
  ];

  test.each(REFUSALS)('B109: %s stops none of the hooks after it', async (_what, refusal) => {
    const bench = await foyaBench([
      refusal,
      `touch "$T_DIR/log"; echo '{"context":["said all the same"]}'`,
      { command: `touch "$T_DIR/background"`, async: true },
    ]);
    const outcome = await bench.dispatch();
    await bench.runner.idle();
    expect(outcome.runs).toHaveLength(2);
    expect(outcome.context).toEqual(['said all the same']);
    expect(await readdir(bench.files.root)).toEqual(expect.arrayContaining(['log', 'background']));
    expect(bench.records).toHaveLength(3);
  });

  test('B109: its refusal stands whatever the hooks after it say', async () => {
    const bench = await foyaBench(['exit 2', `echo '{"decision":"allow","updated_input":{"command":"x"}}'`]);
    const outcome = await bench.dispatch();
    expect(outcome.decision).toBe('deny');
    expect(outcome).not.toHaveProperty('updatedInput');
  });
});

describe.skipIf(!onPosix)('the input that a hook sees', () => {
  const denyA = `if grep -q '"command":"A"'; then exit 2; fi`;

  test('B110: a policy hook judges the rewrite of the hook before it', async () => {
    const bench = await foyaBench([rewrite({ command: 'A' }), denyA]);
    expect((await bench.dispatch()).decision).toBe('deny');
  });

  test('B110: a policy hook before the rewrite sees what was there', async () => {
    const bench = await foyaBench([denyA, rewrite({ command: 'A' })]);
    expect(await bench.dispatch()).toMatchObject({ decision: 'none', updatedInput: { command: 'A' } });
  });

  test('B110: rewrites add up from hook to hook, across files, and background hooks see them as well', async () => {
    const bench = await foyaBench([
      rewrite({ one: 1 }),
      rewrite({ two: 2 }),
      { command: `grep -q '"one":1,"two":2' && touch "$T_DIR/seen"`, async: true },
    ]);
    await bench.files.writeProjectHooks([`if grep -q '"one":1,"two":2'; then exit 49; fi`]);
    expect(await bench.dispatch()).toMatchObject({ decision: 'deny', halt: true });
    await bench.runner.idle();
    expect(await readdir(bench.files.root)).toContain('seen');
  });

  test.each([
    ['denies', `echo '{"decision":"deny","updated_input":{"command":"A"}}'`, 'deny'],
    ['halts', `echo '{"halt":true,"updated_input":{"command":"A"}}'`, 'none'],
    ['crashes', `${rewrite({ command: 'A' })}; exit 7`, 'none'],
    ['times out', { command: `${rewrite({ command: 'A' })}; sleep 5`, timeout: 1 }, 'none'],
    ['runs in the background', { command: rewrite({ command: 'A' }), async: true }, 'none'],
  ] as const)('B110: the rewrite of a hook that %s reaches no other hook', async (_what, first, decision) => {
    const bench = await foyaBench([first, `if grep -q '"command":"A"'; then touch "$T_DIR/reached"; fi`]);
    const outcome = await bench.dispatch();
    await bench.runner.idle();
    expect(outcome.decision).toBe(decision);
    expect(outcome).not.toHaveProperty('updatedInput');
    expect(await readdir(bench.files.root)).not.toContain('reached');
  });
});
