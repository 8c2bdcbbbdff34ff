import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { HookcellError } from '#hookcell/contract/errors.js';
import { fakeRecord } from '../support/fake-record.js';
import { call, silentSink } from './support/fake-host.js';
import { hookReference, outcome, problem, report, runner } from './support/samples.js';
import type { AuditRecord, AuditSink, HookRunner, HookRunnerOptions, Outcome } from './support/types.js';

const given = (change: Partial<HookRunner>) => {
  const fake = runner(change);
  return { fake, engine: { createHookRunner: async () => fake } };
};
const answering = (change: Partial<Outcome>) => given({ dispatch: async () => outcome(change) });

describe('hookcell run', () => {
  test('refuses a project that does not exist before anything is started', async () => {
    expect(await call(['run', 'Stop', '--project', 'no-such'], { cwd: tmpdir() })).toMatchObject({
      code: 64,
      stderr: expect.stringContaining(
        `Option "--project": wanted an existing directory, got "${join(tmpdir(), 'no-such')}"`,
      ),
    });
  });

  test('hands on dialects, directories, trust, profile and audit', async () => {
    let options: HookRunnerOptions | undefined;
    let event: unknown;
    let audit: string | undefined;
    const fake = runner({
      dispatch: async (received) => {
        event = received;
        return outcome();
      },
    });
    const argv =
      'run Stop --dialect foya --dialect foya --home . --trust all --profile contained --allow-env A_TOKEN --audit a.jsonl --payload - --json';
    const result = await call(argv.split(' '), {
      stdin: '{"sessionId":"s"}',
      cwd: tmpdir(),
      engine: {
        createHookRunner: async (received) => {
          options = received;
          return fake;
        },
        jsonlFileSink: async (path) => {
          audit = path;
          return silentSink;
        },
      },
    });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(options).toEqual({
      project: tmpdir(),
      home: tmpdir(),
      dialects: ['foya', 'foya'],
      trust: 'all',
      isolation: { profile: 'contained' },
      environment: { allow: ['A_TOKEN'] },
      audit: [expect.objectContaining({ write: expect.any(Function) })],
    });
    expect(event).toEqual({ name: 'Stop', sessionId: 's' });
    expect(audit).toBe(join(tmpdir(), 'a.jsonl'));
    expect(fake.closed).toBe(1);
  });

  test.each([
    [{ decision: 'deny' }, 2],
    [{ halt: true }, 49],
    [{ decision: 'ask' }, 3],
    [{ decision: 'allow' }, 0],
  ] as const)('exits by the outcome %o with %i', async (change, code) => {
    expect((await call(['run', 'PreToolUse', '--json'], answering(change))).code).toBe(code);
  });

  test('--json prints the outcome and nothing else on stdout, problems on stderr', async () => {
    const { engine } = given({
      problems: () => [problem],
      dispatch: async () => outcome({ warnings: [{ code: 'w', message: 'W' }] }),
    });
    const result = await call(['run', 'PreToolUse', '--json'], { engine });
    expect(JSON.parse(result.stdout)).toEqual(outcome({ warnings: [{ code: 'w', message: 'W' }] }));
    expect(result.stderr).toBe('/home/me/.foya/hooks.json:2:5: Unknown key "comand"\n');
    expect(result.code).toBe(78);
  });

  test('tells people the decision first, then reason, input and each hook, without control bytes', async () => {
    const change: Partial<Outcome> = {
      decision: 'deny',
      reason: 'x\u001b[2J\nforged: line',
      context: ['c1'],
      updatedInput: { a: 1 },
      runs: [
        { hook: hookReference, verdict: { decision: 'deny' }, report: report({ ending: { kind: 'exited', code: 2 } }) },
      ],
      skipped: [
        {
          hook: { ...hookReference, id: 'foya:project:0', name: 'other\n' },
          why: 'no_match',
          message: 'Matcher "Read" does not match "Bash"',
        },
        { hook: hookReference, why: 'other_event', message: 'For Stop' },
      ],
      warnings: [{ code: 'untrusted', message: 'W', hookId: 'h' }],
    };
    const result = await call(['run', 'PreToolUse'], answering(change));
    expect(result.stdout).toBe(
      [
        'PreToolUse: deny',
        'reason: x\\x1b[2J',
        '    forged: line',
        'context: c1',
        'updated input: {',
        '      "a": 1',
        '    }',
        '  ✓ guard (foya:global:0): exited 2, 12 ms, deny',
        '  - other\\x0a (foya:project:0): not run, no match: Matcher "Read" does not match "Bash"',
        '',
      ].join('\n'),
    );
    expect(result.stderr).toBe('warning: h: W (untrusted)\n');
  });

  test('cuts a long reason for people and shows the first line of a crash', async () => {
    const reason = Array.from({ length: 45 }, (_, index) => `line ${index}`).join('\n');
    const failure = { kind: 'crash', message: 'Exited 1: first\nsecond', applied: 'open' } as const;
    const change: Partial<Outcome> = { reason, runs: [{ hook: hookReference, failure }] };
    const { stdout } = await call(['run', 'Stop'], answering(change));
    expect(stdout).toContain('    line 39\n    … 5 more lines; --json has them\n');
    expect(stdout).not.toContain('line 40');
    expect(stdout).toContain('failure (crash, counts as open): Exited 1: first …\n');
    expect(JSON.parse((await call(['run', 'Stop', '--json'], answering(change))).stdout).reason).toBe(reason);
  });

  test('tells how each background hook ended, to people alone', async () => {
    const sinks: (readonly AuditSink[])[] = [];
    const error = { kind: 'crash', message: 'Exited 1: no', applied: 'open' } as const;
    const engine = {
      createHookRunner: async ({ audit = [] }: HookRunnerOptions) => {
        sinks.push(audit);
        const tell = (record: AuditRecord) => audit.forEach((sink) => void sink.write(record));
        return runner({
          idle: async () => {
            tell(fakeRecord({ background: true, hookId: 'bg', ending: { kind: 'exited', code: 1 }, error }));
            tell(fakeRecord({ background: false, hookId: 'fg' }));
          },
        });
      },
    };
    const { stdout } = await call(['run', 'Stop'], { engine });
    expect(stdout).toMatch(
      /\n {2}✗ bg: exited 1, .*in the background\n {6}failure \(crash, counts as open\): Exited 1: no\n$/,
    );
    expect(stdout).not.toContain('fg');
    await call(['run', 'Stop', '--json'], { engine });
    expect(sinks.map(({ length }) => length)).toEqual([1, 0]);
  });

  test('names the files that were looked for when there is no hook', async () => {
    const { engine } = given({ hooks: () => [] });
    const { stderr } = await call(['run', 'Stop', '--home', '/h', '--project', tmpdir()], { engine });
    const paths = [join('/h', '.foya', 'hooks.json'), join(tmpdir(), '.foya', 'hooks.json')];
    expect(stderr).toBe(`No hooks: looked for ${paths.join(' and ')}\n`);
  });

  test('waits for background hooks before it ends', async () => {
    const order: string[] = [];
    const { engine } = given({
      idle: async () => {
        await new Promise(setImmediate);
        order.push('idle');
      },
      close: async () => void order.push('close'),
    });
    await call(['run', 'PreToolUse'], { engine });
    expect(order).toEqual(['idle', 'close']);
  });

  test('a signal aborts the dispatch, does not wait for background hooks, and closes', async () => {
    const signals = new EventEmitter();
    const { fake, engine } = given({
      dispatch: async (_event, options) => {
        signals.emit('SIGINT', 'SIGINT');
        return outcome({ aborted: options?.signal?.aborted ?? false });
      },
      idle: () => new Promise(() => {}),
    });
    const result = await call(['run', 'PreToolUse', '--json'], { engine, signals });
    expect(result.code).toBe(130);
    expect(JSON.parse(result.stdout).aborted).toBe(true);
    expect(fake.closed).toBe(1);
  });

  test('a second signal closes the runner at once', async () => {
    const signals = new EventEmitter();
    const graces: unknown[] = [];
    const { engine } = given({
      dispatch: () =>
        new Promise((settle) => {
          signals.emit('SIGTERM', 'SIGTERM');
          signals.emit('SIGTERM', 'SIGTERM');
          settle(outcome({ aborted: true }));
        }),
      close: async (options) => void graces.push(options?.graceMs),
    });
    expect((await call(['run', 'PreToolUse'], { engine, signals })).code).toBe(143);
    expect(graces).toEqual([0, undefined]);
  });

  test('shows errors of the library as they are, with exit 64, and closes the runner', async () => {
    const { fake, engine } = given({
      dispatch: () => Promise.reject(new HookcellError('HOOKCELL_EVENT_UNKNOWN', 'Unknown event "X"')),
    });
    expect(await call(['run', 'X'], { engine })).toEqual({
      code: 64,
      stdout: '',
      stderr: 'hookcell: Unknown event "X"\n',
    });
    expect(fake.closed).toBe(1);
  });

  test('names the option of a profile that comes later', async () => {
    const engine = {
      createHookRunner: () =>
        Promise.reject(new HookcellError('HOOKCELL_NOT_SUPPORTED', 'isolation.profile "jailed" is not supported yet')),
    };
    const result = await call(['run', 'Stop', '--profile', 'jailed'], { engine });
    expect(result).toMatchObject({
      code: 64,
      stderr: expect.stringMatching(/^hookcell: Option "--profile": not supported yet\n/),
    });
  });

  test('other errors are exit 70, with their stack only for HOOKCELL_DEBUG', async () => {
    const engine = { createHookRunner: () => Promise.reject(new Error('boom')) };
    expect(await call(['run', 'Stop'], { engine })).toMatchObject({ code: 70, stderr: 'hookcell: boom\n' });
    expect((await call(['run', 'Stop'], { engine, env: { HOOKCELL_DEBUG: '1' } })).stderr).toMatch(/boom\n\s+at /);
  });
});

