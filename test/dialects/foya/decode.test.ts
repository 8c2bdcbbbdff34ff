import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foya } from '#hookcell/dialects/foya/foya.js';

const stream = (text: string, truncated = false) => ({
  text,
  bytes: truncated ? 70_000 : text.length,
  droppedBytes: truncated ? 4_464 : 0,
  truncated,
  validUtf8: true,
});
const decode = (stdout: string, { event = 'PreToolUse', exitCode = 0, stderr = '' } = {}) =>
  foya.decode(event, { exitCode, stdout: stream(stdout), stderr: stream(stderr) });
const output = (message: unknown) => ({ failure: { kind: 'output', message }, warnings: [] });

describe('foya.decode by exit code', () => {
  test('2 is a deny with the trimmed stderr, whatever stands on stdout (B077)', () => {
    const allow = '{"decision":"allow","updated_input":{"x":1}}';
    expect(decode(allow, { exitCode: 2, stderr: ' no\n' })).toEqual({
      verdict: { decision: 'deny', reason: 'no' },
      warnings: [],
    });
    expect(decode('', { exitCode: 2 }).verdict?.reason).toBe('blocked by hook');
  });

  test('49 is a deny and a halt (B079)', () => {
    expect(decode('', { exitCode: 49 })).toEqual({
      verdict: { decision: 'deny', halt: true, reason: 'turn halted by hook' },
      warnings: [],
    });
    expect(decode('', { exitCode: 49, stderr: 'stop' }).verdict?.reason).toBe('stop');
  });

  test('2 and 49 stand when output passed the cap', () => {
    for (const exitCode of [2, 49]) {
      const answer = { exitCode, stdout: stream('x', true), stderr: stream('why', true) };
      expect(foya.decode('PreToolUse', answer)).toMatchObject({
        verdict: { decision: 'deny', reason: 'why' },
        warnings: [],
      });
    }
  });

  test('every other code is a crash with code and stderr', () => {
    expect(decode('{"decision":"deny"}', { exitCode: 1, stderr: 'oops' })).toEqual({
      failure: { kind: 'crash', message: 'Hook exited with code 1: oops' },
      warnings: [],
    });
    expect(decode('', { exitCode: 127 }).failure?.message).toBe('Hook exited with code 127 (command not found)');
    expect(decode('', { exitCode: 1, stderr: 'y'.repeat(9000) }).failure?.message.length).toBeLessThan(600);
  });

  test('0 over the cap is a failure that says how much', () => {
    const over = { exitCode: 0, stdout: stream('{}', true), stderr: stream('') };
    expect(foya.decode('PreToolUse', over)).toEqual(output('Hook output exceeded 64 KiB: 70000 bytes on stdout'));
    const noisy = { exitCode: 0, stdout: stream('{"decision":"deny"}'), stderr: stream('', true) };
    expect(foya.decode('PreToolUse', noisy)).toEqual(output('Hook output exceeded 64 KiB: 70000 bytes on stderr'));
  });
});

