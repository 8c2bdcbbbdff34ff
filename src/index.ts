/** The public API of hookcell: what is exported here is covered by semantic versioning, nothing else is. */
export { callbackSink } from './audit/callback.js';
export { jsonlFileSink } from './audit/jsonl-file.js';
export type {
  AuditRecord,
  AuditSink,
  ConfigErrorRecord,
  HookCompletedRecord,
} from './contract/audit-record.js';
export { auditRecordSchema } from './contract/audit-record.js';
export type { ConfigProblem } from './contract/config-problem.js';
export { type ErrorCode, HookcellError } from './contract/errors.js';
export { type ContentPart, type HookEvent, hookEventSchema } from './contract/event.js';
export type { Explanation } from './contract/explanation.js';
export type { Guarantee, GuaranteeReport } from './contract/guarantees.js';
export type { Descendants, HookDefinition, HookInput, HookSource, IsolationOptions } from './contract/hook.js';
export type { CloseOptions, DispatchOptions, HookProgress, HookRunner } from './contract/hook-runner.js';
export { DEFAULT_LIMITS, type EffectiveLimits, type Limits } from './contract/limits.js';
export {
  CANONICAL_EVENTS,
  type Decision,
  type DialectName,
  type FailureKind,
  type FailurePolicy,
  GUARANTEE_NAMES,
  type GuaranteeName,
  type IsolationProfile,
  type OutcomeDecision,
} from './contract/names.js';
export type { CommandSpec, ConcurrencyOptions, EnvironmentOptions, HookRunnerOptions } from './contract/options.js';
export {
  type HookFailure,
  type HookReference,
  type HookRun,
  type Outcome,
  outcomeSchema,
  type SkippedHook,
  type SkipReason,
  type Warning,
} from './contract/outcome.js';
export {
  type CapturedStream,
  type Ending,
  type Leftovers,
  type NotStartedCause,
  type ProcessName,
  type RunReport,
  runReportSchema,
  type Usage,
} from './contract/run-report.js';
export type { Verdict } from './contract/verdict.js';
export { createHookRunner } from './runner/create-hook-runner.js';
export { runCommand } from './runner/run-command.js';
