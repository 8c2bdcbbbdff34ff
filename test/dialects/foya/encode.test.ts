import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foya } from '#hookcell/dialects/foya/foya.js';

const base = {
  name: 'PreToolUse',
  sessionId: 's',
  eventId: 'e',
  occurredAt: '2026-01-01T00:00:00Z',
  cwd: '/w',
  project: '/p',
};
type Event = Parameters<typeof foya.encode>[0];
const encode = (fields: Partial<Event> = {}) => foya.encode({ ...base, ...fields });
const payload = (fields: Partial<Event> = {}) => JSON.parse(encode(fields).payload);

describe('foya.encode', () => {
  test('omits what is absent or empty', () => {
    expect(payload({ model: '', tool: { name: 'Bash', output: '' } })).toEqual({
      version: 1,
      event_id: 'e',
      event: 'PreToolUse',
      occurred_at: base.occurredAt,
      session_id: 's',
      cwd: '/w',
      project_path: '/p',
      tool_name: 'Bash',
      tool_input: {},
    });
  });

  test('writes every field in the order of the contract', () => {
    const full = payload({
      rootSessionId: 'r',
      runId: 'u',
      projectId: 'i',
      model: 'm',
      source: 'startup',
      status: 'ok',
      reason: 'why',
      error: { type: 'T', message: 'boom' },
      startedAt: 'a',
      completedAt: 'b',
      durationMs: 1.6,
      prompt: [{ type: 'text', text: 'one' }, { type: 'image' }, { type: 'text', text: 'two' }],
      tool: { name: 'Bash', callId: 'c', input: { command: 'ls' }, output: { a: 1 }, isError: false },
      assistantMessage: 'done',
      agent: { id: 'ai', type: 'at' },
      parentSessionId: 'ps',
      childSessionId: 'cs',
      compaction: { trigger: 'auto', phase: 'before' },
      notification: { type: 'turn_complete' },
      metadata: { k: [1] },
    });
    expect(Object.entries(full)).toEqual([
      ['version', 1],
      ['event_id', 'e'],
      ['event', 'PreToolUse'],
      ['occurred_at', base.occurredAt],
      ['session_id', 's'],
      ['root_session_id', 'r'],
      ['run_id', 'u'],
      ['cwd', '/w'],
      ['project_id', 'i'],
      ['project_path', '/p'],
      ['model', 'm'],
      ['source', 'startup'],
      ['status', 'ok'],
      ['reason', 'why'],
      ['error', 'boom'],
      ['started_at', 'a'],
      ['completed_at', 'b'],
      ['duration_ms', 2],
      ['user_prompt', 'one\ntwo'],
      ['tool_name', 'Bash'],
      ['tool_call_id', 'c'],
      ['tool_input', { command: 'ls' }],
      ['tool_output', '{"a":1}'],
      ['tool_is_error', false],
      ['assistant_message', 'done'],
      ['agent_id', 'ai'],
      ['agent_type', 'at'],
      ['parent_session_id', 'ps'],
      ['child_session_id', 'cs'],
      ['compaction_trigger', 'auto'],
      ['compaction_phase', 'before'],
      ['notification', 'turn_complete'],
      ['metadata', { k: [1] }],
    ]);
  });

  test('SessionEnd gives its reason as source too; SubagentStart gives its task in metadata', () => {
    expect(payload({ name: 'SessionEnd', reason: 'deleted' })).toMatchObject({ source: 'deleted', reason: 'deleted' });
    expect(payload({ name: 'SubagentStart', agent: { task: 't' }, metadata: { a: 1 } })['metadata']).toEqual({
      task: 't',
      a: 1,
    });
    expect(payload({ name: 'SubagentStop', agent: { task: 't' } })).not.toHaveProperty('metadata');
  });

  test('extra.foya is merged last, but never over version and event, and never touches a prototype', () => {
    const extra = {
      foya: JSON.parse('{"version":9,"event":"x","cwd":"/other","new":1,"__proto__":{"polluted":1}}'),
      kimi: { no: 1 },
    };
    const { payload: text } = encode({ extra });
    expect(JSON.parse(text)).toMatchObject({ version: 1, event: 'PreToolUse', cwd: '/other', new: 1 });
    expect(text).not.toMatch(/polluted|"no"/);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('lone surrogates survive as escapes; the payload starts with { (B134)', () => {
    const { payload: text } = encode({ prompt: 'a\ud800b' });
    expect(text.startsWith('{')).toBe(true);
    expect(text).toContain('\\ud800');
    expect(Buffer.from(text).toString()).toBe(text);
  });

  test('sets all eight variables, empty when unknown', () => {
    expect(encode({ tool: { name: 'Bash' } }).environment).toEqual({
      FOYA_HOOK_EVENT: 'PreToolUse',
      FOYA_HOOK_EVENT_ID: 'e',
      FOYA_HOOK_SESSION_ID: 's',
      FOYA_HOOK_RUN_ID: '',
      FOYA_HOOK_PROJECT_ID: '',
      FOYA_HOOK_PROJECT_PATH: '/p',
      FOYA_HOOK_TOOL_NAME: 'Bash',
      FOYA_HOOK_TOOL_CALL_ID: '',
    });
  });

  test('no text of an event can make a variable that stops a program from starting', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('x'.repeat(200_000)), fc.constant('a\0b'));
    fc.assert(
      fc.property(text, text, (name, callId) => {
        const { environment } = encode({ tool: { name, callId } });
        for (const value of Object.values(environment)) {
          expect(value).not.toContain('\0');
          expect(value.length).toBeLessThanOrEqual(4096);
        }
      }),
    );
    expect(encode({ tool: { name: 'a\0b' } }).environment['FOYA_HOOK_TOOL_NAME']).toBe('a\uFFFDb');
  });
});

