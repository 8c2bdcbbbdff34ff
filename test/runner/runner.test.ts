import { createHookRunner } from 'hookcell';
import { expect, test } from 'vitest';
import { foyaBench, onlyRun, toolEvent } from '../support/foya.js';
import { nextMark, survivors, survivorsWithin } from '../support/survivors.js';
import { temporaryProject } from '../support/temporary-project.js';
import { waitUntil } from '../support/wait-until.js';

test('dispatch feeds the rewrite of one hook to the next and gives the whole merged input', async () => {
  const bench = await foyaBench([
    `echo '{"updated_input":{"command":"pwd","n":1}}'`,
    `grep -q '"n":1' && echo '{"updated_input":{"seen":true},"context":" from two "}'`,
  ]);
  expect(await bench.dispatch()).toMatchObject({
    decision: 'none',
    updatedInput: { command: 'pwd', n: 1, seen: true },
    context: ['from two'],
    provenance: { updatedInput: ['foya:global:0', 'foya:global:1'], context: ['foya:global:1'] },
  });
});

test('dispatch runs every hook in config order, also after a deny, and drops rewrites then', async () => {
  const bench = await foyaBench([
    `echo '{"decision":"allow","reason":"fine","updated_input":{"a":1}}'`,
    'echo no >&2; exit 2',
    `echo '{"decision":"allow","updated_input":{"b":2}}'; touch "$T_DIR/third"`,
  ]);
  const outcome = await bench.dispatch();
  expect(outcome).toMatchObject({ decision: 'deny', reason: 'fine\nno', approves: false, halt: false });
  expect(outcome.updatedInput).toBeUndefined();
  expect(outcome.runs.map(({ hook }) => hook.id)).toEqual(['foya:global:0', 'foya:global:1', 'foya:global:2']);
});

test('dispatch approves by an allow of PermissionRequest only', async () => {
  const allow = `echo '{"decision":"allow"}'`;
  const bench = await foyaBench([allow, { event: 'PermissionRequest', command: allow }]);
  expect(await bench.dispatch()).toMatchObject({ decision: 'allow', approves: false });
  expect(await bench.dispatch({ name: 'PermissionRequest' })).toMatchObject({ decision: 'allow', approves: true });
});

test('dispatch starts asynchronous and observer hooks in the background and ignores what they say', async () => {
  const mark = nextMark();
  const bench = await foyaBench([
    { async: true, command: `read x; echo '{"decision":"deny"}'; sleep ${mark}` },
    { event: 'TurnComplete', command: 'touch "$T_DIR/observed"; exit 2' },
  ]);
  const outcome = await bench.dispatch();
  expect(outcome).toMatchObject({ decision: 'none', runs: [], background: [expect.any(String)] });
  const observed = await bench.runner.dispatch({ name: 'TurnComplete', sessionId: 's1' });
  expect(observed).toMatchObject({ decision: 'none', background: [expect.any(String)] });
  await waitUntil(() => survivors(mark).length === 1 && bench.records.length === 1, { what: 'both background hooks' });
  await bench.runner.close();
  expect(await survivorsWithin(mark)).toEqual([]);
  expect(bench.records).toMatchObject([
    { background: true, event: 'TurnComplete', decision: 'none', runId: observed.background[0] },
    { background: true, ending: { kind: 'aborted' }, decision: 'none', runId: outcome.background[0] },
  ]);
});

test('idle resolves when every background hook has ended', async () => {
  const bench = await foyaBench([{ async: true, command: 'read x; sleep 0.3' }]);
  await Promise.all([bench.dispatch(), bench.dispatch()]);
  await bench.runner.idle();
  expect(bench.records).toHaveLength(2);
});

test('dispatch aborted before the call starts nothing', async () => {
  const bench = await foyaBench(['touch "$T_DIR/ran"']);
  const outcome = await bench.dispatch({}, { signal: AbortSignal.abort() });
  expect(outcome).toMatchObject({ aborted: true, decision: 'none', runs: [] });
  expect(outcome.skipped).toMatchObject([{ why: 'aborted' }]);
  expect(bench.records).toEqual([]);
});

