/** Hooks as users give them (`HookInput`) and as the engine holds them (`HookDefinition`). */
import { z } from 'zod';
import { limitsSchema } from './limits.js';
import {
  type DialectName,
  dialectNameSchema,
  type FailureKind,
  type FailurePolicy,
  failureKindSchema,
  failurePolicySchema,
  guaranteeNameSchema,
  profileSchema,
} from './names.js';

export const commandHandlerSchema = z.strictObject({
  type: z.literal('command'),
  /** Shell text, run by `/bin/sh -c` (Windows: `cmd.exe /d /s /c`). */
  command: z.string().min(1),
});
export type CommandHandler = z.infer<typeof commandHandlerSchema>;

/** The handlers that have a name. Only `command` runs in this version; the others are refused, never ignored. */
export const handlerSchema = z.discriminatedUnion('type', [
  commandHandlerSchema,
  z.looseObject({ type: z.literal('http') }),
  z.looseObject({ type: z.literal('prompt') }),
  z.looseObject({ type: z.literal('function') }),
]);

export const isolationSchema = z.strictObject({
  /** Default `contained`: limits and complete clean-up, no jail. Others are not supported yet. */
  profile: profileSchema.optional(),
  filesystem: z
    .strictObject({ read: z.array(z.string()).optional(), write: z.array(z.string()).optional() })
    .optional(),
  network: z.enum(['allow', 'deny']).optional(),
  /** Guarantees without which a run is not started (`not-started: isolation_unavailable`). Each must be `enforced`. */
  require: z.array(guaranteeNameSchema).optional(),
});
export type IsolationOptions = z.infer<typeof isolationSchema>;

export const failureOptionsSchema = z.partialRecord(failureKindSchema, failurePolicySchema);
export type FailureOptions = Partial<Record<FailureKind, FailurePolicy>>;

export const descendantsSchema = z.enum(['kill', 'keep']);
export type Descendants = z.infer<typeof descendantsSchema>;

export const hookInputSchema = z.strictObject({
  event: z.string().min(1),
  handler: handlerSchema,
  /** Default `dialect:inline:index`. Equal ids never override one another. */
  id: z.string().min(1).optional(),
  name: z.string().min(1).optional(),
  /** Default: the runner's first dialect. */
  dialect: dialectNameSchema.optional(),
  /** Pattern in the dialect's grammar; empty or absent matches all. */
  matcher: z.string().optional(),
  /** Default and range: the dialect's. */
  timeoutMs: z.int().min(1).optional(),
  /** Run in the background; output ignored. Default false. */
  background: z.boolean().optional(),
  /** Default true. */
  enabled: z.boolean().optional(),
  limits: limitsSchema.optional(),
  isolation: isolationSchema.optional(),
  failure: failureOptionsSchema.optional(),
  descendants: descendantsSchema.optional(),
});
export type HookInput = z.infer<typeof hookInputSchema>;

export const hookSourceSchema = z.strictObject({
  scope: z.enum(['global', 'project', 'local', 'plugin', 'managed', 'inline']),
  /** Absolute path of the file the hook stands in; absent for hooks given in code. */
  file: z.string().optional(),
  /** 1-based position of the entry in its file. */
  line: z.int().optional(),
  column: z.int().optional(),
});
export type HookSource = z.infer<typeof hookSourceSchema>;

/** A hook with every default filled in. */
export interface HookDefinition {
  readonly id: string;
  readonly name?: string;
  readonly dialect: DialectName;
  readonly source: HookSource;
  readonly event: string;
  readonly handler: CommandHandler;
  readonly matcher: string;
  readonly timeoutMs: number;
  readonly background: boolean;
  readonly enabled: boolean;
  readonly limits: z.infer<typeof limitsSchema>;
  readonly isolation: IsolationOptions;
  readonly failure: FailureOptions;
  readonly descendants?: Descendants;
}
