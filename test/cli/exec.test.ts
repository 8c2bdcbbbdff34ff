import { EventEmitter } from 'node:events';
import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { HookcellError } from '#hookcell/contract/errors.js';
import { type CallOptions, call } from './support/fake-host.js';
import { report } from './support/samples.js';
import type { Engine, RunReport } from './support/types.js';

type Spec = Parameters<Engine['runStreaming']>[0];

/** Calls `exec` on an engine that ends with `change`; gives the spec it was asked for too. */
async function exec(argv: readonly string[], change: Partial<RunReport> = {}, options: CallOptions = {}) {
  let spec: Spec | undefined;
  let stdin: string | undefined;
  const engine: Partial<Engine> = {
    runStreaming: async (received, stream) => {
      spec = received;
      if (stream?.stdin) stdin = Buffer.concat(await stream.stdin.toArray()).toString();
      await stream?.stdout(Buffer.from([0xff, 0x1b]));
      await stream?.stderr(Buffer.from('e'));
      return report(change);
    },
  };
  return { ...(await call(['exec', ...argv], { engine, ...options })), spec, stdin };
}

describe('hookcell exec', () => {
  test('takes one word for shell text and several for an argv, with or without --', async () => {
    expect((await exec(['--', 'a b'])).spec).toMatchObject({ command: 'a b' });
    expect((await exec(['--', 'ls', '-la', '--json'])).spec).toMatchObject({ argv: ['ls', '-la', '--json'] });
    expect((await exec(['--json', 'ls', '--json'])).spec).toMatchObject({ argv: ['ls', '--json'] });
  });

  test('hands limits, isolation, descendants and directory to the library', async () => {
    const argv =
      '--timeout 500 --grace 0 --memory 1 --processes 2 --stdout 3 --stderr 4 --cpu 5 --open-files 6 --file-size 7 --profile sealed ' +
      '--read a --read b --write c --network deny --require tcp --require udp --keep-descendants --cwd sub -- x';
    const { spec } = await exec(argv.split(' '), {}, { cwd: tmpdir(), stdin: 'in' });
    expect(spec).toMatchObject({
      limits: {
        timeoutMs: 500,
        graceMs: 0,
        memoryBytes: 1,
        processes: 2,
        stdoutBytes: 3,
        stderrBytes: 4,
        cpuMs: 5,
        openFiles: 6,
        fileSizeBytes: 7,
      },
      isolation: {
        profile: 'sealed',
        filesystem: { read: ['a', 'b'], write: ['c'] },
        network: 'deny',
        require: ['tcp', 'udp'],
      },
      descendants: 'keep',
      cwd: `${tmpdir()}/sub`,
    });
  });

  test('passes bytes on as they are and exits as the command did', async () => {
    const result = await exec(['--', 'x'], { ending: { kind: 'exited', code: 7 } });
    expect(result).toMatchObject({ code: 7, stderr: 'e' });
    expect(result.stdout).toBe('\ufffd\u001b');
  });

  test.each([
    [{ kind: 'timed-out' }, 124, 'hookcell: Command timed out after 500 ms\n'],
    [{ kind: 'signalled', signal: 'SIGTERM' }, 143, 'hookcell: Command was ended by SIGTERM\n'],
    [
      { kind: 'not-started', cause: 'ENOENT', message: 'No such program' },
      125,
      'hookcell: Command was not started (ENOENT): No such program\n',
    ],
    [{ kind: 'lost', message: 'The supervisor died' }, 125, 'hookcell: Command was lost: The supervisor died\n'],
  ] as const)('tells why on stderr: %o', async (ending, code, message) => {
    expect(await exec(['--', 'x'], { ending })).toMatchObject({ code, stderr: `e${message}` });
  });

  test('names withheld variables that a failing command names', async () => {
    const change = {
      ending: { kind: 'exited', code: 1 },
      environment: { withheld: ['A_TOKEN', 'B_TOKEN', 'C_TOKEN'] },
    } as const;
    const told = 'Withheld from the command, which names it: A_TOKEN, C_TOKEN; --allow-env NAME hands it on';
    const words = ['curl', '-u', '$A_TOKEN', '$C_TOKEN'];
    const report = { ...change, environment: { withheld: [...change.environment.withheld] } };
    expect((await exec(['--', ...words], report)).stderr).toBe(`ehookcell: ${told}\n`);
    expect((await exec(['--', ...words], { ...report, ending: { kind: 'exited', code: 0 } })).stderr).toBe('e');
    expect((await exec(['--', 'false'], report)).stderr).toBe('e');
    expect((await exec(['--allow-env', 'A_TOKEN', '--allow-env', 'B', '--', 'x'])).spec?.environment).toEqual({
      allow: ['A_TOKEN', 'B'],
    });
  });

  test('tells what the command left behind', async () => {
    const leftovers = { killed: [{ pid: 5, command: 'sleep\u001b' }], kept: [], survived: [], pipesHeld: false };
    expect((await exec(['--', 'x'], { leftovers })).stderr).toBe(
      'ehookcell: Ended what was left behind: sleep\\x1b (5)\n',
    );
  });

  test('--json prints the report only; 0 when the command was started, 125 when not', async () => {
    const failed = await exec(['--json', '--', 'x'], { ending: { kind: 'exited', code: 7 } });
    expect(failed).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(failed.stdout)).toEqual(report({ ending: { kind: 'exited', code: 7 } }));
    expect(
      (await exec(['--json', '--', 'x'], { ending: { kind: 'not-started', cause: 'ENOENT', message: 'm' } })).code,
    ).toBe(125);
  });

  test('hands stdin on as it is, and leaves a terminal alone unless it is asked for', async () => {
    expect((await exec(['--', 'x'], {}, { stdin: 'typed', stdinIsTTY: true })).stdin).toBeUndefined();
    expect((await exec(['--stdin', '-', '--', 'x'], {}, { stdin: 'typed', stdinIsTTY: true })).stdin).toBe('typed');
    expect((await exec(['--', 'x'], {}, { stdin: new Uint8Array([0xc3]) })).stdin).toBe('\ufffd');
    expect(await exec(['--stdin', '/nope', '--', 'x'])).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('Option "--stdin": cannot read "/nope": '),
    });
  });

  test.each([
    [
      ['--timeout', '0', '--', 'x'],
      'Option "--timeout": wanted a whole number of milliseconds, 1 to 86400000, got "0"',
    ],
    [['--memory', '1G', '--', 'x'], 'Option "--memory": wanted a whole number of bytes, 0 to 1099511627776, got "1G"'],
    [['--network', 'on', '--', 'x'], 'Option "--network": wanted one of allow, deny, got "on"'],
    [['--require', 'tpc', '--', 'x'], 'Option "--require": wanted one of treeKill, '],
    [['--', ''], 'Command: wanted text after --, got an empty word'],
    [[], 'Missing required argument "command"'],
    [['--tiemout', '5', '--', 'x'], 'Unknown option "--tiemout": did you mean "--timeout"?'],
  ])('refuses %j', async (argv, message) => {
    const result = await exec(argv);
    expect(result.stderr).toContain(`hookcell: ${message}`);
    expect(result.stderr).toContain('Run `hookcell exec --help` for usage\n');
    expect([result.code, result.stdout, result.spec]).toEqual([64, '', undefined]);
  });

  test.each([
    ['--memory', '1', 'Limit "memoryBytes" is not supported yet'],
    ['--read', '/', 'isolation.filesystem.read is not supported yet'],
    ['--profile', 'jailed', 'Jails are not supported yet'],
  ])('names the option %s when the library refuses it', async (flag, value, message) => {
    const engine = { runStreaming: () => Promise.reject(new HookcellError('HOOKCELL_NOT_SUPPORTED', message)) };
    const result = await call(['exec', '--timeout', '5', flag, value, '--', 'x'], { engine });
    expect(result.code).toBe(64);
    expect(result.stderr).toContain(`hookcell: Option "${flag}": not supported yet\n`);
  });

  test('the first signal aborts the command, the second forces it', async () => {
    const signals = new EventEmitter();
    const states: boolean[][] = [];
    const engine: Partial<Engine> = {
      runStreaming: async (spec, _stream, options) => {
        signals.emit('SIGHUP', 'SIGHUP');
        states.push([spec.signal?.aborted ?? false, options?.force?.aborted ?? false]);
        signals.emit('SIGHUP', 'SIGHUP');
        states.push([spec.signal?.aborted ?? false, options?.force?.aborted ?? false]);
        return report({ ending: { kind: 'aborted' } });
      },
    };
    expect((await call(['exec', '--', 'x'], { engine, signals })).code).toBe(129);
    expect(states).toEqual([
      [true, false],
      [true, true],
    ]);
  });
});
