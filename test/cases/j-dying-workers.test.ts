/** Theme J of the fault cases: workers and supervisors that die under running hooks (B103, B104). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Cells } from '#hookcell/supervisor/cells.js';
import { armWorkers, type CrashWay, crashWorkers, liveWorkers } from '../support/crashing-workers.js';
import { foyaBench } from '../support/foya.js';
import { supervisedShell } from '../support/supervised.js';
import { nextMark, survivors, survivorsWithin } from '../support/survivors.js';
import { waitUntil } from '../support/wait-until.js';

armWorkers();

const onPosix = process.platform !== 'win32';
const onLinux = process.platform === 'linux';
/** As many as a pool has, on this machine. */
const CELLS = Math.min(2, availableParallelism());
const WAYS: readonly CrashWay[] = ['heap', 'throw', 'reject', 'exit', 'exit 0'];

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hookcell-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Shell text that goes on when the file is there. */
function awaits(file: string): string {
  return `while [ ! -e '${file}' ]; do sleep 0.02; done`;
}

/** Workers were told to die: one that is still about to must not get the next hook of a test. */
async function renewed(before: readonly number[]): Promise<void> {
  const isRenewed = () => liveWorkers().length === CELLS && liveWorkers().every((id) => !before.includes(id));
  await waitUntil(isRenewed, { timeoutMs: 20_000, what: 'new workers' });
}

/** A worker that is still loading counts for nobody: all must be there before any is ended. */
async function wholePool(): Promise<readonly number[]> {
  await waitUntil(() => liveWorkers().length === CELLS, { timeoutMs: 20_000, what: 'all workers' });
  return liveWorkers();
}

describe.skipIf(!onPosix)('a worker that dies', () => {
  test.each(WAYS)('B103: by "%s" ends its hook as lost, with its whole tree, and the next hook runs', async (way) => {
    const shell = supervisedShell();
    const mark = nextMark();
    const answer = shell.run(`sleep ${mark} & setsid sleep ${mark} & trap '' TERM; sleep ${mark}`, 'victim');
    await shell.launched('victim');
    await waitUntil(() => survivors(mark).length >= 3);
    const before = await wholePool();
    const crashedAt = performance.now();
    crashWorkers(way);
    const { report, decoded } = await answer;
    expect(report.ending).toEqual({ kind: 'lost', message: expect.stringMatching(/^The cell died: /) });
    expect(decoded).toBeUndefined();
    expect(report.leftovers.survived).toEqual([]);
    // Filling a heap takes a while of its own.
    if (way !== 'heap') expect(performance.now() - crashedAt).toBeLessThan(3_000);
    expect(await survivorsWithin(mark)).toEqual([]);
    await renewed(before);
    const next = await shell.run('echo served; exit 3');
    expect(next.report).toMatchObject({ ending: { kind: 'exited', code: 3 }, stdout: { text: 'served\n' } });
  });

  test.each(WAYS)('B103: by "%s" with many hooks in flight loses these alone, and each is told', async (way) => {
    const folder = await temporaryFolder();
    const shell = supervisedShell();
    const mark = nextMark();
    // Hooks are spread evenly over the workers that are there.
    await wholePool();
    const ids = Array.from({ length: 8 }, (_, index) => `run-${index}`);
    const answers = ids.map((id) => shell.run(`${awaits(join(folder, 'go'))}; echo ok; exit 0; sleep ${mark}`, id));
    await Promise.all(ids.map((id) => shell.launched(id)));
    crashWorkers(way, (await wholePool()).slice(0, 1));
    const firstLost = await Promise.race(answers);
    expect(firstLost.report.ending.kind).toBe('lost');
    await writeFile(join(folder, 'go'), '');
    const kinds = (await Promise.all(answers)).map(({ report }) => report.ending.kind);
    expect(kinds.filter((kind) => kind === 'lost')).toHaveLength(8 / CELLS);
    expect(kinds.filter((kind) => kind === 'exited')).toHaveLength(8 - 8 / CELLS);
    expect(await wholePool()).toHaveLength(CELLS);
  });

  test('B103: again and again leaves a pool that serves', async () => {
    const shell = supervisedShell();
    for (const way of [...WAYS, ...WAYS]) {
      const mark = nextMark();
      const answer = shell.run(`sleep ${mark}`, mark);
      await shell.launched(mark);
      const before = await wholePool();
      crashWorkers(way);
      expect((await answer).report.ending.kind, way).toBe('lost');
      expect(await survivorsWithin(mark), way).toEqual([]);
      await renewed(before);
      expect((await shell.run('exit 0')).report.ending, way).toEqual({ kind: 'exited', code: 0 });
    }
  });

  test('B103: while idle is replaced without a word', async () => {
    const shell = supervisedShell();
    expect((await shell.run('exit 0')).report.ending).toEqual({ kind: 'exited', code: 0 });
    const before = await wholePool();
    crashWorkers('throw');
    await renewed(before);
    expect((await shell.run('exit 5')).report.ending).toEqual({ kind: 'exited', code: 5 });
  });

  test('B103: before it told of the launch leaves no process either: the nonce finds it', async () => {
    const mark = nextMark();
    const cells = cellsThatDie(async ({ environment }) => {
      const child = spawn('/bin/sh', ['-c', `sleep ${mark} & setsid sleep ${mark} & sleep ${mark}`], {
        env: { ...environment },
        detached: true,
        stdio: 'ignore',
      });
      await once(child, 'spawn');
      await waitUntil(() => survivors(mark).length >= 3);
    });
    const { report } = await supervisedShell(cells).run('never mind');
    expect(report.ending).toEqual({ kind: 'lost', message: 'The cell died: The worker is gone' });
    expect(await survivorsWithin(mark)).toEqual([]);
    expect(report.leftovers.killed.length).toBeGreaterThanOrEqual(3);
  });

  test('B103: before it launched anything ends the run as lost, with nothing to kill', async () => {
    const { report } = await supervisedShell(cellsThatDie(async () => {})).run('never mind');
    expect(report).toMatchObject({ ending: { kind: 'lost' }, leftovers: { killed: [], survived: [] }, signals: [] });
  });
});

