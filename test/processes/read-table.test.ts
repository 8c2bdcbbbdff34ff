import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { parsePsLine } from '#hookcell/processes/darwin.js';
import { linuxProcesses } from '#hookcell/processes/linux.js';
import { processReaderFor } from '#hookcell/processes/processes.js';

const onLinux = test.skipIf(process.platform !== 'linux');

onLinux('linuxProcesses reads names with blanks and brackets, group, session and start', async () => {
  const child = spawn('/bin/sh', ['-c', 'exec 3<&0; printf "a) R (b" > /proc/self/comm; printf ready; read x <&3'], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { HOOKCELL_RUN: 'nonce-1' },
  });
  const pid = child.pid ?? 0;
  await once(child.stdout, 'data');
  try {
    const entry = linuxProcesses.read(pid);
    expect(entry).toMatchObject({ pid, parentPid: process.pid, groupId: pid, sessionId: pid, zombie: false });
    expect(linuxProcesses.startOfLaunched(pid)).toBe(entry?.startTime);
    // Looks asked for in the same turn are one, that of the older pid.
    const [younger, older] = await Promise.all([linuxProcesses.look(pid), linuxProcesses.look(process.pid)]);
    expect(younger).toBe(older);
    expect(older.entries.map(({ pid: listed }) => listed)).toEqual(expect.arrayContaining([pid, process.pid]));
    expect((await older.markers()).get(pid)).toBe('nonce-1');
    expect((await older.markers()).get(process.pid)).toBeUndefined();
    expect(await linuxProcesses.readMany([pid, 2 ** 30])).toHaveLength(1);
  } finally {
    child.stdin.end('\n');
    await once(child, 'exit');
  }
  expect(linuxProcesses.read(pid)).toBeUndefined();
});

test('parsePsLine reads a line of ps, and none of something else', () => {
  expect(parsePsLine('  501     1   500 Ss   Mon Nov 30 17:56:58 2026 /usr/libexec/my tool')).toEqual({
    pid: 501,
    parentPid: 1,
    groupId: 500,
    sessionId: 0,
    zombie: false,
    startTime: new Date('Nov 30 2026 17:56:58').getTime(),
    command: 'my tool',
  });
  expect(parsePsLine('  502     1   500 Z+   Mon Nov  2 07:06:58 2026 (sh)')?.zombie).toBe(true);
  expect(parsePsLine('PID PPID')).toBeUndefined();
  expect(parsePsLine('')).toBeUndefined();
});

test('processReaderFor has a reader for every platform', () => {
  for (const platform of ['linux', 'darwin', 'win32', 'freebsd'] as const) {
    expect(processReaderFor(platform).read).toBeTypeOf('function');
  }
  expect(processReaderFor('linux')).toBe(linuxProcesses);
});
