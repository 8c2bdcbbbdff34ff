// One trivial hook: a whole dispatch beside child_process.spawn and execa running the same shell line.
// `--smoke`: a few rounds only, to show that it runs.
import { spawn } from 'node:child_process';
import { execa } from 'execa';
import { Bench } from 'tinybench';
import { createHookRunner } from '../dist/index.js';

const COMMAND = 'read x; echo {}';
const PAYLOAD = '{}\n';
const smoke = process.argv.includes('--smoke');

const runner = await createHookRunner({
  project: process.cwd(),
  home: process.cwd(),
  hooks: [{ event: 'PreToolUse', handler: { type: 'command', command: COMMAND } }],
});
const event = { name: 'PreToolUse', sessionId: 's', tool: { name: 'Bash', input: { command: 'ls' } } };

const bench = new Bench({ time: smoke ? 0 : 3_000, iterations: smoke ? 3 : 50, warmupTime: smoke ? 0 : 500 });
bench
  .add('hookcell dispatch', async () => {
    const { runs } = await runner.dispatch(event);
    if (runs[0]?.report?.ending.code !== 0)
      throw new Error(`The hook failed: ${JSON.stringify(runs[0]?.report?.ending)}`);
  })
  .add('child_process.spawn', () => spawned())
  .add('execa', () => execa('/bin/sh', ['-c', COMMAND], { input: PAYLOAD }));
await bench.run();
await runner.close();

for (const { name, result } of bench.tasks) {
  if (result?.state !== 'completed') throw new Error(`${name}: ${result?.error ?? result?.state}`);
  console.log(`${name.padEnd(22)} p50 ${result.latency.p50.toFixed(2)} ms   p99 ${result.latency.p99.toFixed(2)} ms`);
}

function spawned() {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', COMMAND], { stdio: 'pipe' });
    child.on('error', reject);
    child.on('close', resolve);
    child.stdout.resume();
    child.stderr.resume();
    child.stdin.end(PAYLOAD);
  });
}
