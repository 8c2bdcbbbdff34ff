import { describe, expect, test } from 'vitest';
import { foya } from '#hookcell/dialects/foya/foya.js';

const source = { scope: 'project', file: '/p/.foya/hooks.json' } as const;
const parse = (text: string) => foya.parse(text, source);
const one = (fields: object) => parse(JSON.stringify([{ event: 'PreToolUse', command: 'x', ...fields }]));

describe('foya.parse', () => {
  test('fills in every default and says where each entry stands', () => {
    const text =
      '\uFEFF[\r\n  {"event": " Stop ", "command": " exit 2 "},\r\n  {"id": "a", "name": "n", "event": "PreToolUse", "matcher": "Bash", "command": "c", "timeout": 600, "async": true, "enabled": false}\r\n]';
    const common = { dialect: 'foya', limits: {}, isolation: {}, failure: {} };
    expect(parse(text)).toEqual({
      problems: [],
      hooks: [
        {
          ...common,
          id: 'foya:project:0',
          source: { ...source, line: 2, column: 3 },
          event: 'Stop',
          handler: { type: 'command', command: 'exit 2' },
          matcher: '',
          timeoutMs: 30_000,
          background: false,
          enabled: true,
        },
        {
          ...common,
          id: 'a',
          name: 'n',
          source: { ...source, line: 3, column: 3 },
          event: 'PreToolUse',
          handler: { type: 'command', command: 'c' },
          matcher: 'Bash',
          timeoutMs: 600_000,
          background: true,
          enabled: false,
        },
      ],
    });
  });

  test.each(['SessionEnd', 'PostCompact', 'TurnComplete', 'Notification'])(
    '%s hooks always run in the background',
    (event) => {
      expect(one({ event, async: false }).hooks[0]?.background).toBe(true);
    },
  );

  test('an empty id, name and matcher are absent ones; equal ids both stand', () => {
    expect(one({ id: ' ', name: '', matcher: ' ' }).hooks[0]).toMatchObject({ id: 'foya:project:0', matcher: '' });
    expect(one({ name: '' }).hooks[0]).not.toHaveProperty('name');
    expect(
      parse('[{"id":"a","event":"Stop","command":"x"},{"id":"a","event":"Stop","command":"y"}]').hooks.length,
    ).toBe(2);
    expect(parse('[]')).toEqual({ hooks: [], problems: [] });
  });

  test.each([0, -0, 1, 600, 30.0])('timeout %d is taken', (timeout) => {
    expect(one({ timeout })).toMatchObject({ problems: [], hooks: [{ timeoutMs: (timeout || 30) * 1000 }] });
  });

  test.each([
    [0.5, 'out_of_range', '0.5 (number)'],
    [-1, 'out_of_range', '-1 (number)'],
    [601, 'out_of_range', '601 (number)'],
    [30_000, 'out_of_range', '30000 (number)'],
    ['30s', 'wrong_type', '"30s" (string)'],
    [null, 'wrong_type', 'null'],
    [{}, 'wrong_type', 'an object'],
  ])('timeout %j is one problem that names the range in seconds', (timeout, code, got) => {
    const { hooks, problems } = one({ timeout });
    expect(hooks).toEqual([]);
    const wanted = 'a whole number of seconds from 0 to 600';
    expect(problems).toEqual([
      {
        dialect: 'foya',
        file: source.file,
        severity: 'error',
        line: 1,
        column: expect.any(Number),
        code,
        wanted,
        got,
        message: `Key "[0].timeout": wanted ${wanted}, got ${got}`,
      },
    ]);
  });

  test.each([
    [{ event: 'PreTool' }, 'unknown_event', 'did you mean "PreToolUse"?'],
    [{ event: 'PostToolUseFailure' }, 'unknown_event', 'Notification'],
    [{ event: 5 }, 'wrong_type', 'wanted a string, got 5 (number)'],
    [{ event: ' ' }, 'empty_value', 'got an empty string'],
    [{ event: undefined }, 'missing_key', 'Key "[0].event": wanted an event name, got nothing'],
    [{ command: undefined }, 'missing_key', 'Key "[0].command": wanted a shell command, got nothing'],
    [{ command: ' \n' }, 'empty_value', 'Key "[0].command"'],
    [{ command: ['x'] }, 'wrong_type', 'wanted a string, got an array'],
    [{ command: null }, 'wrong_type', 'got null'],
    [{ matcher: '*' }, 'bad_matcher', 'missing argument to repetition operator'],
    [{ matcher: '[' }, 'bad_matcher', 'missing closing ]'],
    [{ matcher: {} }, 'wrong_type', 'wanted a string, got an object'],
    [{ async: 'yes' }, 'wrong_type', 'wanted true or false, got "yes" (string)'],
    [{ enabled: 1 }, 'wrong_type', 'wanted true or false, got 1 (number)'],
    [{ id: 1 }, 'wrong_type', 'Key "[0].id"'],
    [{ comand: 'x' }, 'unknown_key', 'did you mean "command"?'],
    [{ xyzzy: 1 }, 'unknown_key', 'known keys are id, name, event, matcher, command, timeout, async, enabled'],
    [JSON.parse('{"__proto__":{"enabled":false}}'), 'unknown_key', '__proto__'],
  ])('%j is exactly one problem and nothing runs (B114, B117)', (fields, code, words) => {
    const text = JSON.stringify([Object.assign(Object.create(null), { event: 'Stop', command: 'x' }, fields)]);
    const { hooks, problems } = parse(
      Object.hasOwn(fields, '__proto__') ? '[{"event":"Stop","command":"x","__proto__":{}}]' : text,
    );
    expect(hooks).toEqual([]);
    expect(problems.map((problem) => problem.code)).toEqual([code]);
    expect(problems[0]?.message).toContain(words);
  });

  test('lists all mistakes of a file, each at its own place, keys at the key', () => {
    const text =
      '[{"event":"Stop","command":"ok"},\n {"evnt":"Stop","command":"x"},\n 5,\n {"event":"Stop","command":"x","timeout":\n9999}]';
    const { hooks, problems } = parse(text);
    expect(hooks).toEqual([]);
    expect(problems.map(({ code, line, column }) => [code, line, column])).toEqual([
      ['unknown_key', 2, 3],
      ['missing_key', 2, 2],
      ['wrong_type', 3, 2],
      ['out_of_range', 5, 1],
    ]);
  });

  test.each(['{}', '"x"', 'null', '{"hooks":[]}'])('a root %s that is no array is one problem', (text) => {
    expect(parse(text)).toMatchObject({
      hooks: [],
      problems: [{ code: 'wrong_type', line: 1, column: 1, wanted: 'an array of hooks' }],
    });
  });

  test('broken JSON is one problem with its place', () => {
    expect(parse('[\n{"event":"Stop",}]')).toMatchObject({
      hooks: [],
      problems: [{ code: 'json_syntax', line: 2, column: 17, severity: 'error', file: source.file, dialect: 'foya' }],
    });
  });

  test('a key that stands twice is a warning, the last one counts', () => {
    const { hooks, problems } = parse('[{"event":"Stop","command":"x","command":"y"}]');
    expect(hooks[0]?.handler.command).toBe('y');
    expect(problems).toMatchObject([{ code: 'duplicate_key', severity: 'warning', column: 32 }]);
  });

  test('a file of nothing but mistakes is counted, not listed without end', () => {
    const { hooks, problems } = parse(JSON.stringify(Array.from({ length: 5000 }, () => 1)));
    expect(hooks).toEqual([]);
    expect(problems.length).toBe(501);
    expect(problems.at(-1)).toMatchObject({
      code: 'more_problems',
      message: '4500 further mistakes of this file are not listed',
    });
  });
});