describe('foya.decode of stdout', () => {
  test.each([
    '',
    ' \r\n',
    '\uFEFF',
    '{}',
    '{"decision":""}',
    '{"decision":"none","halt":false,"reason":" ","context":["", " "]}',
    '{"decision":null,"halt":null,"reason":null,"context":null}',
  ])('%j is no opinion', (text) => {
    expect(decode(text)).toEqual({ verdict: {}, warnings: [] });
  });

  test('reads every field (B049, B050)', () => {
    const text =
      '\uFEFF\r\n{"decision":"allow","halt":true,"reason":" r ","context":[" a ","","b"],"updated_input":{"x":{"y":1}}}\r\n\r\n';
    expect(decode(text)).toEqual({
      verdict: {
        decision: 'allow',
        halt: true,
        reason: 'r',
        context: ['a', 'b'],
        updatedInput: { mode: 'merge', value: { x: { y: 1 } } },
      },
      warnings: [],
    });
    expect(decode('{"context":" s "}').verdict).toEqual({ context: ['s'] });
    expect(decode('{"decision":"deny"}').verdict).toEqual({ decision: 'deny', reason: 'blocked by hook' });
  });

  test.each(['Welcome\n{"decision":"deny"}', '{"decision":"deny",}', '{"decision":"deny"'])(
    '%j is not JSON (B051, B056)',
    (text) => {
      expect(decode(text)).toEqual(output(expect.stringMatching(/^Hook stdout was not JSON: ./)));
    },
  );

  test('UTF-16 is not JSON, with a hint (B060)', () => {
    expect(decode('\uFFFD\uFFFD{\0}\0')).toEqual(
      output('Hook stdout was not JSON: it looks like UTF-16, wanted UTF-8'),
    );
  });

  test.each([
    ['null', 'null'],
    ['[]', 'an array'],
    ['"deny"', 'a string'],
    ['3', 'a number'],
    ['true', 'a boolean'],
  ])('%s is no object (B055)', (text, got) => {
    expect(decode(text)).toEqual(output(`Hook output: wanted a JSON object, got ${got}`));
  });

  test.each([
    ['{"decision":"DENY"}', '"decision": wanted "allow", "deny" or "none", got "DENY" (string)'],
    ['{"decision":true}', 'got true (boolean)'],
    ['{"decision":"ask"}', 'got "ask" (string)'],
    ['{"approve":false}', 'unknown key "approve": known keys are decision, halt, reason, context, updated_input'],
    ['{"updatedInput":{}}', 'unknown key "updatedInput": did you mean "updated_input"?'],
    ['{"__proto__":{}}', 'unknown key "__proto__"'],
    ['{"reason":42}', '"reason": wanted a string, got 42 (number)'],
    ['{"halt":"yes"}', '"halt": wanted a boolean, got "yes" (string)'],
    ['{"context":["a",1]}', '"context": wanted an array of strings, got 1 (number)'],
    ['{"context":{}}', '"context": wanted a string or an array of strings, got an object'],
    ['{"decision":"deny","extra":1}', 'unknown key "extra"'],
  ])('%s has a wrong shape and says nothing else (B064)', (text, words) => {
    expect(decode(text)).toEqual(output(expect.stringContaining(words)));
  });

  test.each([
    ['[]', 'an array'],
    ['null', 'null'],
    ['"x"', 'a string'],
    ['5', 'a number'],
  ])('updated_input %s voids itself, not the rest', (update, got) => {
    expect(decode(`{"decision":"deny","reason":"r","updated_input":${update}}`)).toEqual({
      verdict: { decision: 'deny', reason: 'r' },
      failure: { kind: 'output', message: `Invalid updated_input: wanted an object, got ${got}` },
      warnings: [],
    });
  });

  test('text after the first value is a warning, the answer stands (B053)', () => {
    expect(decode('{"decision":"deny"}\ndone in 3 ms')).toEqual({
      verdict: { decision: 'deny', reason: 'blocked by hook' },
      warnings: [
        { code: 'text_after_json', message: 'Hook wrote text after its JSON, which was not read: "done in 3 ms"' },
      ],
    });
  });

  test('never throws and never allows by accident, whatever a hook writes', () => {
    const value = fc.record(
      { decision: fc.anything(), reason: fc.anything(), context: fc.anything(), updated_input: fc.anything() },
      { requiredKeys: [] },
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      value.map((one) => {
        try {
          return JSON.stringify(one);
        } catch {
          return '';
        }
      }),
    );
    fc.assert(
      fc.property(
        text,
        fc.constantFrom(...foya.events.keys()),
        fc.integer({ min: 0, max: 255 }),
        (stdout, event, exitCode) => {
          const { verdict } = decode(stdout, { event, exitCode });
          if (verdict?.decision === 'allow') expect(JSON.parse(stdout.trim()).decision).toBe('allow');
        },
      ),
    );
  });
});

describe('foya.decode by event', () => {
  const deny = (event: string) => decode('{"decision":"deny","reason":"r"}', { event });

  test.each(['PreToolUse', 'PermissionRequest', 'UserPromptSubmit', 'SessionStart'])(
    'a deny refuses at %s',
    (event) => {
      expect(deny(event)).toEqual({ verdict: { decision: 'deny', reason: 'r' }, warnings: [] });
    },
  );

  test('a deny marks the result at PostToolUse and keeps the agent working at Stop and SubagentStop', () => {
    expect(deny('PostToolUse').verdict).toEqual({ reason: 'r', markError: { reason: 'r' } });
    expect(deny('Stop').verdict).toEqual({ reason: 'r', keepWorking: { reason: 'r' } });
    expect(decode('', { event: 'SubagentStop', exitCode: 49 }).verdict).toEqual({
      reason: 'turn halted by hook',
      halt: true,
      keepWorking: { reason: 'turn halted by hook' },
    });
  });

  test.each(['PreCompact', 'SubagentStart'])('a deny has no effect at %s, and says so', (event) => {
    expect(deny(event)).toEqual({
      verdict: { reason: 'r' },
      warnings: [{ code: 'deny_has_no_effect', message: expect.stringContaining(event) }],
    });
  });

  test('observers are heard for the record only', () => {
    expect(decode('not JSON', { event: 'Notification' })).toEqual({ verdict: {}, warnings: [] });
    expect(decode('', { event: 'TurnComplete', exitCode: 2, stderr: 'x' })).toEqual({
      verdict: { reason: 'x' },
      warnings: [],
    });
    expect(decode('', { event: 'TurnComplete', exitCode: 1 }).failure?.kind).toBe('crash');
  });

  test('a rewrite counts at PreToolUse alone, elsewhere it is a warning', () => {
    for (const event of ['PostToolUse', 'PermissionRequest', 'Stop', 'SessionStart']) {
      expect(decode('{"updated_input":{"a":1}}', { event })).toEqual({
        verdict: {},
        warnings: [{ code: 'updated_input_ignored', message: expect.stringContaining(event) }],
      });
    }
  });
});
