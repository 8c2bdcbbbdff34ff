import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonText, printable, printableLine } from '#hookcell/cli/printable.js';

const isUnsafe = (text: string) =>
  /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(text) ||
  [...text].some((character) => character < ' ' && character !== '\n' && character !== '\t');
// Text in which unsafe characters are common, not rare.
const anyText = fc.string({
  unit: fc.oneof(
    fc.nat(0x2070).map((n) => String.fromCharCode(n)),
    fc.nat(0x9f).map((n) => String.fromCharCode(n)),
  ),
});

describe('printable', () => {
  test('shows escape sequences as text and keeps newline and tab', () => {
    expect(printable('x\u001b[2J\u001b]0;pwn\u0007y\n\tz')).toBe('x\\x1b[2J\\x1b]0;pwn\\x07y\n\tz');
  });
  test('shows C1 controls, DEL, carriage return and bidirectional overrides', () => {
    expect(printable('\u009b2J\u007f\r\u202eevil')).toBe('\\x9b2J\\x7f\\x0d\\u202eevil');
  });
  test('leaves ordinary text of any script as it is', () => {
    expect(printable('naïve 文件 🙂 شكرا')).toBe('naïve 文件 🙂 شكرا');
  });
  test('never lets an unsafe character through', () => {
    fc.assert(fc.property(anyText, (text) => !isUnsafe(printable(text))));
  });
});

test('printableLine never yields more than one line', () => {
  fc.assert(fc.property(anyText, (text) => !/[\n\t]/.test(printableLine(text)) && !isUnsafe(printableLine(text))));
});

test('jsonText has no raw control character and parses back to the same value', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const json = jsonText({ [text]: text });
      return !isUnsafe(json) && JSON.parse(json)[text] === text;
    }),
  );
});
