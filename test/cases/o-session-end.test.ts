/** Theme O of the fault cases: the end of a session, as far as the runner has it. */
import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { foyaBench } from '../support/foya.js';
import { nextMark, survivors, survivorsWithin } from '../support/survivors.js';
import { waitUntil } from '../support/wait-until.js';

describe.skipIf(process.platform === 'win32')('a SessionEnd hook', () => {
  test('B135 (the runner): it runs in the background, and a host that waits for idle() has its work done', async () => {
    const bench = await foyaBench([{ event: 'SessionEnd', command: 'sleep 0.5; touch "$T_DIR/end"' }]);
    const outcome = await bench.dispatch({ name: 'SessionEnd', reason: 'exit' });
    expect(outcome.background).toHaveLength(1);
    expect(await readdir(bench.files.root)).not.toContain('end');
    await bench.runner.idle();
    expect(await readdir(bench.files.root)).toContain('end');
    expect(bench.records).toMatchObject([{ type: 'hook_completed', background: true, ending: { kind: 'exited' } }]);
  });

  test.each([
    ['sleeps', 'sleep MARK'],
    ['ignores TERM', `trap '' TERM; sleep MARK; sleep MARK`],
    ['has left its session', 'setsid sleep MARK & sleep MARK'],
  ])('B135 (the runner): one that %s is ended by close(), audited as aborted, on time', async (_what, command) => {
    const mark = nextMark();
    const bench = await foyaBench([{ event: 'SessionEnd', command: command.replaceAll('MARK', mark) }]);
    await bench.dispatch({ name: 'SessionEnd' });
    await waitUntil(() => survivors(mark).length > 0);
    const closedAt = performance.now();
    await bench.runner.close({ graceMs: 300 });
    expect(performance.now() - closedAt).toBeLessThan(4_000);
    expect(await survivorsWithin(mark)).toEqual([]);
    expect(bench.records).toMatchObject([{ background: true, ending: { kind: 'aborted' }, error: { kind: 'abort' } }]);
  });
});
