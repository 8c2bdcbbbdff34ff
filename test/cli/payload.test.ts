import { describe, expect, test } from 'vitest';
import { parsePayload } from '#hookcell/cli/payload.js';

const parse = (text: string) => parsePayload(text, 'PreToolUse', '/work');

describe('parsePayload', () => {
  test('adds the name and a fresh session id', () => {
    const [first, second] = [parse('{}'), parse('{}')];
    expect(first.name).toBe('PreToolUse');
    expect(first.sessionId).not.toBe(second.sessionId);
    expect(parse('{"sessionId":"s1"}').sessionId).toBe('s1');
  });
  test('resolves a relative cwd and leaves an absent one to the library', () => {
    expect(parse('{"cwd":"sub"}').cwd).toBe('/work/sub');
    expect(parse('{"cwd":"/abs"}').cwd).toBe('/abs');
    expect(parse('{}')).not.toHaveProperty('cwd');
  });
  test('accepts a byte order mark and the right name', () => {
    expect(parse('\ufeff{"name":"PreToolUse"}').name).toBe('PreToolUse');
  });
  test.each([
    ['{"a":1,\n "b" 2}', 'Payload is not JSON: line 2, column 6: colon expected'],
    ['', 'Payload is not JSON: line 1, column 1: value expected'],
    ['[]', 'Payload: wanted a JSON object, got an array'],
    ['null', 'Payload: wanted a JSON object, got null'],
    ['"x"', 'Payload: wanted a JSON object, got the string "x"'],
    [
      '{"name":"Stop"}',
      'Payload field "name": wanted nothing or "PreToolUse" (the EVENT argument), got the string "Stop"',
    ],
    ['{"tol":{}}', 'Payload: unknown field "tol"; did you mean "tool"?'],
    ['{"zzz":1}', 'Payload: unknown field "zzz"'],
    ['{"tool":{"name":"B","inptu":1}}', 'Payload: unknown field "tool.inptu"; did you mean "tool.input"?'],
    ['{"tool":{"name":7}}', 'Payload field "tool.name": wanted a string, got the number 7'],
    ['{"tool":{}}', 'Payload field "tool.name": wanted a string, got nothing'],
    ['{"tool":"Bash"}', 'Payload field "tool": wanted an object, got the string "Bash"'],
    ['{"prompt":3}', 'Payload field "prompt": wanted a string or an array, got the number 3'],
    ['{"sessionId":null}', 'Payload field "sessionId": wanted a string, got null'],
    ['{"__proto__":{"x":1}}', 'Payload: unknown field "__proto__"'],
    ['{"a\\u001b":1}', 'Payload: unknown field "a\\x1b"'],
  ])('refuses %s', (text, message) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ name: 'UsageError', message }));
  });
  test('refuses broken JSON that is nested very deep, without a crash', () => {
    expect(() => parse('['.repeat(100_000))).toThrow(/^Payload is not JSON/);
  });
  test('names each wrong field', () => {
    expect(() => parse('{"model":1,"tol":2}')).toThrow(/"model".*\n.*"tol"/);
  });
});
