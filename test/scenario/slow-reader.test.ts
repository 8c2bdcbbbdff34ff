/** Who reads the output of `hookcell exec` slowly, or not at all. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { cliPath } from '../support/cli.js';
import { nextMark, survivorsWithin } from '../support/survivors.js';

test.skipIf(process.platform === 'win32')(
  'exec ends at its deadline though nobody reads what it passes on',
  async () => {
    const mark = nextMark();
    const argv = [cliPath, 'exec', '--timeout', '1000', '--grace', '200', '--', `yes ${mark}`];
    const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'ignore'] });
    const startedAt = performance.now();
    const [code] = await once(child, 'exit');
    expect(code).toBe(124);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    child.stdout.destroy();
    expect(await survivorsWithin(mark)).toEqual([]);
  },
);

test.skipIf(process.platform === 'win32')('exec loses nothing to a reader that is slow', async () => {
  const child = spawn(process.execPath, [cliPath, 'exec', '--', 'head -c 3000000 /dev/zero'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let bytes = 0;
  for await (const chunk of child.stdout) {
    bytes += chunk.length;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(bytes).toBe(3_000_000);
});
