// The state of this checkout: where it is, whether its packages are installed and its build is up to date. Node built-ins only,
// since it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the checkout, without a trailing separator. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

/**
 * Whether `npm ci` is due: no packages, or others than the lock file names. Versions are compared, not times, since git gives
 * a file the time of its checkout. Optional packages of other platforms may be missing.
 */
export function needsInstall(folder = root) {
  const wanted = lockedPackages(join(folder, 'package-lock.json'));
  const installed = lockedPackages(join(folder, 'node_modules', '.package-lock.json'));
  return Object.entries(wanted).some(([path, { version, optional }]) => {
    const found = installed[path];
    return path !== '' && (found === undefined ? !optional : found.version !== version);
  });
}

/** Whether `npm run build` is due: no build, or a source file that is newer than it. */
export function needsBuild(folder = root) {
  const built = modifiedAt(join(folder, 'dist', 'index.js'));
  if (built === undefined) return true;
  const sources = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' });
  return sources.some((name) => name.endsWith('.ts') && (modifiedAt(join(folder, 'src', name)) ?? 0) > built);
}

/**
 * Runs npm in the checkout and waits for it. Under `npm run` the very npm that is running is used, by its script; else `npm`
 * from PATH, which on Windows is a batch file and needs a shell (the arguments here never need quoting).
 *
 * @returns {import('node:child_process').SpawnSyncReturns<string>}
 */
export function npm(args, options = {}) {
  const script = process.env.npm_execpath;
  const common = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, ...options };
  if (script?.endsWith('.js')) return spawnSync(process.execPath, [script, ...args], common);
  return process.platform === 'win32'
    ? spawnSync(['npm', ...args].join(' '), { ...common, shell: true })
    : spawnSync('npm', args, common);
}

/** The arguments of a clean installation from the lock file. */
export const INSTALL = ['ci', '--no-audit', '--no-fund'];

function lockedPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return {};
  }
}

/** Milliseconds; undefined when there is no such file. */
function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
