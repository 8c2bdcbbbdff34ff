/** The plan of one event, as data: which hooks would run, in which order, and why the others would not. */
import { z } from 'zod';
import { configProblemSchema } from './config-problem.js';
import { effectiveLimitsSchema } from './limits.js';
import { hookReferenceSchema, skippedHookSchema, warningSchema } from './outcome.js';

export const plannedRunSchema = z.strictObject({
  /** The hook that would run. */
  hook: hookReferenceSchema,
  /** Its shell text. */
  command: z.string(),
  /** Pattern in the dialect's grammar; empty matches all. */
  matcher: z.string(),
  /** What the matcher was tested on; null when this event has no target and the matcher is ignored. */
  target: z.string().nullable(),
  /** Absolute path of the directory it would run in. */
  cwd: z.string(),
  /** Whether it would run in the background. */
  background: z.boolean(),
  /** The caps it would run under. */
  limits: effectiveLimitsSchema,
});
export type PlannedRunView = z.infer<typeof plannedRunSchema>;

export const explanationSchema = z.strictObject({
  /** Name of the event. */
  event: z.string(),
  /** `serial`: one after the other, a rewrite feeds the next. `parallel`: all at once. */
  schedule: z.enum(['serial', 'parallel']),
  /** The hooks that would run, in order. */
  runs: z.array(plannedRunSchema),
  /** The hooks that would not, those of other events included, in config order. */
  skipped: z.array(skippedHookSchema),
  /** Things to show to the user, such as project hooks that are not trusted. */
  warnings: z.array(warningSchema),
  /** What is wrong with the hook files. */
  problems: z.array(configProblemSchema),
});
/** The plan of one event. */
export type Explanation = z.infer<typeof explanationSchema>;
