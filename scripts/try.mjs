// `npm run try`: installs and builds what is missing, then takes a newcomer through examples/try.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { INSTALL, needsBuild, needsInstall, npm, root } from './checkout.mjs';

const ready =
  (!needsInstall() || prepare('Installing packages', INSTALL)) &&
  (!needsBuild() || prepare('Building', ['run', '-s', 'build']));
if (!ready) {
  process.exitCode = 1;
} else {
  const tour = join(root, 'examples', 'try', 'run.mjs');
  const result = spawnSync(process.execPath, [tour, ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exitCode = result.status ?? 1;
}

function prepare(what, args) {
  console.log(`${what}…`);
  const result = npm(args, { stdio: ['ignore', 'pipe', 'pipe'] });
  if (result.status === 0) return true;
  console.error(`${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`);
  return false;
}
