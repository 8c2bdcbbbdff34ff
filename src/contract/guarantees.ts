/** Which guarantees hold, at which level, by which mechanism, and why not more. */
import { z } from 'zod';
import type { GuaranteeName } from './names.js';

/** Whether a guarantee holds, and by what. */
export const guaranteeSchema = z.strictObject({
  /** `enforced`: holds against accident and ordinary programs. `best-effort`: usually holds. `none`: is not attempted. */
  level: z.enum(['enforced', 'best-effort', 'none']),
  /** The mechanism, in words an operator can look up; `-` when there is none. */
  by: z.string(),
  /** Why the level is not higher; absent when it is `enforced`. */
  why: z.string().optional(),
});
/** Whether a guarantee holds, and by what. */
export type Guarantee = z.infer<typeof guaranteeSchema>;

/** One entry for each guarantee there is, held or not. */
export type GuaranteeReport = Readonly<Record<GuaranteeName, Guarantee>>;

export const guaranteeReportSchema: z.ZodObject<
  Record<GuaranteeName, typeof guaranteeSchema>,
  z.core.$strict
> = z.strictObject({
  /** When a run has ended, none of its processes lives. */
  treeKill: guaranteeSchema,
  /** Also those that left process group and kernel session (`setsid`, double fork). */
  daemonKill: guaranteeSchema,
  /** Nothing lives on when the kernel or the supervisor is killed. */
  supervisorDeath: guaranteeSchema,
  /** Cap of the memory of the whole tree. */
  memoryTree: guaranteeSchema,
  /** Cap of the memory of each process. */
  memoryProcess: guaranteeSchema,
  /** Cap of the number of processes. */
  processCount: guaranteeSchema,
  /** Cap of CPU time. */
  cpuTime: guaranteeSchema,
  /** Cap of open files. */
  openFiles: guaranteeSchema,
  /** Cap of the size of written files. */
  fileSize: guaranteeSchema,
  /** Only granted files can be read. */
  readConfined: guaranteeSchema,
  /** Only granted files can be written. */
  writeConfined: guaranteeSchema,
  /** Only granted TCP connections can be made. */
  tcp: guaranteeSchema,
  /** Only granted UDP traffic is possible. */
  udp: guaranteeSchema,
  /** Only granted sockets of the file system can be reached. */
  unixSocket: guaranteeSchema,
  /** A hook cannot signal the supervisor or other runs. */
  signalSupervisor: guaranteeSchema,
  /** Withheld variables do not reach the hook. */
  environmentSecrets: guaranteeSchema,
  /** Under memory pressure the system ends a hook before the kernel. */
  hostOom: guaranteeSchema,
});
