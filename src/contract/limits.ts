/** Caps of one run. Times in milliseconds, sizes in bytes. */
import { z } from 'zod';

/** The longest time the engine accepts; a dialect has its own, narrower range. */
export const MAX_TIMEOUT_MS = 24 * 60 * 60 * 1000;
const MAX_BYTES = 2 ** 40;

const bytes = z.int().min(0).max(MAX_BYTES);

/** The most that is kept of one stream: 64 MiB. What is kept is held in memory and sent between processes as one text. */
export const MAX_STREAM_BYTES = 64 * 1024 * 1024;
const streamBytes = z.int().min(0).max(MAX_STREAM_BYTES);

export const limitsSchema = z.strictObject({
  /**
   * Length of the deadline, from the moment the process exists. 1 ms to 24 h. Default: the dialect's; 30 s for plain commands.
   * In the runner's limits it is a ceiling on the timeouts of hooks; in a hook's own limits it is the timeout.
   */
  timeoutMs: z.int().min(1).max(MAX_TIMEOUT_MS).optional(),
  /** Time between SIGTERM and SIGKILL; 0 kills at once. Default: the dialect's; 2 s for plain commands. */
  graceMs: z.int().min(0).max(MAX_TIMEOUT_MS).optional(),
  /** Longest wait for the end of the streams after the leader has exited. Default 250. */
  drainMs: z.int().min(0).max(60_000).optional(),
  /** Largest payload; a larger one is `not-started`, never cut. Default 16 MiB. */
  stdinBytes: bytes.optional(),
  /**
   * How much of stdout is kept (head and tail), at most 64 MiB; the rest is read, counted and dropped. Default: the dialect's;
   * 1 MiB for plain commands.
   */
  stdoutBytes: streamBytes.optional(),
  /** The same for stderr. */
  stderrBytes: streamBytes.optional(),
  /** Memory of the whole tree. Not supported yet. */
  memoryBytes: bytes.optional(),
  /** Data size of each process. Not supported yet. */
  processMemoryBytes: bytes.optional(),
  /** Number of processes in the tree. Not supported yet. */
  processes: z.int().min(1).optional(),
  /** CPU time. Not supported yet. */
  cpuMs: z.int().min(1).optional(),
  /** Open files of each process. Not supported yet. */
  openFiles: z.int().min(3).optional(),
  /** Size of each written file. Not supported yet. */
  fileSizeBytes: bytes.optional(),
  /** Added niceness, 0 to 19. Not supported yet. */
  nice: z.int().min(0).max(19).optional(),
});
/** Caps of one run. A limit that this version does not enforce is refused with `HOOKCELL_NOT_SUPPORTED`. */
export type Limits = z.infer<typeof limitsSchema>;

/** The limits that this version enforces; setting any other is refused with `HOOKCELL_NOT_SUPPORTED`. */
export const SUPPORTED_LIMITS = [
  'timeoutMs',
  'graceMs',
  'drainMs',
  'stdinBytes',
  'stdoutBytes',
  'stderrBytes',
] as const satisfies readonly (keyof Limits)[];

/** The limits of one run with every default filled in. */
export const effectiveLimitsSchema = z.strictObject({
  /** Length of the deadline, from the moment the process exists, in milliseconds. */
  timeoutMs: z.number(),
  /** Milliseconds between SIGTERM and SIGKILL. */
  graceMs: z.number(),
  /** Longest wait for the end of the streams after the leader has exited, in milliseconds. */
  drainMs: z.number(),
  /** Largest payload, in bytes. */
  stdinBytes: z.number(),
  /** How many bytes of stdout are kept. */
  stdoutBytes: z.number(),
  /** How many bytes of stderr are kept. */
  stderrBytes: z.number(),
});
/** The limits of one run with every default filled in. */
export type EffectiveLimits = z.infer<typeof effectiveLimitsSchema>;

/** Defaults of `runCommand` and `hookcell exec`; a dialect overrides the first two and the stream caps. */
export const DEFAULT_LIMITS: EffectiveLimits = {
  timeoutMs: 30_000,
  graceMs: 2_000,
  drainMs: 250,
  stdinBytes: 16 * 1024 * 1024,
  stdoutBytes: 1024 * 1024,
  stderrBytes: 1024 * 1024,
};
