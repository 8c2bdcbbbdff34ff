/** Wrong calls and broken files, through the command line: the exit code, and a message that helps. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type CliOptions, type CliResult, runCli } from '../support/cli.js';
import { type TemporaryProject, temporaryProject } from '../support/temporary-project.js';

const onPosix = process.platform !== 'win32';
const STACK = /^\s+at .*:\d+|node:internal|\bdist\/|Error:/m;

/** Never a stack trace, whatever the input. */
async function cli(args: readonly string[], options?: CliOptions): Promise<CliResult> {
  const result = await runCli(args, options);
  expect(result.stdout + result.stderr).not.toMatch(STACK);
  expect(result.signal).toBeNull();
  return result;
}

function places(files: TemporaryProject): string[] {
  return ['--home', files.home, '--project', files.project, '--trust', 'all'];
}

/** Bad: the global file, with whatever `makeBad` puts there. Good: the project's, whose hook denies. */
async function withBadFile(makeBad: (files: TemporaryProject) => Promise<unknown>): Promise<TemporaryProject> {
  const files = await temporaryProject();
  await mkdir(dirname(files.globalFile), { recursive: true });
  await makeBad(files);
  await files.writeProjectHooks(['echo "the good file" >&2; exit 2']);
  return files;
}

/** What must hold of every bad file, by `run`, `run --json`, `check`, `list` and `explain`. */
async function expectRefused(files: TemporaryProject, message: RegExp, place = ''): Promise<void> {
  const told = `${files.globalFile}${place}: `;
  const run = await cli(['run', 'PreToolUse', ...places(files)]);
  expect(run.code, run.stderr).toBe(2);
  expect(run.stdout).toContain('reason: the good file');
  expect(run.stderr).toContain(told);
  expect(run.stderr).toMatch(message);
  expect(run.stderr.split(told), 'told once').toHaveLength(2);
  const json = await cli(['run', 'PreToolUse', '--json', ...places(files)]);
  expect(json.code).toBe(2);
  expect(json.json.runs).toHaveLength(1);
  expect(json.json.warnings).toContainEqual({
    code: expect.stringMatching(/^config_/),
    message: expect.stringMatching(message),
  });
  expect(existsSync(join(files.root, 'ran')), 'nothing of a bad file runs').toBe(false);
  const check = await cli(['check', ...places(files)]);
  expect(check.code).toBe(78);
  expect(check.stdout).toContain(told);
  expect(check.stdout).toMatch(message);
  const list = await cli(['list', ...places(files)]);
  expect(list.code).toBe(78);
  expect(list.stderr).toContain(told);
  // Without a verdict of the good file the bad one is what there is to tell.
  await files.writeProjectHooks(['exit 0']);
  expect((await cli(['run', 'PreToolUse', ...places(files)])).code).toBe(78);
}

