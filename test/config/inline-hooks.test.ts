import { describe, expect, test } from 'vitest';
import { requireAbsolutePath } from '#hookcell/config/absolute-path.js';
import { defineInlineHooks } from '#hookcell/config/inline-hooks.js';
import { refuseUnsupportedIsolation, refuseUnsupportedLimits } from '#hookcell/config/supported.js';
import { foya } from '#hookcell/dialects/foya/foya.js';

type Input = Parameters<typeof defineInlineHooks>[0][number];
const good: Input = { event: 'PreToolUse', handler: { type: 'command', command: 'x' } };
const define = (...inputs: Input[]) => defineInlineHooks(inputs, [foya]);
const error = (code: string, message: unknown) => expect.objectContaining({ code, message });

describe('defineInlineHooks', () => {
  test('fills in every default', () => {
    expect(define(good)).toEqual([
      {
        id: 'foya:inline:0',
        dialect: 'foya',
        source: { scope: 'inline' },
        event: 'PreToolUse',
        handler: good.handler,
        matcher: '',
        timeoutMs: 30_000,
        background: false,
        enabled: true,
        limits: {},
        isolation: {},
        failure: {},
      },
    ]);
  });

  test('keeps what is given; observers are in the background whatever is said', () => {
    const input: Input = {
      ...good,
      id: 'i',
      name: 'n',
      dialect: 'foya',
      matcher: 'Bash',
      timeoutMs: 1500,
      background: true,
      enabled: false,
      limits: { graceMs: 0 },
      isolation: { profile: 'contained' },
      failure: { timeout: 'deny' },
      descendants: 'keep',
    };
    expect(define(input)[0]).toEqual({ ...input, source: { scope: 'inline' } });
    expect(define({ ...good, event: 'TurnComplete', background: false })[0]?.background).toBe(true);
    expect(define({ ...good, limits: { timeoutMs: 2000 } })[0]?.timeoutMs).toBe(2000);
  });

  test.each<[Partial<Input>, string]>([
    [
      { event: 'PreTool' },
      'Option "hooks[1].event": wanted one of SessionStart, SessionEnd, UserPromptSubmit, PreToolUse, PostToolUse, PermissionRequest, SubagentStart, SubagentStop, PreCompact, PostCompact, Stop, TurnComplete, Notification, got "PreTool" (string): did you mean "PreToolUse"?',
    ],
    [
      { matcher: '*' },
      'Option "hooks[1].matcher": wanted a pattern of foya, got "*" (string): missing argument to repetition operator: `*`',
    ],
    [{ timeoutMs: 999 }, 'Option "hooks[1].timeoutMs": wanted a whole number from 1000 to 600000, got 999 (number)'],
    [
      { timeoutMs: 600_001 },
      'Option "hooks[1].timeoutMs": wanted a whole number from 1000 to 600000, got 600001 (number)',
    ],
    [
      { limits: { timeoutMs: 1 } },
      'Option "hooks[1].limits.timeoutMs": wanted a whole number from 1000 to 600000, got 1 (number)',
    ],
    [
      { timeoutMs: 2000, limits: { timeoutMs: 2000 } },
      'Option "hooks[1].timeoutMs" cannot stand beside "hooks[1].limits.timeoutMs": wanted one of them, got both',
    ],
    [{ dialect: 'kimi' }, 'Option "hooks[1].dialect": wanted one of the loaded dialects (foya), got "kimi" (string)'],
  ])('refuses %j', (fields, message) => {
    expect(() => define(good, { ...good, ...fields })).toThrow(error('HOOKCELL_OPTION_INVALID', message));
  });

  test.each<[Partial<Input>, string]>([
    [{ handler: { type: 'http' } }, 'Option "hooks[0].handler.type": "http" is not supported yet'],
    [{ handler: { type: 'prompt' } }, 'Option "hooks[0].handler.type": "prompt" is not supported yet'],
    [{ handler: { type: 'function' } }, 'Option "hooks[0].handler.type": "function" is not supported yet'],
    [{ limits: { memoryBytes: 1 } }, 'Option "hooks[0].limits.memoryBytes" is not supported yet'],
    [{ isolation: { profile: 'sealed' } }, 'Option "hooks[0].isolation.profile": "sealed" is not supported yet'],
  ])('says that %j is not supported yet', (fields, message) => {
    expect(() => define({ ...good, ...fields })).toThrow(error('HOOKCELL_NOT_SUPPORTED', message));
  });
});

test('refuseUnsupportedLimits passes what is enforced and what is not set', () => {
  refuseUnsupportedLimits('limits', undefined);
  refuseUnsupportedLimits('limits', {
    timeoutMs: 1,
    graceMs: 1,
    drainMs: 1,
    stdinBytes: 1,
    stdoutBytes: 1,
    stderrBytes: 1,
  });
  for (const name of [
    'memoryBytes',
    'processMemoryBytes',
    'processes',
    'cpuMs',
    'openFiles',
    'fileSizeBytes',
    'nice',
  ]) {
    expect(() => refuseUnsupportedLimits('limits', { [name]: 5 })).toThrow(
      error('HOOKCELL_NOT_SUPPORTED', `Option "limits.${name}" is not supported yet`),
    );
  }
});

test('refuseUnsupportedIsolation passes contained and require', () => {
  refuseUnsupportedIsolation('isolation', undefined);
  refuseUnsupportedIsolation('isolation', { profile: 'contained', require: ['treeKill'] });
  for (const isolation of [{ profile: 'jailed' }, { filesystem: {} }, { network: 'deny' }] as const) {
    expect(() => refuseUnsupportedIsolation('isolation', isolation)).toThrow(
      error('HOOKCELL_NOT_SUPPORTED', expect.any(String)),
    );
  }
});

test('requireAbsolutePath refuses relative paths and NUL', () => {
  expect(requireAbsolutePath('project', process.cwd())).toBe(process.cwd());
  expect(() => requireAbsolutePath('project', 'a/b')).toThrow(
    error('HOOKCELL_OPTION_INVALID', 'Option "project": wanted an absolute path, got "a/b" (string)'),
  );
  expect(() => requireAbsolutePath('home', `${process.cwd()}\0`)).toThrow(
    error('HOOKCELL_OPTION_INVALID', expect.stringContaining('a path without NUL')),
  );
});
