/** What a run's `updatedInput` does to the tool's input. */
import type { Warning } from '../contract/outcome.js';
import type { FoldedRun, FoldState, Rewrite } from './fold-state.js';
import { type MergedInput, mergeInput } from './merge-input.js';
import { jsonEqual, safeCopy } from './safe-json.js';

const SHOWN_KEYS = 5;

/**
 * Serial: onto the input as the hooks before left it. Parallel: onto the event's own input, and the last rewrite wins. The
 * caller has made sure that the outcome is neither denied nor halted.
 */
export function rewriteInput(
  state: FoldState,
  run: FoldedRun,
): { readonly rewrite: Rewrite; readonly changed: boolean; readonly warnings: readonly Warning[] } {
  const update = run.verdict?.updatedInput;
  const unchanged = { rewrite: state.rewrite, changed: false };
  if (update === undefined) return { ...unchanged, warnings: [] };
  if (!run.rules.canRewriteInput) {
    const message = `The updated input is ignored: event "${state.event.name}" has none in dialect "${run.hook.dialect}"`;
    return { ...unchanged, warnings: [warning(run, 'updated_input_ignored', message)] };
  }
  const current = state.schedule === 'serial' ? state.rewrite.input : state.event.tool?.input;
  const updated = update.mode === 'merge' ? mergeInput(current, update.value) : replaceInput(current, update.value);
  if (!updated.ok) return { ...unchanged, warnings: [warning(run, 'invalid_updated_input', updated.message)] };
  const warnings = refusedWarning(run, updated.refusedKeys);
  if (!updated.changed) return { ...unchanged, warnings };
  const chained = state.schedule === 'serial' && update.mode === 'merge';
  const hookIds = chained ? [...state.rewrite.hookIds, run.hook.id] : [run.hook.id];
  const conflict = state.schedule === 'parallel' ? conflictWarning(state, run, updated.value) : [];
  return { rewrite: { input: updated.value, hookIds }, changed: true, warnings: [...warnings, ...conflict] };
}

function replaceInput(current: unknown, value: Readonly<Record<string, unknown>>): MergedInput {
  const copy = safeCopy(value);
  if (!copy.ok) return { ok: false, message: `Cannot take the updated input: ${copy.message}` };
  return { ...copy, changed: !jsonEqual(current, copy.value) };
}

function refusedWarning(run: FoldedRun, refusedKeys: readonly string[]): readonly Warning[] {
  if (refusedKeys.length === 0) return [];
  const shown = refusedKeys.slice(0, SHOWN_KEYS).map((key) => `"${key}"`);
  const rest = refusedKeys.length - shown.length;
  const message = `Keys of the updated input are refused: ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  return [warning(run, 'updated_input_key_refused', message)];
}

function conflictWarning(state: FoldState, run: FoldedRun, input: unknown): readonly Warning[] {
  const before = state.rewrite.hookIds.at(-1);
  if (before === undefined || jsonEqual(state.rewrite.input, input)) return [];
  const message = `Hooks "${before}" and "${run.hook.id}" rewrite the input differently: the last in config order wins`;
  return [warning(run, 'conflicting_rewrites', message)];
}

function warning(run: FoldedRun, code: string, message: string): Warning {
  return { code, message, hookId: run.hook.id };
}
