export type { Engine } from '#hookcell/cli/engine.js';
export type { AuditRecord, AuditSink } from '#hookcell/contract/audit-record.js';
export type { HookDefinition } from '#hookcell/contract/hook.js';
export type { HookRunner } from '#hookcell/contract/hook-runner.js';
export type { HookRunnerOptions } from '#hookcell/contract/options.js';
export type { Outcome } from '#hookcell/contract/outcome.js';
export type { RunReport } from '#hookcell/contract/run-report.js';
