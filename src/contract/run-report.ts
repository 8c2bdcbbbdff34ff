/** The account of one run: how it ended, what it cost, what was left, what was enforced. */
import { z } from 'zod';
import { guaranteeReportSchema } from './guarantees.js';
import { effectiveLimitsSchema, limitsSchema } from './limits.js';
import { profileSchema } from './names.js';

/**
 * Why a run was not started. `ENOENT` and the like are the operating system's; the others are found before the launch.
 */
export const notStartedCauseSchema = z.enum([
  'ENOENT',
  'EACCES',
  'ENOTDIR',
  'E2BIG',
  'EMFILE',
  'EAGAIN',
  'ENOMEM',
  'cwd_missing',
  'cwd_not_directory',
  'nul_byte',
  'stdin_too_large',
  'isolation_unavailable',
  'queue_full',
  'queue_timeout',
  'launch_timeout',
  'aborted',
  'supervisor_unavailable',
  'unknown',
]);
export type NotStartedCause = z.infer<typeof notStartedCauseSchema>;

/** How a run ended. The kind is set once, before the first signal, and never guessed from the exit status. */
export const endingSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('exited'), code: z.int() }),
  z.strictObject({ kind: z.literal('signalled'), signal: z.string() }),
  z.strictObject({ kind: z.literal('timed-out') }),
  z.strictObject({ kind: z.literal('aborted') }),
  z.strictObject({ kind: z.literal('limit'), limit: limitsSchema.keyof() }),
  z.strictObject({ kind: z.literal('not-started'), cause: notStartedCauseSchema, message: z.string() }),
  /** The supervisor, or the cell the run was in, died. */
  z.strictObject({ kind: z.literal('lost'), message: z.string() }),
]);
export type Ending = z.infer<typeof endingSchema>;

export const capturedStreamSchema = z.strictObject({
  /** What was kept, decoded once at the end; where bytes were dropped a line says how many. */
  text: z.string(),
  /** How many bytes the hook wrote. */
  bytes: z.number(),
  droppedBytes: z.number(),
  truncated: z.boolean(),
  /** False when bytes had to be replaced by U+FFFD. */
  validUtf8: z.boolean(),
});
export type CapturedStream = z.infer<typeof capturedStreamSchema>;

/** A process, named so that it can be recognised again. */
export const processNameSchema = z.strictObject({ pid: z.int(), command: z.string() });
export type ProcessName = z.infer<typeof processNameSchema>;

export const usageSchema = z.strictObject({
  /** Null where the launcher cannot know. */
  cpuUserMs: z.number().nullable(),
  cpuSystemMs: z.number().nullable(),
  peakRssBytes: z.number().nullable(),
  /** `wait4`: exact. `sampled`: by looking from outside. `none`: not measured. */
  source: z.enum(['wait4', 'sampled', 'none']),
});
export type Usage = z.infer<typeof usageSchema>;

export const signalRecordSchema = z.strictObject({
  signal: z.string(),
  /** `group 123`, `process 124 (sleep)`. */
  target: z.string(),
  /** Since the launch. */
  atMs: z.number(),
});
export type SignalRecord = z.infer<typeof signalRecordSchema>;

export const leftoversSchema = z.strictObject({
  /** Descendants that outlived the leader and were ended. */
  killed: z.array(processNameSchema),
  /** Descendants left alone because they were to be kept. */
  kept: z.array(processNameSchema),
  /** Descendants that could not be ended. */
  survived: z.array(processNameSchema),
  /** Whether descendants held a stream open after the leader had exited, until they were ended or the drain gave up. */
  pipesHeld: z.boolean(),
});
export type Leftovers = z.infer<typeof leftoversSchema>;

export const runReportSchema = z.strictObject({
  runId: z.string(),
  handler: z.enum(['command', 'http', 'prompt', 'function']),
  ending: endingSchema,
  timing: z.strictObject({
    /** Waiting for a place to run; not part of the deadline. */
    queuedMs: z.number(),
    launchMs: z.number(),
    /** From the launch to the exit of the leader. */
    runMs: z.number(),
    drainMs: z.number(),
    endTreeMs: z.number(),
  }),
  stdout: capturedStreamSchema,
  stderr: capturedStreamSchema,
  usage: usageSchema,
  signals: z.array(signalRecordSchema),
  leftovers: leftoversSchema,
  environment: z.strictObject({
    /** Names of variables that were kept from the hook, never values. */
    withheld: z.array(z.string()),
  }),
  limits: effectiveLimitsSchema,
  isolation: z.strictObject({ profile: profileSchema }),
  guarantees: guaranteeReportSchema,
});
export type RunReport = z.infer<typeof runReportSchema>;
