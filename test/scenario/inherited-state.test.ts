/** What a hook is not given though its kernel has it. */

import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cliPath } from '../support/cli.js';

const onLinux = test.skipIf(process.platform !== 'linux');
const kernel = fileURLToPath(new URL('../fixtures/dispatch-and-wait.mjs', import.meta.url));

/** Runs a program that has the descriptors 9 and 40 open besides the three, as a shell with a lock file would leave them. */
function withDescriptors(argv: readonly string[], env: Record<string, string> = {}) {
  const extra = Array.from({ length: 41 }, (_, fd) =>
    fd < 3 ? 'pipe' : fd === 9 || fd === 40 ? openSync('/etc/passwd', 'r') : null,
  );
  const stdio = extra.map((entry) => entry ?? 'ignore') as 'pipe'[];
  return spawnSync(process.execPath, argv, { stdio, env: { ...process.env, ...env }, encoding: 'utf8', input: '' });
}

// Built-ins alone: a pipeline or a redirection would have descriptors of its own open while it looks.
const LIST = 'n=3; while [ $n -lt 256 ]; do [ ! -e /proc/$$/fd/$n ] || echo "$n"; n=$((n+1)); done; echo end';

onLinux('a hook inherits no descriptor that its kernel was started with', () => {
  const { stderr } = withDescriptors([kernel], {
    HOOK_COMMAND: `exec >&2; ${LIST}; exit 2`,
    PRINT_REASON: '1',
  });
  expect(stderr).toBe('end\n');
});

onLinux('a command of exec inherits none either', () => {
  expect(withDescriptors([cliPath, 'exec', '--', LIST]).stdout).toBe('end\n');
});
