import { expect, test } from 'vitest';
import { describeValue } from '#hookcell/contract/describe-value.js';

test.each([
  [undefined, 'nothing'],
  [null, 'null'],
  [0.5, '0.5 (number)'],
  [Number.NaN, 'NaN (number)'],
  [-0, '-0 (number)'],
  [5n, '5 (bigint)'],
  ['30s', '"30s" (string)'],
  [true, 'true (boolean)'],
  [[], 'an array'],
  [{}, 'an object'],
  [Symbol('x'), 'a symbol'],
  [() => 1, 'a function'],
])('describeValue says what %s is', (value, expected) => {
  expect(describeValue(value)).toBe(expected);
});

test('describeValue cuts long text', () => {
  expect(describeValue('x'.repeat(1000)).length).toBeLessThan(80);
});
