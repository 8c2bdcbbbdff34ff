/** A mistake in a hook file (or a file that cannot be read): a value, never an exception. */
import { z } from 'zod';
import { dialectNameSchema } from './names.js';

export const configProblemSchema = z.strictObject({
  /** Stable word for programs: `json_syntax`, `unknown_key`, `wrong_type`, `out_of_range`, `unknown_event`, `bad_matcher`, `not_a_file`, `too_large`, … */
  code: z.string(),
  dialect: dialectNameSchema,
  /** Absolute path; absent for hooks given in code. */
  file: z.string().optional(),
  /** 1-based. */
  line: z.int().optional(),
  column: z.int().optional(),
  /** What is wrong, what was wanted and what was found, in one sentence. */
  message: z.string(),
  wanted: z.string().optional(),
  got: z.string().optional(),
  /** `error`: nothing of the file runs (or its last good state stays in force). `warning`: the file runs. */
  severity: z.enum(['error', 'warning']),
});
export type ConfigProblem = z.infer<typeof configProblemSchema>;
