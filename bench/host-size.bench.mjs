// How much of the kernel's event loop one hook costs, for a small kernel and for one that holds 1 GiB: a dispatch, and beside it
// child_process.spawn of the same command. For each round the longest stretch in which the loop was blocked is taken.
// `--smoke`: a few rounds of the small kernel only, to show that it runs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createHookRunner } from 'hookcell';

const COMMAND = process.platform === 'win32' ? 'exit 0' : ':';
const smoke = process.argv.includes('--smoke');
const rounds = smoke ? 3 : 100;
const held = [];
const folder = mkdtempSync(join(tmpdir(), 'hookcell-bench-'));
const hook = { event: 'PreToolUse', handler: { type: 'command', command: COMMAND } };
const runner = await createHookRunner({ project: folder, home: folder, hooks: [hook] });

try {
  await measure('small kernel');
  // A smaller one would not be what the row says.
  if (!smoke) await measure('1 GiB kernel', 2 ** 30);
} finally {
  await runner.close();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(title, bytes = 0) {
  // Written, not only reserved: what a fork copies is the table of pages that exist.
  for (let left = bytes; left > 0; left -= 2 ** 26) held.push(Buffer.alloc(2 ** 26, 1));
  const blocked = { dispatch: [], spawn: [] };
  await dispatchOnce();
  await spawnOnce();
  for (let round = 0; round < rounds; round += 1) {
    blocked.dispatch.push(await longestBlock(dispatchOnce));
    blocked.spawn.push(await longestBlock(spawnOnce));
  }
  const rss = Math.round(process.memoryUsage().rss / 2 ** 20);
  for (const [name, values] of Object.entries(blocked)) {
    const [p50, p99] = [0.5, 0.99].map((part) => quantile(values, part).toFixed(1).padStart(6));
    console.log(`${title} (${rss} MiB)  ${name.padEnd(8)}  blocked p50 ${p50} ms, p99 ${p99} ms`);
  }
}

/** Milliseconds, beyond the millisecond that the timer itself waits. */
async function longestBlock(action) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  // The first tick only sets the clock: it must have passed before the action.
  await new Promise((resolve) => setTimeout(resolve, 5));
  await action();
  await new Promise((resolve) => setTimeout(resolve, 5));
  delay.disable();
  return Math.max(0, delay.max / 1e6 - 1);
}

async function dispatchOnce() {
  const outcome = await runner.dispatch({ name: 'PreToolUse', sessionId: 'bench', tool: { name: 'Bash', input: {} } });
  if (outcome.runs[0]?.report?.ending.kind !== 'exited') throw new Error('The hook did not run to its end');
}

async function spawnOnce() {
  await once(spawn(COMMAND, { shell: true, stdio: 'pipe' }), 'close');
}

function quantile(values, part) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}
