/** The folded verdict of all hooks of one event, with the account of each. */
import { z } from 'zod';
import { hookSourceSchema } from './hook.js';
import { dialectNameSchema, failureKindSchema, failurePolicySchema, outcomeDecisionSchema } from './names.js';
import { runReportSchema } from './run-report.js';
import { verdictSchema } from './verdict.js';

/** Names a hook in outcomes, explanations and warnings. */
export const hookReferenceSchema = z.strictObject({
  /** As configured, else `dialect:scope:index`. Ids are not unique. */
  id: z.string(),
  /** For people; absent when the hook has none. */
  name: z.string().optional(),
  /** The dialect whose rules it follows. */
  dialect: dialectNameSchema,
  /** Where it was configured. */
  source: hookSourceSchema,
});
/** Names a hook in outcomes, explanations and warnings. */
export type HookReference = z.infer<typeof hookReferenceSchema>;

/** How a hook failed, and what that counted as. */
export const hookFailureSchema = z.strictObject({
  /** The kind of failure, which the option `failure` maps to a policy. */
  kind: failureKindSchema,
  /** What happened, in one sentence. */
  message: z.string(),
  /** The policy that acted; always `open` where the event is no gate. */
  applied: failurePolicySchema,
});
/** How a hook failed, and what that counted as. */
export type HookFailure = z.infer<typeof hookFailureSchema>;

export const hookRunSchema = z.strictObject({
  /** The hook that ran. */
  hook: hookReferenceSchema,
  /** What it said; absent when it failed or had no opinion. */
  verdict: verdictSchema.optional(),
  /** How it failed; absent when it did not. May stand beside a verdict when only a part of the answer is void. */
  failure: hookFailureSchema.optional(),
  /** The account of the run, its streams cut to 4 KiB of head and 4 KiB of tail. */
  report: runReportSchema.optional(),
});
/** The account of one hook that ran in the foreground. */
export type HookRun = z.infer<typeof hookRunSchema>;

export const warningSchema = z.strictObject({
  /** Stable word for programs; docs/errors.md lists them. */
  code: z.string(),
  /** For people, in one sentence. */
  message: z.string(),
  /** The hook it is about; absent when it is about none. */
  hookId: z.string().optional(),
});
/** The answer stands, but somebody should look. */
export type Warning = z.infer<typeof warningSchema>;

/** Why a hook did not run. */
export const skipReasonSchema = z.enum(['disabled', 'other_event', 'no_match', 'untrusted', 'aborted']);
/** Why a hook did not run. */
export type SkipReason = z.infer<typeof skipReasonSchema>;

export const skippedHookSchema = z.strictObject({
  /** The hook that did not run. */
  hook: hookReferenceSchema,
  /** The reason as a stable word. */
  why: skipReasonSchema,
  /** The reason in words. */
  message: z.string(),
});
/** A hook that did not run, and why. */
export type SkippedHook = z.infer<typeof skippedHookSchema>;

export const outcomeSchema = z.strictObject({
  /** Name of the event. */
  event: z.string(),
  /** Id of the event; audit records carry it too. */
  eventId: z.string(),
  /** `none`: no hook has an opinion. Failures count as the option `failure` says. */
  decision: outcomeDecisionSchema,
  /** True only where the dialects let this event approve; elsewhere an allow is no more than "no objection". */
  approves: z.boolean(),
  /** End the batch or turn; independent of the decision. */
  halt: z.boolean(),
  /** The reasons of the hooks, joined in order; absent when none gave any. */
  reason: z.string().optional(),
  /** Texts for the model, in order. */
  context: z.array(z.string()),
  /** Texts for the user, in order. */
  systemMessages: z.array(z.string()),
  /** The whole merged input, present only when it changed; dropped on deny and on halt. */
  updatedInput: z.record(z.string(), z.unknown()).optional(),
  /** The tool's result as hooks changed it; absent when none did. */
  updatedOutput: z.unknown().optional(),
  /** The prompt as hooks changed it; absent when none did. */
  updatedPrompt: z.string().optional(),
  /** Stop, SubagentStop: the agent is to go on. */
  keepWorking: z
    .strictObject({
      /** For the model. */
      reason: z.string(),
    })
    .optional(),
  /** PostToolUse: the result is to be marked as an error; nothing is undone. */
  markError: z
    .strictObject({
      /** For the model. */
      reason: z.string(),
    })
    .optional(),
  /** Variables to set for the agent session. */
  environment: z.record(z.string(), z.string()).optional(),
  /** PreCompact: the context is not to be compacted. No dialect of this version sets it. */
  blockCompaction: z
    .strictObject({
      /** For the user. */
      reason: z.string(),
    })
    .optional(),
  /** The answer to an elicitation. No dialect of this version sets it. */
  elicitation: z
    .strictObject({
      /** `accept`, `decline` or `cancel`. */
      action: z.string(),
      /** The answer's content. */
      content: z.unknown().optional(),
    })
    .optional(),
  /** For each field above that is set: the ids of the hooks it came from, in order. */
  provenance: z.record(z.string(), z.array(z.string())),
  /** One for each hook that ran in the foreground, in config order. */
  runs: z.array(hookRunSchema),
  /** The hooks of this event that did not run, and why. */
  skipped: z.array(skippedHookSchema),
  /** Run ids of hooks started in the background. */
  background: z.array(z.string()),
  /** Things to show to the user. */
  warnings: z.array(warningSchema),
  /** Whether the dispatch was aborted. Hooks that had not ended have no say then, so `decision` may be `none`: do not go on. */
  aborted: z.boolean(),
  /** How long the dispatch took, in milliseconds. */
  durationMs: z.number(),
});
/** The folded verdict of all hooks of one event, with the account of each. */
export type Outcome = z.infer<typeof outcomeSchema>;
