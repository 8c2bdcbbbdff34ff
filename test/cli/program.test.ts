import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { call } from './support/fake-host.js';
import { hook, hookReference, problem, runner } from './support/samples.js';
import type { HookRunner } from './support/types.js';

const COMMANDS = ['run', 'exec', 'explain', 'list', 'check'];
const given = (change: Partial<HookRunner>) => ({ engine: { createHookRunner: async () => runner(change) } });

describe('hookcell', () => {
  test.each(COMMANDS)('%s --help prints purpose, options, exit codes and two examples on stdout', async (command) => {
    const { code, stdout, stderr } = await call([command, '--help']);
    expect([code, stderr]).toEqual([0, '']);
    for (const part of [`Usage: hookcell ${command}`, 'Options:', 'Exit codes:']) expect(stdout).toContain(part);
    expect(stdout.split('Examples:\n')[1]?.match(/^ {2}\S/gm)).toHaveLength(2);
  });

  test.each(COMMANDS)('docs/cli.md has every option and exit code of %s', async (command) => {
    const page = readFileSync('docs/cli.md', 'utf8').split(`\n## hookcell ${command}\n`)[1]?.split('\n## ')[0] ?? '';
    const { stdout } = await call([command, '--help']);
    const words = [
      ...[...stdout.matchAll(/(?:^|\s)(--[a-z-]+)/g)].map((match) => match[1]),
      ...[...(stdout.split('Exit codes:')[1]?.split('Examples:')[0] ?? '').matchAll(/(?:^|\s)(\d{1,3}) /g)].map(
        (match) => match[1],
      ),
    ].filter((word) => word !== '--help');
    expect(words.length).toBeGreaterThan(5);
    expect(words.filter((word) => !page.includes(`\`${word}`))).toEqual([]);
  });

  test('--help lists the commands of this version only', async () => {
    const { code, stdout } = await call(['--help']);
    expect(code).toBe(0);
    for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
    expect(stdout).not.toMatch(/doctor|trust/);
  });

  test('--version prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const flag of ['--version', '-V']) {
      expect(await call([flag])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    }
  });

  test('help prints the page that --help prints, with and without a command, exit 0', async () => {
    expect(await call(['help'])).toEqual(await call(['--help']));
    expect(await call(['help', 'run'])).toEqual(await call(['run', '--help']));
  });

  test('without a command prints its page on stderr, exit 64', async () => {
    const { code, stdout, stderr } = await call([]);
    expect([code, stdout]).toEqual([64, '']);
    expect(stderr).toContain('Usage: hookcell <command>');
  });

  test.each([
    [['rnu', 'Stop'], 'Unknown command "rnu": did you mean "run"?', ''],
    [['--jsn'], 'Unknown option "--jsn"', ''],
    [['list', '--jsn'], 'Unknown option "--jsn": did you mean "--json"?', 'list '],
    [['run'], 'Missing required argument "event"', 'run '],
    [['run', 'A', 'B'], 'Too many arguments for "run". Expected 1 argument but got 2', 'run '],
    [['list', '--project'], 'Option "--project <dir>" argument missing', 'list '],
    [['list', '--dialect', 'foyo'], 'Option "--dialect": wanted foya, got "foyo": did you mean "foya"?', 'list '],
    [['list', '--dialect', 'claude'], 'Option "--dialect": wanted foya, got "claude", not supported yet', 'list '],
    [['help', 'nope'], 'Unknown command "nope"', ''],
    [['help', 'rnu'], 'Unknown command "rnu": did you mean "run"?', ''],
    [['-v'], 'Unknown option "-v": did you mean "--version"?', ''],
    [['version'], 'Unknown command "version": did you mean "--version"?', ''],
    [['doctor', '--json'], '"doctor" is not supported yet', ''],
    [['trust', 'approve', '--yes'], '"trust" is not supported yet', ''],
  ])('refuses %j with exit 64 and sends to the help page', async (argv, message, page) => {
    expect(await call(argv)).toEqual({
      code: 64,
      stdout: '',
      stderr: `hookcell: ${message}\nRun \`hookcell ${page}--help\` for usage\n`,
    });
  });
});

