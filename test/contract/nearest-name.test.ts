import { describe, expect, test } from 'vitest';
import { didYouMean, nearestName, suggestKnown } from '#hookcell/contract/nearest-name.js';

const KEYS = ['id', 'name', 'event', 'matcher', 'command', 'timeout', 'async', 'enabled'];

describe('nearestName', () => {
  test.each([
    ['comand', 'command'],
    ['COMMAND', 'command'],
    ['tiemout', 'timeout'],
    ['match', 'matcher'],
    ['enable', 'enabled'],
  ])('%s is a slip of %s', (name, expected) => {
    expect(nearestName(name, KEYS)).toBe(expected);
  });

  test.each(['', 'xyzzy', '__proto__', 'x'.repeat(100_000)])('has no guess for %.20s', (name) => {
    expect(nearestName(name, KEYS)).toBeUndefined();
  });

  test('a longer name with a known beginning is found: timeout → timeoutMs, memory → memoryBytes', () => {
    expect(nearestName('timeout', ['graceMs', 'timeoutMs'])).toBe('timeoutMs');
    expect(nearestName('memory', ['memoryBytes', 'nice'])).toBe('memoryBytes');
  });
});

test('didYouMean and suggestKnown end a sentence with or without a guess', () => {
  expect(didYouMean('comand', KEYS)).toBe(': did you mean "command"?');
  expect(didYouMean('zzz', KEYS)).toBe('');
  expect(suggestKnown('nam', 'keys', ['id', 'name'])).toBe(': did you mean "name"? Known keys: id, name');
  expect(suggestKnown('zzz', 'keys', ['id', 'name'])).toBe(': known keys are id, name');
});
