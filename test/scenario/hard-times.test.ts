/** A machine that is short of something, or much that ends in the same moment. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { foyaBench, onlyRun } from '../support/foya.js';
import { supervisorPid } from '../support/supervisor.js';
import { nextMark, survivors, survivorsWithin } from '../support/survivors.js';
import { temporaryProject } from '../support/temporary-project.js';
import { waitUntil } from '../support/wait-until.js';

const onLinux = test.skipIf(process.platform !== 'linux');
const storm = fileURLToPath(new URL('../fixtures/storm.mjs', import.meta.url));

test('a hundred hooks that time out together all time out, and none survives', async () => {
  const mark = nextMark();
  const bench = await foyaBench([`sleep ${mark} & sleep ${mark}`], {
    concurrency: { running: 100 },
    limits: { timeoutMs: 3_000, graceMs: 300 },
  });
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => bench.dispatch()));
  expect(outcomes.map((outcome) => onlyRun(outcome).report?.ending.kind)).toEqual(Array(100).fill('timed-out'));
  expect(await survivorsWithin(mark)).toEqual([]);
});

onLinux.each(['process', 'in-process'])(
  'running out of descriptors is told run by run and passes (%s)',
  async (supervisor) => {
    const mark = nextMark();
    const { root } = await temporaryProject();
    // In a group of its own, as a host started from a shell is.
    const { stdout, status } = spawnSync(
      '/bin/sh',
      ['-c', 'ulimit -n 300; exec setsid --wait "$0" "$1"', process.execPath, storm],
      {
        cwd: root,
        env: { ...process.env, COUNT: '100', HOOK_COMMAND: `sleep 1; : ${mark}; exit 2`, SUPERVISOR: supervisor },
        encoding: 'utf8',
        timeout: 50_000,
      },
    );
    expect(status).toBe(0);
    const { endings, next } = JSON.parse(stdout);
    // How many cannot start depends on the moment; none of the others may suffer from it.
    expect(['exited:2', 'not-started:EMFILE']).toEqual(expect.arrayContaining(Object.keys(endings)));
    expect(next).toEqual({ kind: 'exited', code: 2 });
  },
);

onLinux('a hook that terminates the supervisor is lost, not aborted', async () => {
  const mark = nextMark();
  const bench = await foyaBench([`sleep ${mark}; :`], { failure: { lost: 'deny' } });
  const pending = bench.dispatch();
  await waitUntil(() => survivors(mark).length === 1, { what: 'the hook' });
  process.kill(supervisorPid(), 'SIGTERM');
  const outcome = await pending;
  expect(onlyRun(outcome).report?.ending.kind).toBe('lost');
  expect(outcome).toMatchObject({ decision: 'deny', aborted: false });
  expect(await survivorsWithin(mark)).toEqual([]);
});
