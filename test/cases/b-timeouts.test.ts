/** Theme B of the fault cases: deadlines, units, escalation and cancellation. */
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHookRunner, type HookInput, type Outcome, type RunReport, runCommand } from 'hookcell';
import { describe, expect, test } from 'vitest';
import { type FoyaBench, foyaBench, onlyRun, toolEvent } from '../support/foya.js';
import { shareSupervisor } from '../support/share-supervisor.js';
import { hasShell, inShell, SHELLS } from '../support/shells.js';
import { nextMark, survivorsWithin } from '../support/survivors.js';
import { temporaryProject } from '../support/temporary-project.js';
import { waitUntil } from '../support/wait-until.js';

shareSupervisor();

const T_MS = 1_000;
const GRACE_MS = 300;
/** The cases allow one second after the grace; three here, for noisy machines. */
const MARGIN_MS = 3_000;
const ONE_SECOND = { timeout: 1 };

describe('B011: the deadline does not wait for the payload to be read', () => {
  test.each([1, 5, 12])('a hook that ignores %i MiB of stdin is timed out on time', async (mebibytes) => {
    const mark = nextMark();
    const bench = await foyaBench([{ command: `sleep ${mark}`, ...ONE_SECOND }], { limits: { graceMs: GRACE_MS } });
    const input = { text: 'x'.repeat(mebibytes * 1024 * 1024) };
    const outcome = await bench.dispatch({ tool: { name: 'Bash', input } });
    expectTimeout(outcome, T_MS);
    expect(await survivorsWithin(mark)).toEqual([]);
  });

  test.each([
    ['one that reads a part', 'head -c 100000 >/dev/null; sleep MARK'],
    ['one that closes stdin', 'exec <&-; sleep MARK'],
    ['one that leaves stdin to a child', '(sleep MARK) & wait'],
    ['one that is stopped before it reads', 'sleep MARK & kill -STOP $$; wait'],
  ])('%s', async (_, command) => {
    const mark = nextMark();
    const report = await runCommand({
      command: command.replaceAll('MARK', mark),
      stdin: 'x'.repeat(1024 * 1024),
      limits: { timeoutMs: 500, graceMs: GRACE_MS },
    });
    expectTimedOut(report, 500);
    expect(await survivorsWithin(mark)).toEqual([]);
  });
});

describe('B014: seconds in hook files, milliseconds in code, and no other reading', () => {
  test('timeout 1 lets a hook of half a second decide', async () => {
    const bench = await foyaBench([{ command: 'sleep 0.3; exit 2', ...ONE_SECOND }]);
    const outcome = await bench.dispatch();
    expect(outcome.decision).toBe('deny');
    expect(onlyRun(outcome).report?.limits.timeoutMs).toBe(1_000);
  });

  test('timeout 1 ends a longer hook after one second', async () => {
    const mark = nextMark();
    const bench = await foyaBench([{ command: `sleep ${mark}`, ...ONE_SECOND }], { limits: { graceMs: GRACE_MS } });
    const outcome = await bench.dispatch();
    expectTimeout(outcome, T_MS);
    expect(onlyRun(outcome).failure).toEqual({ kind: 'timeout', message: 'Timed out after 1000 ms', applied: 'open' });
    expect(await survivorsWithin(mark)).toEqual([]);
  });

  test.each([30_000, 601, -1, 1.5, 1e10])('timeout %d in a file is a problem that names the range', async (timeout) => {
    const bench = await foyaBench([{ command: 'exit 2', timeout }]);
    const outcome = await bench.dispatch();
    expect(outcome).toMatchObject({ decision: 'none', runs: [] });
    expect(bench.runner.problems()).toMatchObject([
      { code: 'out_of_range', severity: 'error', message: expect.stringContaining('0 to 600') },
    ]);
  });

  test.each([
    [undefined, 30_000],
    [0, 30_000],
    [600, 600_000],
  ])('timeout %s is %i ms', async (timeout, wanted) => {
    const bench = await foyaBench([{ command: 'exit 0', ...(timeout === undefined ? {} : { timeout }) }]);
    await bench.dispatch();
    expect(bench.runner.hooks()).toMatchObject([{ timeoutMs: wanted }]);
  });

  test('timeoutMs in code is milliseconds', async () => {
    const report = await runCommand({ command: 'sleep 0.3; exit 2', limits: { timeoutMs: 20_000 } });
    expect(report.ending).toEqual({ kind: 'exited', code: 2 });
  });
});

