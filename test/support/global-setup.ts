/** Once for each test run: the build is fresh before it, and no process of a test is alive after it. */
import { needsBuild, npm } from '../../scripts/checkout.mjs';
import { beginMarks, type LiveProcess, markedProcesses } from './survivors.js';
import { waitUntil } from './wait-until.js';

export default function setup(): () => Promise<void> {
  if (needsBuild()) build();
  beginMarks();
  return failOnSurvivors;
}

function build(): void {
  const result = npm(['run', '-s', 'build'], { stdio: ['ignore', 'pipe', 'pipe'] });
  if (result.status !== 0) throw new Error(`The build failed:\n${result.stdout}${result.stderr}`);
}

/** Survivors are ended after they have been named, so that one bad run does not spoil the next. */
async function failOnSurvivors(): Promise<void> {
  const left = await waitUntil(() => markedProcesses().length === 0, { timeoutMs: 1_000, everyMs: 50 }).then(
    (): LiveProcess[] => [],
    () => markedProcesses(),
  );
  for (const { pid } of left) endProcess(pid);
  if (left.length > 0) {
    // Vitest prints what a teardown throws but ends with success all the same.
    process.exitCode = 1;
    const lines = left.map(({ pid, argv }) => `  ${pid} ${argv.join(' ')}`);
    throw new Error(`Processes of tests are still alive after the run:\n${lines.join('\n')}`);
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
