/** The package as users have it: packed, unpacked into a path with a space and an umlaut, called through a symbolic link. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

test.skipIf(process.platform === 'win32')(
  'the packed package finds its own workers and processes wherever it is installed',
  async () => {
    const base = await realpath(await mkdtemp(join(tmpdir(), 'hookcell pack ü ')));
    onTestFinished(() => rm(base, { recursive: true, force: true }));
    const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', base], {
      cwd: root,
    });
    const [{ filename }] = JSON.parse(stdout);
    await run('tar', ['xzf', filename], { cwd: base });
    const modules = join(base, 'app', 'node_modules');
    await mkdir(join(modules, '.bin'), { recursive: true });
    // As package managers with a store do it: the package and its dependencies are links.
    await symlink(join(base, 'package'), join(modules, 'hookcell'));
    await symlink(join(root, 'node_modules'), join(base, 'node_modules'));
    await symlink(join('..', 'hookcell', 'dist', 'cli.js'), join(modules, '.bin', 'hookcell'));
    const script = join(base, 'app', 'main.mjs');
    await writeFile(
      script,
      `import { createHookRunner } from 'hookcell';
     const hooks = [{ event: 'Stop', handler: { type: 'command', command: 'echo more >&2; exit 2' } }];
     const runner = await createHookRunner({ project: process.cwd(), home: process.cwd(), hooks });
     const { keepWorking } = await runner.dispatch({ name: 'Stop', sessionId: 's' });
     await runner.close();
     console.log(JSON.stringify(keepWorking));`,
    );
    expect((await run(process.execPath, [script], { cwd: join(base, 'app') })).stdout).toBe('{"reason":"more"}\n');
    const bin = join(modules, '.bin', 'hookcell');
    expect((await run(process.execPath, [bin, 'exec', '--', 'echo hi'])).stdout).toBe('hi\n');
    expect((await run(process.execPath, [bin, '--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  },
);
