import { expect, test } from 'vitest';
import { describeType, describeValue } from '#hookcell/contract/describe-value.js';

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

test.each([
  [undefined, 'nothing'],
  [null, 'null'],
  ['sk-secret', 'a string'],
  [5, 'a number'],
  [true, 'a boolean'],
  [[], 'an array'],
  [{}, 'an object'],
])('describeType tells nothing of the value %s but its type', (value, expected) => {
  expect(describeType(value)).toBe(expected);
});
