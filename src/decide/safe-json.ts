/** JSON values that come from outside and are merged: copied without the keys that reach prototypes, compared by content. */

/** Deepest nesting of a value that is merged; the value itself is level 1. */
const MAX_NESTING = 512;

const UNSAFE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

type SafeCopy =
  /** `refusedKeys`: paths of the keys left out, such as `options.__proto__`. */
  | { readonly ok: true; readonly value: Record<string, unknown>; readonly refusedKeys: string[] }
  | { readonly ok: false; readonly message: string };

/** A deep copy of a JSON object without `__proto__`, `constructor` and `prototype` at any depth. */
export function safeCopy(value: Readonly<Record<string, unknown>>): SafeCopy {
  const refusedKeys: string[] = [];
  try {
    return { ok: true, value: copyObject(value, undefined, refusedKeys), refusedKeys };
  } catch (error) {
    if (error instanceof TooDeep) return { ok: false, message: `Nested deeper than ${MAX_NESTING} levels` };
    throw error;
  }
}

/** Equal as JSON: the order of keys does not count. Recursion ends with the shallower of the two. */
export function jsonEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) && left.length === right.length && left.every((item, index) => jsonEqual(item, right[index]))
    );
  }
  if (!isObject(left) || !isObject(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && jsonEqual(left[key], right[key]))
  );
}

/** A JSON object: not null, not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isUnsafeKey(key: string): boolean {
  return UNSAFE_KEYS.has(key);
}

class TooDeep extends Error {}

/** Where a value stands, linked upwards: written out only for the keys that are refused. */
interface Place {
  readonly above?: Place;
  readonly key: string;
  readonly level: number;
}

function copyObject(source: Readonly<Record<string, unknown>>, place: Place | undefined, refused: string[]) {
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(source)) {
    const below = placeBelow(place, key);
    if (isUnsafeKey(key)) refused.push(pathOf(below));
    else copy[key] = copyValue(value, below, refused);
  }
  return copy;
}

function copyValue(value: unknown, place: Place, refused: string[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (place.level > MAX_NESTING) throw new TooDeep();
  if (Array.isArray(value)) return value.map((item, index) => copyValue(item, placeBelow(place, `${index}`), refused));
  return copyObject(value as Record<string, unknown>, place, refused);
}

function placeBelow(above: Place | undefined, key: string): Place {
  return above === undefined ? { key, level: 2 } : { above, key, level: above.level + 1 };
}

function pathOf(place: Place): string {
  return place.above === undefined ? place.key : `${pathOf(place.above)}.${place.key}`;
}
