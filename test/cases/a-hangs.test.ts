/** Theme A of the fault cases: pipes held open, stdin left open, hooks that never settle. */
import { expect, test } from 'vitest';
import { foyaBench, onlyRun } from '../support/foya.js';
import { nextMark, survivorsWithin } from '../support/survivors.js';

test('B001: a background child that keeps stdout open delays nothing and is killed', async () => {
  const mark = nextMark();
  const bench = await foyaBench([`sleep ${mark} & echo '{"decision":"deny","reason":"r1"}'`]);
  const outcome = await bench.dispatch();
  const { report } = onlyRun(outcome);
  expect(outcome).toMatchObject({ decision: 'deny', reason: 'r1' });
  expect(report?.leftovers.killed).toEqual([{ pid: expect.any(Number), command: 'sleep' }]);
  expect(report?.timing.endTreeMs).toBeLessThan(1_000);
  expect(await survivorsWithin(mark)).toEqual([]);
});
