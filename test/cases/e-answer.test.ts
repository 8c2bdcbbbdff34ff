/** Theme E of the fault cases: how the answer on stdout and stderr is read. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outcome } from 'hookcell';
import { describe, expect, test } from 'vitest';
import { runCli } from '../support/cli.js';
import { foyaBench, onlyRun } from '../support/foya.js';
import { keepSupervisor } from '../support/keep-supervisor.js';
import { NOTHING_LEFT } from '../support/leftovers.js';
import { temporaryProject } from '../support/temporary-project.js';

keepSupervisor();

test('B005: of 200 hooks that write their answer last, 200 are heard', async () => {
  const bench = await foyaBench([`head -c 60000 /dev/zero | tr '\\0' ' '; echo '{"decision":"deny","reason":"tail"}'`]);
  for (let round = 0; round < 40; round++) {
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => bench.dispatch()));
    for (const outcome of outcomes) expect(outcome).toMatchObject({ decision: 'deny', reason: 'tail', warnings: [] });
  }
});

describe('answers that count', () => {
  test.each([
    ['B049', 'a byte order mark before the JSON', `printf '\\357\\273\\277{"decision":"deny","reason":"r"}'`],
    ['B049', 'a byte order mark and blank lines', `printf '\\357\\273\\277\\n\\n {"decision":"deny","reason":"r"}\\n'`],
    ['B050', 'CRLF round the JSON', `printf '\\r\\n{"decision":"deny","reason":"r"}\\r\\n\\r\\n'`],
    [
      'B050',
      'CRLF and tabs within the JSON',
      `printf '{\\r\\n\\t"decision":"deny",\\r\\n\\t"reason":"r"\\r\\n}\\r\\n'`,
    ],
    ['B050', 'no line end at all', `printf '{"decision":"deny","reason":"r"}'`],
    ['B050', 'CRLF round a reason on stderr', `printf '\\r\\n r \\r\\n' >&2; exit 2`],
  ])('%s: %s is no obstacle', async (_, __, command) => {
    const outcome = await answer(command);
    expect(outcome).toMatchObject({ decision: 'deny', reason: 'r', warnings: [] });
    expect(onlyRun(outcome)).not.toHaveProperty('failure');
  });

  test.each([
    ['stdout', `printf '{"decision":"deny","reason":"\\303'; sleep 0.2; printf '\\251"}'`],
    ['stderr at exit 2', `printf '\\303' >&2; sleep 0.2; printf '\\251' >&2; exit 2`],
    ['stderr at exit 49', `printf '\\303' >&2; sleep 0.2; printf '\\251' >&2; exit 49`],
  ])('B057: a character split over two reads of %s is one character', async (_, command) => {
    expect(await answer(command)).toMatchObject({ decision: 'deny', reason: 'é', warnings: [] });
  });

  test('B057: characters of four bytes, written byte by byte, are whole', async () => {
    const bytes = ['\\360', '\\237', '\\230', '\\200'].map((byte) => `printf '${byte}'; sleep 0.05`).join('; ');
    const outcome = await answer(`printf '{"decision":"deny","reason":"'; ${bytes}; printf '"}'`);
    expect(outcome.reason).toBe('😀');
  });

  test.each(['>&1', '>&2'])('B057: 20000 characters of three bytes arrive unharmed on %s', async (to) => {
    const text = `awk 'BEGIN { for (i = 0; i < 20000; i++) printf "日" }' ${to}`;
    const json = `printf '{"decision":"deny","reason":"'; ${text}; printf '"}'`;
    const outcome = await answer(to === '>&1' ? json : `${text}; exit 2`);
    expect(outcome).toMatchObject({ decision: 'deny' });
    expect(outcome.reason).toBe('日'.repeat(20_000));
    expect(onlyRun(outcome).report).toMatchObject({ stdout: { validUtf8: true }, stderr: { validUtf8: true } });
  });

  test.each([
    ['in the reason', `printf '{"decision":"deny","reason":"\\377\\376"}'`, '\ufffd\ufffd'],
    ['in a context', `printf '{"decision":"deny","reason":"r","context":["\\300"]}'`, 'r'],
    ['cut off within a character', `printf '{"decision":"deny","reason":"\\342\\202"}'`, '\ufffd'],
    ['on stderr', `printf 'a\\377b' >&2; exit 2`, 'a\ufffdb'],
    ['on stderr beside a JSON answer', `printf '\\377' >&2; printf '{"decision":"deny","reason":"r"}'`, 'r'],
  ])('B059: bytes that are no UTF-8 %s are replaced and the deny stands', async (_, command, reason) => {
    const outcome = await answer(command);
    expect(outcome).toMatchObject({ decision: 'deny', reason });
    const { report } = onlyRun(outcome);
    expect(report?.stdout.validUtf8 && report.stderr.validUtf8).toBe(false);
  });
});

describe('answers that do not count, and say so', () => {
  test.each([
    ['B051', 'a banner before the JSON', `echo 'Welcome'; echo '{"decision":"deny"}'`],
    ['B051', 'a banner without a line end', `printf 'Last login: now {"decision":"deny"}'`],
    ['B051', 'a banner that is almost JSON', `echo '[info] starting'; echo '{"decision":"deny"}'`],
    ['B051', 'a banner from the start-up file of bash', `bash -c 'echo hi; echo "{\\"decision\\":\\"allow\\"}"'`],
    ['B051', 'plain words', `echo deny`],
    ['B056', 'a trailing comma', `echo '{"decision":"deny",}'`],
    ['B056', 'a missing bracket', `echo '{"decision":"deny"'`],
    ['B056', 'single quotes', `echo "{'decision':'deny'}"`],
    ['B056', 'an open string', `echo '{"decision":"deny'`],
    ['B056', 'a comment', `echo '{/* no */"decision":"deny"}'`],
    ['B056', 'a raw newline in a string', `printf '{"reason":"a\\nb","decision":"deny"}'`],
    ['B056', 'NaN', `echo '{"decision":"deny","updated_input":{"x":NaN}}'`],
  ])('%s: %s is a failure that names the JSON', async (_, __, command) => {
    const outcome = await answer(command);
    expect(outcome).toMatchObject({ decision: 'none', approves: false });
    expect(onlyRun(outcome).failure).toMatchObject({
      kind: 'output',
      applied: 'open',
      message: expect.stringMatching(/^Hook stdout was not JSON: ./),
    });
  });

  test.each(['null', '[]', '"deny"', '3', 'true', '[{"decision":"deny"}]', '-0', '""'])(
    'B055: %s is no object: no decision, no crash, and a note',
    async (json) => {
      const outcome = await answer(`echo '${json}'`);
      expect(outcome).toMatchObject({ decision: 'none', approves: false });
      expect(onlyRun(outcome).failure).toMatchObject({
        kind: 'output',
        message: expect.stringMatching(/wanted a JSON object, got ./),
      });
    },
  );

  test.each([
    ['little-endian with a mark', String.raw`printf '\377\376{\000}\000'`],
    ['big-endian with a mark', String.raw`printf '\376\377\000{\000}'`],
    ['little-endian without a mark', String.raw`printf '{\000"\000a\000"\000:\0001\000}\000'`],
    ['little-endian with CRLF', String.raw`printf '\377\376{\000}\000\r\000\n\000'`],
  ])('B060: UTF-16 (%s) gives no decision and a hint', async (_, command) => {
    const outcome = await answer(command);
    expect(outcome).toMatchObject({ decision: 'none' });
    expect(onlyRun(outcome).failure).toMatchObject({ kind: 'output', message: expect.stringContaining('UTF-16') });
  });

  test('a broken answer is an error in the audit record, not a clean run', async () => {
    const bench = await foyaBench([{ command: `echo '{"decision":"deny",}'`, id: 'broken' }]);
    await bench.dispatch();
    expect(bench.records).toEqual([
      expect.objectContaining({ type: 'hook_completed', hookId: 'broken', decision: 'none', error: expect.anything() }),
    ]);
    expect(JSON.stringify(bench.records[0])).toContain('not JSON');
  });

  test('a broken answer can be made to deny or to ask for nothing', async () => {
    const bench = await foyaBench([`echo '{"decision":"allow",}'`], { failure: { output: 'deny' } });
    expect(await bench.dispatch()).toMatchObject({ decision: 'deny' });
  });
});

