/** Set-up of every test file: a process warning (a leaked listener, a deprecated call) fails the file it happened in. */
import { afterAll, expect } from 'vitest';

const warnings: string[] = [];
process.on('warning', (warning) => warnings.push(warning.stack ?? String(warning)));

afterAll(async () => {
  // Warnings are emitted on the next tick.
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings, 'process warnings').toEqual([]);
});
