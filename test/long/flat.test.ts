import { expect, test } from 'vitest';
import { foyaBench } from '../support/foya.js';
import { growthOver } from '../support/steady.js';

test.skipIf(process.platform !== 'linux')('10 000 dispatches leave memory and descriptors flat', async () => {
  const bench = await foyaBench(['read x; echo "{}"']);
  const growth = await growthOver(bench, 10_000, 4);
  expect(growth.kernel).toBeLessThan(1.5);
  expect(growth.supervisor).toBeLessThan(1.5);
  expect(growth.kernelDescriptors).toBeLessThan(8);
  expect(growth.supervisorDescriptors).toBeLessThan(8);
});