describe.skipIf(!onPosix)('a hook file', () => {
  const good = '{ "event": "PreToolUse", "command": "touch ../ran" }';
  const entry = (fields: string) =>
    `[\n  ${good},\n  { "event": "PreToolUse", "command": "touch ../ran", ${fields} }\n]\n`;

  test.each([
    [
      'a timeout of 0.5',
      '"timeout": 0.5',
      /"\[1\]\.timeout": wanted a whole number of seconds from 0 to 600, got 0\.5/,
    ],
    ['a timeout of 601', '"timeout": 601', /"\[1\]\.timeout": wanted a whole number of seconds from 0 to 600, got 601/],
    ['a timeout of "30s"', '"timeout": "30s"', /"\[1\]\.timeout": wanted a whole number of seconds.*, got "30s"/],
    ['a timeout of -1', '"timeout": -1', /"\[1\]\.timeout": wanted a whole number of seconds from 0 to 600, got -1/],
    ['a timeout of 1e999', '"timeout": 1e999', /"\[1\]\.timeout": wanted a whole number of seconds from 0 to 600/],
    ['a timeout of null', '"timeout": null', /"\[1\]\.timeout": wanted a whole number of seconds.*, got null/],
    ['an unknown key', '"tmeout": 5', /Unknown key "tmeout" in hook "\[1\]": did you mean "timeout"\?/],
    ['a key of prototypes', '"__proto__": {}', /Unknown key "__proto__"/],
    ['a matcher that does not compile', '"matcher": "["', /"\[1\]\.matcher": wanted a Go regular expression, got "\["/],
    ['a matcher with a look-ahead', '"matcher": "(?=x)"', /"\[1\]\.matcher": wanted a Go regular expression/],
    ['a flag in words', '"async": "yes"', /"\[1\]\.async": wanted true or false, got "yes"/],
  ])('with %s is refused with its place, and the good file runs', async (_what, fields, message) => {
    const files = await withBadFile((made) => made.writeGlobalHooks(entry(fields)));
    const text = entry(fields).split('\n')[2] ?? '';
    // Mistakes of a key stand at the key, those of a value at the value.
    const key = text.indexOf(fields) + 1;
    const value = key + fields.indexOf(': ') + 2;
    await expectRefused(files, message, `:3:${/Unknown key/.test(message.source) ? key : value}`);
  });

  test('with an unknown event is refused with its place and the known names', async () => {
    const text = `[\n  ${good},\n  { "event": "PreToolUze", "command": "x" }\n]`;
    const files = await withBadFile((made) => made.writeGlobalHooks(text));
    await expectRefused(files, /Unknown event "PreToolUze" in "\[1\]\.event": did you mean "PreToolUse"\?/, ':3:14');
  });

  test.each([
    ['a comma too many', `[\n  ${good},\n]`, ':3:1', /Broken JSON: wanted .*, got/],
    ['an end that is missing', `[\n  ${good}`, '', /Broken JSON: wanted .*, got/],
    ['a comment', `[\n  // no\n  ${good}\n]`, ':2:3', /Broken JSON/],
    ['nothing in it', '', '', /Broken JSON|wanted/],
    ['text after its end', `[${good}]\nx`, ':2:1', /Broken JSON/],
    ['single quotes', `[{ 'event': 'Stop' }]`, ':1:4', /Broken JSON/],
    ['an object for a list', `{ "hooks": [${good}] }`, ':1:1', /wanted an array of hooks, got an object/],
  ])('with %s is refused', async (_what, text, place, message) => {
    const files = await withBadFile((made) => made.writeGlobalHooks(text));
    const { stdout } = await cli(['check', ...places(files)]);
    expect(stdout).toMatch(message);
    expect(stdout).toContain(`${files.globalFile}${place}:`);
    const run = await cli(['run', 'PreToolUse', ...places(files)]);
    expect(run.code).toBe(2);
    expect(existsSync(join(files.root, 'ran'))).toBe(false);
  });

  test('that is a directory is refused', async () => {
    const files = await withBadFile((made) => mkdir(made.globalFile));
    await expectRefused(files, /Hook file is not a regular file: wanted a regular file, got a directory/);
  });

  test('that is a FIFO is refused, and delays nothing', async () => {
    const files = await withBadFile(async (made) => execFileSync('mkfifo', [made.globalFile]));
    await expectRefused(files, /Hook file is not a regular file: wanted a regular file, got a FIFO/);
  });

  test('that is a socket is refused', async () => {
    const files = await withBadFile(async (made) => {
      const server = createServer();
      // The path of a socket is short; a relative one is as long as it looks.
      const before = process.cwd();
      process.chdir(dirname(made.globalFile));
      await new Promise<void>((resolve) => server.listen('hooks.json', resolve));
      process.chdir(before);
      onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
    });
    await expectRefused(files, /Hook file is not a regular file: wanted a regular file, got a socket/);
  });

  test('that is a device is refused', async () => {
    const files = await withBadFile(async (made) => execFileSync('ln', ['-s', '/dev/zero', made.globalFile]));
    await expectRefused(files, /wanted a regular file, got a device/);
  });

  test('of 100 MB is refused unread', async () => {
    const files = await withBadFile(async (made) => {
      await writeFile(made.globalFile, '[');
      await truncate(made.globalFile, 100_000_000);
    });
    await expectRefused(files, /Hook file is too large: wanted at most 1048576 bytes, got 100000000 bytes/);
  });

  test('that is not UTF-8 is refused', async () => {
    const files = await withBadFile((made) => writeFile(made.globalFile, Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d])));
    await expectRefused(files, /Hook file is not UTF-8: wanted UTF-8 text, got an invalid byte at offset 2/);
  });
});

describe.skipIf(!onPosix)('a hook', () => {
  test.each(['__proto__', 'constructor', 'prototype'])(
    'that rewrites %s changes nothing but what it may',
    async (key) => {
      const files = await temporaryProject([
        `echo '{"updated_input":{"command":"ls -l","${key}":{"polluted":true},"deep":{"${key}":1,"kept":2}}}'`,
      ]);
      const payload = '{"tool":{"name":"Bash","input":{"command":"ls"}}}';
      const result = await cli(['run', 'PreToolUse', '--payload', '-', '--json', ...places(files)], { input: payload });
      expect(result.code).toBe(0);
      expect(result.json.updatedInput).toEqual({ command: 'ls -l', deep: { kept: 2 } });
      expect(result.json.warnings).toMatchObject([
        { code: 'updated_input_key_refused', message: expect.stringContaining(`"${key}", "deep.${key}"`) },
      ]);
    },
  );
});

