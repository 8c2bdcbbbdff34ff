/**
 * The plan of one event: which hooks run, in which order, with which limits, and why the others do not. Plain data made from
 * plain data; nothing is started here.
 */
import type { ResolvedEvent } from '../contract/event.js';
import type { HookDefinition } from '../contract/hook.js';
import type { EffectiveLimits, Limits } from '../contract/limits.js';
import type { DialectName } from '../contract/names.js';
import type { SkippedHook, SkipReason, Warning } from '../contract/outcome.js';
import type { Dialect } from '../dialects/dialect.js';
import { effectiveLimits } from './effective-limits.js';
import { hookReference } from './hook-reference.js';
import { matchHook, missingTarget } from './match.js';

export interface Plan {
  /** `serial`: one after the other, a rewrite feeds the next. `parallel`: all at once. */
  readonly schedule: 'serial' | 'parallel';
  /** In config order. */
  readonly runs: readonly PlannedRun[];
  /** In config order; hooks of other events too. */
  readonly skipped: readonly SkippedHook[];
  readonly warnings: readonly Warning[];
}

export interface PlannedRun {
  readonly hook: HookDefinition;
  /** What the matcher was tested on; null when this event ignores matchers. */
  readonly target: string | null;
  /** Started and not waited for; its output is ignored. */
  readonly background: boolean;
  readonly limits: EffectiveLimits;
}

export interface PlanInput {
  readonly event: ResolvedEvent;
  /** Every loaded hook, in config order. */
  readonly hooks: readonly HookDefinition[];
  readonly dialects: ReadonlyMap<DialectName, Dialect>;
  /** The runner's first dialect; it decides the schedule. */
  readonly primary: Dialect;
  readonly trust: 'all' | 'digest';
  /** The runner's. */
  readonly limits: Limits;
}

/**
 * Puts each hook in exactly one place, `runs` or `skipped`. Reasons to skip are tried in this order: `other_event`,
 * `disabled`, `untrusted`, `no_match`. Hooks left out for want of trust give one warning, `untrusted_hooks`; a matcher that
 * does not compile never matches and gives a warning, `bad_matcher`.
 */
export function planEvent(input: PlanInput): Plan {
  const placed = input.hooks.map((hook) => placeHook(hook, input));
  const skipped = placed.flatMap((place) => (place.kind === 'skip' ? [place.skipped] : []));
  return {
    schedule: input.primary.schedule(input.event.name),
    runs: placed.flatMap((place) => (place.kind === 'run' ? [place.run] : [])),
    skipped,
    warnings: [
      ...untrustedWarning(skipped),
      ...placed.flatMap((place) => (place.kind === 'skip' && place.warning !== undefined ? [place.warning] : [])),
    ],
  };
}

/** What an outcome tells: the skipped hooks of this event, without those of other events. */
export function relevantSkips(plan: Plan): readonly SkippedHook[] {
  return plan.skipped.filter(({ why }) => why !== 'other_event');
}

type Place =
  | { readonly kind: 'run'; readonly run: PlannedRun }
  | { readonly kind: 'skip'; readonly skipped: SkippedHook; readonly warning?: Warning };

function placeHook(hook: HookDefinition, input: PlanInput): Place {
  const { event } = input;
  const dialect = input.dialects.get(hook.dialect);
  if (dialect === undefined) return skip(hook, 'other_event', `Dialect "${hook.dialect}" is not loaded`);
  if (hook.event !== event.name) {
    return skip(hook, 'other_event', `Waits for "${hook.event}", not for "${event.name}"`);
  }
  const rules = dialect.events.get(event.name);
  if (rules === undefined) {
    return skip(hook, 'other_event', `Dialect "${hook.dialect}" does not know event "${event.name}"`);
  }
  if (!hook.enabled) return skip(hook, 'disabled', 'Disabled in its configuration');
  if (input.trust === 'digest' && dialect.underTrust.includes(hook.source.scope)) {
    return skip(hook, 'untrusted', UNTRUSTED);
  }
  const match = matchHook(hook, dialect, event);
  switch (match.kind) {
    case 'match': {
      const background = hook.background || rules.kind === 'observer';
      const limits = effectiveLimits(hook, dialect, input.limits);
      return { kind: 'run', run: { hook, target: match.target, background, limits } };
    }
    case 'no-match':
      return skip(hook, 'no_match', noMatchText(hook, match.target, event.name));
    case 'bad-matcher': {
      const message = `Matcher "${hook.matcher}" never matches: ${match.message}`;
      return { ...skip(hook, 'no_match', message), warning: { code: 'bad_matcher', message, hookId: hook.id } };
    }
  }
}

function noMatchText({ matcher }: HookDefinition, target: string, event: string): string {
  const why = target === '' ? missingTarget(event) : undefined;
  return why === undefined
    ? `Matcher "${matcher}" does not match "${target}"`
    : `Matcher "${matcher}" does not match: ${why}`;
}

const HOW_TO_TRUST = 'pass trust: "all" (CLI: --trust all) to run them';
const UNTRUSTED = `Project hooks are not trusted: ${HOW_TO_TRUST}`;

function skip(hook: HookDefinition, why: SkipReason, message: string) {
  return { kind: 'skip', skipped: { hook: hookReference(hook), why, message } } as const;
}

function untrustedWarning(skipped: readonly SkippedHook[]): readonly Warning[] {
  const untrusted = skipped.filter(({ why }) => why === 'untrusted');
  if (untrusted.length === 0) return [];
  const files = [...new Set(untrusted.map(({ hook }) => hook.source.file ?? `${hook.source.scope} scope`))];
  const count = untrusted.length === 1 ? '1 hook is skipped' : `${untrusted.length} hooks are skipped`;
  return [{ code: 'untrusted_hooks', message: `${count} for want of trust (${files.join(', ')}): ${HOW_TO_TRUST}` }];
}
