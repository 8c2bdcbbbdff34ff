/** What is kept of each executed hook and of each config error. No stdout, no rewritten values. */
import { z } from 'zod';
import { configProblemSchema } from './config-problem.js';
import { hookSourceSchema } from './hook.js';
import { dialectNameSchema, outcomeDecisionSchema } from './names.js';
import { hookFailureSchema } from './outcome.js';
import { endingSchema, leftoversSchema, timingSchema, usageSchema } from './run-report.js';

/** One for each executed hook, foreground or background. Redacted: values of withheld variables become `[NAME]`. */
export const hookCompletedSchema = z.strictObject({
  /** Tells the two kinds of record apart. */
  type: z.literal('hook_completed'),
  /** RFC 3339 time of writing. */
  at: z.string(),
  /** Of the run; equal to `report.runId`, and for a background hook to the id in `outcome.background`. */
  runId: z.string(),
  /** Of the dispatched event; all hooks of one dispatch share it. */
  eventId: z.string(),
  /** Name of the event. */
  event: z.string(),
  /** The agent session, as the event named it. */
  sessionId: z.string(),
  /** Of the hook; ids are not unique. */
  hookId: z.string(),
  /** The hook's name for people; absent when it has none. */
  hookName: z.string().optional(),
  /** The dialect whose rules the hook was run by. */
  dialect: dialectNameSchema,
  /** Where the hook was configured. */
  source: hookSourceSchema,
  /** Whether it ran in the background. */
  background: z.boolean(),
  /** What the hook itself said; a block of any kind (error mark, keep working) is a deny here. Background output is ignored: `none`. */
  decision: outcomeDecisionSchema,
  /** Whether the hook asked to end the batch or turn. */
  halt: z.boolean(),
  /** The hook's reason; absent when it gave none. */
  reason: z.string().optional(),
  /** Whether the hook changed the tool's input. */
  inputModified: z.boolean(),
  /** How the hook failed and what that counted as; absent when it did not fail. */
  error: hookFailureSchema.optional(),
  /** From dispatch to report, queue included. */
  durationMs: z.number(),
  /** How the run ended; absent when there is no report. */
  ending: endingSchema.optional(),
  /** Where the time of the run went; absent when there is no report. */
  timing: timingSchema.optional(),
  /** What the run cost; absent when there is no report. */
  usage: usageSchema.optional(),
  /** The processes the hook left behind; absent when there is no report. */
  leftovers: leftoversSchema.optional(),
});
export type HookCompletedRecord = z.infer<typeof hookCompletedSchema>;

/** One for each problem of a hook file, when it first shows. */
export const configErrorSchema = z.strictObject({
  /** Tells the two kinds of record apart. */
  type: z.literal('config_error'),
  /** RFC 3339 time of writing. */
  at: z.string(),
  /** The mistake, with its place. */
  problem: configProblemSchema,
});
export type ConfigErrorRecord = z.infer<typeof configErrorSchema>;

export const auditRecordSchema = z.discriminatedUnion('type', [hookCompletedSchema, configErrorSchema]);
/** One record; `type` tells which. */
export type AuditRecord = z.infer<typeof auditRecordSchema>;

/** Where records go. A sink that throws or rejects never fails a dispatch; the failure becomes a warning. */
export interface AuditSink {
  /** Called with one record at a time, the next one when the promise of the last has settled. */
  write(record: AuditRecord): void | Promise<void>;
  /** Called once by `close()` of the runner, after the last record. */
  close?(): void | Promise<void>;
}