describe('B015: no odd timeout fires at once', () => {
  const ODD = [Number.POSITIVE_INFINITY, 2_147_484_000, 2 ** 31, 1e10, Number.NaN, -1, 0, 0.5, '30s', '1000', null, {}];

  test.each(ODD)('timeoutMs %s of a hook is refused by name', async (timeoutMs) => {
    const { project, home } = await temporaryProject();
    const hook = { event: 'PreToolUse', handler: { type: 'command', command: 'exit 2' }, timeoutMs } as HookInput;
    await expect(createHookRunner({ project, home, hooks: [hook] })).rejects.toMatchObject({
      code: 'HOOKCELL_OPTION_INVALID',
      message: expect.stringContaining('hooks[0].timeoutMs'),
    });
  });

  test.each(ODD)('limits.timeoutMs %s of a runner is refused by name', async (timeoutMs) => {
    const { project, home } = await temporaryProject();
    const limits = { timeoutMs: timeoutMs as number };
    await expect(createHookRunner({ project, home, limits })).rejects.toMatchObject({
      code: 'HOOKCELL_OPTION_INVALID',
      message: expect.stringContaining('limits.timeoutMs'),
    });
  });

  test.each(['timeoutMs', 'graceMs', 'drainMs'])(
    'limits.%s of runCommand: odd values are refused by name',
    async (key) => {
      for (const value of ODD.filter((odd) => odd !== 0)) {
        await expect(runCommand({ command: 'exit 2', limits: { [key]: value } })).rejects.toMatchObject({
          code: 'HOOKCELL_OPTION_INVALID',
          message: expect.stringContaining(`limits.${key}`),
        });
      }
    },
  );

  test.each(['"30s"', '"30"', 'null', '[]', 'true', '1e400', '2147484'])(
    'timeout %s in a file is a problem',
    async (timeout) => {
      const bench = await foyaBench([]);
      await bench.files.writeGlobalHooks(`[{"event":"PreToolUse","command":"exit 2","timeout":${timeout}}]`);
      const outcome = await bench.dispatch();
      expect(outcome).toMatchObject({ decision: 'none', runs: [] });
      expect(bench.runner.problems()).toMatchObject([
        { severity: 'error', message: expect.stringContaining('timeout') },
      ]);
    },
  );

  test('the longest time is a long time', async () => {
    const report = await runCommand({ command: 'sleep 0.3; exit 2', limits: { timeoutMs: 86_400_000 } });
    expect(report.ending).toEqual({ kind: 'exited', code: 2 });
  });

  test('the shortest time is short', async () => {
    const mark = nextMark();
    const report = await runCommand({ command: `sleep ${mark}`, limits: { timeoutMs: 1, graceMs: GRACE_MS } });
    expectTimedOut(report, 1);
    expect(await survivorsWithin(mark)).toEqual([]);
  });
});

describe('B016: what a timed-out hook has printed is no answer', () => {
  const ANSWERS: readonly (readonly [string, string, string])[] = [
    ['a deny', `{"decision":"deny","reason":"p"}`, ''],
    ['a halt', `{"halt":true,"reason":"p"}`, ''],
    ['an updated input', `{"updated_input":{"command":"rm"}}`, ''],
    ['context', `{"context":["p"]}`, ''],
    ['an exit 0 in its handler of SIGTERM', `{"decision":"deny","reason":"p"}`, `trap 'exit 0' TERM;`],
    ['an exit 2 in its handler of SIGTERM', `{"decision":"deny","reason":"p"}`, `trap 'exit 2' TERM;`],
    ['an exit 49 in its handler of SIGTERM', `{"decision":"deny","reason":"p"}`, `trap 'exit 49' TERM;`],
  ];
  test.each(ANSWERS)('%s', async (_, answer, before) => {
    const mark = nextMark();
    const bench = await foyaBench([`${before} echo '${answer}'; echo said >&2; sleep ${mark} & wait`], {
      limits: { timeoutMs: 500, graceMs: GRACE_MS },
    });
    const outcome = await bench.dispatch();
    expect(outcome).toMatchObject({ decision: 'none', halt: false, context: [] });
    expect(outcome.updatedInput).toBeUndefined();
    expect(outcome.reason).toBeUndefined();
    const { verdict, failure, report } = onlyRun(outcome);
    expect(verdict).toBeUndefined();
    expect(failure).toMatchObject({ kind: 'timeout', applied: 'open' });
    // Kept for diagnosis.
    expect(report?.stdout.text).toBe(`${answer}\n`);
    expect(report?.stderr.text).toBe('said\n');
    expect(bench.records).toMatchObject([{ decision: 'none', error: { kind: 'timeout' }, inputModified: false }]);
    expect(await survivorsWithin(mark)).toEqual([]);
  });

  test('with the policy deny it denies, still without its answer', async () => {
    const mark = nextMark();
    const bench = await foyaBench([`echo '{"halt":true,"context":["p"]}'; sleep ${mark}`], {
      limits: { timeoutMs: 500, graceMs: GRACE_MS },
      failure: { timeout: 'deny' },
    });
    expect(await bench.dispatch()).toMatchObject({ decision: 'deny', halt: false, context: [] });
    expect(await survivorsWithin(mark)).toEqual([]);
  });
});

