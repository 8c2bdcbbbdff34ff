import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseEvent, parseOptions } from '#hookcell/config/parse-options.js';
import {
  closeOptionsSchema,
  commandSpecSchema,
  dispatchOptionsSchema,
  hookRunnerOptionsSchema,
} from '#hookcell/contract/options.js';

const options = (fields: unknown) => () => parseOptions(hookRunnerOptionsSchema, fields, 'options of createHookRunner');
const runner = (fields: object) => options({ project: '/p', ...fields });
const spec = (fields: unknown) => () => parseOptions(commandSpecSchema, fields, 'command spec');
const invalid = (message: string) => expect.objectContaining({ code: 'HOOKCELL_OPTION_INVALID', message });
const unknown = (message: unknown) => expect.objectContaining({ code: 'HOOKCELL_OPTION_UNKNOWN', message });

describe('parseOptions', () => {
  test('gives good options back', () => {
    expect(runner({ limits: { timeoutMs: 5 } })()).toEqual({ project: '/p', limits: { timeoutMs: 5 } });
    expect(spec({ argv: ['ls'] })()).toEqual({ argv: ['ls'] });
  });

  test.each([
    [0.5, '0.5 (number)'],
    [-1, '-1 (number)'],
    [0, '0 (number)'],
    [Number.NaN, 'NaN (number)'],
    [Number.POSITIVE_INFINITY, 'Infinity (number)'],
    [2_147_484_000, '2147484000 (number)'],
    ['30s', '"30s" (string)'],
    [null, 'null'],
  ])('timeoutMs %s is refused with its range (B015)', (timeoutMs, got) => {
    const message = `Option "limits.timeoutMs": wanted a whole number from 1 to 86400000, got ${got}`;
    expect(runner({ limits: { timeoutMs } })).toThrow(invalid(message));
    expect(spec({ command: 'x', limits: { timeoutMs } })).toThrow(invalid(message));
  });

  test.each([
    [
      { descendants: 'kil' },
      'Option "descendants": wanted one of "kill", "keep", got "kil" (string): did you mean "kill"?',
    ],
    [{ dialects: [] }, 'Option "dialects": wanted an array of at least 1, got an empty array'],
    [{ dialects: 'foya' }, 'Option "dialects": wanted an array, got "foya" (string)'],
    [{ audit: [{}] }, 'Option "audit[0]": wanted an object with a write(record) function, got an object'],
    [{ hooks: [{ event: 'Stop' }] }, 'Option "hooks[0].handler": wanted an object, got nothing'],
    [
      { hooks: [{ event: 'Stop', handler: { type: 'cmd' } }] },
      'Option "hooks[0].handler.type": wanted one of "command", "http", "prompt", "function", got "cmd" (string)',
    ],
    [
      { hooks: [{ event: 'Stop', handler: { type: 'command', command: '' } }] },
      'Option "hooks[0].handler.command": wanted a string that is not empty, got "" (string)',
    ],
    [{ environment: { set: { A: 1 } } }, 'Option "environment.set.A": wanted a string, got 1 (number)'],
    [
      { concurrency: { running: 0 } },
      'Option "concurrency.running": wanted a whole number from 1 to 1024, got 0 (number)',
    ],
    [
      { failure: { timeout: 'closed' } },
      'Option "failure.timeout": wanted one of "open", "ask", "deny", got "closed" (string)',
    ],
    [{ project: undefined }, 'Option "project": wanted a string that is not empty, got nothing'],
    [
      { hooks: [{ event: 'Stop', handler: { type: 'command', command: 'x' }, enabled: 'yes' }] },
      'Option "hooks[0].enabled": wanted true or false, got "yes" (string)',
    ],
  ])('%j is refused in words', (fields, message) => {
    expect(runner(fields)).toThrow(invalid(message));
  });

  test.each([
    [
      { limits: { timeout: 5 } },
      /^Unknown option "limits.timeout": did you mean "timeoutMs"\? Known options: timeoutMs, graceMs, /,
    ],
    [{ hook: [] }, /^Unknown option "hook": did you mean "hooks"\? Known options: project, home, /],
    [{ xyzzy: 1 }, /^Unknown option "xyzzy": known options are project, home, /],
    [{ failure: { timeot: 'open' } }, /^Unknown option "failure.timeot": did you mean "timeout"\?/],
    [JSON.parse('{"__proto__":1,"project":"/p"}'), /^Unknown option "__proto__"/],
  ])('%j holds an unknown key', (fields, message) => {
    const given = Object.hasOwn(fields, '__proto__') ? options(fields) : runner(fields);
    expect(given).toThrow(unknown(expect.stringMatching(message)));
  });

  test.each([
    [{}, 'Option "command": wanted a string that is not empty, got nothing'],
    [{ argv: [] }, 'Option "argv": wanted an array of at least 1, got an empty array'],
    [{ argv: ['a', 5] }, 'Option "argv[1]": wanted a string, got 5 (number)'],
    [null, 'Command spec: wanted an object, got null'],
    [
      { command: 'x', environment: { set: { 'a\n': 1 } } },
      'Option "environment.set["a\\n"]": wanted a string, got 1 (number)',
    ],
    ['ls', 'Command spec: wanted an object, got "ls" (string)'],
  ])('the nearest form of a command is what %j is held against', (fields, message) => {
    expect(spec(fields)).toThrow(invalid(message));
  });

  test('command and argv exclude each other; a misspelled one is named', () => {
    expect(spec({ command: 'x', argv: ['y'] })).toThrow('Option "argv" cannot stand beside the others given');
    expect(spec({ comand: 'x' })).toThrow(unknown(expect.stringContaining('did you mean "command"?')));
  });

  test('always throws a HookcellError in one line, whatever is given', () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.constantFrom('limits', 'hooks', 'isolation', 'environment', 'audit', 'model', 'x'),
        (value, key) => {
          for (const attempt of [runner({ [key]: value }), options(value), spec(value), () => parseEvent(value)]) {
            try {
              attempt();
            } catch (error) {
              expect(error).toMatchObject({ name: 'HookcellError', code: expect.stringMatching(/^HOOKCELL_/) });
              expect(String(error)).not.toMatch(/undefined|another value|\n/);
            }
          }
        },
      ),
    );
  });
});

