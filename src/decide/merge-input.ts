/** A hook's patch laid over the input of a tool. */
import { describeType } from '../contract/describe-value.js';
import { isObject, jsonEqual, safeCopy } from './safe-json.js';

export type MergedInput =
  | {
      readonly ok: true;
      readonly value: Record<string, unknown>;
      /** Whether the patch made a difference; equal values in other order make none. */
      readonly changed: boolean;
      /** Paths in the patch that were not copied, such as `options.__proto__`. */
      readonly refusedKeys: string[];
    }
  | { readonly ok: false; readonly message: string };

/**
 * Shallow merge: each top-level key of the patch replaces that of the current input, nested objects whole. An undefined
 * current input counts as `{}`; any other that is no object cannot be merged. `__proto__`, `constructor` and `prototype` of
 * the patch are never copied, at any depth. Neither argument is changed.
 */
export function mergeInput(current: unknown, patch: Readonly<Record<string, unknown>>): MergedInput {
  const base = current === undefined ? {} : current;
  if (!isObject(base)) {
    return { ok: false, message: `Cannot merge into the tool input: wanted an object, got ${describeType(base)}` };
  }
  const copy = safeCopy(patch);
  if (!copy.ok) return { ok: false, message: `Cannot merge the updated input: ${copy.message}` };
  const changed = Object.entries(copy.value).some(
    ([key, value]) => !Object.hasOwn(base, key) || !jsonEqual(base[key], value),
  );
  return { ok: true, value: { ...base, ...copy.value }, changed, refusedKeys: copy.refusedKeys };
}