test('dispatch aborted while a hook runs ends that one and skips the rest', async () => {
  const mark = nextMark();
  const bench = await foyaBench([`sleep ${mark}; :`, 'exit 2']);
  const controller = new AbortController();
  const pending = bench.dispatch({}, { signal: controller.signal });
  await waitUntil(() => survivors(mark).length === 1, { what: 'the hook' });
  controller.abort();
  const outcome = await pending;
  expect(outcome).toMatchObject({ aborted: true, decision: 'none', skipped: [{ why: 'aborted' }] });
  expect(onlyRun(outcome)).toMatchObject({ failure: { kind: 'abort' }, report: { ending: { kind: 'aborted' } } });
  expect(await survivorsWithin(mark)).toEqual([]);
});

test('close aborts what runs, lets the pending dispatch settle, and refuses what comes later', async () => {
  const mark = nextMark();
  const bench = await foyaBench([`trap '' TERM; sleep ${mark}; sleep ${mark}`]);
  const pending = bench.dispatch();
  await waitUntil(() => survivors(mark).length === 1, { what: 'the hook' });
  const closing = bench.runner.close({ graceMs: 60_000 });
  // The hook ignores SIGTERM: only the second call, which kills at once, ends it.
  await bench.runner.close();
  await closing;
  expect(await pending).toMatchObject({ aborted: true });
  expect(survivors(mark)).toEqual([]);
  await expect(bench.dispatch()).rejects.toMatchObject({ code: 'HOOKCELL_CLOSED' });
  await expect(bench.runner.explain(toolEvent())).rejects.toMatchObject({ code: 'HOOKCELL_CLOSED' });
});

test('a changed file counts from the next dispatch on; a broken one keeps its last good hooks and is a problem', async () => {
  const bench = await foyaBench(['exit 2']);
  expect(await bench.dispatch()).toMatchObject({ decision: 'deny', warnings: [] });
  await bench.files.writeGlobalHooks(['exit 49']);
  expect(await bench.dispatch()).toMatchObject({ halt: true });
  await bench.files.writeGlobalHooks('[{"event":"PreToolUse","comm');
  const broken = await bench.dispatch();
  expect(broken).toMatchObject({ halt: true, warnings: [{ code: 'config_json_syntax' }] });
  expect(bench.runner.problems()).toMatchObject([{ file: bench.files.globalFile, line: 1, severity: 'error' }]);
  await bench.dispatch();
  expect(bench.records.filter(({ type }) => type === 'config_error')).toHaveLength(1);
  await bench.files.writeGlobalHooks([]);
  expect(await bench.dispatch()).toMatchObject({ decision: 'none', warnings: [], runs: [] });
  expect(bench.runner.problems()).toEqual([]);
});

test('nothing of a bad file runs, the other file still does', async () => {
  const files = await temporaryProject(['echo no >&2; exit 2']);
  await files.writeProjectHooks([{ command: 'exit 49' }, { command: 'exit 49', tiemout: 3 }]);
  await using runner = await createHookRunner({ project: files.project, home: files.home, trust: 'all' });
  const outcome = await runner.dispatch(toolEvent());
  expect(outcome).toMatchObject({ decision: 'deny', reason: 'no', halt: false });
  expect(outcome.warnings).toMatchObject([{ code: 'config_unknown_key' }]);
  expect(outcome.runs).toHaveLength(1);
});

test('project hooks are skipped as untrusted unless all are trusted, and say so', async () => {
  const files = await temporaryProject([]);
  await files.writeProjectHooks(['exit 2']);
  await using runner = await createHookRunner({ project: files.project, home: files.home });
  const outcome = await runner.dispatch(toolEvent());
  expect(outcome).toMatchObject({ decision: 'none', runs: [], skipped: [{ why: 'untrusted' }] });
  expect(outcome.warnings).toMatchObject([{ code: 'untrusted_hooks' }]);
});

