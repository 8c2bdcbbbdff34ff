/** What one hook said, decoded by its dialect into words that all dialects share. */
import { z } from 'zod';
import { decisionSchema } from './names.js';

export const verdictSchema = z.strictObject({
  decision: decisionSchema.optional(),
  /** End the batch or turn; independent of deny. */
  halt: z.boolean().optional(),
  reason: z.string().optional(),
  context: z.array(z.string()).optional(),
  systemMessage: z.string().optional(),
  /** `merge`: shallow, onto the current input. `replace`: instead of it. */
  updatedInput: z
    .strictObject({ mode: z.enum(['merge', 'replace']), value: z.record(z.string(), z.unknown()) })
    .optional(),
  updatedOutput: z.unknown().optional(),
  updatedPrompt: z.string().optional(),
  /** Stop and SubagentStop: the agent goes on, with this reason. */
  keepWorking: z.strictObject({ reason: z.string() }).optional(),
  /** PostToolUse: the result is marked as an error; nothing is undone. */
  markError: z.strictObject({ reason: z.string() }).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  blockCompaction: z.strictObject({ reason: z.string() }).optional(),
  elicitation: z.strictObject({ action: z.string(), content: z.unknown().optional() }).optional(),
});
export type Verdict = z.infer<typeof verdictSchema>;
