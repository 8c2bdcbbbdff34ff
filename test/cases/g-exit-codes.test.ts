/** Theme G of the fault cases: what exit codes and signals mean. */
import { spawnSync } from 'node:child_process';
import type { FailurePolicy } from 'hookcell';
import { describe, expect, test } from 'vitest';
import { foyaBench, onlyRun } from '../support/foya.js';
import { keepSupervisor } from '../support/keep-supervisor.js';
import { NOTHING_LEFT } from '../support/leftovers.js';
import { hasProgram } from '../support/programs.js';
import { nextMark, survivorsWithin } from '../support/survivors.js';

keepSupervisor();

describe('hooks that die by a signal', () => {
  test.each([
    ['kill -9 $$', 'SIGKILL'],
    ['kill -SEGV $$', 'SIGSEGV'],
    ['kill -TERM $$', 'SIGTERM'],
    ['kill -PIPE $$', 'SIGPIPE'],
    ['kill -INT $$', 'SIGINT'],
    [`echo '{"decision":"allow"}'; kill -ABRT $$`, 'SIGABRT'],
    [`exec sh -c 'kill -9 $$'`, 'SIGKILL'],
  ])('B073: %s is a failure named %s, not a success', async (command, signal) => {
    const bench = await foyaBench([command]);
    const outcome = await bench.dispatch();
    expect(outcome).toMatchObject({ decision: 'none', approves: false, halt: false });
    const run = onlyRun(outcome);
    expect(run).toMatchObject({
      failure: { kind: 'signal', applied: 'open', message: expect.stringContaining(signal) },
      report: { ending: { kind: 'signalled', signal }, leftovers: NOTHING_LEFT },
    });
    expect(run).not.toHaveProperty('verdict');
    expect(JSON.stringify(bench.records)).toContain(signal);
  });

  test('B073: a hook that uses up its CPU time is a failure with the name of its signal', async () => {
    const bench = await foyaBench(['ulimit -t 1; while :; do :; done']);
    const outcome = await bench.dispatch();
    expect(outcome).toMatchObject({ decision: 'none' });
    // Equal soft and hard limits end in SIGKILL on Linux, in SIGXCPU elsewhere.
    expect(onlyRun(outcome)).toMatchObject({
      failure: {
        kind: expect.stringMatching(/^(signal|limit)$/),
        message: expect.stringMatching(/SIGKILL|SIGXCPU|cpu/),
      },
    });
  });

  test('B073: a background hook that dies by a signal is recorded as failed', async () => {
    const bench = await foyaBench([{ command: 'kill -9 $$', async: true }]);
    await bench.dispatch();
    await bench.runner.idle();
    expect(bench.records).toHaveLength(1);
    expect(JSON.stringify(bench.records)).toContain('SIGKILL');
  });

  test.each([
    [`sh -c 'kill -9 $$'; exit $?`, 137, /137.*signal.*9/],
    [`sh -c 'kill -TERM $$'; exit $?`, 143, /143.*signal.*15/],
    ['exit 141', 141, /141.*signal.*13/],
    ['/nope', 127, /127.*not found/],
    ['/', 126, /126.*not executable/],
    ['exit 1', 1, /code 1$/],
    ['echo why >&2; exit 255', 255, /255.*why/],
  ])('B074: %s fails with code %i and says what that probably means', async (command, code, message) => {
    const outcome = await (await foyaBench([command])).dispatch();
    expect(outcome).toMatchObject({ decision: 'none' });
    expect(onlyRun(outcome)).toMatchObject({ report: { ending: { kind: 'exited', code } } });
    expect(onlyRun(outcome).failure).toMatchObject({ kind: 'crash' });
    // The shell's own complaint may follow the meaning of the code.
    expect(onlyRun(outcome).failure?.message).toMatch(message);
  });

  test('B074: SIGPIPE has its default disposition in hooks', async () => {
    const mark = nextMark();
    const bench = await foyaBench([
      'yes | head -1 >/dev/null',
      // The shell's own status of the writer: killed by SIGPIPE, not a failed write.
      `{ yes ${mark}; echo $? >"$T_DIR/status"; } | head -1 >/dev/null; read status <"$T_DIR/status"; test "$status" -eq 141 || exit 2`,
    ]);
    const outcome = await bench.dispatch();
    expect(outcome).toMatchObject({ decision: 'none' });
    for (const run of outcome.runs) expect(run).not.toHaveProperty('failure');
    expect(await survivorsWithin(mark)).toEqual([]);
  });
});