test('explain shows the plan and runs nothing', async () => {
  const bench = await foyaBench([
    { command: 'touch "$T_DIR/ran"', matcher: 'Ba' },
    { command: 'b', matcher: 'Read' },
    { command: 'c', enabled: false },
    { command: 'd', event: 'Stop' },
  ]);
  const explanation = await bench.runner.explain(toolEvent());
  expect(explanation.runs).toMatchObject([{ command: 'touch "$T_DIR/ran"', matcher: 'Ba', target: 'Bash' }]);
  expect(explanation.skipped.map(({ why }) => why)).toEqual(['no_match', 'disabled', 'other_event']);
  expect(bench.records).toEqual([]);
});

test('an audit record tells what was decided and what it cost, and no output', async () => {
  const bench = await foyaBench([
    {
      id: 'guard',
      name: 'Guard',
      command: `echo '{"reason":"why","updated_input":{"key":"sk-1234"}}'; echo noise >&2`,
    },
  ]);
  const outcome = await bench.dispatch({ sessionId: 'session-7', eventId: 'event-9' });
  expect(bench.records).toEqual([
    {
      type: 'hook_completed',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      runId: outcome.runs[0]?.report?.runId,
      eventId: 'event-9',
      event: 'PreToolUse',
      sessionId: 'session-7',
      hookId: 'guard',
      hookName: 'Guard',
      dialect: 'foya',
      source: { scope: 'global', file: bench.files.globalFile, line: 2, column: 3 },
      background: false,
      decision: 'none',
      halt: false,
      reason: 'why',
      inputModified: true,
      durationMs: expect.any(Number),
      ending: { kind: 'exited', code: 0 },
      timing: expect.any(Object),
      usage: expect.any(Object),
      leftovers: { killed: [], kept: [], survived: [], pipesHeld: false },
    },
  ]);
  expect(JSON.stringify(bench.records)).not.toMatch(/sk-1234|noise/);
});

test('a sink that fails never fails a dispatch: it is a warning of a later outcome', async () => {
  const sink = {
    write: () => {
      throw new Error('disk full');
    },
  };
  const bench = await foyaBench(['exit 2'], { audit: [sink] });
  expect(await bench.dispatch()).toMatchObject({ decision: 'deny' });
  await waitUntil(async () => (await bench.dispatch()).warnings.some(({ message }) => message.includes('disk full')), {
    what: 'the warning',
  });
});

test('the in-process supervisor gives the same outcomes and says that it promises less', async () => {
  const mark = nextMark();
  const bench = await foyaBench([`sleep ${mark} & echo no >&2; exit 2`, { command: `sleep ${mark}; :`, timeout: 1 }], {
    supervisor: 'in-process',
  });
  const outcome = await bench.dispatch();
  expect(outcome).toMatchObject({ decision: 'deny', reason: 'no' });
  expect(outcome.runs[1]?.report?.ending).toEqual({ kind: 'timed-out' });
  expect(await survivorsWithin(mark)).toEqual([]);
  expect((await bench.runner.guarantees()).supervisorDeath.level).toBe('none');
});

test('a required guarantee that is not enforced keeps a hook from running', async () => {
  const bench = await foyaBench(['exit 2'], {
    isolation: { require: ['readConfined'] },
    failure: { 'not-started': 'deny' },
  });
  const outcome = await bench.dispatch();
  expect(outcome).toMatchObject({ decision: 'deny' });
  expect(onlyRun(outcome).report?.ending).toMatchObject({ kind: 'not-started', cause: 'isolation_unavailable' });
});

