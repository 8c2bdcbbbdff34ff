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
/** Why a run was not started; docs/errors.md explains each word. */
export type NotStartedCause = z.infer<typeof notStartedCauseSchema>;

/** How a run ended. The kind is set once, before the first signal, and never guessed from the exit status. */
export const endingSchema = z.discriminatedUnion('kind', [
  /** The command exited by itself. */
  z.strictObject({
    /** Tells the endings apart. */
    kind: z.literal('exited'),
    /** The exit code as the system reported it. */
    code: z.int(),
  }),
  /** A signal that hookcell did not send ended it. */
  z.strictObject({
    /** Tells the endings apart. */
    kind: z.literal('signalled'),
    /** Name of the signal, such as `SIGSEGV`. */
    signal: z.string(),
  }),
  /** Its deadline passed and it was ended. */
  z.strictObject({
    /** Tells the endings apart. */
    kind: z.literal('timed-out'),
  }),
  /** The caller's signal, or `close()`, ended it. */
  z.strictObject({
    /** Tells the endings apart. */
    kind: z.literal('aborted'),
  }),
  /** A limit other than the deadline ended it. Does not occur in this version. */
  z.strictObject({
    /** Tells the endings apart. */
    kind: z.literal('limit'),
    /** Key of the limit. */
    limit: limitsSchema.keyof(),
  }),
  /** It was never started. */
  z.strictObject({
    /** Tells the endings apart. */
    kind: z.literal('not-started'),
    /** Why, as a stable word. */
    cause: notStartedCauseSchema,
    /** Why, in one sentence. */
    message: z.string(),
  }),
  /** The supervisor, or the cell the run was in, died. */
  z.strictObject({
    /** Tells the endings apart. */
    kind: z.literal('lost'),
    /** What died, in one sentence. */
    message: z.string(),
  }),
]);
/** How a run ended; `kind` tells which of the endings. */
export type Ending = z.infer<typeof endingSchema>;

/** What was kept of stdout or stderr. */
export const capturedStreamSchema = z.strictObject({
  /** What was kept, decoded once at the end; where bytes were dropped a line says how many. */
  text: z.string(),
  /** How many bytes the hook wrote. */
  bytes: z.number(),
  /** How many of them were over the cap (`limits.stdoutBytes`, `stderrBytes`) and not kept. */
  droppedBytes: z.number(),
  /** Whether any were. */
  truncated: z.boolean(),
  /** False when bytes had to be replaced by U+FFFD. */
  validUtf8: z.boolean(),
});
/** What was kept of stdout or stderr. */
export type CapturedStream = z.infer<typeof capturedStreamSchema>;

/** A process, named so that it can be recognised again. */
export const processNameSchema = z.strictObject({
  /** Its process id, which the system may have given away since. */
  pid: z.int(),
  /** Its command, as the system tells it. */
  command: z.string(),
});
/** A process, named so that it can be recognised again. */
export type ProcessName = z.infer<typeof processNameSchema>;

/** What a run cost. */
export const usageSchema = z.strictObject({
  /** CPU time outside the system, in milliseconds; null where the launcher cannot know. */
  cpuUserMs: z.number().nullable(),
  /** CPU time inside the system, in milliseconds; null where the launcher cannot know. */
  cpuSystemMs: z.number().nullable(),
  /** Most memory held at once, in bytes; null where the launcher cannot know. */
  peakRssBytes: z.number().nullable(),
  /** `wait4`: exact. `sampled`: by looking from outside. `none`: not measured. */
  source: z.enum(['wait4', 'sampled', 'none']),
});
/** What a run cost. */
export type Usage = z.infer<typeof usageSchema>;

/** Where the time of a run went, in milliseconds. */
export const timingSchema = z.strictObject({
  /** Waiting for a place to run; not part of the deadline. */
  queuedMs: z.number(),
  /** From the cell's taking the run to the existence of the process; not part of the deadline. */
  launchMs: z.number(),
  /** From the launch to the exit of the leader. */
  runMs: z.number(),
  /** From the exit of the leader to the end of its streams, at most `limits.drainMs`. */
  drainMs: z.number(),
  /** From the first signal, or the exit of the leader, until no process of the run was left. */
  endTreeMs: z.number(),
});

export const signalRecordSchema = z.strictObject({
  /** Name of the signal. */
  signal: z.string(),
  /** `group 123`, `process 124 (sleep)`. */
  target: z.string(),
  /** Milliseconds since the launch. */
  atMs: z.number(),
});
export type SignalRecord = z.infer<typeof signalRecordSchema>;

/** The processes a run left behind. */
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
/** The processes a run left behind. */
export type Leftovers = z.infer<typeof leftoversSchema>;

export const runReportSchema = z.strictObject({
  /** Unique id of the run. */
  runId: z.string(),
  /** What ran. Only `command` occurs in this version. */
  handler: z.enum(['command', 'http', 'prompt', 'function']),
  /** How it ended. */
  ending: endingSchema,
  /** Where its time went, in milliseconds. */
  timing: timingSchema,
  /** What it wrote to stdout. */
  stdout: capturedStreamSchema,
  /** What it wrote to stderr. */
  stderr: capturedStreamSchema,
  /** What it cost. */
  usage: usageSchema,
  /** The signals that were sent to end it, in order; empty when it ended by itself and left nothing. */
  signals: z.array(signalRecordSchema),
  /** The processes it left behind. */
  leftovers: leftoversSchema,
  /** What its environment lacked. */
  environment: z.strictObject({
    /** Names of variables that were kept from the hook, never values. */
    withheld: z.array(z.string()),
  }),
  /** The caps it ran under. */
  limits: effectiveLimitsSchema,
  /** The isolation it ran in. */
  isolation: z.strictObject({
    /** The profile; only `contained` occurs in this version. */
    profile: profileSchema,
  }),
  /** What held for this run, guarantee by guarantee. */
  guarantees: guaranteeReportSchema,
});
/** The account of one run: how it ended, what it cost, what was left, what was enforced. */
export type RunReport = z.infer<typeof runReportSchema>;