describe('exit 2', () => {
  // What the mistake is of, how it is made, and a word of the complaint.
  const mistakes: readonly (readonly [string, string, RegExp])[] = [
    ['shell', 'if', /./],
    ['shell', `echo "it's" 'open`, /./],
    ['grep', 'grep x /nope', /\/nope/],
    ['ls', 'ls /nope', /\/nope/],
    ['python3', 'python3 /nope.py', /\/nope\.py/],
    ['make', 'make -f /nope', /\/nope/],
    ['dash', `dash -c '. /nope'`, /\/nope/],
    ['dash', `dash -c 'cat <<<x'`, /redirection|unexpected/i],
    ['bash', `bash -c 'if'`, /syntax/],
    ['busybox', `busybox sh -c 'if'`, /./],
  ];
  for (const [program, command, complaint] of mistakes) {
    const title = `B076: a mistake of ${program} (${command}) is a deny whose reason is the real complaint`;
    test.skipIf(!exitsWith2(command))(`${title} (needs a ${program} that exits 2)`, async () => {
      const bench = await foyaBench([command]);
      const outcome = await bench.dispatch();
      const run = onlyRun(outcome);
      expect(run).toMatchObject({ verdict: { decision: 'deny' }, report: { ending: { kind: 'exited', code: 2 } } });
      expect(outcome).toMatchObject({ decision: 'deny', reason: expect.stringMatching(complaint) });
      expect(outcome.reason).toBe(run.report?.stderr.text.trim());
      expect(bench.records).toEqual([
        expect.objectContaining({ decision: 'deny', ending: { kind: 'exited', code: 2 }, reason: outcome.reason }),
      ]);
    });
  }

  test.each(['exit 258', 'exit 514', `sh -c 'exit 2'`, '(exit 2)', 'false || exit 2'])(
    'B076: %s is exit 2 as well, with a reason of its own',
    async (command) => {
      const outcome = await (await foyaBench([command])).dispatch();
      expect(outcome).toMatchObject({ decision: 'deny', halt: false, reason: 'blocked by hook' });
    },
  );

  test.each([
    ['exit 2', 'exit 2', false],
    ['exit 49', 'exit 49', true],
  ])('B077: %s beats an allow and a rewrite on stdout', async (_, exit, halt) => {
    const bench = await foyaBench([
      `echo '{"decision":"allow","reason":"fine","updated_input":{"x":1}}'; echo no >&2; ${exit}`,
      `grep -q '"x":1' && echo leaked >&2; exit 0`,
    ]);
    const outcome = await bench.dispatch();
    expect(outcome).toMatchObject({ decision: 'deny', halt, reason: 'no' });
    expect(outcome).not.toHaveProperty('updatedInput');
    expect(outcome.runs[1]?.report?.stderr.text).toBe('');
    expect(bench.records.map((record) => 'inputModified' in record && record.inputModified)).toEqual([false, false]);
  });

  test('B077: a rewrite beside exit 1 is not applied either', async () => {
    const outcome = await (await foyaBench([`echo '{"updated_input":{"x":1}}'; exit 1`])).dispatch();
    expect(outcome).toMatchObject({ decision: 'none' });
    expect(outcome).not.toHaveProperty('updatedInput');
  });

  test.each([
    ['PostToolUse', { markError: { reason: 'no' } }],
    ['Stop', { keepWorking: { reason: 'no' } }],
    ['UserPromptSubmit', { decision: 'deny', reason: 'no' }],
    ['PermissionRequest', { decision: 'deny', approves: false, reason: 'no' }],
  ])('exit 2 at %s does what a deny does there', async (event, expected) => {
    const bench = await foyaBench([{ event, command: 'echo no >&2; exit 2' }]);
    expect(await bench.dispatch({ name: event })).toMatchObject(expected);
  });
});

describe('exit 49', () => {
  for (const shell of ['sh', 'bash', 'busybox', 'zsh', 'dash']) {
    const title = `B079: from ${shell} it denies and halts, and later allows change nothing (needs ${shell})`;
    test.skipIf(!hasProgram(shell))(title, async () => {
      const run = shell === 'busybox' ? 'busybox sh' : shell;
      const bench = await foyaBench([`${run} -c 'exit 49'`, `echo '{"decision":"allow","halt":false}'`]);
      const outcome = await bench.dispatch();
      expect(outcome).toMatchObject({ decision: 'deny', halt: true, reason: 'turn halted by hook' });
      expect(outcome.runs[1]?.verdict).toMatchObject({ decision: 'allow' });
      expect(outcome.provenance).toMatchObject({ decision: ['foya:global:0'], halt: ['foya:global:0'] });
    });
  }

  test.each([
    ['exit 49', true],
    ['exit 305', true],
    ['exit 48', false],
    ['exit 50', false],
    [`echo '{"decision":"allow"}'; exit 49`, true],
  ])('B079: whether %s halts: %s', async (command, halt) => {
    const outcome = await (await foyaBench([command])).dispatch();
    expect(outcome).toMatchObject({ halt, decision: halt ? 'deny' : 'none' });
    expect(onlyRun(outcome).failure?.kind).toBe(halt ? undefined : 'crash');
  });
});

