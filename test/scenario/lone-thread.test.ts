/** A process whose first thread has ended reads as a zombie in /proc while it lives: it is ended like any other. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from 'hookcell';
import { expect, test } from 'vitest';
import { linuxProcesses } from '#hookcell/processes/linux.js';
import { hasProgram } from '../support/programs.js';
import { nextMark, survivors } from '../support/survivors.js';
import { temporaryProject } from '../support/temporary-project.js';

const source = fileURLToPath(new URL('../fixtures/lone-thread.c', import.meta.url));

test.skipIf(process.platform !== 'linux' || !hasProgram('cc')).each([
  ['when its time is over', (program: string) => `exec ${program}`, 'timed-out'],
  ['after a clean exit', (program: string) => `${program} & read ready <"$FIFO"; exit 0`, 'exited'],
] as const)('a process without its first thread is ended %s (needs cc)', async (_, commandOf, ending) => {
  const mark = nextMark();
  const { root } = await temporaryProject();
  const program = join(root, 'lone-thread');
  const fifo = join(root, 'fifo');
  execFileSync('cc', ['-pthread', '-o', program, source]);
  execFileSync('mkfifo', [fifo]);
  const call = ending === 'exited' ? `'${program}' ${mark} >"$FIFO"` : `'${program}' ${mark}`;
  const report = await runCommand({
    command: commandOf(call),
    environment: { set: { FIFO: fifo } },
    limits: { timeoutMs: 2_000, graceMs: 200 },
  });
  expect(report.ending.kind).toBe(ending);
  expect(report.signals.length).toBeGreaterThan(0);
  // The zombie of the first thread shows no arguments: the pids that were killed are asked instead.
  for (const { pid } of report.leftovers.killed) expect(linuxProcesses.read(pid)?.zombie ?? true).toBe(true);
  expect(survivors(mark)).toEqual([]);
});
