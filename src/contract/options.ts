/** Options of the public functions. They are parsed once, at the edge; unknown keys are refused by name. */
import { z } from 'zod';
import type { AuditSink } from './audit-record.js';
import { descendantsSchema, failureOptionsSchema, hookInputSchema, isolationSchema } from './hook.js';
import type { CloseOptions, DispatchOptions, HookProgress } from './hook-runner.js';
import { limitsSchema, MAX_TIMEOUT_MS } from './limits.js';
import { dialectNameSchema } from './names.js';

/** Which variables a hook sees. What is withheld by default: docs/dialects.md. */
export const environmentOptionsSchema = z.strictObject({
  /** Names brought back although they would be withheld. Case is ignored. Default: none. */
  allow: z.array(z.string()).optional(),
  /** Names withheld besides; stronger than `allow`. Case is ignored. Default: none. */
  deny: z.array(z.string()).optional(),
  /** Variables set for every hook; they win over inherited ones and are not filtered. Default: none. */
  set: z.record(z.string(), z.string()).optional(),
});
/** Which variables a hook sees. */
export type EnvironmentOptions = z.infer<typeof environmentOptionsSchema>;

/** How many hooks of one runner run and wait at once. */
export const concurrencySchema = z.strictObject({
  /** Foreground hooks running at once. Default 16. */
  running: z.int().min(1).max(1024).optional(),
  /** Hooks waiting for a place, foreground and background each; one more is `overloaded`. Default 1024. */
  queued: z.int().min(0).max(1_000_000).optional(),
  /** Longest wait for a place in milliseconds; over it the hook is `overloaded`. Default 30 000. */
  queueTimeoutMs: z.int().min(1).max(3_600_000).optional(),
  /** Background hooks running at once. Default 32. */
  background: z.int().min(1).max(1024).optional(),
});
/** How many hooks of one runner run and wait at once. */
export type ConcurrencyOptions = z.infer<typeof concurrencySchema>;

const auditSink = z.custom<AuditSink>(
  (value) => typeof value === 'object' && value !== null && typeof (value as { write?: unknown }).write === 'function',
  'an object with a write(record) function',
);

export const hookRunnerOptionsSchema = z.strictObject({
  /** Absolute path of a directory that exists: where project hook files are found; default directory of runs. */
  project: z.string().min(1),
  /** Absolute path: where global hook files are found; it need not exist. Default: `os.homedir()`. */
  home: z.string().min(1).optional(),
  /** Default `['foya']`; the first one decides schedule and fold. */
  dialects: z.array(dialectNameSchema).min(1).optional(),
  /** Hooks given in code; they come after those of files. */
  hooks: z.array(hookInputSchema).optional(),
  /** `all`: project hooks run. `digest` (default): project hooks run once approved; there is no approval in this version yet, so they are skipped. */
  trust: z.enum(['all', 'digest']).optional(),
  /** Caps for every run; a hook's own win, except that `timeoutMs` here is a ceiling on the timeouts of hook files. Default: the dialect's. */
  limits: limitsSchema.optional(),
  /** Isolation of every run; a hook's own wins. Default: `{ profile: 'contained' }`. */
  isolation: isolationSchema.optional(),
  /** What each kind of failure counts as, on gate events. Default: the dialect's (Foya: open). */
  failure: failureOptionsSchema.optional(),
  /** Whether descendants that outlive their hook are ended. Default `kill`. */
  descendants: descendantsSchema.optional(),
  /** Which variables hooks see. Default: the kernel's without the withheld ones. */
  environment: environmentOptionsSchema.optional(),
  /** How many hooks run and wait at once. */
  concurrency: concurrencySchema.optional(),
  /** `process` (default): a small Node process of its own, shared by all runners. `in-process`: inside the kernel. */
  supervisor: z.enum(['process', 'in-process']).optional(),
  /** Where audit records go; each sink gets every record. Default: nowhere. */
  audit: z.array(auditSink).optional(),
  /** For prompt hooks. Not supported yet. */
  model: z.unknown().optional(),
});
/** What `createHookRunner` takes. Required is `project` alone. */
export type HookRunnerOptions = z.infer<typeof hookRunnerOptionsSchema>;

const abortSignal = z.custom<AbortSignal>((value) => value instanceof AbortSignal, 'an AbortSignal');

const commandCommon = {
  /** Written to the command's stdin, which is then closed. Default: empty. */
  stdin: z.string().optional(),
  /** Absolute path. Default: `process.cwd()`. */
  cwd: z.string().optional(),
  /** Caps of the run. Default: `DEFAULT_LIMITS`. */
  limits: limitsSchema.optional(),
  /** Default: `{ profile: 'contained' }`. */
  isolation: isolationSchema.optional(),
  /** Which variables the command sees. Default: this process's without the withheld ones. */
  environment: environmentOptionsSchema.optional(),
  /** Whether descendants that outlive the command are ended. Default `kill`. */
  descendants: descendantsSchema.optional(),
  /** Ends the run when it aborts: SIGTERM, grace period, SIGKILL. Default: none. */
  signal: abortSignal.optional(),
};
export const commandSpecSchema = z.union([
  z.strictObject({
    /** Shell text, run by `/bin/sh -c` (Windows: `cmd.exe /d /s /c`). */
    command: z.string().min(1),
    ...commandCommon,
  }),
  z.strictObject({
    /** A program, looked up in `PATH`, and its arguments; no shell. */
    argv: z.array(z.string()).min(1),
    ...commandCommon,
  }),
]);
/** What `runCommand` runs: shell text (`command`) or a program with its arguments (`argv`). */
export type CommandSpec = z.infer<typeof commandSpecSchema>;

const progressListener = z.custom<(progress: HookProgress) => void>(
  (value) => typeof value === 'function',
  'a function',
);

export const dispatchOptionsSchema: z.ZodType<DispatchOptions> = z.strictObject({
  signal: abortSignal.optional(),
  onProgress: progressListener.optional(),
});

export const closeOptionsSchema: z.ZodType<CloseOptions> = z.strictObject({
  graceMs: z.int().min(0).max(MAX_TIMEOUT_MS).optional(),
});
