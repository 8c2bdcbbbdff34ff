/** What every launcher owes, one suite for all of them. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Launcher, LaunchSpec } from '#hookcell/cell/launch/launcher.js';
import { launchPortable } from '#hookcell/cell/launch/portable.js';
import { shellFor } from '#hookcell/cell/launch/shell.js';

const LAUNCHERS: readonly (readonly [string, Launcher])[] = [['portable', launchPortable]];
const onPosix = test.skipIf(process.platform === 'win32');

describe.each(LAUNCHERS)('launcher %s', (_name, launch) => {
  async function run(command: string | readonly string[], spec: Partial<LaunchSpec> = {}, stdin = '') {
    const result = await launch({
      commandLine: typeof command === 'string' ? { kind: 'shell', text: command } : { kind: 'argv', argv: command },
      cwd: '/',
      environment: { PATH: process.env['PATH'] ?? '' },
      ...spec,
    });
    if (!result.ok) return result;
    const child = result.process;
    child.stdin.end(stdin);
    const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), child.exited]);
    return { ...result, pid: child.pid, stdout, stderr, status };
  }

  onPosix('tells the exit code, and the signal apart from it', async () => {
    expect(await run('exit 7')).toMatchObject({ status: { code: 7 } });
    expect(await run('exit 258')).toMatchObject({ status: { code: 2 } });
    expect(await run('kill -TERM $$')).toMatchObject({ status: { signal: 'SIGTERM' } });
    expect(await run('kill -KILL $$')).toMatchObject({ status: { signal: 'SIGKILL' } });
  });

  onPosix('tells the exit of the leader though its pipes are held', async () => {
    const result = await launch({
      commandLine: { kind: 'shell', text: 'sleep 5 & exit 3' },
      cwd: '/',
      environment: { PATH: '/bin:/usr/bin' },
    });
    if (!result.ok) throw new Error(result.message);
    expect(await result.process.exited).toEqual({ code: 3 });
    process.kill(-result.process.pid, 'SIGKILL');
  });

  onPosix('gives a session and a group of its own, and no terminal', async () => {
    const result = await run(
      'ps -o pid= -o pgid= -o sid= -p $$ || cut -d" " -f1,5,6 /proc/$$/stat; (: </dev/tty) 2>/dev/null && echo tty',
    );
    if (!result.ok || !('pid' in result)) throw new Error('Not started');
    expect(result.stdout.trim().split(/\s+/)).toEqual(Array(3).fill(String(result.pid)));
  });

  onPosix('gives exactly the environment and the directory it is given', async () => {
    const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'hookcell ünï ')));
    onTestFinished(() => rmSync(cwd, { recursive: true }));
    const result = await run(['/usr/bin/env'], { cwd, environment: { A: 'b c', EMPTY: '' } });
    expect(result).toMatchObject({ stdout: 'A=b c\nEMPTY=\n' });
    expect(await run('pwd -P', { cwd })).toMatchObject({ stdout: `${cwd}\n` });
  });

  test.skipIf(process.platform !== 'linux')('gives default signals, and none blocked', async () => {
    const result = await run('grep -E "Sig(Blk|Ign)" /proc/self/status');
    expect(result).toMatchObject({ stdout: expect.stringMatching(/^SigBlk:\t0+\nSigIgn:\t0+\n$/) });
  });

  onPosix('hands stdin on whole and closes it', async () => {
    expect(await run('wc -c', {}, 'x'.repeat(300_000))).toMatchObject({
      stdout: expect.stringMatching(/^\s*300000\n$/),
    });
    expect(await run('cat; echo end')).toMatchObject({ stdout: 'end\n' });
  });

  onPosix('keeps the two streams apart', async () => {
    expect(await run('echo out; echo err >&2')).toMatchObject({ stdout: 'out\n', stderr: 'err\n' });
  });

  onPosix('maps the errors of a launch to causes, and never throws', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'hookcell '));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const plain = join(directory, 'plain');
    writeFileSync(plain, 'text', { mode: 0o644 });
    expect(await run(['/nope/x'])).toMatchObject({ ok: false, cause: 'ENOENT', message: 'Program not found: /nope/x' });
    expect(await run([plain])).toMatchObject({ ok: false, cause: 'EACCES' });
    expect(await run(`: ${'x'.repeat(200_000)}`)).toMatchObject({
      ok: false,
      cause: 'E2BIG',
      message: expect.stringMatching(/200002 bytes/),
    });
    expect(await run('true', { environment: { BIG: 'x'.repeat(200_000) } })).toMatchObject({
      ok: false,
      cause: 'E2BIG',
    });
  });
});

test('shellFor names the shell of each platform by absolute path', () => {
  expect(shellFor('linux', 'a "b"')).toEqual({ file: '/bin/sh', args: ['-c', 'a "b"'], verbatim: false });
  const windows = shellFor('win32', 'a "b"');
  expect(windows).toMatchObject({ args: ['/d', '/s', '/c', '"a "b""'], verbatim: true });
  expect(windows.file).toMatch(/cmd\.exe$/i);
});
