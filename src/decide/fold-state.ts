/** The shapes of a fold: what goes in for each run, what is known so far, what comes out. */
import type { ResolvedEvent } from '../contract/event.js';
import type { HookFailure, HookReference, Outcome, Warning } from '../contract/outcome.js';
import type { Verdict } from '../contract/verdict.js';
import type { Dialect, EventRules } from '../dialects/dialect.js';

/** One finished foreground run. A verdict and a failure may stand side by side when only a part of the answer is void. */
export interface FoldedRun {
  readonly hook: HookReference;
  /** Of the hook's own dialect, for this event. */
  readonly rules: EventRules;
  readonly verdict?: Verdict | undefined;
  readonly failure?: HookFailure | undefined;
}

/** Immutable: each run folded gives a new state. */
export interface FoldState {
  readonly event: ResolvedEvent;
  readonly primary: Dialect;
  readonly schedule: 'serial' | 'parallel';
  /** In the order they were folded, which is config order. */
  readonly runs: readonly FoldedRun[];
  readonly decision: Outcome['decision'];
  readonly halt: boolean;
  readonly rewrite: Rewrite;
  readonly warnings: readonly Warning[];
}

/** The tool's input as the hooks so far have left it. */
export interface Rewrite {
  /** Equal to the event's own input when no hook changed it. */
  readonly input: unknown;
  /** The hooks it came from. */
  readonly hookIds: readonly string[];
}

/** The part of an outcome that hooks decide. */
export type FoldedOutcome = Pick<
  Outcome,
  | 'decision'
  | 'approves'
  | 'halt'
  | 'reason'
  | 'context'
  | 'systemMessages'
  | 'updatedInput'
  | 'updatedOutput'
  | 'updatedPrompt'
  | 'keepWorking'
  | 'markError'
  | 'environment'
  | 'blockCompaction'
  | 'elicitation'
  | 'provenance'
  | 'warnings'
>;
