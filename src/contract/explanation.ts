/** The plan of one event, as data: which hooks would run, in which order, and why the others would not. */
import { z } from 'zod';
import { configProblemSchema } from './config-problem.js';
import { effectiveLimitsSchema } from './limits.js';
import { hookReferenceSchema, skippedHookSchema, warningSchema } from './outcome.js';

export const plannedRunSchema = z.strictObject({
  hook: hookReferenceSchema,
  command: z.string(),
  matcher: z.string(),
  /** What the matcher was tested on; null when this event has no target and the matcher is ignored. */
  target: z.string().nullable(),
  cwd: z.string(),
  background: z.boolean(),
  limits: effectiveLimitsSchema,
});
export type PlannedRunView = z.infer<typeof plannedRunSchema>;

export const explanationSchema = z.strictObject({
  event: z.string(),
  /** `serial`: one after the other, a rewrite feeds the next. `parallel`: all at once. */
  schedule: z.enum(['serial', 'parallel']),
  /** In order. */
  runs: z.array(plannedRunSchema),
  skipped: z.array(skippedHookSchema),
  warnings: z.array(warningSchema),
  problems: z.array(configProblemSchema),
});
export type Explanation = z.infer<typeof explanationSchema>;