describe('--payload', () => {
  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true });
  });
  const file = (content: string | Uint8Array) => {
    const folder = mkdtempSync(join(tmpdir(), 'hookcell cli '));
    folders.push(folder);
    const path = join(folder, 'payload.json');
    writeFileSync(path, content);
    return path;
  };
  test('reads a file', async () => {
    expect((await call(['run', 'Stop', '--payload', file('{"tool":{"name":"B"}}')], answering({}))).code).toBe(0);
  });
  test.each([
    ['a missing file', 'no-such.json', /^hookcell: Payload: cannot read "no-such\.json": it does not exist\n/],
    ['a directory', '.', /^hookcell: Payload: cannot read "\.": it is a directory\n/],
    ['bytes that are no UTF-8', file(new Uint8Array([0x7b, 0xff, 0x7d])), /^hookcell: Payload: wanted UTF-8 text/],
    ['an empty stdin', '-', /^hookcell: Payload: stdin was empty; leave out --payload for \{\}\n/],
    ['broken JSON', file('{'), /^hookcell: Payload is not JSON: line 1, column 2/],
  ])('refuses %s', async (_, path, message) => {
    expect(await call(['run', 'Stop', '--payload', path])).toMatchObject({
      code: 64,
      stderr: expect.stringMatching(message),
    });
  });
  test('reads no more than 64 MiB of stdin', async () => {
    const result = await call(['run', 'Stop', '--payload', '-'], { stdin: new Uint8Array(64 * 1024 * 1024 + 1) });
    expect(result).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('Payload: wanted at most 67108864 bytes, got more from stdin'),
    });
  });
});
