/** Theme H of the fault cases: the directory a hook runs in, and paths as users have them. */
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, rmdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from 'hookcell';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cliPath } from '../support/cli.js';
import { foyaBench, onlyRun } from '../support/foya.js';
import { keepSupervisor } from '../support/keep-supervisor.js';
import { NOTHING_LEFT } from '../support/leftovers.js';

keepSupervisor();

const isRoot = process.getuid?.() === 0;

describe('directories that cannot be run in', () => {
  const bad: readonly { what: string; cause: string; make: (path: string) => Promise<unknown>; below?: string }[] = [
    { what: 'a removed directory', cause: 'cwd_missing', make: (path) => mkdir(path).then(() => rmdir(path)) },
    { what: 'a link to nowhere', cause: 'cwd_missing', make: (path) => symlink('/nope/at/all', path) },
    { what: 'a file', cause: 'cwd_not_directory', make: (path) => writeFile(path, '') },
    { what: 'a link to a file', cause: 'cwd_not_directory', make: (path) => symlink('/dev/null', path) },
    { what: 'a path below a file', cause: 'cwd_not_directory', make: (path) => writeFile(path, ''), below: 'sub' },
    { what: 'a FIFO', cause: 'cwd_not_directory', make: async (path) => void spawnSync('mkfifo', [path]) },
  ];

  test.each(bad)('B082, B084: $what is told by name, once, and no shell is blamed', async ({ cause, make, below }) => {
    const bench = await foyaBench(['exit 2', { command: 'exit 2', async: true }]);
    const path = join(bench.files.root, 'session dir');
    await make(path);
    const cwd = below === undefined ? path : join(path, below);
    const outcome = await bench.dispatch({ cwd });
    await bench.runner.idle();
    const run = onlyRun(outcome);
    expect(outcome).toMatchObject({ decision: 'none' });
    expect(run).toMatchObject({
      failure: { kind: 'not-started', applied: 'open' },
      report: {
        ending: { kind: 'not-started', cause, message: expect.stringContaining(cwd) },
        leftovers: NOTHING_LEFT,
      },
    });
    expect(run.failure?.message).toContain(cwd);
    expect(run.failure?.message).not.toMatch(/sh\b|spawn/);
    expect(bench.records).toHaveLength(2);
    for (const record of bench.records) expect(record).toMatchObject({ ending: { kind: 'not-started', cause } });
  });

  test.skipIf(isRoot)(
    'B082: a directory that may not be entered is blamed itself (needs an ordinary user)',
    async () => {
      const bench = await foyaBench(['exit 2']);
      const cwd = join(bench.files.root, 'locked');
      await mkdir(cwd);
      await chmod(cwd, 0o000);
      const { failure, report } = onlyRun(await bench.dispatch({ cwd }));
      expect(report?.ending).toMatchObject({ kind: 'not-started', cause: 'EACCES' });
      expect(failure?.message).toContain(cwd);
      expect(failure?.message).not.toMatch(/sh\b/);
    },
  );

  test('B082: a directory that is removed while the session lives fails from then on, and can be made to deny', async () => {
    const bench = await foyaBench(['exit 0'], { failure: { 'not-started': 'deny' } });
    const cwd = join(bench.files.root, 'session');
    await mkdir(cwd);
    expect(await bench.dispatch({ cwd })).toMatchObject({ decision: 'none' });
    await rmdir(cwd);
    expect(await bench.dispatch({ cwd })).toMatchObject({ decision: 'deny', reason: expect.stringContaining(cwd) });
    await mkdir(cwd);
    expect(await bench.dispatch({ cwd })).toMatchObject({ decision: 'none' });
  });

  test('B082: a project that is removed while the session lives does not take the global guard with it', async () => {
    const bench = await foyaBench(['echo no >&2; exit 2']);
    await rm(bench.files.project, { recursive: true });
    expect(onlyRun(await bench.dispatch()).report?.ending).toMatchObject({ cause: 'cwd_missing' });
    expect(await bench.dispatch({ cwd: bench.files.root })).toMatchObject({ decision: 'deny', reason: 'no' });
  });

  test('B082, B084: plain commands tell of a bad directory in their report', async () => {
    const ending = async (cwd: string) => (await runCommand({ command: 'exit 2', cwd })).ending;
    expect(await ending('/nope/at/all')).toMatchObject({ kind: 'not-started', cause: 'cwd_missing' });
    expect(await ending('/dev/null')).toMatchObject({ kind: 'not-started', cause: 'cwd_not_directory' });
  });

  test.each([
    ['before it opens a runner', 'process', true],
    ['after it opened a runner', 'process', false],
    ['after it opened a runner inside itself', 'in-process', false],
  ] as const)('B082: in a kernel whose own directory goes %s, hooks run where their session is', async (...row) => {
    const [, supervisor, before] = row;
    const { root, home, project } = (await foyaBench(['pwd >&2; exit 2'])).files;
    const kernel = join(root, 'kernel.mjs');
    const script = `
      import { rmdirSync } from 'node:fs';
      import { createHookRunner, runCommand } from ${JSON.stringify(new URL('../../dist/index.js', import.meta.url).href)};
      const here = process.cwd();
      if (${before}) rmdirSync(here);
      const runner = await createHookRunner(${JSON.stringify({ project, home, supervisor })});
      const event = { name: 'PreToolUse', sessionId: 's', tool: { name: 'Bash', input: {} } };
      if (!${before}) {
        await runner.dispatch(event);
        rmdirSync(here);
      }
      const { decision, reason } = await runner.dispatch(event);
      const { ending } = await runCommand({ command: 'exit 0' });
      console.log(JSON.stringify({ decision, reason, ending }));
      await runner.close();`;
    await writeFile(kernel, script);
    const cwd = join(root, 'kernel directory');
    await mkdir(cwd);
    const { stdout, stderr } = spawnSync(process.execPath, [kernel], { cwd, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({
      decision: 'deny',
      reason: project,
      ending: { kind: 'not-started', cause: 'cwd_missing' },
    });
  });

  test('B082: the command line in a removed directory says so, and works where it is told the places', async () => {
    const bench = await foyaBench(['pwd >&2; exit 2']);
    const { root, home, project } = bench.files;
    const places = ['--home', home, '--project', project];
    const told = inRemovedDirectory(root, [cliPath, 'run', 'PreToolUse', ...places, '--json']);
    expect(told).toMatchObject({ status: 2 });
    expect(JSON.parse(told.stdout)).toMatchObject({ decision: 'deny', reason: project });
    const command = inRemovedDirectory(root, [cliPath, 'exec', '--cwd', project, '--', 'pwd; exit 7']);
    expect(command).toMatchObject({ status: 7, stdout: `${project}\n`, stderr: '' });
    const lost = inRemovedDirectory(root, [cliPath, 'run', 'PreToolUse', '--home', home]);
    expect(lost.status).toBe(64);
    expect(lost.stderr).toMatch(/current directory/i);
    expect(lost.stderr).not.toMatch(/uv_cwd|at .*\.js/);
  });
});

describe('paths with spaces and letters of all kinds', () => {
  const names = ['a b ünï 日本', `it's "quoted" $HOME`, 'new\nline', '-rf', '*?[x]', 'back\\slash', "e\u0301 'é"];

  test.each(names)('B085: hooks of a project called %j run, and find their project by its variable', async (name) => {
    const project = await projectCalled(name);
    const bench = await foyaBench([], { project });
    await writeHooks(project, [
      './h.sh one',
      '"$FOYA_HOOK_PROJECT_PATH"/h.sh two',
      'cd / && "$FOYA_HOOK_PROJECT_PATH/h.sh" three',
      'test "$(pwd -P)" = "$FOYA_HOOK_PROJECT_PATH" || exit 2',
    ]);
    const outcome = await bench.dispatch({ cwd: project });
    expect(outcome).toMatchObject({ decision: 'none', context: ['one', 'two', 'three'], warnings: [] });
    for (const run of outcome.runs) expect(run).not.toHaveProperty('failure');
    expect(bench.runner.hooks().map(({ source }) => source.file)).toContain(join(project, '.foya', 'hooks.json'));
  });

  test('B085: the payload tells the same paths', async () => {
    const project = await projectCalled('a b ünï 日本');
    const bench = await foyaBench(['cat >"$FOYA_HOOK_PROJECT_PATH/payload"'], { project });
    await bench.dispatch();
    const payload = JSON.parse(await readFile(join(project, 'payload'), 'utf8'));
    expect(payload).toMatchObject({ cwd: project, project_path: project });
  });

  test('B085: a session directory of its own with such a name is the directory of the hook', async () => {
    const bench = await foyaBench(['pwd >&2; exit 2']);
    const cwd = join(bench.files.project, 'sub dir ünï', '日本');
    await mkdir(cwd, { recursive: true });
    expect(await bench.dispatch({ cwd })).toMatchObject({ decision: 'deny', reason: cwd });
    const report = await runCommand({ argv: ['/bin/pwd'], cwd });
    expect(report.stdout.text).toBe(`${cwd}\n`);
  });

  test('B085: an unquoted variable is a failure that names what was not found, never a silent pass', async () => {
    const project = await projectCalled('a b ünï 日本');
    const bench = await foyaBench(['$FOYA_HOOK_PROJECT_PATH/h.sh', './missing.sh'], { project });
    const outcome = await bench.dispatch();
    expect(outcome.runs.map(({ failure }) => failure)).toEqual([
      expect.objectContaining({ kind: 'crash', message: expect.stringMatching(/127.*not found/) }),
      expect.objectContaining({ kind: 'crash', message: expect.stringMatching(/127.*missing\.sh/s) }),
    ]);
  });

  test('B085: a directory reached through a link is kept as it was given', async () => {
    const bench = await foyaBench(['pwd -P >&2; exit 2']);
    const [real, link] = [join(bench.files.root, 'real dir'), join(bench.files.root, 'ünï link')];
    await mkdir(real);
    await symlink(real, link);
    expect(await bench.dispatch({ cwd: link })).toMatchObject({ decision: 'deny', reason: real });
  });

  async function projectCalled(name: string): Promise<string> {
    const root = await realpath(await mkdtemp(join(tmpdir(), 'hookcell-')));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    const project = join(root, name);
    await mkdir(project);
    await writeFile(join(project, 'h.sh'), `#!/bin/sh\nprintf '{"context":"%s"}' "$1"\n`, { mode: 0o755 });
    return project;
  }

  async function writeHooks(project: string, commands: readonly string[]): Promise<void> {
    await mkdir(join(project, '.foya'));
    const hooks = commands.map((command) => ({ event: 'PreToolUse', command }));
    await writeFile(join(project, '.foya', 'hooks.json'), JSON.stringify(hooks));
  }
});

/** Runs Node with these arguments where the current directory no longer exists. */
function inRemovedDirectory(root: string, args: readonly string[]) {
  const enter = 'mkdir "$1/gone" && cd "$1/gone" && rmdir "$1/gone" && shift && exec "$@"';
  return spawnSync('/bin/sh', ['-c', enter, 'sh', root, process.execPath, ...args], { encoding: 'utf8', input: '' });
}
