/** What one hook said, decoded by its dialect into words that all dialects share. */
import { z } from 'zod';
import { decisionSchema } from './names.js';

export const verdictSchema = z.strictObject({
  /** Absent: no opinion. */
  decision: decisionSchema.optional(),
  /** End the batch or turn; independent of deny. */
  halt: z.boolean().optional(),
  /** For the model and the user. */
  reason: z.string().optional(),
  /** Texts for the model. */
  context: z.array(z.string()).optional(),
  /** Text for the user. */
  systemMessage: z.string().optional(),
  /** A rewrite of the tool's input. */
  updatedInput: z
    .strictObject({
      /** `merge`: shallow, onto the current input. `replace`: instead of it. */
      mode: z.enum(['merge', 'replace']),
      /** The new keys, or the whole new input. */
      value: z.record(z.string(), z.unknown()),
    })
    .optional(),
  /** Instead of the tool's result. */
  updatedOutput: z.unknown().optional(),
  /** Instead of the user's prompt. */
  updatedPrompt: z.string().optional(),
  /** Stop and SubagentStop: the agent goes on, with this reason. */
  keepWorking: z
    .strictObject({
      /** For the model. */
      reason: z.string(),
    })
    .optional(),
  /** PostToolUse: the result is marked as an error; nothing is undone. */
  markError: z
    .strictObject({
      /** For the model. */
      reason: z.string(),
    })
    .optional(),
  /** Variables to set for the agent session. */
  environment: z.record(z.string(), z.string()).optional(),
  /** PreCompact: the context is not compacted. */
  blockCompaction: z
    .strictObject({
      /** For the user. */
      reason: z.string(),
    })
    .optional(),
  /** The answer to an elicitation. */
  elicitation: z
    .strictObject({
      /** `accept`, `decline` or `cancel`. */
      action: z.string(),
      /** The answer's content. */
      content: z.unknown().optional(),
    })
    .optional(),
});
/** What one hook said; every field is absent where the hook said nothing of it. */
export type Verdict = z.infer<typeof verdictSchema>;