test.each([
  [2, { decision: 'deny', reason: 'blocked by hook' }],
  [49, { decision: 'deny', halt: true, reason: 'turn halted by hook' }],
])('B103: a cell that dies after the hook exited with %i does not take the refusal along', async (code, verdict) => {
  const { report, decoded } = await supervisedShell(cellsThatDieAfterExit(code)).run('never mind');
  expect(report.ending).toEqual({ kind: 'exited', code });
  expect(decoded?.verdict).toEqual(verdict);
});

test('B103: a cell that dies after the hook exited with 0 loses what it said, and the run is lost', async () => {
  const { report, decoded } = await supervisedShell(cellsThatDieAfterExit(0)).run('never mind');
  expect(report.ending).toEqual({ kind: 'lost', message: expect.stringContaining('the exit code was 0') });
  expect(decoded).toBeUndefined();
});

/** Cells whose worker tells of launch and exit of a process that is long gone, and dies. */
function cellsThatDieAfterExit(code: number): Cells {
  return {
    start: (_task, onNotice) => {
      const at = performance.timeOrigin + performance.now();
      const result = Promise.resolve().then(() => {
        onNotice({ type: 'launched', pid: 2 ** 30, startTime: 1, at });
        onNotice({ type: 'exited', status: { code }, at });
        throw new Error('The worker is gone');
      });
      return { result, order: () => {} };
    },
    close: async () => {},
  };
}

/** Cells whose worker does something and dies, with no notice sent. */
function cellsThatDie(doFirst: (task: Parameters<Cells['start']>[0]) => Promise<void>): Cells {
  const die = () => Promise.reject(new Error('The worker is gone'));
  return { start: (task) => ({ result: doFirst(task).then(die), order: () => {} }), close: async () => {} };
}

