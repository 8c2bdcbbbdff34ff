/** The folded verdict of all hooks of one event, with the account of each. */
import { z } from 'zod';
import { hookSourceSchema } from './hook.js';
import { dialectNameSchema, failureKindSchema, failurePolicySchema, outcomeDecisionSchema } from './names.js';
import { runReportSchema } from './run-report.js';
import { verdictSchema } from './verdict.js';

export const hookReferenceSchema = z.strictObject({
  id: z.string(),
  name: z.string().optional(),
  dialect: dialectNameSchema,
  source: hookSourceSchema,
});
export type HookReference = z.infer<typeof hookReferenceSchema>;

export const hookFailureSchema = z.strictObject({
  kind: failureKindSchema,
  message: z.string(),
  /** The policy that acted; always `open` where the event is no gate. */
  applied: failurePolicySchema,
});
export type HookFailure = z.infer<typeof hookFailureSchema>;

export const hookRunSchema = z.strictObject({
  hook: hookReferenceSchema,
  verdict: verdictSchema.optional(),
  failure: hookFailureSchema.optional(),
  /** Streams cut to 4 KiB of head and 4 KiB of tail. */
  report: runReportSchema.optional(),
});
export type HookRun = z.infer<typeof hookRunSchema>;

export const warningSchema = z.strictObject({ code: z.string(), message: z.string(), hookId: z.string().optional() });
export type Warning = z.infer<typeof warningSchema>;

/** Why a hook did not run. */
export const skipReasonSchema = z.enum(['disabled', 'other_event', 'no_match', 'untrusted', 'aborted']);
export type SkipReason = z.infer<typeof skipReasonSchema>;

export const skippedHookSchema = z.strictObject({
  hook: hookReferenceSchema,
  why: skipReasonSchema,
  /** The reason in words. */
  message: z.string(),
});
export type SkippedHook = z.infer<typeof skippedHookSchema>;

export const outcomeSchema = z.strictObject({
  event: z.string(),
  eventId: z.string(),
  decision: outcomeDecisionSchema,
  /** True only where the dialects let this event approve; elsewhere an allow is no more than "no objection". */
  approves: z.boolean(),
  halt: z.boolean(),
  reason: z.string().optional(),
  context: z.array(z.string()),
  systemMessages: z.array(z.string()),
  /** The whole merged input, present only when it changed; dropped on deny and on halt. */
  updatedInput: z.record(z.string(), z.unknown()).optional(),
  updatedOutput: z.unknown().optional(),
  updatedPrompt: z.string().optional(),
  keepWorking: z.strictObject({ reason: z.string() }).optional(),
  markError: z.strictObject({ reason: z.string() }).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  blockCompaction: z.strictObject({ reason: z.string() }).optional(),
  elicitation: z.strictObject({ action: z.string(), content: z.unknown().optional() }).optional(),
  /** For each field above that is set: the ids of the hooks it came from, in order. */
  provenance: z.record(z.string(), z.array(z.string())),
  /** One for each hook that ran in the foreground, in config order. */
  runs: z.array(hookRunSchema),
  skipped: z.array(skippedHookSchema),
  /** Run ids of hooks started in the background. */
  background: z.array(z.string()),
  warnings: z.array(warningSchema),
  aborted: z.boolean(),
  durationMs: z.number(),
});
export type Outcome = z.infer<typeof outcomeSchema>;
