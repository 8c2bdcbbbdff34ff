/** Small valid values of the contract, to be changed field by field. */
import { GUARANTEE_NAMES } from '#hookcell/contract/names.js';
import type { HookDefinition, HookRunner, Outcome, RunReport } from './types.js';

export const hookReference = {
  id: 'foya:global:0',
  name: 'guard',
  dialect: 'foya' as const,
  source: { scope: 'global' as const, file: '/home/me/.foya/hooks.json', line: 2, column: 3 },
};

export function outcome(change: Partial<Outcome> = {}): Outcome {
  return {
    event: 'PreToolUse',
    eventId: 'e1',
    decision: 'none',
    approves: false,
    halt: false,
    context: [],
    systemMessages: [],
    provenance: {},
    runs: [],
    skipped: [],
    background: [],
    warnings: [],
    aborted: false,
    durationMs: 5,
    ...change,
  };
}

export function report(change: Partial<RunReport> = {}): RunReport {
  const stream = { text: '', bytes: 0, droppedBytes: 0, truncated: false, validUtf8: true };
  return {
    runId: 'r1',
    handler: 'command',
    ending: { kind: 'exited', code: 0 },
    timing: { queuedMs: 0, launchMs: 1, runMs: 12.4, drainMs: 0, endTreeMs: 0 },
    stdout: stream,
    stderr: stream,
    usage: { cpuUserMs: null, cpuSystemMs: null, peakRssBytes: null, source: 'none' },
    signals: [],
    leftovers: { killed: [], kept: [], survived: [], pipesHeld: false },
    environment: { withheld: [] },
    limits: { timeoutMs: 500, graceMs: 1, drainMs: 1, stdinBytes: 1, stdoutBytes: 1, stderrBytes: 1 },
    isolation: { profile: 'contained' },
    guarantees: Object.fromEntries(
      GUARANTEE_NAMES.map((name) => [name, { level: 'none', by: '-' }]),
    ) as RunReport['guarantees'],
    ...change,
  };
}

export function hook(change: Partial<HookDefinition> = {}): HookDefinition {
  return {
    ...hookReference,
    event: 'PreToolUse',
    handler: { type: 'command', command: 'exit 2' },
    matcher: 'Bash',
    timeoutMs: 30_000,
    background: false,
    enabled: true,
    limits: {},
    isolation: {},
    failure: {},
    ...change,
  };
}

export const problem = {
  code: 'unknown_key',
  dialect: 'foya' as const,
  file: '/home/me/.foya/hooks.json',
  line: 2,
  column: 5,
  message: 'Unknown key "comand"',
  wanted: 'command',
  severity: 'error' as const,
};

export interface FakeRunner extends HookRunner {
  closed: number;
}

export function runner(change: Partial<HookRunner> = {}): FakeRunner {
  const fake: FakeRunner = {
    closed: 0,
    dispatch: async () => outcome(),
    explain: async () => ({
      event: 'PreToolUse',
      schedule: 'serial',
      runs: [],
      skipped: [],
      warnings: [],
      problems: [],
    }),
    hooks: () => [hook()],
    problems: () => [],
    guarantees: async () => report().guarantees,
    idle: async () => {},
    close: async () => {
      fake.closed += 1;
    },
    [Symbol.asyncDispose]: async () => {},
    ...change,
  };
  return fake;
}
