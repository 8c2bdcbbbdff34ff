import { describe, expect, test } from 'vitest';
import { eventFromPayload } from '#hookcell/cli/payload.js';

const parse = (text: string) => eventFromPayload(text, 'PreToolUse', '/srv');

describe('eventFromPayload', () => {
  test('adds the name and a fresh session id', () => {
    const [first, second] = [parse('{}'), parse('{}')];
    expect(first.name).toBe('PreToolUse');
    expect(first.sessionId).not.toBe(second.sessionId);
    expect(parse('{"sessionId":"s1"}').sessionId).toBe('s1');
  });
  test('resolves a relative cwd and leaves an absent one to the library', () => {
    expect(parse('{"cwd":"sub"}').cwd).toBe('/srv/sub');
    expect(parse('{"cwd":"/abs"}').cwd).toBe('/abs');
    expect(parse('{}')).not.toHaveProperty('cwd');
  });
  test('accepts a byte order mark and the right name', () => {
    expect(parse('\ufeff{"name":"PreToolUse"}').name).toBe('PreToolUse');
  });
  test.each([
    ['{"a":1,\n "b" 2}', 'Payload is not JSON: line 2, column 6: colon expected'],
    ['', 'Payload is not JSON: line 1, column 1: value expected'],
    ['[]', 'Payload: wanted an object, got an empty array'],
    ['null', 'Payload: wanted an object, got null'],
    ['"x"', 'Payload: wanted an object, got "x" (string)'],
    [
      '{"name":"Stop"}',
      'Payload field "name": wanted nothing or "PreToolUse" (the EVENT argument), got "Stop" (string)',
    ],
    ['{"tool":{"name":7}}', 'Payload field "tool.name": wanted a string that is not empty, got 7 (number)'],
    ['{"tool":{}}', 'Payload field "tool.name": wanted a string that is not empty, got nothing'],
    ['{"tool":"Bash"}', 'Payload field "tool": wanted an object, got "Bash" (string)'],
    ['{"prompt":3}', 'Payload field "prompt": wanted a string or an array, got 3 (number)'],
    ['{"sessionId":null}', 'Payload field "sessionId": wanted a string that is not empty, got null'],
  ])('refuses %s', (text, message) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ name: 'UsageError', message }));
  });
  test.each([
    ['{"tol":{}}', /^Unknown payload field "tol": did you mean "tool"\? Known payload fields: sessionId, /],
    ['{"zzz":1}', /^Unknown payload field "zzz": known payload fields are sessionId, /],
    ['{"tool":{"name":"B","inptu":1}}', /^Unknown payload field "tool.inptu": did you mean "input"\? Known .*: name, /],
    ['{"__proto__":{"x":1}}', /^Unknown payload field "__proto__": known payload fields are /],
    ['{"a\\u001b":1}', /^Unknown payload field "\["a\\u001b"\]": known payload fields are /],
    ['{"model":1,"tol":2}', /^Unknown payload field "tol"/],
  ])('names the unknown field of %s', (text, message) => {
    expect(() => parse(text)).toThrow(
      expect.objectContaining({ name: 'UsageError', message: expect.stringMatching(message) }),
    );
  });
  test('refuses broken JSON that is nested very deep, without a crash', () => {
    expect(() => parse('['.repeat(100_000))).toThrow(/^Payload is not JSON/);
  });
});
