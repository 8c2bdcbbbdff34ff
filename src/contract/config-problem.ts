/** A mistake in a hook file (or a file that cannot be read): a value, never an exception. */
import { z } from 'zod';
import { dialectNameSchema } from './names.js';

export const configProblemSchema = z.strictObject({
  /** Stable word for programs: `json_syntax`, `unknown_key`, `wrong_type`, `out_of_range`, `unknown_event`, `bad_matcher`, `not_a_file`, `too_large`, … */
  code: z.string(),
  /** The dialect that the file is read as. */
  dialect: dialectNameSchema,
  /** Absolute path; absent for hooks given in code. */
  file: z.string().optional(),
  /** 1-based; absent when the problem is of the whole file. */
  line: z.int().optional(),
  /** 1-based, in characters; absent when the problem is of the whole file. */
  column: z.int().optional(),
  /** What is wrong, what was wanted and what was found, in one sentence. */
  message: z.string(),
  /** What was wanted, in words, where that can be said alone. */
  wanted: z.string().optional(),
  /** What was found, in words, where that can be said alone. */
  got: z.string().optional(),
  /** `error`: nothing of the file runs (or its last good state stays in force). `warning`: the file runs. */
  severity: z.enum(['error', 'warning']),
});
/** A mistake in a hook file, with its place. */
export type ConfigProblem = z.infer<typeof configProblemSchema>;
