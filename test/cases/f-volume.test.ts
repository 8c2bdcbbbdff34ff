/** Theme F of the fault cases: hooks that write more than anybody wants to keep. */
import { createHookRunner, type Outcome } from 'hookcell';
import { beforeAll, describe, expect, test } from 'vitest';
import { runCli } from '../support/cli.js';
import { foyaBench, onlyRun } from '../support/foya.js';
import { keepSupervisor } from '../support/keep-supervisor.js';
import { NOTHING_LEFT } from '../support/leftovers.js';
import { hasProgram } from '../support/programs.js';
import { type Cost, costOf } from '../support/supervisor-memory.js';
import { nextMark, survivorsWithin } from '../support/survivors.js';

const MIB = 1024 * 1024;
const CAP = 64 * 1024;
const onLinux = process.platform === 'linux';

keepSupervisor();

describe.skipIf(!onLinux)('floods cost the supervisor little and the kernel nothing', () => {
  // Cells, buffers and compiled code are there before anything is measured.
  beforeAll(async () => {
    const flood = { event: 'PreToolUse', handler: { type: 'command', command: 'head -c 50000000 /dev/zero' } } as const;
    await using runner = await createHookRunner({ project: '/', home: '/nope', hooks: [flood] });
    const event = { name: 'PreToolUse', sessionId: 's', tool: { name: 'Bash', input: {} } };
    await Promise.all(Array.from({ length: 8 }, () => runner.dispatch(event)));
  });

  test.each([1, 8])('B065: %i endless writers at once end at their deadline, in flat memory', async (count) => {
    const mark = nextMark();
    const bench = await foyaBench([{ command: `yes ${mark}`, timeout: 2 }]);
    const outcomes: Outcome[] = [];
    const cost = await costOf(async () => {
      outcomes.push(...(await Promise.all(Array.from({ length: count }, () => bench.dispatch()))));
    });
    for (const outcome of outcomes) {
      expect(onlyRun(outcome)).toMatchObject({
        failure: { kind: 'timeout' },
        report: { ending: { kind: 'timed-out' }, stdout: { truncated: true } },
      });
      expect(onlyRun(outcome).report?.stdout.bytes).toBeGreaterThan(MIB);
      expect(outcome.durationMs).toBeLessThan(8_000);
    }
    expect(await survivorsWithin(mark)).toEqual([]);
    expectSmall(cost);
  });

  test('B065: a writer that floods both streams from the background ends with its hook', async () => {
    const mark = nextMark();
    // The leader stays long enough for both to have begun: before its exec a child still bears the name of the shell.
    const bench = await foyaBench([`yes ${mark} & yes ${mark} >&2 & sleep 0.5; echo '{"decision":"allow"}'`]);
    const cost = await costOf(async () => {
      const outcome = await bench.dispatch();
      const { leftovers } = onlyRun(outcome).report ?? {};
      expect(leftovers?.killed.map(({ command }) => command)).toEqual(['yes', 'yes']);
      expect(outcome.durationMs).toBeLessThan(5_000);
    });
    expect(await survivorsWithin(mark)).toEqual([]);
    expectSmall(cost);
  });

  test.each([
    ['stdout', ''],
    ['stderr', ' >&2'],
  ])('B071: one line of 50 MB on %s is over the limit, in flat memory', async (stream, to) => {
    const bench = await foyaBench([{ command: `head -c 50000000 /dev/zero | tr '\\0' x${to}`, timeout: 30 }]);
    const cost = await costOf(async () => {
      expect(onlyRun(await bench.dispatch())).toMatchObject({
        failure: { kind: 'output', message: `Hook output exceeded 64 KiB: 50000000 bytes on ${stream}` },
        report: { ending: { kind: 'exited', code: 0 }, leftovers: NOTHING_LEFT },
      });
    });
    expectSmall(cost);
  });

  test('a hook that prints 1 GiB and then exits 2 is a deny with its reason, in flat memory', async () => {
    const bench = await foyaBench([{ command: 'head -c 1073741824 /dev/zero; echo full >&2; exit 2', timeout: 120 }]);
    const cost = await costOf(async () => {
      const outcome = await bench.dispatch();
      expect(outcome).toMatchObject({ decision: 'deny', reason: 'full' });
      expect(onlyRun(outcome).report).toMatchObject({
        ending: { kind: 'exited', code: 2 },
        stdout: { bytes: 1024 * MIB, truncated: true },
        leftovers: NOTHING_LEFT,
      });
    });
    expectSmall(cost);
  }, 180_000);

  /** Far below what keeping the output would cost, and above what a busy collector of garbage does to the numbers. */
  function expectSmall({ supervisorGrowthBytes, longestLagMs }: Cost): void {
    expect(supervisorGrowthBytes).toBeLessThan(64 * MIB);
    expect(longestLagMs).toBeLessThan(200);
  }
});