describe('dispatchOptionsSchema and closeOptionsSchema', () => {
  const dispatch = (fields: unknown) => () => parseOptions(dispatchOptionsSchema, fields, 'options of dispatch');
  const close = (fields: unknown) => () => parseOptions(closeOptionsSchema, fields, 'options of close');

  test('take what they name, absent or undefined too', () => {
    const { signal } = new AbortController();
    const onProgress = () => {};
    expect(dispatch({ signal, onProgress })()).toEqual({ signal, onProgress });
    expect(dispatch({ signal: undefined })()).toEqual({});
    expect(close({ graceMs: 0 })()).toEqual({ graceMs: 0 });
    expect(close({})()).toEqual({});
  });

  test.each([
    [dispatch({ signal: new AbortController() }), 'Option "signal": wanted an AbortSignal, got an object'],
    [dispatch({ onProgress: 'x' }), 'Option "onProgress": wanted a function, got "x" (string)'],
    [dispatch(null), 'Options of dispatch: wanted an object, got null'],
    [close({ graceMs: -1 }), 'Option "graceMs": wanted a whole number from 0 to 86400000, got -1 (number)'],
    [close(5), 'Options of close: wanted an object, got 5 (number)'],
  ])('refuse a wrong value: %#', (attempt, message) => {
    expect(attempt).toThrow(invalid(message));
  });

  test('refuse an unknown key', () => {
    expect(dispatch({ singal: 1 })).toThrow(unknown(expect.stringContaining('did you mean "signal"?')));
    expect(close({ grace: 1 })).toThrow(unknown(expect.stringContaining('did you mean "graceMs"?')));
  });
});

describe('parseEvent', () => {
  test.each([
    [{}, 'Event field "name": wanted a string that is not empty, got nothing'],
    [[], 'Event: wanted an object, got an empty array'],
    [
      { name: 'Stop', sessionId: 's', tool: {} },
      'Event field "tool.name": wanted a string that is not empty, got nothing',
    ],
    [{ name: 'Stop', sessionId: 's', prompt: 5 }, 'Event field "prompt": wanted a string or an array, got 5 (number)'],
    [{ name: 'Stop', sessionId: 's', prompt: [{}] }, 'Event field "prompt[0].type": wanted a string, got nothing'],
    [
      { name: 'Stop', sessionId: 's', durationMs: -1 },
      'Event field "durationMs": wanted a number of at least 0, got -1 (number)',
    ],
  ])('%j is misuse of the event', (event, message) => {
    expect(() => parseEvent(event)).toThrow(expect.objectContaining({ code: 'HOOKCELL_EVENT_INVALID', message }));
  });

  test('refuses what JSON cannot say, by its place', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    for (const input of [cycle, { n: 1n }, { deep: [() => {}] }]) {
      expect(() => parseEvent({ name: 'PreToolUse', sessionId: 's', tool: { name: 'x', input } })).toThrow(
        expect.objectContaining({
          code: 'HOOKCELL_EVENT_INVALID',
          message: expect.stringMatching(/^Event field "tool\.input\..*": wanted a JSON value, got /),
        }),
      );
    }
  });

  test('names an unknown field and gives a good event back', () => {
    const event = { name: 'Stop', sessionId: 's' };
    expect(parseEvent(event)).toEqual(event);
    expect(() => parseEvent({ ...event, tol: {} })).toThrow(/^Unknown event field "tol": did you mean "tool"\?/);
  });
});
