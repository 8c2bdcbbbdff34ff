import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filterEnvironment } from '#hookcell/dialects/environment.js';
import { foya } from '#hookcell/dialects/foya/foya.js';

const { withholds } = foya;

describe('filterEnvironment', () => {
  test.each([
    'openai_api_key',
    'Github_Token',
    'DB_PASSWORD',
    'PGPASSWORD',
    'my-secret',
    'PASSWD',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'PRIVATE_KEY',
    'AWS_ACCESS_KEY_ID',
    'AUTH_KEY',
    'LANGFUSE_AUTH',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
    'NODE_OPTIONS',
    'NODE_CHANNEL_FD',
    'NODE_V8_COVERAGE',
    'BASH_ENV',
    'ENV',
    'SHELLOPTS',
    'BASHOPTS',
    'BASH_FUNC_ls%%',
    'LD_PRELOAD',
    'LD_AUDIT',
    'DYLD_INSERT_LIBRARIES',
    'GIT_DIR',
    'GIT_INDEX_FILE',
    'GIT_WORK_TREE',
    'HOOKCELL_RUN',
    'HOOKCELL_X',
  ])('withholds %s for every dialect, and allow brings it back (B087, B091)', (name) => {
    const inherited = { [name]: 'v', HOME: '/h' };
    expect(filterEnvironment(inherited, { withholds })).toEqual({
      environment: { HOME: '/h' },
      withheld: [name],
      tooLarge: [],
    });
    const allowed = filterEnvironment(inherited, { withholds, allow: [name.toLowerCase()] });
    expect(allowed.environment).toEqual(inherited);
    expect(allowed.withheld).toEqual([]);
  });

  test.each(['PATH', 'HOME', 'LANGFUSE_AUTHOR', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'GIT_AUTHOR_NAME', 'NODE_ENV', 'env'])(
    'passes %s',
    (name) => {
      expect(filterEnvironment({ [name]: 'v' }, { withholds }).environment).toEqual({ [name]: 'v' });
    },
  );

  test('deny is stronger than allow, set is stronger than both and is not filtered', () => {
    const rules = { withholds, allow: ['A'], deny: ['a', 'B'], set: { B: 'set', MY_TOKEN: 'given' } };
    expect(filterEnvironment({ A: '1', B: '2', C: undefined }, rules)).toEqual({
      environment: { B: 'set', MY_TOKEN: 'given' },
      withheld: ['A', 'B'],
      tooLarge: [],
    });
  });

  test('leaves out and names a variable too large for any program (B048)', () => {
    const fits = 'x'.repeat(131_072 - 'BIG='.length - 2);
    expect(filterEnvironment({ BIG: fits }, { withholds }).tooLarge).toEqual([]);
    expect(filterEnvironment({ BIG: `${fits}x`, Z: 'é'.repeat(65_535), A: '1' }, { withholds })).toEqual({
      environment: { A: '1' },
      withheld: [],
      tooLarge: ['BIG', 'Z'],
    });
  });

  test('on Windows exactly one path-like name stands, the one that was set (B093)', () => {
    const inherited = { Path: 'A', PATH: 'B', path: 'C', Temp: 'x', my_Token: 's', node_options: 'n' };
    const rules = { withholds, set: { PATH: 'D' }, caseInsensitive: true };
    expect(filterEnvironment(inherited, rules)).toEqual({
      environment: { PATH: 'D', Temp: 'x' },
      withheld: ['my_Token', 'node_options'],
      tooLarge: [],
    });
    expect(filterEnvironment({ path: 'C', Path: 'A' }, { withholds, caseInsensitive: true }).environment).toEqual({
      Path: 'A',
    });
  });

  test('every inherited variable is passed, withheld or too large, and never two of them', () => {
    const names = fc.stringMatching(/^[A-Za-z_]{0,4}(TOKEN|secret|X|__proto__)?[A-Z]{0,2}$/);
    fc.assert(
      fc.property(fc.dictionary(names, fc.string()), (inherited) => {
        const { environment, withheld, tooLarge } = filterEnvironment(inherited, { withholds });
        expect([...Object.keys(environment), ...withheld, ...tooLarge].sort()).toEqual(Object.keys(inherited).sort());
        for (const name of Object.keys(environment)) expect(name).not.toMatch(/TOKEN|secret/i);
      }),
    );
  });
});
