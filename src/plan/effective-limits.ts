/** The limits of one run: dialect, runner and hook laid over one another. */
import type { HookDefinition } from '../contract/hook.js';
import type { EffectiveLimits, Limits } from '../contract/limits.js';
import type { Dialect } from '../dialects/dialect.js';

/**
 * A limit set by the hook wins over the runner's, the runner's over the dialect's. The timeout is the exception: a hook
 * file's own timeout cannot be told from the default it was filled in with, so the runner's `timeoutMs` is a ceiling on it.
 * `hook.limits.timeoutMs`, which only code can set, wins over both.
 */
export function effectiveLimits(hook: HookDefinition, dialect: Dialect, runner: Limits): EffectiveLimits {
  const pick = (key: Exclude<keyof EffectiveLimits, 'timeoutMs'>) =>
    hook.limits[key] ?? runner[key] ?? dialect.limits[key];
  return {
    timeoutMs: hook.limits.timeoutMs ?? Math.min(hook.timeoutMs, runner.timeoutMs ?? Number.POSITIVE_INFINITY),
    graceMs: pick('graceMs'),
    drainMs: pick('drainMs'),
    stdinBytes: pick('stdinBytes'),
    stdoutBytes: pick('stdoutBytes'),
    stderrBytes: pick('stderrBytes'),
  };
}
