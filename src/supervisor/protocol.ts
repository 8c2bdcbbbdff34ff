/**
 * What the kernel and its supervisor process say to each other: JSON over Node's IPC channel, one version for both ends. Both
 * come from the same installation, so a version that differs is a broken installation and ends the supervisor.
 */

import type { CommandLine } from '../cell/launch/launcher.js';
import type { Descendants } from '../contract/hook.js';
import type { EffectiveLimits } from '../contract/limits.js';
import type { DialectName, IsolationProfile } from '../contract/names.js';
import type { RunReport } from '../contract/run-report.js';
import type { DecodedAnswer } from '../dialects/dialect.js';

export const PROTOCOL_VERSION = 1;

/** Everything the supervisor needs to know of a run. */
export interface RunRequest {
  readonly runId: string;
  readonly commandLine: CommandLine;
  readonly stdin: string;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Names told in the report. */
  readonly withheld: readonly string[];
  readonly limits: EffectiveLimits;
  readonly profile: IsolationProfile;
  readonly descendants: Descendants;
  /** Time the run has already waited in the kernel. */
  readonly queuedMs: number;
  /** Nonce that marks the run's processes (`HOOKCELL_RUN`). */
  readonly marker: string;
  readonly decode?: { readonly dialect: DialectName; readonly event: string };
  readonly excerpt: boolean;
}

export interface RunAnswer {
  readonly report: RunReport;
  readonly decoded?: DecodedAnswer;
}

export type ToSupervisor =
  | { readonly v: number; readonly type: 'run'; readonly request: RunRequest }
  /** `graceMs` shortens the grace period; 0 kills at once. */
  | { readonly v: number; readonly type: 'abort'; readonly runId: string; readonly graceMs?: number }
  | { readonly v: number; readonly type: 'ping' };

export type FromSupervisor =
  /** Told at once, so that the kernel can end the tree if the supervisor dies. */
  | {
      readonly v: number;
      readonly type: 'launched';
      readonly runId: string;
      readonly pid: number;
      readonly startTime: number;
    }
  | { readonly v: number; readonly type: 'answer'; readonly runId: string; readonly answer: RunAnswer }
  | { readonly v: number; readonly type: 'pong' };

const TO_SUPERVISOR: ReadonlySet<string> = new Set<ToSupervisor['type']>(['run', 'abort', 'ping']);
const FROM_SUPERVISOR: ReadonlySet<string> = new Set<FromSupervisor['type']>(['launched', 'answer', 'pong']);

/** The message as it is, or undefined when it is none of ours: another version, another type, no object. */
export function readToSupervisor(message: unknown): ToSupervisor | undefined {
  return isKnown(message, TO_SUPERVISOR) ? (message as ToSupervisor) : undefined;
}

export function readFromSupervisor(message: unknown): FromSupervisor | undefined {
  return isKnown(message, FROM_SUPERVISOR) ? (message as FromSupervisor) : undefined;
}

function isKnown(message: unknown, types: ReadonlySet<string>): boolean {
  if (typeof message !== 'object' || message === null) return false;
  const { v, type } = message as { v?: unknown; type?: unknown };
  return v === PROTOCOL_VERSION && typeof type === 'string' && types.has(type);
}
