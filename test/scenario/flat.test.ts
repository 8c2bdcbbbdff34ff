import { expect, test } from 'vitest';
import { foyaBench } from '../support/foya.js';
import { growthOver } from '../support/steady.js';

test.skipIf(process.platform !== 'linux')('hundreds of dispatches leave descriptors and memory flat', async () => {
  const bench = await foyaBench(['read x; echo "{}"']);
  // Heaps of this age still grow by themselves: twice the size means a leak. `test:long` measures closer.
  const growth = await growthOver(bench, 300, 4);
  expect(growth.kernel).toBeLessThan(2);
  expect(growth.supervisor).toBeLessThan(2);
  expect(growth.kernelDescriptors).toBeLessThan(8);
  expect(growth.supervisorDescriptors).toBeLessThan(8);
});
