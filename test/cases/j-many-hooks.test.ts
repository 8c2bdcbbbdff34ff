/** Theme J of the fault cases: many hooks at once, and long sessions. */
import { getEventListeners } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { foyaBench } from '../support/foya.js';
import { nextMark, survivorsWithin } from '../support/survivors.js';

const onPosix = process.platform !== 'win32';
const onLinux = process.platform === 'linux';

describe.skipIf(!onPosix)('a storm of hooks', () => {
  test('B097: 200 hooks of one event all settle, in config order, and hardly touch the event loop', async () => {
    const hooks = Array.from({ length: 200 }, (_, index) => `echo '{"context":["${index}"]}'`);
    const bench = await foyaBench(hooks);
    const lag = monitorEventLoopDelay({ resolution: 5 });
    lag.enable();
    const outcome = await bench.dispatch();
    lag.disable();
    expect(outcome.runs.map(({ hook }) => hook.id)).toEqual(hooks.map((_, index) => `foya:global:${index}`));
    expect(outcome.context).toEqual(hooks.map((_, index) => String(index)));
    expect(outcome.runs.every(({ failure }) => failure === undefined)).toBe(true);
    expect(bench.records).toHaveLength(200);
    expect(lag.percentile(95) / 1e6).toBeLessThan(100);
  });

  test.each([1, 4])(
    'B097: 20 events at once of 10 hooks each run no more than %i hooks at a time, and lose none',
    async (running) => {
      // Appends of one short line are whole, so that the log tells how many ran at once.
      const hook = (index: number) => `echo + >>"$T_DIR/log"; echo '{"context":["${index}"]}'; echo - >>"$T_DIR/log"`;
      const bench = await foyaBench(
        Array.from({ length: 10 }, (_, index) => hook(index)),
        { concurrency: { running } },
      );
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => bench.dispatch()));
      const wanted = Array.from({ length: 10 }, (_, index) => String(index));
      for (const outcome of outcomes) expect(outcome.context).toEqual(wanted);
      expect(bench.records).toHaveLength(200);
      const most = mostAtOnce(await readFile(join(bench.files.root, 'log'), 'utf8'));
      expect(most).toBeGreaterThan(0);
      expect(most).toBeLessThanOrEqual(running);
    },
  );

  test('B097: background hooks keep to their own bound, and all of them run', async () => {
    const bench = await foyaBench([{ command: `echo + >>"$T_DIR/log"; echo - >>"$T_DIR/log"`, async: true }], {
      concurrency: { background: 2 },
    });
    await Promise.all(Array.from({ length: 40 }, () => bench.dispatch()));
    await bench.runner.idle();
    const log = await readFile(join(bench.files.root, 'log'), 'utf8');
    expect(log.match(/\+/g)).toHaveLength(40);
    expect(mostAtOnce(log)).toBeLessThanOrEqual(2);
  });

  test('B097: more than the queue holds is refused by name, and the rest is served', async () => {
    const mark = nextMark();
    const bench = await foyaBench([`while [ ! -e "$T_DIR/go" ]; do sleep 0.02; done; exit 49; sleep ${mark}`], {
      concurrency: { running: 1, queued: 2 },
      failure: { overloaded: 'deny' },
    });
    const settled: string[] = [];
    const dispatches = Array.from({ length: 6 }, async () => {
      const outcome = await bench.dispatch();
      settled.push(outcome.halt ? 'served' : `${outcome.runs[0]?.failure?.kind} ${outcome.decision}`);
      // Once all that must be refused are, the others may go on.
      if (settled.length === 3) await writeFile(join(bench.files.root, 'go'), '');
    });
    await Promise.all(dispatches);
    expect(settled).toEqual([...Array(3).fill('overloaded deny'), ...Array(3).fill('served')]);
    expect(await survivorsWithin(mark)).toEqual([]);
  });
});

function mostAtOnce(log: string): number {
  let running = 0;
  let most = 0;
  for (const sign of log.replace(/\s/g, '')) {
    running += sign === '+' ? 1 : -1;
    most = Math.max(most, running);
  }
  return most;
}

describe.skipIf(!onLinux)('a long session', () => {
  test.each(['process', 'in-process'] as const)(
    'B100: 1000 hooks in sequence and 15 at once on one signal leave no listener, descriptor or handle, with a supervisor %s',
    { timeout: 180_000 },
    async (supervisor) => {
      const bench = await foyaBench(Array(20).fill('exit 0'), { supervisor });
      const { signal } = new AbortController();
      const parallel = () => Promise.all(Array.from({ length: 15 }, () => bench.dispatch({}, { signal })));
      // What is made once and kept (workers, caches) is made first.
      await parallel();
      const before = { descriptors: await openDescriptors(), handles: handles() };
      for (let round = 0; round < 50; round++) await bench.dispatch({}, { signal });
      await parallel();
      expect(getEventListeners(signal, 'abort')).toEqual([]);
      // A descriptor or two may be about to be closed; a leak would show a thousandfold.
      expect((await openDescriptors()) - before.descriptors).toBeLessThan(20);
      expect(handles() - before.handles).toBeLessThan(20);
      expect(bench.records).toHaveLength(1_000 + 30 * 20);
    },
  );
});

/** Of this process and of the supervisors among its children. */
async function openDescriptors(): Promise<number> {
  const children = (await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')).trim();
  const pids = children === '' ? [] : children.split(' ');
  const counts = await Promise.all(['self', ...pids].map((pid) => readdir(`/proc/${pid}/fd`).catch(() => [])));
  return counts.reduce((sum, entries) => sum + entries.length, 0);
}

function handles(): number {
  return process.getActiveResourcesInfo().length;
}