describe('B017: exit and deadline in the same moment settle once', () => {
  test.each([
    ['foya hooks of 300 ms', 'sleep 0.29; exit 2', 300],
    ['shorter ones', 'sleep 0.1; exit 2', 105],
    ['a leader that exits and leaves a child', 'sleep MARK & sleep 0.2; exit 2', 205],
  ])('%s, 100 times', async (_, template, timeoutMs) => {
    const mark = nextMark();
    const bench = await foyaBench([template.replaceAll('MARK', mark)], { limits: { timeoutMs, graceMs: GRACE_MS } });
    for (let round = 0; round < 10; round += 1) {
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => bench.dispatch()));
      for (const outcome of outcomes) expectDenyOrTimeout(outcome, timeoutMs);
    }
    expect(bench.records.map((record) => record.type)).toEqual(Array(100).fill('hook_completed'));
    expect(new Set(bench.records.map((record) => ('runId' in record ? record.runId : ''))).size).toBe(100);
    expect(await survivorsWithin(mark)).toEqual([]);
  });
});

describe('B019: SIGTERM comes first, SIGKILL after the grace', () => {
  for (const shell of SHELLS) {
    test.skipIf(!hasShell(shell))(`a handler of SIGTERM cleans up, in ${shell}`, async () => {
      const mark = nextMark();
      const script = `trap 'echo cleaned >"$T_DIR/c"; exit 0' TERM; sleep ${mark} & wait`;
      const bench = await foyaBench([{ command: inShell(shell, script), ...ONE_SECOND }]);
      const outcome = await bench.dispatch();
      expectTimeout(outcome, T_MS, 2_000);
      expect(await readFile(join(bench.files.root, 'c'), 'utf8')).toBe('cleaned\n');
      expect(onlyRun(outcome).report?.signals[0]?.signal).toBe('SIGTERM');
      expect(await survivorsWithin(mark)).toEqual([]);
    });
  }

  test('a child in another group or session is told as well', async () => {
    const mark = nextMark();
    const child = `trap 'echo cleaned >"$T_DIR/c"; exit 0' TERM; echo >"$T_DIR/up"; sleep ${mark} & wait`;
    const bench = await foyaBench([`setsid sh -c '${child.replaceAll("'", `'\\''`)}' & sleep ${mark}`], {
      limits: { timeoutMs: 1_000 },
    });
    await bench.dispatch();
    expect(await readFile(join(bench.files.root, 'c'), 'utf8')).toBe('cleaned\n');
    expect(await survivorsWithin(mark)).toEqual([]);
  });

  test('who ignores SIGTERM gets SIGKILL, no sooner than the grace is over', async () => {
    const mark = nextMark();
    const command = `trap '' TERM; while :; do sleep ${mark}; done`;
    const report = await runCommand({ command, limits: { timeoutMs: 500, graceMs: 700 } });
    expectTimedOut(report, 500, 700);
    const term = report.signals.find(({ signal }) => signal === 'SIGTERM');
    const kill = report.signals.find(({ signal }) => signal === 'SIGKILL');
    expect((kill?.atMs ?? 0) - (term?.atMs ?? 0)).toBeGreaterThan(690);
    expect(await survivorsWithin(mark)).toEqual([]);
  });

  test('with grace 0 SIGKILL comes at once', async () => {
    const mark = nextMark();
    const bench = await foyaBench([`trap 'echo cleaned >"$T_DIR/c"; exit 0' TERM; sleep ${mark} & wait`], {
      limits: { timeoutMs: 500, graceMs: 0 },
    });
    const outcome = await bench.dispatch();
    expectTimeout(outcome, 500, 0);
    const signals = onlyRun(outcome).report?.signals ?? [];
    expect(new Set(signals.map(({ signal }) => signal))).toEqual(new Set(['SIGKILL']));
    await expect(access(join(bench.files.root, 'c'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await survivorsWithin(mark)).toEqual([]);
  });

  test('a hook that ends in its grace is not waited for any longer', async () => {
    const mark = nextMark();
    const report = await runCommand({ command: `sleep ${mark}`, limits: { timeoutMs: 300, graceMs: 30_000 } });
    expectTimedOut(report, 300, 0);
    expect(report.signals.every(({ signal }) => signal === 'SIGTERM')).toBe(true);
    expect(await survivorsWithin(mark)).toEqual([]);
  });
});

describe('B021: an abort ends the whole tree, once', () => {
  const TREES: readonly (readonly [string, string])[] = [
    ['a child of the shell', 'sleep MARK; :'],
    ['a pipeline', 'sleep MARK | cat | cat'],
    ['background children', '(sleep MARK & sleep MARK &); sleep MARK'],
    ['one with job control', `bash -c 'set -m; sleep MARK & sleep MARK'`],
    ['one that ignores SIGTERM', `trap '' TERM; while :; do sleep MARK; done`],
    ['one that has closed its streams', 'exec >&- 2>&- <&-; sleep MARK; :'],
  ];
  test.each(TREES)('%s', async (_, tree) => {
    const mark = nextMark();
    const bench = await foyaBench([`echo >"$T_DIR/up"; ${tree.replaceAll('MARK', mark)}`, 'exit 2'], {
      limits: { graceMs: GRACE_MS },
    });
    const controller = new AbortController();
    const pending = bench.dispatch({}, { signal: controller.signal });
    await started(bench);
    const abortedAt = performance.now();
    controller.abort();
    const outcome = await pending;
    expect(performance.now() - abortedAt).toBeLessThan(GRACE_MS + MARGIN_MS);
    expect(outcome).toMatchObject({ aborted: true, decision: 'none', skipped: [{ why: 'aborted' }] });
    expect(onlyRun(outcome)).toMatchObject({ failure: { kind: 'abort' }, report: { ending: { kind: 'aborted' } } });
    expect(bench.records).toMatchObject([{ type: 'hook_completed', error: { kind: 'abort' } }]);
    expect(await survivorsWithin(mark)).toEqual([]);
  });

  test('before the call: nothing is started', async () => {
    const bench = await foyaBench(['echo >"$T_DIR/up"']);
    const outcome = await bench.dispatch({}, { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ aborted: true, runs: [], skipped: [{ why: 'aborted' }] });
    await expect(access(join(bench.files.root, 'up'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(bench.records).toEqual([]);
  });

  test('right after the call: whatever was started is gone', async () => {
    const mark = nextMark();
    const bench = await foyaBench([`sleep ${mark}; :`], { limits: { graceMs: GRACE_MS } });
    for (let turns = 0; turns < 8; turns += 1) {
      const controller = new AbortController();
      const pending = bench.dispatch({}, { signal: controller.signal });
      for (let turn = 0; turn < turns * 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      controller.abort();
      expect((await pending).aborted).toBe(true);
      expect(await survivorsWithin(mark)).toEqual([]);
    }
  });

  test('one signal for ten dispatches ends them all', async () => {
    const mark = nextMark();
    const bench = await foyaBench([`sleep ${mark}; :`], { limits: { graceMs: GRACE_MS } });
    const controller = new AbortController();
    let begun = 0;
    const onProgress = () => {
      begun += 1;
    };
    const pending = Array.from({ length: 10 }, () => bench.dispatch({}, { signal: controller.signal, onProgress }));
    await waitUntil(() => begun === 10, { what: 'ten hooks' });
    controller.abort();
    for (const outcome of await Promise.all(pending))
      expect(outcome).toMatchObject({ aborted: true, decision: 'none' });
    expect(bench.records.filter((record) => record.type === 'hook_completed')).toHaveLength(10);
    expect(await survivorsWithin(mark)).toEqual([]);
  });

  test('during the grace of a timeout it stays a timeout', async () => {
    const mark = nextMark();
    const command = `trap 'echo >"$T_DIR/up"' TERM; while :; do sleep ${mark} & wait; done`;
    const bench = await foyaBench([command], { limits: { timeoutMs: 500, graceMs: 1_000 } });
    const controller = new AbortController();
    const pending = bench.dispatch({}, { signal: controller.signal });
    await started(bench);
    controller.abort();
    expect(onlyRun(await pending).report?.ending).toEqual({ kind: 'timed-out' });
    expect(await survivorsWithin(mark)).toEqual([]);
  });

  test('runCommand resolves as well, and a second abort is no fault', async () => {
    const mark = nextMark();
    const bench = await foyaBench([]);
    const controller = new AbortController();
    const pending = runCommand({
      command: `echo >"$T_DIR/up"; sleep ${mark}; :`,
      environment: { set: { T_DIR: bench.files.root } },
      signal: controller.signal,
    });
    await started(bench);
    controller.abort();
    controller.abort();
    expect((await pending).ending).toEqual({ kind: 'aborted' });
    expect(await survivorsWithin(mark)).toEqual([]);
  });

  test('close() aborts what runs and is heard in the outcome and the audit', async () => {
    const mark = nextMark();
    const bench = await foyaBench([`echo >"$T_DIR/up"; sleep ${mark}; :`]);
    const pending = bench.dispatch();
    await started(bench);
    await bench.runner.close();
    expect(await pending).toMatchObject({ aborted: true, runs: [{ failure: { kind: 'abort' } }] });
    expect(bench.records).toHaveLength(1);
    await expect(bench.runner.dispatch(toolEvent())).rejects.toMatchObject({ code: 'HOOKCELL_CLOSED' });
    expect(await survivorsWithin(mark)).toEqual([]);
  });
});

/** The hook has written `$T_DIR/up`. */
async function started(bench: FoyaBench): Promise<void> {
  const file = join(bench.files.root, 'up');
  await waitUntil(
    () =>
      access(file).then(
        () => true,
        () => false,
      ),
    { timeoutMs: 20_000, what: 'the hook' },
  );
}

function expectTimeout(outcome: Outcome, timeoutMs: number, graceMs = GRACE_MS): void {
  const { failure, report } = onlyRun(outcome);
  expect(outcome).toMatchObject({ decision: 'none', aborted: false });
  expect(failure).toMatchObject({ kind: 'timeout', applied: 'open' });
  if (report === undefined) throw new Error('The run has no report');
  expectTimedOut(report, timeoutMs, graceMs);
}

function expectTimedOut(report: RunReport, timeoutMs: number, graceMs = GRACE_MS): void {
  expect(report.ending).toEqual({ kind: 'timed-out' });
  // A timer may fire a little early against another clock.
  expect(report.signals[0]?.atMs).toBeGreaterThan(timeoutMs - 5);
  expect(report.signals[0]?.atMs).toBeLessThan(timeoutMs + MARGIN_MS);
  expect(report.timing.endTreeMs).toBeLessThan(graceMs + MARGIN_MS);
  expect(report.leftovers.survived).toEqual([]);
}

/** Either is right; the duration must agree, and a timeout must have no verdict. */
function expectDenyOrTimeout(outcome: Outcome, timeoutMs: number): void {
  const { verdict, failure, report } = onlyRun(outcome);
  if (outcome.decision === 'deny') {
    expect(report?.ending).toEqual({ kind: 'exited', code: 2 });
    expect(failure).toBeUndefined();
    return;
  }
  expect(outcome.decision).toBe('none');
  expect(report?.ending).toEqual({ kind: 'timed-out' });
  expect(failure?.kind).toBe('timeout');
  expect(verdict).toBeUndefined();
  expect(report?.signals.every(({ atMs }) => atMs >= timeoutMs - 5)).toBe(true);
  expect(report?.timing.runMs).toBeGreaterThan(timeoutMs - 5);
}
