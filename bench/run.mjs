// `npm run bench [-- --smoke] [-- NAME…]`: runs each bench/*.bench.mjs in a process of its own, one after the other, so that
// none warms up the next. `--smoke` is handed on: a few rounds, only to show that it runs.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { needsBuild, npm } from '../scripts/checkout.mjs';

const SUFFIX = '.bench.mjs';
const folder = fileURLToPath(new URL('.', import.meta.url));
const smoke = process.argv.includes('--smoke');
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const known = readdirSync(folder)
  .filter((name) => name.endsWith(SUFFIX))
  .map((name) => name.slice(0, -SUFFIX.length));
const unknown = wanted.filter((name) => !known.includes(name));

if (unknown.length > 0) {
  console.error(`Unknown benchmark ${unknown.join(', ')}: expected one of ${known.join(', ')}`);
  process.exitCode = 64;
} else if (needsBuild() && npm(['run', '-s', 'build'], { stdio: 'inherit' }).status !== 0) {
  process.exitCode = 1;
} else {
  for (const name of wanted.length > 0 ? wanted : known) run(name);
}

function run(name) {
  console.log(`\n${name}`);
  const file = fileURLToPath(new URL(`./${name}${SUFFIX}`, import.meta.url));
  const result = spawnSync(process.execPath, [file, ...(smoke ? ['--smoke'] : [])], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (result.status !== 0) process.exitCode = 1;
}