describe('a payload', () => {
  test.each([
    ['an array', '[1]', /Payload: wanted an object, got an array/],
    ['null', 'null', /Payload: wanted an object, got null/],
    ['a text', '"PreToolUse"', /Payload: wanted an object, got "PreToolUse"/],
    ['a number', '5', /Payload: wanted an object, got 5/],
    ['nothing', '', /Payload: stdin was empty; leave out --payload for \{\}/],
    ['no JSON', '{"tool":\n nope}', /Payload is not JSON: line 2, column 2/],
    ['cut short', '{"tool":{"name":"Bash"', /Payload is not JSON: line 1, column 23/],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), /Payload: wanted UTF-8 text/],
    ['an object with an unknown field', '{"toool":{}}', /Unknown payload field "toool": did you mean "tool"\?/],
    [
      'one with an unknown field further in',
      '{"tool":{"name":"B","inpt":{}}}',
      /Unknown payload field "tool\.inpt": did you mean "input"\?/,
    ],
    ['one with a field of another type', '{"tool":"Bash"}', /Payload field "tool": wanted an object, got "Bash"/],
    ['one of another event', '{"name":"Stop"}', /Payload field "name": wanted nothing or "PreToolUse".*got "Stop"/],
    ['one with a key of prototypes', '{"__proto__":{"tool":{}}}', /Unknown payload field "__proto__"/],
  ])('that is %s is a usage error, and no hook runs', async (_what, input, message) => {
    const files = await temporaryProject(['touch ../ran; exit 2']);
    for (const command of ['run', 'explain']) {
      const result = await cli([command, 'PreToolUse', '--payload', '-', ...places(files)], { input });
      expect(result.code, result.stdout).toBe(64);
      expect(result.stdout).toBe('');
      expect(result.stderr).toMatch(message);
    }
    expect(existsSync(join(files.root, 'ran'))).toBe(false);
  });

  test.each([
    ['a file that is not there', 'nowhere.json', /Payload: cannot read "nowhere\.json": it does not exist/],
    ['a directory', '.', /Payload: cannot read "\.": it is a directory/],
  ])('from %s is a usage error', async (_what, from, message) => {
    const files = await temporaryProject(['exit 2']);
    const result = await cli(['run', 'PreToolUse', '--payload', from, ...places(files)], { cwd: files.root });
    expect(result.code).toBe(64);
    expect(result.stderr).toMatch(message);
  });
});

describe('a call', () => {
  test.each([
    [
      'an unknown event',
      ['run', 'PreToolUze'],
      /Unknown event "PreToolUze": did you mean "PreToolUse"\? Known events of foya: SessionStart, /,
    ],
    [
      'an event of another name',
      ['explain', 'Whatever'],
      /Unknown event "Whatever": known events of foya are SessionStart, /,
    ],
    ['an unknown command', ['rum'], /Unknown command "rum": did you mean "run"\?/],
    ['an unknown flag', ['run', 'Stop', '--jsn'], /Unknown option "--jsn": did you mean "--json"\?/],
    [
      'an unknown flag of exec',
      ['exec', '--timout', '5', '--', 'true'],
      /Unknown option "--timout": did you mean "--timeout"\?/,
    ],
    ['no event', ['run'], /Missing required argument "event"/],
    ['no command to run', ['exec'], /Missing required argument "command"/],
    ['an argument too many', ['run', 'Stop', 'Stop'], /Too many arguments for "run"/],
    ['a flag without its value', ['run', 'Stop', '--payload'], /Option "--payload <file>" argument missing/],
    [
      'a project that is not there',
      ['run', 'Stop', '--project', '/nope'],
      /Option "--project": wanted an existing directory, got "\/nope"/,
    ],
    [
      'an unknown dialect',
      ['run', 'Stop', '--dialect', 'foja'],
      /Option "--dialect": wanted foya, got "foja": did you mean "foya"\?/,
    ],
    ['an unknown trust', ['run', 'Stop', '--trust', 'none'], /Option "--trust": wanted one of all, digest, got "none"/],
    [
      'a timeout of 0.5',
      ['exec', '--timeout', '0.5', '--', 'true'],
      /Option "--timeout": wanted a whole number of milliseconds, .*got "0\.5"/,
    ],
    ['a timeout of "30s"', ['exec', '--timeout', '30s', '--', 'true'], /Option "--timeout": wanted .*got "30s"/],
    [
      'a timeout of -1',
      ['exec', '--timeout', '-1', '--', 'true'],
      /Option "--timeout": wanted .*got "-1"|argument missing/,
    ],
    ['a command of a later version', ['doctor'], /"doctor" is not supported yet/],
    ['a profile of a later version', ['run', 'Stop', '--profile', 'sealed'], /--profile.*not supported yet/],
  ])('with %s exits with 64 and says what is wrong on stderr alone', async (_what, args, message) => {
    const { home, project } = await temporaryProject();
    const result = await cli(args, { cwd: project, env: { HOME: home, USERPROFILE: home } });
    expect(result.code).toBe(64);
    expect(result.stdout).toBe('');
    expect(result.stderr).toMatch(message);
  });

  test('without any word prints the help on stderr and exits with 64', async () => {
    const result = await cli([]);
    expect(result).toMatchObject({ code: 64, stdout: '', stderr: expect.stringContaining('Usage: hookcell') });
  });

  test('that checks a file which is not there exits with 78', async () => {
    const result = await cli(['check', '/nope/hooks.json']);
    expect(result.code).toBe(78);
    expect(result.stdout).toContain('hooks.json: Hook file does not exist: wanted a file, got nothing');
  });
});