describe('hooks that write past the cap are read to their end', () => {
  test.each([
    ['B066', 'stdout', 'head -c 2000000 /dev/zero; exit 49'],
    ['B068', 'stdout', 'head -c 2000000 /dev/zero; sleep 0.2; exit 49'],
    ['B070', 'stderr', 'head -c 2000000 /dev/zero >&2; exit 49'],
    ['B070', 'stderr', 'head -c 2000000 /dev/zero >&2; sleep 0.2; exit 49'],
  ] as const)('%s: 2 MB on %s do not hide the exit code of: %s', async (_, stream, command) => {
    const bench = await foyaBench([{ command, timeout: 5 }]);
    const outcome = await bench.dispatch();
    expect(outcome).toMatchObject({ decision: 'deny', halt: true });
    const run = onlyRun(outcome);
    expect(run).toMatchObject({ report: { ending: { kind: 'exited', code: 49 }, leftovers: NOTHING_LEFT } });
    expect(run).not.toHaveProperty('failure');
    expect(run.report?.[stream]).toMatchObject({ bytes: 2_000_000, truncated: true });
    expect(run.report?.[stream].droppedBytes).toBe(2_000_000 - CAP);
    expect(outcome.durationMs).toBeLessThan(5_000);
  });

  for (const shell of ['bash', 'busybox', 'zsh', 'dash']) {
    test.skipIf(!hasProgram(shell))(`B066: both streams flooded from ${shell} (needs ${shell})`, async () => {
      const run = shell === 'busybox' ? 'busybox sh' : shell;
      const flood = 'head -c 3000000 /dev/zero & head -c 3000000 /dev/zero >&2 & wait; exit 2';
      const outcome = await (await foyaBench([`${run} -c '${flood}'`])).dispatch();
      expect(outcome).toMatchObject({ decision: 'deny' });
      expect(onlyRun(outcome).report).toMatchObject({
        stdout: { bytes: 3_000_000 },
        stderr: { bytes: 3_000_000 },
        leftovers: NOTHING_LEFT,
      });
    });
  }

  test.each([
    ['a full cap', CAP, 'none', undefined],
    ['one byte more', CAP + 1, 'none', 'output'],
  ])('B066: %s of white space on stdout (%i bytes)', async (_, bytes, decision, failure) => {
    const bench = await foyaBench([`head -c ${bytes} /dev/zero | tr '\\0' ' '`]);
    const outcome = await bench.dispatch();
    expect(outcome).toMatchObject({ decision });
    expect(onlyRun(outcome).failure?.kind).toBe(failure);
  });

  test('B066: over the cap at exit 0, an answer at the head or the tail counts for nothing', async () => {
    const answer = `echo '{"decision":"deny"}'`;
    const bench = await foyaBench([
      `${answer}; head -c 70000 /dev/zero`,
      `head -c 70000 /dev/zero | tr '\\0' ' '; ${answer}`,
    ]);
    const outcome = await bench.dispatch();
    expect(outcome).toMatchObject({ decision: 'none' });
    expect(outcome.runs.map(({ failure }) => failure?.kind)).toEqual(['output', 'output']);
  });

  test('B070: the reason of a flooded stderr keeps its head and its tail', async () => {
    const bench = await foyaBench([`echo first >&2; yes | head -c 2000000 >&2; echo last >&2; exit 2`]);
    const outcome = await bench.dispatch();
    expect(outcome).toMatchObject({ decision: 'deny', reason: expect.stringMatching(/^first\n/) });
    expect(outcome.reason).toMatch(/last$/);
    expect(outcome.reason?.length).toBeLessThan(CAP + 100);
    const { text } = onlyRun(outcome).report?.stderr ?? { text: '' };
    expect(text.length).toBeLessThan(9 * 1024);
    expect(JSON.stringify(bench.records).length).toBeLessThan(4 * CAP);
  });

  test('B068: a background hook that floods is recorded with its code', async () => {
    const bench = await foyaBench([{ command: 'head -c 2000000 /dev/zero; exit 7', async: true }]);
    await bench.dispatch();
    await bench.runner.idle();
    expect(bench.records).toEqual([expect.objectContaining({ ending: { kind: 'exited', code: 7 }, background: true })]);
  });

  test('B068: the command line passes 50 MB on and exits as the command did', async () => {
    const result = await runCli(['exec', '--', 'head -c 50000000 /dev/zero; sleep 0.2; exit 49']);
    expect(result.code).toBe(49);
    expect(result.stdout).toHaveLength(50_000_000);
  });
});
