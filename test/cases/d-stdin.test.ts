/** Theme D of the fault cases: how the payload reaches a hook, and what happens when the hook does not want it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type HookEvent, runCommand } from 'hookcell';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type FoyaBench, foyaBench, onlyRun } from '../support/foya.js';
import { keepSupervisor } from '../support/keep-supervisor.js';
import { NOTHING_LEFT } from '../support/leftovers.js';
import { hasProgram } from '../support/programs.js';
import { nextMark, survivorsWithin } from '../support/survivors.js';

keepSupervisor();

const MIB = 1024 * 1024;
const LARGE = toolWith('x'.repeat(MIB));

describe('hooks that do not read their stdin', () => {
  test.each([
    ['exits at once', 'exit 0'],
    ['closes stdin', 'exec 0<&-; exit 0'],
    ['reads from elsewhere', 'cat </dev/null'],
    ['reads ten bytes', 'head -c 10 >/dev/null'],
  ])('B039: a hook that %s has no opinion and harms nobody', async (_, command) => {
    const bench = await foyaBench([command, 'exit 2']);
    const outcome = await bench.dispatch(LARGE);
    const [first, second] = outcome.runs;
    expect(first).toMatchObject({ verdict: {}, report: { ending: { kind: 'exited', code: 0 } } });
    expect(first).not.toHaveProperty('failure');
    expect(first?.report?.leftovers).toEqual(NOTHING_LEFT);
    expect(second?.verdict).toMatchObject({ decision: 'deny' });
    expect(outcome).toMatchObject({ decision: 'deny', warnings: [] });
  });

  test('B039: without a supervisor process the kernel itself lives through a refused payload', async () => {
    const bench = await foyaBench(['exit 0', 'exec 0<&-; exit 2'], { supervisor: 'in-process' });
    expect(await bench.dispatch(LARGE)).toMatchObject({ decision: 'deny', reason: 'blocked by hook', warnings: [] });
  });

  test('B039: background hooks that refuse the payload leave clean records', async () => {
    const hooks = Array.from({ length: 8 }, () => ({ command: 'exit 0', async: true }));
    const bench = await foyaBench(hooks);
    await bench.dispatch(LARGE);
    await bench.runner.idle();
    expect(bench.records).toHaveLength(8);
    for (const record of bench.records) expect(record).not.toHaveProperty('error');
  });

  test.each([
    ['reads ten bytes, then exits 2', 'head -c 10 >/dev/null; echo no >&2; exit 2', { decision: 'deny', halt: false }],
    ['exits 2 at once', 'echo no >&2; exit 2', { decision: 'deny', halt: false }],
    ['closes stdin and exits 49', 'exec 0<&-; echo no >&2; exit 49', { decision: 'deny', halt: true }],
    ['answers in JSON', `echo '{"decision":"deny","reason":"no"}'`, { decision: 'deny', halt: false }],
  ])('B040: the verdict of a hook that %s stands', async (_, command, expected) => {
    const bench = await foyaBench([command]);
    const outcome = await bench.dispatch(LARGE);
    expect(outcome).toMatchObject({ ...expected, reason: 'no', warnings: [] });
    expect(onlyRun(outcome)).not.toHaveProperty('failure');
    expect(bench.records).toHaveLength(1);
    expect(bench.records[0]).not.toHaveProperty('error');
  });

  test('B041: 200 hooks that are gone before two bytes are written exit 2, without an error', async () => {
    const runOne = () => runCommand({ command: 'exit 2', stdin: '{}' });
    for (let round = 0; round < 10; round++) {
      const reports = await Promise.all(Array.from({ length: 20 }, runOne));
      expect(reports.map(({ ending }) => ending)).toEqual(reports.map(() => ({ kind: 'exited', code: 2 })));
    }
  });

  test('B041: 200 dispatches with a small payload are 200 denials', async () => {
    const bench = await foyaBench(['exit 2']);
    for (let round = 0; round < 20; round++) {
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => bench.dispatch()));
      for (const outcome of outcomes) {
        expect(outcome).toMatchObject({ decision: 'deny', warnings: [] });
        expect(onlyRun(outcome)).not.toHaveProperty('failure');
      }
    }
    expect(bench.records.filter((record) => 'error' in record && record.error !== undefined)).toEqual([]);
  });

  test('a deaf hook delays nothing while 5 MiB wait for it, and times out on time', async () => {
    const [heard, deaf] = [nextMark(), nextMark()];
    const bench = await foyaBench([
      'echo early >&2; exit 2',
      { command: `sleep ${heard} & exit 0` },
      { command: `exec sleep ${deaf}`, timeout: 1 },
    ]);
    const outcome = await bench.dispatch(toolWith('x'.repeat(5 * MIB)));
    expect(outcome).toMatchObject({ decision: 'deny', reason: 'early' });
    expect(outcome.runs[2]).toMatchObject({ failure: { kind: 'timeout' }, report: { ending: { kind: 'timed-out' } } });
    expect(outcome.durationMs).toBeLessThan(6_000);
    expect([...(await survivorsWithin(heard)), ...(await survivorsWithin(deaf))]).toEqual([]);
  });
});

describe('payloads that arrive whole', () => {
  const sizes = [1024, 64 * 1024 - 1, 64 * 1024, 64 * 1024 + 1, 5 * MIB];

  test.each(sizes)('B043: a payload of %i bytes is read whole, once and thirty times at once', async (bytes) => {
    const bench = await foyaBench(['test "$(wc -c)" -eq "$BYTES" || exit 2'], {
      environment: { set: { BYTES: String(bytes) } },
      concurrency: { running: 30 },
    });
    const event = await eventOfSize(bytes);
    expect(await bench.dispatch(event)).toMatchObject({ decision: 'none', warnings: [] });
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => bench.dispatch(event)));
    expect(outcomes.map(({ decision }) => decision)).toEqual(Array.from({ length: 30 }, () => 'none'));
    for (const outcome of outcomes) expect(onlyRun(outcome)).not.toHaveProperty('failure');
  });

  test('B043: a hook that reads slowly and in small pieces gets every byte', async () => {
    const bench = await foyaBench([
      'head -c 1 >"$T_DIR/got"; dd bs=997 count=50 2>/dev/null >>"$T_DIR/got"; sleep 0.2; cat >>"$T_DIR/got"',
    ]);
    const event = await eventOfSize(MIB);
    expect(await bench.dispatch(event)).toMatchObject({ decision: 'none', warnings: [] });
    const got = await readFile(join(bench.files.root, 'got'));
    expect(got).toHaveLength(MIB);
    expect(JSON.parse(got.toString('utf8'))).toMatchObject({ tool_input: event.tool?.input });
  });

  test('B043: a payload over its limit starts nothing and is never cut', async () => {
    const bench = await foyaBench(['touch "$T_DIR/started"; exit 0'], { limits: { stdinBytes: 1024 } });
    const outcome = await bench.dispatch(await eventOfSize(1025));
    expect(onlyRun(outcome)).toMatchObject({
      failure: { kind: 'not-started' },
      report: { ending: { kind: 'not-started', cause: 'stdin_too_large' } },
    });
    await expect(readFile(join(bench.files.root, 'started'))).rejects.toThrow('ENOENT');
    const fitting = await bench.dispatch(await eventOfSize(1024));
    expect(onlyRun(fitting)).not.toHaveProperty('failure');
  });
});

describe('odd but legal characters', () => {
  const input = {
    nul: 'a\u0000b',
    separators: '\u2028\u2029\u0085\u00a0',
    controls: Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join(''),
    quotes: `"'\`\\" \\n \\u0000 \\\\ $HOME $(id) %s !!`,
    emoji: '👩‍👩‍👧 🏴‍☠️ e\u0301',
    'ключ "key"\n': 'ünï 日本',
    mark: '\ufeffbom',
    integer: '9007199254740993',
    numbers: [0, -0.5, 1e21, 5e-324, Number.MAX_SAFE_INTEGER],
    nested: { '': [null, true, [], {}] },
  };

  test.skipIf(!hasProgram('jq'))('B047: jq accepts a payload of odd strings (needs jq)', async () => {
    const bench = await foyaBench(['jq -e . >/dev/null || exit 2']);
    expect(await bench.dispatch({ tool: { name: 'Bash', input }, prompt: input.controls })).toMatchObject({
      decision: 'none',
    });
  });

  test('B047: odd strings are the same after a round trip through a hook', async () => {
    const bench = await foyaBench(['cat >"$T_DIR/payload"']);
    await bench.dispatch({ tool: { name: 'Bash', input } });
    const text = await readFile(join(bench.files.root, 'payload'), 'utf8');
    expect(text).not.toContain('\0');
    expect(JSON.parse(text).tool_input).toEqual(input);
  });

  test('B047: a hook that hands its payload back as context hands back the same text', async () => {
    const bench = await foyaBench([
      `printf '{"updated_input":{"copy":%s}}' "$(cat | sed 's/.*"tool_input":{"text":\\(".*"\\)}}$/\\1/')"`,
    ]);
    const text = '"quoted" \\ back\\\\slash \u2028 👩‍👩‍👧 tab\t nul\u0000';
    const outcome = await bench.dispatch({ tool: { name: 'Bash', input: { text } } });
    expect(outcome.updatedInput).toEqual({ text, copy: text });
  });

  test('B047: a lone surrogate arrives as an escape that JSON parsers read', async () => {
    const bench = await foyaBench(['cat >"$T_DIR/payload"']);
    await bench.dispatch({ tool: { name: 'Bash', input: { half: 'a\ud800b' } } });
    const text = await readFile(join(bench.files.root, 'payload'), 'utf8');
    expect(text).toContain('a\\ud800b');
  });

  test('B047: odd tool names reach the hook by its variables without stopping it', async () => {
    const bench = await foyaBench(['printf %s "$FOYA_HOOK_TOOL_NAME" >"$T_DIR/name"; exit 2']);
    const name = `a"b'c\`$(touch "$T_DIR/pwned")\n日本`;
    expect(await bench.dispatch({ tool: { name, input: {} } })).toMatchObject({ decision: 'deny' });
    expect(await readFile(join(bench.files.root, 'name'), 'utf8')).toBe(name);
    expect(await bench.dispatch({ tool: { name: 'a\0b', input: {} } })).toMatchObject({ decision: 'deny' });
    await expect(readFile(join(bench.files.root, 'pwned'))).rejects.toThrow('ENOENT');
  });
});

describe('oversized environment and commands', () => {
  const KIB_128 = 131_072;

  test('B048: an inherited variable that no program can be given is left out by name, and the deny stands', async () => {
    setVariable('HUGE_INHERITED', 'x'.repeat(KIB_128));
    const bench = await foyaBench(['test -z "$HUGE_INHERITED" && exit 2']);
    const outcome = await bench.dispatch();
    expect(outcome).toMatchObject({ decision: 'deny' });
    expect(outcome.warnings).toEqual([
      expect.objectContaining({ message: expect.stringContaining('HUGE_INHERITED'), hookId: 'foya:global:0' }),
    ]);
  });

  test('B048: a variable just below the limit is given to the hook, a larger one is not', async () => {
    const largest = KIB_128 - 'LARGEST='.length - 2;
    const bench = await foyaBench([`test "\${#LARGEST}" -eq ${largest} && exit 2`], {
      environment: { set: { LARGEST: 'x'.repeat(largest), TOO_LARGE: 'ü'.repeat(KIB_128 / 2) } },
    });
    const outcome = await bench.dispatch();
    expect(outcome).toMatchObject({ decision: 'deny' });
    expect(outcome.warnings.map(({ message }) => message)).toEqual([expect.stringContaining('TOO_LARGE')]);
  });

  test('B048: a command of 140000 bytes is a failure that says so, and the next hook runs', async () => {
    const bench = await foyaBench([`: ${'x'.repeat(140_000)}; exit 2`, 'echo next >&2; exit 2']);
    const outcome = await bench.dispatch();
    expect(outcome.runs[0]).toMatchObject({
      failure: { kind: 'not-started', message: expect.stringMatching(/command.*1400\d\d bytes/i) },
      report: { ending: { kind: 'not-started', cause: 'E2BIG' } },
    });
    expect(outcome).toMatchObject({ decision: 'deny', reason: 'next' });
  });

  test('B048: an environment that is too large only as a whole is told by its size and largest names', async () => {
    const set = Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`PART_${n}`, 'x'.repeat(100_000)]));
    const bench = await foyaBench(['exit 2'], { environment: { set } });
    const outcome = await bench.dispatch();
    expect(onlyRun(outcome)).toMatchObject({
      failure: { kind: 'not-started', message: expect.stringMatching(/environment.*80\d{5} bytes.*PART_/i) },
      report: { ending: { cause: 'E2BIG' } },
    });
  });

  test('B048: a kernel whose own environment is too large as a whole still gets an answer', async () => {
    for (let n = 0; n < 80; n++) setVariable(`INHERITED_PART_${n}`, 'x'.repeat(100_000));
    const bench = await foyaBench(['exit 2']);
    expect(onlyRun(await bench.dispatch())).toMatchObject({
      failure: { kind: 'not-started', message: expect.stringContaining('E2BIG') },
    });
  });

  test('B048: the payload never travels by the environment or the command line', async () => {
    const bench = await foyaBench([
      `cat >/dev/null; if env | grep -q needle-in-payload; then exit 2; fi`,
      `cat >/dev/null; if tr '\\0' '\\n' </proc/$$/cmdline | grep -q 'needle-in-'payload; then exit 2; fi`,
    ]);
    expect(await bench.dispatch(toolWith('needle-in-payload'))).toMatchObject({ decision: 'none' });
  });
});

function toolWith(text: string): Partial<HookEvent> {
  return { tool: { name: 'Bash', input: { text } } };
}

/** An event whose payload has exactly so many bytes. */
async function eventOfSize(bytes: number): Promise<Partial<HookEvent>> {
  const fixed = { eventId: 'e'.repeat(24), occurredAt: '2026-01-01T00:00:00.000Z', cwd: '/', projectId: 'p' };
  const bench: FoyaBench = await foyaBench(['printf "{\\"context\\":\\"%s\\"}" "$(wc -c)"']);
  const empty = await bench.dispatch({ ...fixed, ...toolWith('') });
  const padding = bytes - Number(empty.context[0]);
  return { ...fixed, ...toolWith('p'.repeat(padding)) };
}

function setVariable(name: string, value: string): void {
  process.env[name] = value;
  onTestFinished(() => {
    delete process.env[name];
  });
}
