/** What is left, and what is told, when one of the processes that watch over a hook dies. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { foyaBench, onlyRun } from '../support/foya.js';
import { supervisorPid, supervisorPids } from '../support/supervisor.js';
import { nextMark, survivors, survivorsWithin } from '../support/survivors.js';
import { waitUntil } from '../support/wait-until.js';

const onLinux = test.skipIf(process.platform !== 'linux');

onLinux(
  'a supervisor killed with 20 hooks in flight: 20 outcomes are lost, nothing survives, the next dispatch works',
  async () => {
    const mark = nextMark();
    const bench = await foyaBench(
      [
        { matcher: 'Slow', command: `sleep ${mark}; :` },
        { matcher: 'Quick', command: 'exit 2' },
      ],
      {
        concurrency: { running: 20 },
        failure: { lost: 'deny' },
      },
    );
    const pending = Array.from({ length: 20 }, () => bench.dispatch({ tool: { name: 'Slow' } }));
    await waitUntil(() => survivors(mark).length === 20, { timeoutMs: 20_000, what: '20 hooks in flight' });
    process.kill(supervisorPid(), 'SIGKILL');
    const outcomes = await Promise.all(pending);
    for (const outcome of outcomes) {
      const run = onlyRun(outcome);
      expect(run.report?.ending).toEqual({ kind: 'lost', message: expect.stringContaining('The supervisor died') });
      expect(run.failure).toMatchObject({ kind: 'lost', applied: 'deny' });
      expect(outcome.decision).toBe('deny');
    }
    expect(survivors(mark)).toEqual([]);
    expect(await bench.dispatch({ tool: { name: 'Quick' } })).toMatchObject({
      decision: 'deny',
      reason: 'blocked by hook',
    });
    expect(bench.records.filter(({ type }) => type === 'hook_completed')).toHaveLength(21);
  },
);

onLinux('a supervisor killed again and again is started again each time', async () => {
  const bench = await foyaBench(['exit 2']);
  for (let round = 0; round < 3; round += 1) {
    const pid = supervisorPid();
    process.kill(pid, 'SIGKILL');
    await waitUntil(() => supervisorPids().some((other) => other !== pid), { what: 'another supervisor' });
    expect(await bench.dispatch()).toMatchObject({ decision: 'deny' });
  }
});

onLinux('a lost hook is open by default: no opinion, and a failure that says so', async () => {
  const mark = nextMark();
  const bench = await foyaBench([`sleep ${mark}; :`]);
  const pending = bench.dispatch();
  await waitUntil(() => survivors(mark).length === 1, { what: 'the hook' });
  process.kill(supervisorPid(), 'SIGKILL');
  const outcome = await pending;
  expect(outcome.decision).toBe('none');
  expect(onlyRun(outcome).failure).toMatchObject({ kind: 'lost', applied: 'open' });
  expect(await survivorsWithin(mark)).toEqual([]);
});

onLinux('a kernel that is killed takes its hooks along', async () => {
  const mark = nextMark();
  const host = spawn(process.execPath, [fileURLToPath(new URL('../fixtures/dispatch-and-wait.mjs', import.meta.url))], {
    env: { ...process.env, HOOK_COMMAND: `sleep ${mark} & trap '' TERM; sleep ${mark}; sleep ${mark}` },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await waitUntil(() => survivors(mark).length === 2, { timeoutMs: 20_000, what: 'the hook' });
  const [supervisor] = supervisorPids(host.pid);
  host.kill('SIGKILL');
  await once(host, 'exit');
  // Foya's grace is 2 s, since one of them ignores SIGTERM.
  expect(await survivorsWithin(mark, 6_000)).toEqual([]);
  await waitUntil(() => !isAlive(supervisor ?? 0), { timeoutMs: 5_000, what: 'the end of the supervisor' });
});

onLinux('a supervisor that hangs is killed and its run settles as lost', async () => {
  const bench = await foyaBench(['sleep 30; :'], { limits: { timeoutMs: 300, graceMs: 100 } });
  const pending = bench.dispatch();
  await waitUntil(() => supervisorPids().length === 1, { what: 'the supervisor' });
  const pid = supervisorPid();
  process.kill(pid, 'SIGSTOP');
  expect(onlyRun(await pending).report?.ending).toMatchObject({ kind: 'lost' });
  await waitUntil(() => !isAlive(pid), { what: 'the end of the hung supervisor' });
});

onLinux('all runners of a process share one supervisor, and the last takes it along', async () => {
  const first = await foyaBench(['exit 2']);
  const second = await foyaBench(['exit 2']);
  await Promise.all([first.dispatch(), second.dispatch()]);
  const pid = supervisorPid();
  await first.runner.close();
  expect(await second.dispatch()).toMatchObject({ decision: 'deny' });
  expect(supervisorPid()).toBe(pid);
  await second.runner.close();
  await waitUntil(() => !isAlive(pid), { what: 'the end of the supervisor' });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
