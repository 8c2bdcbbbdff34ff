import { describe, expect, test } from 'vitest';
import { LIMIT_OPTIONS, limitsFrom } from '#hookcell/cli/limit-options.js';
import { existingDirectory, oneOf, wholeNumber } from '#hookcell/cli/option-values.js';
import { DIALECTS, GUARANTEES, PROFILES, SUPPORTED_DIALECTS } from '#hookcell/cli/vocabulary.js';
import { DEFAULT_LIMITS, limitsSchema, SUPPORTED_LIMITS } from '#hookcell/contract/limits.js';
import { DIALECT_NAMES, GUARANTEE_NAMES, profileSchema } from '#hookcell/contract/names.js';
import { SUPPORTED_DIALECTS as spoken } from '#hookcell/dialects/registry.js';

describe('wholeNumber', () => {
  const range = { unit: 'milliseconds', min: 1, max: 10 };
  test.each(['0', '11', '-1', '1.5', '1e3', '', ' 5', '0x5', '5ms', '99999999999999999999'])('refuses "%s"', (text) => {
    expect(() => wholeNumber('--timeout', text, range)).toThrow(
      `Option "--timeout": wanted a whole number of milliseconds, 1 to 10, got "${text}"`,
    );
  });
  test('takes both ends of the range', () => {
    expect([wholeNumber('-x', '1', range), wholeNumber('-x', '10', range)]).toEqual([1, 10]);
  });
  test('says "or more" where there is no upper end', () => {
    expect(() => wholeNumber('--processes', '0', { min: 1, max: Number.MAX_SAFE_INTEGER })).toThrow(
      'Option "--processes": wanted a whole number, 1 or more, got "0"',
    );
  });
});

test('oneOf lists the words and the nearest', () => {
  expect(oneOf('--trust', 'all', ['all', 'digest'])).toBe('all');
  expect(() => oneOf('--trust', 'al', ['all', 'digest'])).toThrow(
    'Option "--trust": wanted one of all, digest, got "al": did you mean "all"?',
  );
});

test('existingDirectory refuses a missing one and a file', () => {
  expect(existingDirectory('--project', '.', process.cwd())).toBe(process.cwd());
  for (const path of ['no-such-directory', 'package.json'])
    expect(() => existingDirectory('--project', path, process.cwd())).toThrow(
      /^Option "--project": wanted an existing directory/,
    );
});

describe('LIMIT_OPTIONS', () => {
  test.each(LIMIT_OPTIONS.map((limit) => [limit.flag, limit] as const))(
    '%s has the range of the contract',
    (_, limit) => {
      const schema = limitsSchema.shape[limit.key].unwrap();
      expect([limit.min, limit.max]).toEqual([schema.minValue, schema.maxValue]);
    },
  );
  test.each(LIMIT_OPTIONS.map((limit) => [limit.flag, limit] as const))(
    '%s tells its default, or that it comes later',
    (_, limit) => {
      const supported = (SUPPORTED_LIMITS as readonly string[]).includes(limit.key);
      expect(limit.later ?? false).toBe(!supported);
      const told = supported
        ? `(default: ${DEFAULT_LIMITS[limit.key as keyof typeof DEFAULT_LIMITS]})`
        : 'not supported yet';
      expect(limit.help).toContain(told);
    },
  );
  test('limitsFrom takes what was given and nothing else', () => {
    expect(limitsFrom({ timeout: '500', openFiles: '64', json: true })).toEqual({ timeoutMs: 500, openFiles: 64 });
  });
});

test('the vocabulary is that of the contract', () => {
  expect(SUPPORTED_DIALECTS).toEqual(spoken);
  expect([DIALECTS, GUARANTEES, PROFILES]).toEqual([[...DIALECT_NAMES], [...GUARANTEE_NAMES], profileSchema.options]);
});
