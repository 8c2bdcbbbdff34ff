/**
 * The ordered fold of what the hooks of one event say. Serial schedules fold run by run and hand `currentInput` to the next
 * hook; parallel ones fold all runs, in config order, when all have ended.
 *
 * deny over ask over allow; halt is sticky; reasons of all hooks are joined, contexts appended. A rewrite of the input is
 * ignored from the denying or halting hook on, and dropped altogether when the outcome is denied or halted.
 */
import type { ResolvedEvent } from '../contract/event.js';
import type { Dialect } from '../dialects/dialect.js';
import { appended, type Collected, joinedBlocks, joinedReasons, lastOf, mergedEnvironment } from './collect-fields.js';
import type { FoldedOutcome, FoldedRun, FoldState } from './fold-state.js';
import { rewriteInput } from './rewrite-input.js';
import { decisionsOf, strictest } from './run-opinion.js';
import { isObject, jsonEqual } from './safe-json.js';

/** `schedule` default: that of the primary dialect, the runner's first one. */
export function startFold(input: {
  readonly event: ResolvedEvent;
  readonly primary: Dialect;
  readonly schedule?: 'serial' | 'parallel';
}): FoldState {
  const { event, primary } = input;
  return {
    event,
    primary,
    schedule: input.schedule ?? primary.schedule(event.name),
    runs: [],
    decision: 'none',
    halt: false,
    rewrite: { input: event.tool?.input, hookIds: [] },
    warnings: [],
  };
}

export function foldRun(state: FoldState, run: FoldedRun): FoldState {
  const next = withOpinion(state, run);
  if (isRefused(next)) return next;
  const { rewrite, warnings } = rewriteInput(state, run);
  return { ...next, rewrite, warnings: [...state.warnings, ...warnings] };
}

/** The input that the next hook of a serial schedule must see; the event's own in a parallel one. */
export function currentInput(state: FoldState): unknown {
  return state.schedule === 'serial' ? state.rewrite.input : state.event.tool?.input;
}

/** Whether folding this run would change the input, as audit records tell it. The state is the one before the run. */
export function modifiesInput(state: FoldState, run: FoldedRun): boolean {
  return !isRefused(withOpinion(state, run)) && rewriteInput(state, run).changed;
}

export function finishFold(state: FoldState): FoldedOutcome {
  const { runs, decision, halt } = state;
  const deciding = decision === 'none' ? [] : runs.filter((run) => decisionsOf(run).includes(decision));
  const approves = decision === 'allow' && !halt && mayApprove(state, deciding);
  const decidingIds = deciding.map(({ hook }) => hook.id);
  const context = appended(runs, ({ verdict }) => verdict?.context ?? []);
  const systemMessages = appended(runs, ({ verdict }) =>
    verdict?.systemMessage === undefined ? [] : [verdict.systemMessage],
  );
  const optional = {
    reason: joinedReasons(runs),
    updatedInput: updatedInput(state),
    updatedOutput: lastOf(runs, 'updatedOutput'),
    updatedPrompt: lastOf(runs, 'updatedPrompt'),
    keepWorking: joinedBlocks(runs, 'keepWorking'),
    markError: joinedBlocks(runs, 'markError'),
    environment: mergedEnvironment(runs),
    blockCompaction: joinedBlocks(runs, 'blockCompaction'),
    elicitation: lastOf(runs, 'elicitation'),
  };
  const provenance = {
    decision: decidingIds,
    approves: approves ? decidingIds : [],
    halt: runs.filter(({ verdict }) => verdict?.halt === true).map(({ hook }) => hook.id),
    context: context.hookIds,
    systemMessages: systemMessages.hookIds,
    ...Object.fromEntries(Object.entries(optional).map(([field, found]) => [field, found?.hookIds ?? []])),
  };
  return {
    decision,
    approves,
    halt,
    context: [...context.value],
    systemMessages: [...systemMessages.value],
    ...valuesOf(optional),
    provenance: Object.fromEntries(
      Object.entries(provenance).flatMap(([field, ids]) => (ids.length === 0 ? [] : [[field, [...ids]]])),
    ),
    warnings: [...state.warnings],
  };
}

function withOpinion(state: FoldState, run: FoldedRun): FoldState {
  return {
    ...state,
    runs: [...state.runs, run],
    decision: strictest([state.decision, ...decisionsOf(run)]),
    halt: state.halt || run.verdict?.halt === true,
  };
}

function isRefused(state: FoldState): boolean {
  return state.decision === 'deny' || state.halt;
}

/** A hook that failed never approves, even when a part of its answer stands. */
function mayApprove(state: FoldState, deciding: readonly FoldedRun[]): boolean {
  const primary = state.primary.events.get(state.event.name);
  return (
    primary?.canApprove === true && deciding.every(({ rules, failure }) => rules.canApprove && failure === undefined)
  );
}

function updatedInput(state: FoldState): Collected<Record<string, unknown>> | undefined {
  const { input, hookIds } = state.rewrite;
  // Hooks may have undone what others did: only a difference to the event's own input is a rewrite.
  if (isRefused(state) || hookIds.length === 0 || !isObject(input)) return undefined;
  return jsonEqual(input, state.event.tool?.input) ? undefined : { value: input, hookIds };
}

type Values<T> = { [F in keyof T]?: T[F] extends Collected<infer V> | undefined ? V : never };

function valuesOf<T extends Record<string, Collected<unknown> | undefined>>(collected: T): Values<T> {
  const present = Object.entries(collected).flatMap(([field, found]) =>
    found === undefined ? [] : [[field, found.value]],
  );
  return Object.fromEntries(present) as Values<T>;
}
