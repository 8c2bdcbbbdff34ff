/** What one run adds to decision and reason: its verdict, and its failure where the policy makes one count. */
import type { Decision } from '../contract/names.js';
import type { Outcome } from '../contract/outcome.js';
import type { FoldedRun } from './fold-state.js';

/** Decisions a run contributes, from its verdict and from its failure policy. */
export function decisionsOf(run: FoldedRun): readonly Decision[] {
  const said = run.verdict?.decision;
  const applied = run.failure?.applied ?? 'open';
  return [...(said === undefined ? [] : [said]), ...(applied === 'open' ? [] : [applied])];
}

/** Reasons a run contributes, blank ones left out. */
export function reasonsOf(run: FoldedRun): readonly string[] {
  const { verdict, failure } = run;
  const ofFailure =
    failure === undefined || failure.applied === 'open'
      ? ''
      : `Hook "${run.hook.name ?? run.hook.id}" failed (${failure.message}): policy ${failure.applied}`;
  return [verdict?.reason ?? '', ofFailure].filter((reason) => reason.trim() !== '');
}

const RANK = { none: 0, allow: 1, ask: 2, deny: 3 } as const satisfies Record<Outcome['decision'], number>;

/** deny over ask over allow over none. */
export function strictest(decisions: readonly Outcome['decision'][]): Outcome['decision'] {
  return decisions.reduce((strict, next) => (RANK[next] > RANK[strict] ? next : strict), 'none');
}
