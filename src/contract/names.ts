/**
 * The closed lists of words that the contracts are built from: events, dialects, handlers, profiles, kinds of failure
 * and guarantees. Everything else imports them from here, so that a word is spelled once.
 */
import { z } from 'zod';

/**
 * Canonical event names that more than one dialect knows. Dialects may know further names; an event that no loaded
 * dialect knows is a usage error.
 */
export const CANONICAL_EVENTS = [
  'SessionStart',
  'SessionEnd',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PermissionRequest',
  'PermissionResult',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'Stop',
  'StopFailure',
  'TurnComplete',
  'Notification',
  'Interrupt',
  'Elicitation',
  'ElicitationResult',
] as const;

/** Name of a life-cycle point. A plain string, since single dialects add names of their own. */
export type EventName = string;

/** Dialects that have a name; which of them this version speaks is told by `SUPPORTED_DIALECTS` in `dialects/`. */
export const DIALECT_NAMES = ['foya', 'kimi', 'blade', 'claude'] as const;
export const dialectNameSchema = z.enum(DIALECT_NAMES);
/** A dialect that has a name. This version speaks `foya`. */
export type DialectName = z.infer<typeof dialectNameSchema>;

/** `none` is "no opinion"; only an outcome says it, a verdict leaves the field out. */
export const decisionSchema = z.enum(['allow', 'ask', 'deny']);
/** What a hook says. */
export type Decision = z.infer<typeof decisionSchema>;
export const outcomeDecisionSchema = z.enum(['allow', 'ask', 'deny', 'none']);
/** What all hooks together say; `none` is "no opinion". */
export type OutcomeDecision = z.infer<typeof outcomeDecisionSchema>;

/**
 * How a hook can fail. `crash`: an exit code that the dialect gives no meaning. `output`: over the cap, not JSON, or not of
 * the dialect's shape. `overloaded`: the queue was full or the wait in it too long. `lost`: the supervisor or the cell died.
 */
export const failureKindSchema = z.enum([
  'timeout',
  'abort',
  'crash',
  'signal',
  'limit',
  'output',
  'not-started',
  'lost',
  'overloaded',
]);
/** How a hook can fail. */
export type FailureKind = z.infer<typeof failureKindSchema>;

/** What a failure counts as: no opinion, a question to the user, or a denial. Acts on gate events only. */
export const failurePolicySchema = z.enum(['open', 'ask', 'deny']);
/** What a failure counts as: no opinion (`open`), a question to the user, or a denial. */
export type FailurePolicy = z.infer<typeof failurePolicySchema>;

export const profileSchema = z.enum(['contained', 'jailed', 'sealed']);
/** `contained`: limits and complete clean-up, no jail. `jailed` and `sealed` are not supported yet. */
export type IsolationProfile = z.infer<typeof profileSchema>;

/** What a run can be promised; each is reported with a level (see `guarantees.ts`). */
export const GUARANTEE_NAMES = [
  'treeKill',
  'daemonKill',
  'supervisorDeath',
  'memoryTree',
  'memoryProcess',
  'processCount',
  'cpuTime',
  'openFiles',
  'fileSize',
  'readConfined',
  'writeConfined',
  'tcp',
  'udp',
  'unixSocket',
  'signalSupervisor',
  'environmentSecrets',
  'hostOom',
] as const;
export const guaranteeNameSchema = z.enum(GUARANTEE_NAMES);
/** What a run can be promised; docs/isolation.md explains each. */
export type GuaranteeName = z.infer<typeof guaranteeNameSchema>;