describe.skipIf(!onPosix)('known faults of pools', () => {
  test('B104: of four hooks on each worker one is aborted, and the rest finish', async () => {
    const folder = await temporaryFolder();
    const shell = supervisedShell();
    const mark = nextMark();
    // Hooks are spread evenly over the workers that are there.
    await wholePool();
    const ids = Array.from({ length: 8 }, (_, index) => `run-${index}`);
    const answers = ids.map((id) => shell.run(`${awaits(join(folder, 'go'))}; echo ${id} || sleep ${mark}`, id));
    await Promise.all(ids.map((id) => shell.launched(id)));
    shell.abort('run-1', 0);
    expect((await answers[1])?.report.ending).toEqual({ kind: 'aborted' });
    await writeFile(join(folder, 'go'), '');
    const reports = (await Promise.all(answers)).map(({ report }) => report);
    expect(reports.map(({ ending }) => ending.kind)).toEqual(ids.map((id) => (id === 'run-1' ? 'aborted' : 'exited')));
    for (const [index, { stdout }] of reports.entries()) {
      if (index !== 1) expect(stdout.text).toBe(`run-${index}\n`);
    }
  });

  test('B104: of three hooks for one place the second and then the first are aborted, and the third runs', async () => {
    const mark = nextMark();
    const bench = await foyaBench([`touch "$T_DIR/started"; sleep ${mark}`], { concurrency: { running: 1 } });
    const files = () => readdir(bench.files.root);
    const switches = [new AbortController(), new AbortController()] as const;
    const first = bench.dispatch({}, { signal: switches[0].signal });
    await waitUntil(async () => (await files()).includes('started'));
    await bench.files.writeGlobalHooks(['exit 49']);
    const second = bench.dispatch({}, { signal: switches[1].signal });
    const third = bench.dispatch();
    switches[1].abort();
    expect((await second).aborted).toBe(true);
    switches[0].abort();
    expect((await first).runs[0]?.report?.ending).toEqual({ kind: 'aborted' });
    expect(await third).toMatchObject({ decision: 'deny', halt: true, aborted: false });
    expect(await survivorsWithin(mark)).toEqual([]);
  });

  test('B104: a pool loses workers while hooks wait for a place, and every one of them runs or is told', async () => {
    const shell = supervisedShell();
    await wholePool();
    const answers = Array.from({ length: 40 }, (_, index) => shell.run(`exit ${index}`));
    crashWorkers('exit');
    const kinds = (await Promise.all(answers)).map(({ report }) => report.ending.kind);
    expect(kinds.every((kind) => kind === 'exited' || kind === 'lost')).toBe(true);
    expect((await shell.run('exit 9')).report.ending).toEqual({ kind: 'exited', code: 9 });
  });
});

describe.skipIf(!onLinux)('a supervisor process that dies', () => {
  test.each(['SIGKILL', 'SIGSEGV', 'SIGABRT'] as const)(
    'B103: by %s loses the hooks in flight, which are ended, and the next dispatch works',
    async (signal) => {
      const mark = nextMark();
      const bench = await foyaBench([`setsid sleep ${mark} & sleep ${mark}`], { failure: { lost: 'deny' } });
      const outcomes = Array.from({ length: 6 }, () => bench.dispatch());
      await waitUntil(() => survivors(mark).length >= 12, { timeoutMs: 20_000 });
      for (const pid of await supervisorPids()) process.kill(pid, signal);
      for (const outcome of await Promise.all(outcomes)) {
        expect(outcome.decision).toBe('deny');
        expect(outcome.runs[0]).toMatchObject({ failure: { kind: 'lost' }, report: { ending: { kind: 'lost' } } });
      }
      expect(await survivorsWithin(mark)).toEqual([]);
      expect(bench.records).toHaveLength(6);
      await bench.files.writeGlobalHooks(['exit 49']);
      expect(await bench.dispatch()).toMatchObject({ decision: 'deny', halt: true });
    },
  );
});

/** The supervisors among this process's children. */
async function supervisorPids(): Promise<number[]> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
  const pids = children.trim().split(' ').map(Number);
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  const found = pids.filter((_, index) => lines[index]?.includes('process-main.js'));
  expect(found).toHaveLength(1);
  return found;
}
