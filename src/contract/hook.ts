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

/** A command that is run by a shell. */
export const commandHandlerSchema = z.strictObject({
  /** Tells the handlers apart. */
  type: z.literal('command'),
  /** Shell text, run by `/bin/sh -c` (Windows: `cmd.exe /d /s /c`). */
  command: z.string().min(1),
});
/** A command that is run by a shell. */
export type CommandHandler = z.infer<typeof commandHandlerSchema>;

/** The handlers that have a name. Only `command` runs in this version; the others are refused, never ignored. */
export const handlerSchema = z.discriminatedUnion('type', [
  commandHandlerSchema,
  /** Not supported yet. */
  z.looseObject({
    /** Tells the handlers apart. */
    type: z.literal('http'),
  }),
  /** Not supported yet. */
  z.looseObject({
    /** Tells the handlers apart. */
    type: z.literal('prompt'),
  }),
  /** Not supported yet. */
  z.looseObject({
    /** Tells the handlers apart. */
    type: z.literal('function'),
  }),
]);

/** What a run is confined to. A value other than the default is refused with `HOOKCELL_NOT_SUPPORTED`, `require` excepted. */
export const isolationSchema = z.strictObject({
  /** Default `contained`: limits and complete clean-up, no jail. Others are not supported yet. */
  profile: profileSchema.optional(),
  /** Grants of files. Not supported yet. */
  filesystem: z
    .strictObject({
      /** Paths that may be read. */
      read: z.array(z.string()).optional(),
      /** Paths that may be written. */
      write: z.array(z.string()).optional(),
    })
    .optional(),
  /** Whether connections may be made. Not supported yet. */
  network: z.enum(['allow', 'deny']).optional(),
  /**
   * Guarantees without which a run is not started. Each must be `enforced`, else the run ends `not-started` with the cause
   * `isolation_unavailable`, which counts as `failure['not-started']`. Default: none.
   */
  require: z.array(guaranteeNameSchema).optional(),
});
/** What a run is confined to, and what it insists on. */
export type IsolationOptions = z.infer<typeof isolationSchema>;

/** What each kind of failure counts as, on gate events. A kind left out keeps its default. */
export const failureOptionsSchema = z.partialRecord(failureKindSchema, failurePolicySchema);
/** What each kind of failure counts as, on gate events: `{ timeout: 'deny' }`. A kind left out keeps its default. */
export type FailureOptions = Partial<Record<FailureKind, FailurePolicy>>;

/** What becomes of descendants that outlive their hook: `kill` ends and reports them, `keep` leaves them alone. */
export const descendantsSchema = z.enum(['kill', 'keep']);
/** What becomes of descendants that outlive their hook: `kill` ends and reports them, `keep` leaves them alone. */
export type Descendants = z.infer<typeof descendantsSchema>;

export const hookInputSchema = z.strictObject({
  /** Name of an event that the dialect knows. */
  event: z.string().min(1),
  /** What is run. */
  handler: handlerSchema,
  /** Default `dialect:inline:index`. Equal ids never override one another. */
  id: z.string().min(1).optional(),
  /** For people. Default: none. */
  name: z.string().min(1).optional(),
  /** One of the runner's dialects. Default: the first of them. */
  dialect: dialectNameSchema.optional(),
  /** Pattern in the dialect's grammar; empty or absent matches all. */
  matcher: z.string().optional(),
  /** Milliseconds; default and range are the dialect's. Excludes `limits.timeoutMs`. The runner's `limits.timeoutMs` is a ceiling on it. */
  timeoutMs: z.int().min(1).optional(),
  /** Run in the background; output ignored. Default false; hooks of observer events are always in the background. */
  background: z.boolean().optional(),
  /** Default true. */
  enabled: z.boolean().optional(),
  /** Caps of this hook; they win over the runner's. */
  limits: limitsSchema.optional(),
  /** Wins over the runner's, key by key. */
  isolation: isolationSchema.optional(),
  /** Wins over the runner's, kind by kind. */
  failure: failureOptionsSchema.optional(),
  /** Wins over the runner's. */
  descendants: descendantsSchema.optional(),
});
/** A hook given in code: an element of the option `hooks`. */
export type HookInput = z.infer<typeof hookInputSchema>;

/** Where a hook was configured. */
export const hookSourceSchema = z.strictObject({
  /** What kind of place: the home's file, the project's, …, or `inline` for hooks given in code. */
  scope: z.enum(['global', 'project', 'local', 'plugin', 'managed', 'inline']),
  /** Absolute path of the file the hook stands in; absent for hooks given in code. */
  file: z.string().optional(),
  /** 1-based line of the entry in its file. */
  line: z.int().optional(),
  /** 1-based column of the entry in its line, in characters. */
  column: z.int().optional(),
});
/** Where a hook was configured. */
export type HookSource = z.infer<typeof hookSourceSchema>;

/** A hook with every default filled in. */
export interface HookDefinition {
  /** As configured, else `dialect:scope:index`. Ids are not unique. */
  readonly id: string;
  /** For people; absent when the hook has none. */
  readonly name?: string;
  /** The dialect whose rules it follows. */
  readonly dialect: DialectName;
  /** Where it was configured. */
  readonly source: HookSource;
  /** Name of its event. */
  readonly event: string;
  /** What is run. */
  readonly handler: CommandHandler;
  /** Pattern in the dialect's grammar; empty matches all. */
  readonly matcher: string;
  /** Length of its deadline in milliseconds, before the runner's ceiling. */
  readonly timeoutMs: number;
  /** Whether it runs in the background, its output ignored. */
  readonly background: boolean;
  /** False: it is listed and never run. */
  readonly enabled: boolean;
  /** The hook's own caps; empty for hooks of files. */
  readonly limits: z.infer<typeof limitsSchema>;
  /** The hook's own isolation; empty for hooks of files. */
  readonly isolation: IsolationOptions;
  /** What its failures count as; empty: as the runner says. */
  readonly failure: FailureOptions;
  /** What becomes of its descendants; absent: as the runner says. */
  readonly descendants?: Descendants;
}
