/** A command hook: from a planned hook and an event to a request for the supervisor, and from its answer to a verdict. */
import { randomBytes } from 'node:crypto';
import type { ResolvedEvent } from '../contract/event.js';
import type { Descendants, FailureOptions, IsolationOptions } from '../contract/hook.js';
import type { EnvironmentOptions } from '../contract/options.js';
import type { HookFailure, HookRun, Warning } from '../contract/outcome.js';
import type { RunReport } from '../contract/run-report.js';
import { appliedPolicy, failureOf } from '../decide/failure-policy.js';
import type { Dialect, EventRules } from '../dialects/dialect.js';
import { hookReference } from '../plan/hook-reference.js';
import type { PlannedRun } from '../plan/plan.js';
import type { RunAnswer, RunRequest } from '../supervisor/protocol.js';
import { environmentFor } from './environment.js';

/** What of a runner's options concerns a single run. */
export interface RunSettings {
  readonly environment: EnvironmentOptions;
  readonly isolation: IsolationOptions;
  readonly failure: FailureOptions;
  readonly descendants: Descendants;
}

export interface PreparedHook {
  readonly request: RunRequest;
  readonly warnings: readonly Warning[];
}

/** `queuedMs`: what the hook has waited already. The payload is made here, from the event as it is now. */
export function prepareHook(
  planned: PlannedRun,
  event: ResolvedEvent,
  dialect: Dialect,
  settings: RunSettings,
  identity: { readonly runId: string; readonly queuedMs: number },
): PreparedHook {
  const { hook, limits, background } = planned;
  const encoded = dialect.encode(event);
  const environment = environmentFor(settings.environment, dialect.withholds, encoded.environment);
  const request: RunRequest = {
    ...identity,
    commandLine: { kind: 'shell', text: hook.handler.command },
    stdin: encoded.payload,
    cwd: event.cwd,
    environment: environment.variables,
    withheld: environment.withheld,
    limits,
    profile: hook.isolation.profile ?? settings.isolation.profile ?? 'contained',
    descendants: hook.descendants ?? settings.descendants,
    marker: freshMarker(),
    excerpt: true,
    // The output of a background hook is ignored, so nothing reads it.
    ...(background ? {} : { decode: { dialect: dialect.name, event: event.name } }),
  };
  const warnings = environment.tooLarge.map((name) => ({
    code: 'environment_variable_too_large',
    message: `Environment variable "${name}" is not given to the hook: wanted less than 131072 bytes`,
    hookId: hook.id,
  }));
  return { request, warnings };
}

export interface FinishedHook {
  readonly run: HookRun;
  readonly warnings: readonly Warning[];
}

/** What a run means: the dialect's verdict where the hook ended by itself, the failure and the policy it met otherwise. */
export function finishHook(
  planned: PlannedRun,
  answer: RunAnswer,
  given: { readonly rules: EventRules; readonly dialect: Dialect; readonly settings: RunSettings },
): FinishedHook {
  const { hook } = planned;
  const { report, decoded } = answer;
  const failure = failureOf(report.ending, report.limits) ?? decoded?.failure;
  const run: HookRun = { hook: hookReference(hook), report };
  if (decoded?.verdict !== undefined) run.verdict = decoded.verdict;
  if (failure !== undefined) {
    const policies = { rules: given.rules, dialect: given.dialect, runner: given.settings.failure, hook: hook.failure };
    run.failure = { ...failure, applied: appliedPolicy(failure.kind, policies) } satisfies HookFailure;
  }
  const warnings = [...(decoded?.warnings ?? []), ...leftoverWarnings(report)];
  return { run, warnings: warnings.map((warning) => ({ ...warning, hookId: hook.id })) };
}

/** 128 random bits: the nonce that marks the processes of one run. */
export function freshMarker(): string {
  return randomBytes(16).toString('hex');
}

function leftoverWarnings({ leftovers }: RunReport): readonly Warning[] {
  if (leftovers.survived.length === 0) return [];
  const names = leftovers.survived.map(({ pid, command }) => `${pid} (${command})`).join(', ');
  return [{ code: 'processes_survived', message: `Processes of the hook could not be ended: ${names}` }];
}
