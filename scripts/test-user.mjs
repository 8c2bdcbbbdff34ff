// Runs the test suite as an ordinary user. As root (containers, build machines) a copy of the checkout is handed to a user of its
// own; anybody else is an ordinary user already. Where neither can be had, says `not run` and why, and succeeds.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { needsBuild, npm, root } from './checkout.mjs';
import { emptyCounts, readCounts, sayCounts } from './test-counts.mjs';

const USER = 'hookcell-test';
const REPORT = join(root, '.build', 'vitest-user.json');
/** Left behind: other builds' leavings, and history, which no test reads. */
const NOT_COPIED = new Set(['.git', '.build', 'coverage', 'node_modules']);
/** Seconds. */
const TIME_LIMIT = Number(process.env.TEST_USER_SECONDS ?? 1500);

const counts = run();
console.log(sayCounts(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;

function run() {
  if (process.platform === 'win32') return notRun('Windows has no user to change to without a password');
  rmSync(REPORT, { force: true });
  mkdirSync(dirname(REPORT), { recursive: true });
  if (needsBuild() && npm(['run', '-s', 'build'], { stdio: 'inherit' }).status !== 0)
    return { ...emptyCounts(), failed: 1 };
  if (process.getuid() !== 0) return counted(testHere(), REPORT);
  const tool = ['/usr/bin/setpriv', '/bin/setpriv', '/usr/sbin/runuser', '/sbin/runuser'].find((path) =>
    existsSync(path),
  );
  if (tool === undefined) return notRun('neither setpriv nor runuser is installed');
  const user = findUser();
  if (user === undefined) return notRun(`user ${USER} does not exist and could not be made with useradd`);
  return testAs(user, tool);
}

function testHere() {
  return spawnSync(process.execPath, vitest(REPORT), { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
}

function testAs(user, tool) {
  const base = mkdtempSync(join(tmpdir(), 'hookcell-user-'));
  const folder = join(base, 'checkout');
  const report = join(folder, '.build', 'vitest.json');
  try {
    copyCheckout(folder);
    for (const name of ['home', 'tmp']) mkdirSync(join(base, name));
    spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, base]);
    chmodSync(base, 0o755);
    const temporary = { HOME: join(base, 'home'), TMPDIR: join(base, 'tmp') };
    const environment = { PATH: process.env.PATH, LANG: process.env.LANG ?? 'C.UTF-8', CI: '1', USER, ...temporary };
    const change = tool.endsWith('setpriv')
      ? [tool, `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--']
      : [tool, '-u', USER, '--'];
    const reachable = spawnSync(change[0], [...change.slice(1), process.execPath, '-e', '0'], {
      cwd: '/',
      stdio: 'ignore',
    });
    if (reachable.status !== 0) return notRun(`user ${USER} cannot run ${process.execPath}`);
    // `timeout` ends the whole group; without it a stuck test would hold the copy.
    const command = ['-k', '10', String(TIME_LIMIT), ...change, process.execPath, ...vitest(report)];
    const result = spawnSync('timeout', command, {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    if (existsSync(report)) copyFileSync(report, REPORT);
    return counted(result, REPORT);
  } finally {
    rmSync(base, { recursive: true, force: true });
    if (user.made) spawnSync('userdel', [USER], { stdio: 'ignore' });
  }
}

/** Modification times are kept, or the copy would look older than its sources. */
function copyCheckout(folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(root)) {
    if (!NOT_COPIED.has(name))
      cpSync(join(root, name), join(folder, name), { recursive: true, preserveTimestamps: true });
  }
  const packages = realpathSync(join(root, 'node_modules'));
  cpSync(packages, join(folder, 'node_modules'), { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  mkdirSync(join(folder, '.build'));
}

/** The user to test as, made when it is missing; undefined when it cannot be had. */
function findUser() {
  const known = readUser();
  if (known !== undefined) return { ...known, made: false };
  spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/bin/sh', USER], { stdio: 'ignore' });
  const made = readUser();
  return made && { ...made, made: true };
}

function readUser() {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, USER], { encoding: 'utf8' }));
  return uid.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : undefined;
}

function vitest(report) {
  const script = join('node_modules', 'vitest', 'vitest.mjs');
  return [script, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
}

/** A run that fails without a failed test is one failure. */
function counted(result, report) {
  const read = readCounts(report);
  if (result.status !== 0 && read.failed === 0) read.failed = 1;
  return read;
}

function notRun(why) {
  console.log(`test:user: not run (${why})`);
  return emptyCounts();
}