describe('text after the JSON', () => {
  test.each([
    ['a log line', `echo '{"decision":"deny","reason":"r"}'; echo 'done in 3 ms'`, 'done in 3 ms'],
    ['text on the same line', `echo '{"decision":"deny","reason":"r"} # ok'`, '# ok'],
    ['an opposite answer', `echo '{"decision":"deny","reason":"r"}'; echo '{"decision":"allow"}'`, 'allow'],
    ['a stray bracket', `echo '{"decision":"deny","reason":"r"}}'`, '}'],
  ])('B053: after %s the first value stands and the rest is a warning', async (_, command, rest) => {
    const outcome = await answer(command);
    expect(outcome).toMatchObject({ decision: 'deny', reason: 'r' });
    expect(outcome.warnings).toEqual([
      {
        code: 'text_after_json',
        message: expect.stringContaining(JSON.stringify(rest).slice(1, -1)),
        hookId: 'foya:global:0',
      },
    ]);
  });
});

describe('wrong shapes inside a valid object', () => {
  test.each([
    '{"decision":"DENY"}',
    '{"decision":true}',
    '{"decision":"approve"}',
    '{"decision":["deny"]}',
    '{"decision":{"behavior":"deny"}}',
    '{"approve":false}',
    '{"Decision":"deny"}',
    '{"reason":42}',
    '{"halt":"true","decision":"allow"}',
    '{"context":7}',
    '{"context":["a",1]}',
    '{"context":{"a":"b"}}',
    '{"updated_input":[]}',
    '{"updated_input":null}',
    '{"updated_input":"{}"}',
    '{"decision":"allow","surprise":1}',
  ])('B064: %s is a failure of its shape and never an allow', async (json) => {
    for (const event of ['PreToolUse', 'PermissionRequest']) {
      const bench = await foyaBench([{ event, command: `printf '%s' '${json}'` }]);
      const outcome = await bench.dispatch({ name: event });
      expect(outcome).toMatchObject({ decision: 'none', approves: false, halt: false });
      expect(outcome).not.toHaveProperty('updatedInput');
      expect(onlyRun(outcome).failure).toMatchObject({
        kind: 'output',
        message: expect.stringMatching(/wanted|unknown/i),
      });
    }
  });

  test('B064: a context that is a text is valid', async () => {
    const outcome = await answer(`echo '{"context":"s"}'`);
    expect(outcome).toMatchObject({ decision: 'none', context: ['s'], warnings: [] });
    expect(onlyRun(outcome)).not.toHaveProperty('failure');
  });

  test('B064: an array is never merged into the input of the next hook', async () => {
    const bench = await foyaBench([`echo '{"updated_input":["a","b"]}'`, `grep -q '"0"' && exit 2; exit 0`]);
    expect(await bench.dispatch()).toMatchObject({ decision: 'none' });
  });

  test('B064: a deny beside a wrong rewrite stands, and an allow beside one does not approve', async () => {
    expect(await answer(`echo '{"decision":"deny","reason":"r","updated_input":[]}'`)).toMatchObject({
      decision: 'deny',
      reason: 'r',
    });
    const bench = await foyaBench([
      { event: 'PermissionRequest', command: `echo '{"decision":"allow","updated_input":[]}'` },
    ]);
    expect(await bench.dispatch({ name: 'PermissionRequest' })).toMatchObject({ approves: false });
  });
});