describe('hookcell explain', () => {
  const run = {
    hook: hookReference,
    command: 'exit 2',
    matcher: 'Bash',
    target: 'Bash',
    cwd: '/work',
    background: false,
    limits: { timeoutMs: 30_000, graceMs: 2000, drainMs: 1, stdinBytes: 1, stdoutBytes: 1, stderrBytes: 1 },
  };
  const explanation = {
    event: 'PreToolUse',
    schedule: 'serial' as const,
    runs: [run],
    skipped: [],
    warnings: [],
    problems: [],
  };

  test('prints order, command, matcher, target, directory and timeout', async () => {
    const { code, stdout } = await call(['explain', 'PreToolUse'], given({ explain: async () => explanation }));
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        'PreToolUse: 1 hook would run',
        '  1. guard (foya:global:0)  /home/me/.foya/hooks.json:2',
        '     command  exit 2',
        '     matcher  "Bash", tested on "Bash"',
        '     runs     in /work, in the foreground',
        '     timeout  30 s, then 2 s between SIGTERM and SIGKILL',
        '',
      ].join('\n'),
    );
  });
  test('tells why others would not run', async () => {
    const skipped = [
      { hook: hookReference, why: 'no_match' as const, message: 'Matcher "Read" does not match "Bash"' },
    ];
    const { stdout } = await call(
      ['explain', 'PreToolUse'],
      given({ explain: async () => ({ ...explanation, runs: [], skipped }) }),
    );
    expect(stdout).toContain('no hook would run\n  - guard (foya:global:0): not run, no match: Matcher "Read"');
  });
  test('is 78 only when a file is broken and nothing would run; --json prints the explanation', async () => {
    const broken = { ...explanation, problems: [problem] };
    const full = await call(['explain', 'PreToolUse', '--json'], given({ explain: async () => broken }));
    expect([full.code, JSON.parse(full.stdout)]).toEqual([0, broken]);
    expect(
      (await call(['explain', 'PreToolUse'], given({ explain: async () => ({ ...broken, runs: [] }) }))).code,
    ).toBe(78);
  });
});

describe('hookcell list', () => {
  test('groups hooks by scope with their places', async () => {
    const local = hook({
      source: { scope: 'project', file: '/p/.foya/hooks.json', line: 9 },
      enabled: false,
      background: true,
      matcher: '',
    });
    const { code, stdout } = await call(['list'], given({ hooks: () => [hook(), local] }));
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        'global',
        '  PreToolUse  guard (foya:global:0)  /home/me/.foya/hooks.json:2',
        '      exit 2',
        '      matcher "Bash", timeout 30 s',
        '',
        'project',
        '  PreToolUse  guard (foya:global:0)  /p/.foya/hooks.json:9',
        '      exit 2',
        '      timeout 30 s, background, disabled',
        '',
      ].join('\n'),
    );
  });
  test.each(['list', 'check'])('%s names the files that were looked for when there is none', async (command) => {
    const { code, stdout, stderr } = await call(
      [command, '--home', '/h', '--project', '/'],
      given({ hooks: () => [] }),
    );
    expect(code).toBe(0);
    expect(stdout).toBe(command === 'list' ? '' : '0 files, 0 hooks, no problems\n');
    expect(stderr).toMatch(/^No hook.*: looked for .*hooks\.json and .*hooks\.json\n$/);
  });
  test('--json prints hooks and problems; 78 for an error, 0 for a warning', async () => {
    const result = await call(['list', '--json'], given({ hooks: () => [hook()], problems: () => [problem] }));
    expect([result.code, JSON.parse(result.stdout)]).toEqual([78, { hooks: [hook()], problems: [problem] }]);
    expect((await call(['list'], given({ problems: () => [{ ...problem, severity: 'warning' }] }))).code).toBe(0);
  });
});

describe('hookcell check', () => {
  test('counts files and hooks when all is well', async () => {
    expect(await call(['check'], given({ hooks: () => [hook(), hook()] }))).toMatchObject({
      code: 0,
      stdout: '1 file, 2 hooks, no problems\n',
    });
  });
  test('prints each problem with its place, exit 78', async () => {
    expect(
      await call(['check'], given({ problems: () => [problem, { ...problem, severity: 'warning', got: 'x' }] })),
    ).toMatchObject({
      code: 78,
      stdout:
        '/home/me/.foya/hooks.json:2:5: Unknown key "comand"\n' +
        '/home/me/.foya/hooks.json:2:5: warning: Unknown key "comand"\n',
    });
  });
  test('reads given files once each, by absolute path, in the dialect asked for', async () => {
    const asked: unknown[] = [];
    const engine = {
      checkFiles: async (...args: unknown[]) => {
        asked.push(args);
        return { hooks: [hook()], problems: [] };
      },
    };
    const cwd = process.cwd();
    const result = await call(['check', 'a.json', './a.json', '/b.json', '--json'], { engine, cwd });
    await call(['check', 'a.json', '--dialect', 'foya'], { engine, cwd });
    expect(asked).toEqual([
      [[`${cwd}/a.json`, '/b.json'], 'foya'],
      [[`${cwd}/a.json`], 'foya'],
    ]);
    expect(JSON.parse(result.stdout)).toEqual({ files: 2, hooks: 1, problems: [] });
  });
  test('refuses two dialects for given files', async () => {
    expect((await call(['check', 'a', '--dialect', 'foya', '--dialect', 'foya'])).stderr).toContain(
      'wanted one dialect for the given files',
    );
  });
});
