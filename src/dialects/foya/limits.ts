/** Foya's numbers: timeouts, output cap, and what failures count as. */
import type { EffectiveLimits } from '../../contract/limits.js';
import { DEFAULT_LIMITS } from '../../contract/limits.js';
import type { FailureKind, FailurePolicy } from '../../contract/names.js';

export const DEFAULT_TIMEOUT_SECONDS = 30;
export const MAX_TIMEOUT_SECONDS = 600;
/** Of each stream; more is an error unless the exit code decides. */
export const OUTPUT_BYTES = 64 * 1024;

export const FOYA_LIMITS: EffectiveLimits = {
  ...DEFAULT_LIMITS,
  timeoutMs: DEFAULT_TIMEOUT_SECONDS * 1000,
  graceMs: 2000,
  stdoutBytes: OUTPUT_BYTES,
  stderrBytes: OUTPUT_BYTES,
};

export const FOYA_TIMEOUT_RANGE = { minMs: 1000, maxMs: MAX_TIMEOUT_SECONDS * 1000 } as const;

/** A failed hook has no opinion. */
export const FOYA_FAILURE: Readonly<Record<FailureKind, FailurePolicy>> = {
  timeout: 'open',
  abort: 'open',
  crash: 'open',
  signal: 'open',
  limit: 'open',
  output: 'open',
  'not-started': 'open',
  lost: 'open',
  overloaded: 'open',
};