test.each([
  ['PreToolUse', { tool: { name: 'Bash' } }, 'Bash'],
  ['PostToolUse', { tool: { name: 'Bash' } }, 'Bash'],
  ['PermissionRequest', { tool: { name: 'Bash' } }, 'Bash'],
  ['PreToolUse', {}, ''],
  ['SessionStart', { source: 'startup' }, 'startup'],
  ['SessionEnd', { reason: 'deleted' }, 'deleted'],
  ['SubagentStart', { agent: { type: 'coder' } }, 'coder'],
  ['SubagentStop', { agent: { type: 'coder' } }, 'coder'],
  ['PreCompact', { compaction: { trigger: 'auto' } }, 'auto'],
  ['PostCompact', { compaction: { trigger: 'auto' } }, 'auto'],
  ['UserPromptSubmit', { prompt: 'x' }, null],
  ['Stop', {}, null],
  ['TurnComplete', {}, null],
  ['Notification', { notification: { type: 'x' } }, null],
])('foya.matchTarget of %s with %j is %j', (name, fields, target) => {
  expect(foya.matchTarget({ ...base, name, ...fields })).toBe(target);
});

test('foya knows thirteen events, their kinds and their rights', () => {
  const all = [...foya.events];
  const names = (kind: 'gate' | 'effect' | 'observer') =>
    all
      .filter(([, rules]) => rules.kind === kind)
      .map(([name]) => name)
      .sort();
  const having = (right: 'canAsk' | 'canApprove' | 'canRewriteInput') =>
    all.filter(([, rules]) => rules[right]).map(([name]) => name);
  expect(foya.events.size).toBe(13);
  expect(names('gate')).toEqual(['PermissionRequest', 'PreToolUse', 'SessionStart', 'UserPromptSubmit']);
  expect(names('observer')).toEqual(['Notification', 'PostCompact', 'SessionEnd', 'TurnComplete']);
  expect(names('effect').length).toBe(5);
  expect(having('canAsk')).toEqual(['PreToolUse', 'PermissionRequest']);
  expect(having('canApprove')).toEqual(['PermissionRequest']);
  expect(having('canRewriteInput')).toEqual(['PreToolUse']);
});
