/** A small dialect for tests of plan and fold: what it says is chosen by the test, nothing is read or decoded. */
import type { ResolvedEvent } from '#hookcell/contract/event.js';
import type { HookDefinition } from '#hookcell/contract/hook.js';
import { DEFAULT_LIMITS } from '#hookcell/contract/limits.js';
import type { FailureKind, FailurePolicy } from '#hookcell/contract/names.js';
import { failureKindSchema } from '#hookcell/contract/names.js';
import type { Dialect, EventRules } from '#hookcell/dialects/dialect.js';

export const GATE: EventRules = { kind: 'gate', canAsk: true, canApprove: false, canRewriteInput: true };
export const APPROVING_GATE: EventRules = { ...GATE, canApprove: true };
export const EFFECT: EventRules = { kind: 'effect', canAsk: false, canApprove: false, canRewriteInput: false };
export const OBSERVER: EventRules = { ...EFFECT, kind: 'observer' };

/**
 * Events: `PreToolUse` and `PermissionRequest` (may approve) are gates, `Stop` an effect without matcher target,
 * `Notification` an observer. Matchers are JavaScript patterns, tested on the tool's name. Failures are open.
 */
export function fakeDialect(overrides: Partial<Dialect> = {}): Dialect {
  return {
    name: 'foya',
    events: new Map([
      ['PreToolUse', GATE],
      ['PermissionRequest', APPROVING_GATE],
      ['Stop', EFFECT],
      ['Notification', OBSERVER],
    ]),
    limits: { ...DEFAULT_LIMITS, timeoutMs: 30_000, stdoutBytes: 65_536, stderrBytes: 65_536 },
    timeoutRange: { minMs: 1_000, maxMs: 600_000 },
    failure: everyFailure('open'),
    withholds: () => false,
    underTrust: ['project'],
    files: [],
    parse: () => ({ hooks: [], problems: [] }),
    compileMatcher: (pattern) => {
      try {
        const regex = new RegExp(pattern);
        return { ok: true, test: (target) => regex.test(target) };
      } catch {
        return { ok: false, message: 'Not a pattern' };
      }
    },
    matchTarget: (event) => (event.name === 'Stop' ? null : (event.tool?.name ?? '')),
    schedule: () => 'serial',
    encode: () => ({ payload: '{}', environment: {} }),
    decode: () => ({ warnings: [] }),
    ...overrides,
  };
}

export function everyFailure(policy: FailurePolicy): Record<FailureKind, FailurePolicy> {
  return Object.fromEntries(failureKindSchema.options.map((kind) => [kind, policy])) as Record<
    FailureKind,
    FailurePolicy
  >;
}

export function fakeHook(overrides: Partial<HookDefinition> = {}): HookDefinition {
  return {
    id: 'hook',
    dialect: 'foya',
    source: { scope: 'global', file: '/home/u/.foya/hooks.json' },
    event: 'PreToolUse',
    handler: { type: 'command', command: 'true' },
    matcher: '',
    timeoutMs: 30_000,
    background: false,
    enabled: true,
    limits: {},
    isolation: {},
    failure: {},
    ...overrides,
  };
}

export function fakeEvent(overrides: Partial<ResolvedEvent> = {}): ResolvedEvent {
  return {
    name: 'PreToolUse',
    sessionId: 'session',
    eventId: 'event',
    occurredAt: '2026-01-01T00:00:00Z',
    cwd: '/project',
    project: '/project',
    tool: { name: 'shell', input: { command: 'ls' } },
    ...overrides,
  };
}
