/** Runners side by side keep out of each other's way. */
import { createHookRunner } from 'hookcell';
import { expect, onTestFinished, test } from 'vitest';
import { foyaBench, onlyRun, toolEvent } from '../support/foya.js';
import { nextMark, survivors, survivorsWithin } from '../support/survivors.js';
import { temporaryProject } from '../support/temporary-project.js';
import { waitUntil } from '../support/wait-until.js';

test('the background hooks of some runners keep no guard of another waiting', async () => {
  const mark = nextMark();
  const busy = await Promise.all([0, 1, 2].map(() => foyaBench([{ async: true, command: `sleep ${mark}; :` }])));
  for (const bench of busy) await Promise.all(Array.from({ length: 30 }, () => bench.dispatch()));
  await waitUntil(() => survivors(mark).length === 90, { timeoutMs: 40_000, what: '90 background hooks' });
  const guard = await foyaBench(['exit 2']);
  const outcome = await guard.dispatch();
  expect(outcome.decision).toBe('deny');
  // Far below the minute that the others take.
  expect(onlyRun(outcome).report?.timing.queuedMs).toBeLessThan(10_000);
  await Promise.all(busy.map(({ runner }) => runner.close({ graceMs: 0 })));
  expect(await survivorsWithin(mark)).toEqual([]);
});

test('a dozen in-process runners leave a single listener', async () => {
  const { home, project } = await temporaryProject();
  const before = process.listenerCount('exit');
  const runners = await Promise.all(
    Array.from({ length: 12 }, () => createHookRunner({ home, project, supervisor: 'in-process' })),
  );
  onTestFinished(async () => void (await Promise.all(runners.map((runner) => runner.close()))));
  expect(process.listenerCount('exit') - before).toBeLessThanOrEqual(1);
});

test('a shorter grace reaches a hook that is being ended already', async () => {
  const mark = nextMark();
  const bench = await foyaBench([`trap '' TERM; sleep ${mark}; sleep ${mark}`], { limits: { graceMs: 50_000 } });
  const controller = new AbortController();
  const pending = bench.runner.dispatch(toolEvent(), { signal: controller.signal });
  await waitUntil(() => survivors(mark).length === 1, { what: 'the hook' });
  controller.abort();
  const startedAt = performance.now();
  await bench.runner.close({ graceMs: 100 });
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  expect(await pending).toMatchObject({ aborted: true });
  expect(survivors(mark)).toEqual([]);
});
