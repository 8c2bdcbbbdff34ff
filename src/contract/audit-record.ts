/** What is kept of each executed hook and of each config error. No stdout, no rewritten values. */
import { z } from 'zod';
import { configProblemSchema } from './config-problem.js';
import { hookSourceSchema } from './hook.js';
import { dialectNameSchema, failureKindSchema, failurePolicySchema, outcomeDecisionSchema } from './names.js';
import { endingSchema, leftoversSchema, runReportSchema, usageSchema } from './run-report.js';

/** One for each executed hook, foreground or background. Redacted: values of withheld variables become `[NAME]`. */
export const hookCompletedSchema = z.strictObject({
  type: z.literal('hook_completed'),
  /** RFC 3339 time of writing. */
  at: z.string(),
  runId: z.string(),
  eventId: z.string(),
  event: z.string(),
  sessionId: z.string(),
  hookId: z.string(),
  hookName: z.string().optional(),
  dialect: dialectNameSchema,
  source: hookSourceSchema,
  background: z.boolean(),
  /** What the hook itself said; a block of any kind (error mark, keep working) is a deny here. Background output is ignored: `none`. */
  decision: outcomeDecisionSchema,
  halt: z.boolean(),
  reason: z.string().optional(),
  /** Whether the hook changed the tool's input. */
  inputModified: z.boolean(),
  error: z.strictObject({ kind: failureKindSchema, message: z.string(), applied: failurePolicySchema }).optional(),
  /** From dispatch to report, queue included. */
  durationMs: z.number(),
  ending: endingSchema.optional(),
  timing: runReportSchema.shape.timing.optional(),
  usage: usageSchema.optional(),
  leftovers: leftoversSchema.optional(),
});
export type HookCompletedRecord = z.infer<typeof hookCompletedSchema>;

/** One for each problem of a hook file, when it first shows. */
export const configErrorSchema = z.strictObject({
  type: z.literal('config_error'),
  at: z.string(),
  problem: configProblemSchema,
});
export type ConfigErrorRecord = z.infer<typeof configErrorSchema>;

export const auditRecordSchema = z.discriminatedUnion('type', [hookCompletedSchema, configErrorSchema]);
export type AuditRecord = z.infer<typeof auditRecordSchema>;

/** Where records go. A sink that throws or rejects never fails a dispatch; the failure becomes a warning. */
export interface AuditSink {
  write(record: AuditRecord): void | Promise<void>;
  /** Called once by `close()` of the runner, after the last record. */
  close?(): void | Promise<void>;
}
