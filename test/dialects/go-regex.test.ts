import { describe, expect, test } from 'vitest';
import { compileGoRegex } from '#hookcell/dialects/go-regex.js';

function matches(pattern: string, target: string): boolean {
  const compiled = compileGoRegex(pattern);
  if (!compiled.ok) throw new Error(compiled.message);
  return compiled.test(target);
}

describe('compileGoRegex', () => {
  test.each([
    ['Edit', 'Edit', true],
    ['Edit', 'NotebookEdit', true],
    ['Edit', 'edit', false],
    ['^Edit$', 'NotebookEdit', false],
    ['Write|Edit', 'MultiEdit', true],
    ['Bash|', 'anything', true],
    ['', '', true],
    ['(?i)bash', 'BASH', true],
    ['^.$', '😀', true],
    ['a$', 'a\n', false],
    ['mcp__.*__write', 'mcp__files__write', true],
  ])('%s on %s: %s (B118)', (pattern, target, expected) => {
    expect(matches(pattern, target)).toBe(expected);
  });

  test.each(['*', '[', '(?=a)', '(?<=a)b', '(a)\\1', 'a**', 'x{1001}', '('.repeat(2000)])(
    'refuses %.10s as a value (B117)',
    (pattern) => {
      expect(compileGoRegex(pattern)).toEqual({ ok: false, message: expect.stringMatching(/\S/) });
    },
  );

  test('gives the same answer every time (B119)', () => {
    expect([1, 2, 3].map(() => matches('Bash', 'Bash'))).toEqual([true, true, true]);
  });

  test('a pattern that makes backtracking engines hang is tested in linear time', () => {
    const started = performance.now();
    expect(matches('^(a+)+$', `${'a'.repeat(200_000)}b`)).toBe(false);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test('keeps working when more patterns pass than it keeps', () => {
    for (let index = 0; index < 1000; index++) expect(matches(`^x${index}$`, `x${index}`)).toBe(true);
    expect(matches('^x0$', 'x0')).toBe(true);
  });
});
