// `npm run check`: everything that must hold before a change goes in. Installs by itself on a fresh clone, runs every step even
// after one has failed, and ends with `N passed, N failed, N skipped`: the tests, with each failed step counted as a failure.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { INSTALL, needsInstall, npm, root } from './checkout.mjs';
import { emptyCounts, readCounts, sayCounts } from './test-counts.mjs';

const REPORT = join(root, '.build', 'vitest.json');
const STEPS = [
  { name: 'build', args: ['run', '-s', 'build'] },
  { name: 'types', args: ['run', '-s', 'types'] },
  { name: 'lint', args: ['run', '-s', 'lint'] },
  { name: 'schema', args: ['run', '-s', 'schema:check'] },
  { name: 'deps', args: ['run', '-s', 'deps'] },
  { name: 'pack', args: ['run', '-s', 'pack:check'] },
  { name: 'docs', args: ['run', '-s', 'docs:check'] },
];
const TEST = {
  name: 'test',
  args: [
    'exec',
    '--',
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    '--outputFile.json=.build/vitest.json',
  ],
  live: true,
};

mkdirSync(join(root, '.build'), { recursive: true });
rmSync(REPORT, { force: true });

const installed = !needsInstall() || runStep({ name: 'install', args: INSTALL });
const failed = installed ? STEPS.filter((step) => !runStep(step)).map((step) => step.name) : ['install'];
const counts = installed ? runTests() : emptyCounts();
counts.failed += failed.length;
if (failed.length > 0) console.log(`failed steps: ${failed.join(', ')}`);
console.log(sayCounts(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;

/** Runs one step and prints its line; what it wrote is shown only when it failed. */
function runStep({ name, args, live = false }) {
  const startedAt = performance.now();
  const result = npm(args, { stdio: live ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'] });
  const passed = result.status === 0;
  if (!passed && !live) console.log(`${result.stdout ?? ''}${result.stderr ?? ''}`.trimEnd());
  if (result.error) console.log(result.error.message);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name.padEnd(8)} ${seconds.padStart(6)} s`);
  return passed;
}

/** A run that fails without a failed test (a file that does not load, a process left behind) counts as one failure. */
function runTests() {
  const passed = runStep(TEST);
  const result = readCounts(REPORT);
  if (!passed && result.failed === 0) result.failed = 1;
  if (result.skippedTitles.length > 0) console.log(`skipped here: ${result.skippedTitles.join('; ')}`);
  return result;
}
