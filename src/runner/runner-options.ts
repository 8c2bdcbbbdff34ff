/** The options of a runner, checked and with every default filled in. */
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { requireAbsolutePath } from '../config/absolute-path.js';
import { defineInlineHooks } from '../config/inline-hooks.js';
import { parseOptions } from '../config/parse-options.js';
import { notSupported, refuseUnsupportedIsolation, refuseUnsupportedLimits } from '../config/supported.js';
import type { AuditSink } from '../contract/audit-record.js';
import { HookcellError } from '../contract/errors.js';
import type { HookDefinition } from '../contract/hook.js';
import type { Limits } from '../contract/limits.js';
import type { DialectName } from '../contract/names.js';
import { type HookRunnerOptions, hookRunnerOptionsSchema } from '../contract/options.js';
import type { Dialect } from '../dialects/dialect.js';
import { dialectNamed } from '../dialects/registry.js';
import type { RunSettings } from '../handlers/command-hook.js';
import type { SlotLimits } from './slots.js';

export interface ResolvedOptions {
  readonly project: string;
  readonly home: string;
  /** In the order given; the first decides schedule and fold. */
  readonly dialects: ReadonlyMap<DialectName, Dialect>;
  readonly primary: Dialect;
  readonly inlineHooks: readonly HookDefinition[];
  readonly trust: 'all' | 'digest';
  readonly limits: Limits;
  readonly settings: RunSettings;
  readonly foreground: SlotLimits;
  readonly background: SlotLimits;
  readonly supervisor: 'process' | 'in-process';
  readonly audit: readonly AuditSink[];
}

/** @throws HookcellError `HOOKCELL_OPTION_INVALID`, `HOOKCELL_OPTION_UNKNOWN`, `HOOKCELL_NOT_SUPPORTED` */
export function resolveOptions(given: HookRunnerOptions): ResolvedOptions {
  const options = parseOptions(hookRunnerOptionsSchema, given, 'options of createHookRunner');
  refuseUnsupportedLimits('limits', options.limits);
  refuseUnsupportedIsolation('isolation', options.isolation);
  if (options.model !== undefined) throw notSupported('"model"');
  const dialects = new Map((options.dialects ?? ['foya']).map((name) => [name, dialectNamed(name)]));
  const loaded = [...dialects.values()];
  return {
    project: requireAbsolutePath('project', options.project),
    home: requireAbsolutePath('home', options.home ?? defaultHome()),
    dialects,
    // The schema asks for at least one.
    primary: loaded[0] ?? dialectNamed('foya'),
    inlineHooks: defineInlineHooks(options.hooks ?? [], loaded),
    trust: options.trust ?? 'digest',
    limits: options.limits ?? {},
    settings: {
      environment: options.environment ?? {},
      isolation: options.isolation ?? {},
      failure: options.failure ?? {},
      descendants: options.descendants ?? 'kill',
    },
    ...slotLimits(options.concurrency ?? {}),
    supervisor: options.supervisor ?? 'process',
    audit: options.audit ?? [],
  };
}

/** A user without an entry in the system's list and without HOME has none. */
function defaultHome(): string {
  let home: string;
  try {
    home = homedir();
  } catch {
    home = '';
  }
  if (isAbsolute(home)) return home;
  const message = `Option "home": wanted an absolute path, got none: neither the option nor HOME (${JSON.stringify(home)}) says where`;
  throw new HookcellError('HOOKCELL_OPTION_INVALID', message);
}

function slotLimits(concurrency: NonNullable<HookRunnerOptions['concurrency']>) {
  const { running = 16, queued = 1024, queueTimeoutMs = 30_000, background = 32 } = concurrency;
  return {
    foreground: { running, queued, queueTimeoutMs, keepAlive: true },
    background: { running: background, queued, queueTimeoutMs, keepAlive: false },
  };
}