test('a full queue and a slow one are failures of their own kind', async () => {
  const mark = nextMark();
  const bench = await foyaBench([`sleep ${mark}; :`], {
    concurrency: { running: 1, queued: 1, queueTimeoutMs: 200 },
    failure: { overloaded: 'deny' },
  });
  const first = bench.dispatch();
  await waitUntil(() => survivors(mark).length === 1, { what: 'the first hook' });
  const waiting = bench.dispatch();
  const refused = await bench.dispatch();
  expect(refused.decision).toBe('deny');
  expect(onlyRun(refused)).toMatchObject({
    failure: { kind: 'overloaded' },
    report: { ending: { cause: 'queue_full' } },
  });
  expect(onlyRun(await waiting)).toMatchObject({
    failure: { kind: 'overloaded' },
    report: { ending: { cause: 'queue_timeout' } },
  });
  await bench.runner.close({ graceMs: 0 });
  await first;
  expect(survivors(mark)).toEqual([]);
});

test.each([
  [
    { project: 'relative' },
    'HOOKCELL_OPTION_INVALID',
    'Option "project": wanted an absolute path, got "relative" (string)',
  ],
  [{ timeout: 3 }, 'HOOKCELL_OPTION_UNKNOWN', 'Unknown option "timeout"'],
  [{ dialects: ['kimi'] }, 'HOOKCELL_NOT_SUPPORTED', '"kimi" is not supported yet'],
  [{ limits: { memoryBytes: 1 } }, 'HOOKCELL_NOT_SUPPORTED', 'Option "limits.memoryBytes" is not supported yet'],
  [
    { isolation: { profile: 'jailed' } },
    'HOOKCELL_NOT_SUPPORTED',
    '"isolation.profile": "jailed" is not supported yet',
  ],
  [{ model: () => '' }, 'HOOKCELL_NOT_SUPPORTED', 'Option "model" is not supported yet'],
  [
    { hooks: [{ event: 'Stop', handler: { type: 'http', url: 'https://x' } }] },
    'HOOKCELL_NOT_SUPPORTED',
    'Option "hooks[0].handler.type": "http" is not supported yet',
  ],
])('createHookRunner refuses %j', async (options, code, message) => {
  const given = { project: '/', ...options } as Parameters<typeof createHookRunner>[0];
  await expect(createHookRunner(given)).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
});

test.each([
  [{ singal: AbortSignal.abort() }, 'HOOKCELL_OPTION_UNKNOWN', 'Unknown option "singal"'],
  [{ signal: 'now' }, 'HOOKCELL_OPTION_INVALID', 'Option "signal"'],
  [{ onProgress: 5 }, 'HOOKCELL_OPTION_INVALID', 'Option "onProgress"'],
])('dispatch refuses the options %j', async (options, code, message) => {
  const bench = await foyaBench([]);
  await expect(bench.dispatch({}, options as never)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message),
  });
  await expect(bench.runner.close({ grace: 5 } as never)).rejects.toMatchObject({ code: 'HOOKCELL_OPTION_UNKNOWN' });
});

test('a project that does not exist is refused', async () => {
  await expect(createHookRunner({ project: '/nope/nothing' })).rejects.toMatchObject({
    code: 'HOOKCELL_OPTION_INVALID',
    message: 'Option "project": wanted a directory, got "/nope/nothing" (string), which does not exist',
  });
});

test('a name of megabytes is tested by no pattern: every guard sees it', async () => {
  const bench = await foyaBench([{ matcher: '^Bash$', command: 'exit 2' }]);
  expect(await bench.dispatch({ tool: { name: 'x'.repeat(2_000_000) } })).toMatchObject({ decision: 'deny' });
});

test('an event that no dialect knows is refused with the names', async () => {
  const bench = await foyaBench([]);
  await expect(bench.dispatch({ name: 'PreTool' })).rejects.toMatchObject({
    code: 'HOOKCELL_EVENT_UNKNOWN',
    message: expect.stringMatching(/"PreTool".*"PreToolUse".*SessionStart/s),
  });
  await expect(bench.dispatch({ cwd: 'here' })).rejects.toMatchObject({ code: 'HOOKCELL_EVENT_INVALID' });
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  await expect(bench.dispatch({ tool: { name: 'Bash', input: cycle } })).rejects.toMatchObject({
    code: 'HOOKCELL_EVENT_INVALID',
  });
});
