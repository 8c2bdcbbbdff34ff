/** A kernel that forgets to close its runner is not kept alive by it, and leaves no hook behind. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { nextMark, survivorsWithin } from '../support/survivors.js';
import { temporaryProject } from '../support/temporary-project.js';

const kernel = fileURLToPath(new URL('../fixtures/exit-without-close.mjs', import.meta.url));

test.skipIf(process.platform === 'win32').each([
  ['process', 'by itself'],
  ['process', 'exit'],
  ['in-process', 'exit'],
])('with the supervisor %s, a kernel that leaves (%s) takes its background hook along', async (supervisor, leave) => {
  const mark = nextMark();
  const { root } = await temporaryProject();
  const child = spawn(process.execPath, [kernel], {
    cwd: root,
    env: {
      ...process.env,
      HOOK_COMMAND: `touch "$STARTED"; sleep ${mark}; :`,
      STARTED: join(root, 'started'),
      SUPERVISOR: supervisor,
      LEAVE: leave,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(await survivorsWithin(mark, 5_000)).toEqual([]);
});
