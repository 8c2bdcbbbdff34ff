/** The fields of an outcome that are gathered from the runs in order, each with the hooks it came from. */
import type { Verdict } from '../contract/verdict.js';
import type { FoldedRun } from './fold-state.js';
import { reasonsOf } from './run-opinion.js';
import { isUnsafeKey } from './safe-json.js';

export interface Collected<T> {
  readonly value: T;
  readonly hookIds: readonly string[];
}

/** Every list appended in order. */
export function appended(
  runs: readonly FoldedRun[],
  list: (run: FoldedRun) => readonly string[],
): Collected<readonly string[]> {
  const parts = runs.map((run) => ({ id: run.hook.id, items: list(run) })).filter(({ items }) => items.length > 0);
  return { value: parts.flatMap(({ items }) => items), hookIds: parts.map(({ id }) => id) };
}

/** All reasons, joined by newline. */
export function joinedReasons(runs: readonly FoldedRun[]): Collected<string> | undefined {
  const { value, hookIds } = appended(runs, reasonsOf);
  return value.length === 0 ? undefined : { value: value.join('\n'), hookIds };
}

/** A block such as `keepWorking`: there when any hook asks for it, the reasons that are not blank joined by newline. */
export function joinedBlocks(
  runs: readonly FoldedRun[],
  field: 'keepWorking' | 'markError' | 'blockCompaction',
): Collected<{ reason: string }> | undefined {
  const blocks = runs.flatMap(({ hook, verdict }) => {
    const block = verdict?.[field];
    return block === undefined ? [] : [{ id: hook.id, reason: block.reason }];
  });
  if (blocks.length === 0) return undefined;
  const reasons = blocks.map(({ reason }) => reason).filter((reason) => reason.trim() !== '');
  return { value: { reason: reasons.join('\n') }, hookIds: blocks.map(({ id }) => id) };
}

/** The value of the last hook that gives one. */
export function lastOf<F extends 'updatedOutput' | 'updatedPrompt' | 'elicitation'>(
  runs: readonly FoldedRun[],
  field: F,
): Collected<Exclude<Verdict[F], undefined>> | undefined {
  const last = runs.findLast(({ verdict }) => verdict?.[field] !== undefined);
  if (last === undefined) return undefined;
  return { value: last.verdict?.[field] as Exclude<Verdict[F], undefined>, hookIds: [last.hook.id] };
}

/** Variables of all hooks, the later one wins; names that reach prototypes are left out. */
export function mergedEnvironment(runs: readonly FoldedRun[]): Collected<Record<string, string>> | undefined {
  const value: Record<string, string> = {};
  const hookIds: string[] = [];
  for (const { hook, verdict } of runs) {
    const entries = Object.entries(verdict?.environment ?? {}).filter(([name]) => !isUnsafeKey(name));
    if (entries.length === 0) continue;
    Object.assign(value, Object.fromEntries(entries));
    hookIds.push(hook.id);
  }
  return hookIds.length === 0 ? undefined : { value, hookIds };
}
