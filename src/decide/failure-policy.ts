/** What counts as a failure of a hook, and what a failure counts as. */
import type { FailureOptions } from '../contract/hook.js';
import type { FailureKind, FailurePolicy } from '../contract/names.js';
import type { Ending, NotStartedCause } from '../contract/run-report.js';
import type { Dialect, EventRules } from '../dialects/dialect.js';

/**
 * The failure that an ending is by itself; undefined for `exited`, whose code the dialect judges.
 *
 * @param limits of the run, named in the message of a timeout
 */
export function failureOf(
  ending: Ending,
  limits?: { readonly timeoutMs: number },
): { readonly kind: FailureKind; readonly message: string } | undefined {
  switch (ending.kind) {
    case 'exited':
      return undefined;
    case 'timed-out':
      return {
        kind: 'timeout',
        message: limits === undefined ? 'Timed out' : `Timed out after ${limits.timeoutMs} ms`,
      };
    case 'aborted':
      return { kind: 'abort', message: 'Aborted' };
    case 'signalled':
      return { kind: 'signal', message: `Ended by signal ${ending.signal}` };
    case 'limit':
      return { kind: 'limit', message: `Reached its limit ${ending.limit}` };
    case 'not-started':
      return { kind: kindOfCause(ending.cause), message: `Not started (${ending.cause}): ${ending.message}` };
    case 'lost':
      return { kind: 'lost', message: `Lost: ${ending.message}` };
  }
}

/**
 * The policy that acts: the hook's over the runner's over the dialect's default. It acts on gates only, all else is `open`;
 * `ask` where nobody can be asked is `deny`.
 */
export function appliedPolicy(
  kind: FailureKind,
  given: {
    readonly rules: EventRules;
    readonly dialect: Dialect;
    readonly runner: FailureOptions;
    readonly hook: FailureOptions;
  },
): FailurePolicy {
  if (given.rules.kind !== 'gate') return 'open';
  const policy = given.hook[kind] ?? given.runner[kind] ?? given.dialect.failure[kind];
  return policy === 'ask' && !given.rules.canAsk ? 'deny' : policy;
}

function kindOfCause(cause: NotStartedCause): FailureKind {
  switch (cause) {
    case 'queue_full':
    case 'queue_timeout':
    case 'launch_timeout':
      return 'overloaded';
    case 'aborted':
      return 'abort';
    case 'ENOENT':
    case 'EACCES':
    case 'ENOTDIR':
    case 'E2BIG':
    case 'EMFILE':
    case 'EAGAIN':
    case 'ENOMEM':
    case 'cwd_missing':
    case 'cwd_not_directory':
    case 'nul_byte':
    case 'stdin_too_large':
    case 'isolation_unavailable':
    case 'supervisor_unavailable':
    case 'unknown':
      return 'not-started';
  }
}
