import { runCommand } from 'hookcell';
import { expect, test } from 'vitest';
import { nextMark, survivorsWithin } from '../support/survivors.js';

test('runCommand runs shell text with its input and reports on it', async () => {
  const report = await runCommand({ command: 'cat; echo oops >&2; exit 7', stdin: 'hello' });
  expect(report).toMatchObject({
    ending: { kind: 'exited', code: 7 },
    stdout: { text: 'hello', bytes: 5, droppedBytes: 0, truncated: false, validUtf8: true },
    stderr: { text: 'oops\n' },
    leftovers: { killed: [], pipesHeld: false },
  });
});

test('runCommand runs an argument vector without a shell', async () => {
  const report = await runCommand({ argv: ['/bin/echo', '$HOME', 'a b', ''] });
  expect(report.stdout.text).toBe('$HOME a b \n');
});

test('runCommand gives back all that was kept', async () => {
  const report = await runCommand({
    command: `head -c 100000 /dev/zero | tr '\\0' x`,
    limits: { stdoutBytes: 50_000 },
  });
  expect(report.stdout).toMatchObject({ bytes: 100_000, droppedBytes: 50_000, truncated: true });
  expect(report.stdout.text.replaceAll('x', '')).toBe('\n[50000 bytes dropped]\n');
});

test.each([
  [{ argv: ['/nope/program'] }, 'ENOENT'],
  [{ argv: ['/etc/passwd'] }, 'EACCES'],
  [{ command: 'true', cwd: '/nope' }, 'cwd_missing'],
  [{ command: 'true', cwd: '/bin/sh' }, 'cwd_not_directory'],
  [{ command: 'true\0false' }, 'nul_byte'],
  [{ command: 'true', environment: { set: { A: 'b\0c' } } }, 'nul_byte'],
  [{ command: `: ${'x'.repeat(140_000)}` }, 'E2BIG'],
  [{ command: 'cat', stdin: 'xyz', limits: { stdinBytes: 2 } }, 'stdin_too_large'],
  [{ command: 'true', isolation: { require: ['tcp' as const] } }, 'isolation_unavailable'],
  [{ command: 'true', signal: AbortSignal.abort() }, 'aborted'],
])('runCommand does not start %j: %s', async (spec, cause) => {
  const report = await runCommand(spec);
  expect(report.ending).toEqual({ kind: 'not-started', cause, message: expect.stringMatching(/^[A-Z].*[^.]$/s) });
});

test('runCommand ends a command that runs over its time, whatever it started', async () => {
  const mark = nextMark();
  const report = await runCommand({
    command: `trap '' TERM; sleep ${mark} & sleep ${mark}; sleep ${mark}`,
    limits: { timeoutMs: 300, graceMs: 200 },
  });
  expect(report.ending).toEqual({ kind: 'timed-out' });
  expect(report.signals.map(({ signal }) => signal)).toEqual(['SIGTERM', 'SIGKILL']);
  expect(await survivorsWithin(mark)).toEqual([]);
});

test('runCommand ends with a grace of 0 by SIGKILL alone', async () => {
  const report = await runCommand({ command: 'sleep 20; :', limits: { timeoutMs: 200, graceMs: 0 } });
  expect(report.signals.map(({ signal }) => signal)).toEqual(['SIGKILL']);
});

test('runCommand withholds secrets and hands on what is allowed and set', async () => {
  process.env['TEST_API_KEY'] = 'sk-secret-value';
  process.env['TEST_TOKEN'] = 'allowed-value';
  try {
    const report = await runCommand({
      command: 'env',
      environment: { allow: ['TEST_TOKEN'], set: { TEST_PLAIN: 'x' }, deny: ['HOME'] },
    });
    expect(report.stdout.text).toMatch(/^TEST_TOKEN=allowed-value$/m);
    expect(report.stdout.text).toMatch(/^TEST_PLAIN=x$/m);
    expect(report.stdout.text).not.toMatch(/TEST_API_KEY|^HOME=/m);
    expect(report.environment.withheld).toContain('TEST_API_KEY');
  } finally {
    delete process.env['TEST_API_KEY'];
    delete process.env['TEST_TOKEN'];
  }
});

test.each([
  [{}, 'HOOKCELL_OPTION_INVALID'],
  [{ command: '' }, 'HOOKCELL_OPTION_INVALID'],
  [{ command: 'true', argv: ['true'] }, 'HOOKCELL_OPTION_UNKNOWN'],
  [{ command: 'true', cwd: 'relative' }, 'HOOKCELL_OPTION_INVALID'],
  [{ command: 'true', limits: { nice: 3 } }, 'HOOKCELL_NOT_SUPPORTED'],
  [{ command: 'true', isolation: { network: 'deny' } }, 'HOOKCELL_NOT_SUPPORTED'],
])('runCommand refuses %j', async (spec, code) => {
  await expect(runCommand(spec as Parameters<typeof runCommand>[0])).rejects.toMatchObject({ code });
});
