import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeExitCode } from '#hookcell/dialects/exit-code.js';
import { redact, secretValues } from '#hookcell/dialects/redaction.js';
import { codePointBoundary, cutText } from '#hookcell/dialects/text-cut.js';

describe('cutText', () => {
  test('leaves a text that fits and says how much was cut of one that does not', () => {
    expect(cutText('abc', 3)).toBe('abc');
    expect(cutText('a'.repeat(100), 40)).toBe(`${'a'.repeat(18)}… [82 characters cut]`);
  });

  test('never splits a character, keeps its bound, and counts what is missing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 30, maxLength: 200 }), fc.nat(220), (text, max) => {
        const cut = cutText(text, max);
        expect(Buffer.from(cut).toString()).toBe(cut);
        if (text.length <= max) {
          expect(cut).toBe(text);
          return;
        }
        const found = /^([\s\S]*)… \[(\d+) characters cut\]$/.exec(cut);
        expect(text.startsWith(found?.[1] ?? 'x')).toBe(true);
        expect((found?.[1] ?? '').length + Number(found?.[2])).toBe(text.length);
        expect(cut.length).toBeLessThanOrEqual(Math.max(max, '… [200 characters cut]'.length));
      }),
    );
  });

  test('codePointBoundary steps back before a surrogate pair and nowhere else', () => {
    expect([0, 1, 2, 3].map((index) => codePointBoundary('a😀b', index))).toEqual([0, 1, 1, 3]);
    expect(codePointBoundary('ab', 9)).toBe(2);
  });
});

describe('redact', () => {
  test('replaces every occurrence by the name', () => {
    const secrets = secretValues({ MY_TOKEN: 'abcdefgh', SHORT_TOKEN: 'abc' }, ['MY_TOKEN', 'SHORT_TOKEN', 'GONE']);
    expect(secrets).toEqual([{ name: 'MY_TOKEN', value: 'abcdefgh' }]);
    expect(redact('x abcdefgh y abcdefghabc', secrets)).toBe('x [MY_TOKEN] y [MY_TOKEN]abc');
  });

  test('the longest secret goes first and overlapping ones leave no end standing', () => {
    const secrets = secretValues({ A: '12345678', B: '1234567890', C: '90abcdef' }, ['A', 'B', 'C']);
    expect(secrets.map(({ name }) => name)).toEqual(['B', 'A', 'C']);
    expect(redact('1234567890', secrets)).toBe('[B]');
    expect(redact('<1234567890abcdef>', secrets)).toBe('<[B]>');
  });

  test('no secret is left in any text', () => {
    const secret = fc.string({ unit: fc.constantFrom('a', 'b', '$', '.'), minLength: 8, maxLength: 12 });
    const text = fc.array(fc.oneof(secret, fc.constantFrom('a', 'b', '$', '.')), { maxLength: 20 });
    fc.assert(
      fc.property(fc.array(secret, { minLength: 1, maxLength: 4 }), text, (values, parts) => {
        const inherited = Object.fromEntries(values.map((value, index) => [`S${index}`, value]));
        const secrets = secretValues(inherited, Object.keys(inherited));
        const redacted = redact(parts.concat(values).join(''), secrets);
        for (const { value } of secrets) expect(redacted.includes(value)).toBe(false);
      }),
    );
  });
});

test.each([
  [1, 'exited with code 1'],
  [126, 'exited with code 126 (not executable)'],
  [127, 'exited with code 127 (command not found)'],
  [128, 'exited with code 128'],
  [137, 'exited with code 137 (probably killed by signal SIGKILL, 9)'],
  [138, 'exited with code 138 (probably killed by signal 10)'],
  [255, 'exited with code 255'],
])('describeExitCode tells what %i probably means', (code, text) => {
  expect(describeExitCode(code)).toBe(text);
});