describe('control sequences', () => {
  const EVIL = String.raw`x\033[2J\033]0;pwn\007y\r\010\302\233z`;
  const ESCAPED = String.raw`x\u001b[2J\u001b]0;pwn\u0007y\r\b\u009bz`;

  test.each([
    ['a reason on stderr', `printf '${EVIL}\\n' >&2; exit 2`, 2],
    ['a reason in JSON', `printf '%s' '{"decision":"deny","reason":"${ESCAPED}"}'`, 2],
    ['a context', `printf '%s' '{"context":["${ESCAPED}"]}'`, 0],
    ['the stderr of a crash', `printf '${EVIL}' >&2; exit 7`, 0],
    ['text that is no JSON', `printf '${EVIL}'`, 0],
    ['text after JSON', `printf '{}${EVIL}'`, 0],
    ['a rewritten input', `printf '%s' '{"updated_input":{"${ESCAPED}":"${ESCAPED}"}}'`, 0],
    ['an unknown key', `printf '%s' '{"${ESCAPED}":1}'`, 0],
  ])('B063: the command line prints %s without raw control bytes, as text and as JSON', async (_, command, code) => {
    const files = await temporaryProject([command]);
    await writeFile(join(files.root, 'event.json'), '{"tool":{"name":"Bash","input":{"command":"ls"}}}');
    const args = ['run', 'PreToolUse', '--home', files.home, '--project', files.project];
    const payload = ['--payload', join(files.root, 'event.json')];
    const text = await runCli([...args, ...payload]);
    const json = await runCli([...args, ...payload, '--json']);
    for (const result of [text, json]) {
      expect(result.code).toBe(code);
      expect(controls(result.stdout + result.stderr)).toEqual([]);
    }
    // As JSON the report always tells what the hook wrote.
    expect(json.stdout).toMatch(/\\u001b/);
    expect(json.json).toMatchObject({ event: 'PreToolUse' });
  });

  test('B063: JSON output keeps control characters, escaped', async () => {
    const files = await temporaryProject([`printf '${EVIL}' >&2; exit 2`]);
    const result = await runCli(['run', 'PreToolUse', '--home', files.home, '--project', files.project, '--json']);
    expect(result.json.reason).toBe('x\u001b[2J\u001b]0;pwn\u0007y\r\b\u009bz');
  });
});

/** The outcome of PreToolUse with one hook, which has left nothing behind. */
async function answer(command: string): Promise<Outcome> {
  const bench = await foyaBench([command]);
  const outcome = await bench.dispatch();
  expect(onlyRun(outcome).report?.leftovers).toEqual(NOTHING_LEFT);
  return outcome;
}

/** Control characters besides the newlines of the output's own lines. */
function controls(text: string): string[] {
  return [...text].filter((character) => /[\p{Cc}\u202a-\u202e]/u.test(character) && character !== '\n');
}