describe('B081: failing closed', () => {
  const everything = (policy: FailurePolicy) => ({
    crash: policy,
    timeout: policy,
    'not-started': policy,
    output: policy,
    signal: policy,
  });

  const failures = [
    { what: 'exit 1', command: 'exit 1', kind: 'crash', said: /code 1/ },
    { what: 'a timeout', command: 'sleep MARK', timeout: 1, kind: 'timeout', said: /timed out/i },
    { what: 'a missing program', command: '/nope', kind: 'crash', said: /127/ },
    { what: 'broken JSON', command: 'echo "{bad"', kind: 'output', said: /not JSON/ },
    { what: 'a signal', command: 'kill -9 $$', kind: 'signal', said: /SIGKILL/ },
    {
      what: 'a missing directory',
      command: 'exit 0',
      cwd: '/nope/at/all',
      kind: 'not-started',
      said: /\/nope\/at\/all/,
    },
  ];
  const policies: readonly { policy: FailurePolicy; event: string; decision: string; applied: FailurePolicy }[] = [
    { policy: 'deny', event: 'PreToolUse', decision: 'deny', applied: 'deny' },
    { policy: 'deny', event: 'UserPromptSubmit', decision: 'deny', applied: 'deny' },
    { policy: 'ask', event: 'PreToolUse', decision: 'ask', applied: 'ask' },
    { policy: 'ask', event: 'PermissionRequest', decision: 'ask', applied: 'ask' },
    { policy: 'open', event: 'PreToolUse', decision: 'none', applied: 'open' },
    { policy: 'deny', event: 'Stop', decision: 'none', applied: 'open' },
  ];
  const table = failures.flatMap((failure) => policies.map((wanted) => ({ ...failure, ...wanted })));

  test.each(table)('$what under $policy at $event: $decision', async (row) => {
    const mark = nextMark();
    const command = row.command.replace('MARK', mark);
    const hook = { event: row.event, command, ...(row.timeout === undefined ? {} : { timeout: row.timeout }) };
    const bench = await foyaBench([hook], { failure: everything(row.policy) });
    const outcome = await bench.dispatch({ name: row.event, ...(row.cwd === undefined ? {} : { cwd: row.cwd }) });
    expect(outcome).toMatchObject({ decision: row.decision, approves: false, halt: false });
    expect(onlyRun(outcome).failure).toMatchObject({
      kind: row.kind,
      applied: row.applied,
      message: expect.stringMatching(row.said),
    });
    if (row.decision !== 'none') expect(outcome.reason).toMatch(row.said);
    expect(JSON.stringify(bench.records)).toMatch(row.said);
    expect(await survivorsWithin(mark)).toEqual([]);
  });

  test('a policy for one kind leaves the others open', async () => {
    const bench = await foyaBench(['exit 1', 'echo "{bad"'], { failure: { output: 'deny' } });
    const outcome = await bench.dispatch();
    expect(outcome.runs.map(({ failure }) => failure?.applied)).toEqual(['open', 'deny']);
    expect(outcome).toMatchObject({ decision: 'deny', provenance: { decision: ['foya:global:1'] } });
  });

  test('a failure that asks does not weaken a deny, and a failure that denies beats an allow', async () => {
    const asked = await foyaBench(['exit 1', 'echo no >&2; exit 2'], { failure: everything('ask') });
    expect(await asked.dispatch()).toMatchObject({ decision: 'deny' });
    const denied = await foyaBench([`echo '{"decision":"allow"}'`, 'kill -9 $$'], { failure: everything('deny') });
    expect(await denied.dispatch()).toMatchObject({ decision: 'deny' });
  });
});

/** Programs differ in what they exit with: only those that exit 2 here are a case. */
function exitsWith2(command: string): boolean {
  return spawnSync('/bin/sh', ['-c', command], { cwd: '/', stdio: 'ignore' }).status === 2;
}
