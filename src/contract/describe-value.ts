/** Says in a few words what a value is, for the "got …" half of messages. */

/**
 * Text and numbers are shown with their type, text cut to 60 characters: `"30s" (string)`, `0.5 (number)`, `NaN (number)`,
 * `null`, `nothing` (undefined), `an array`, `an object`, `a function`. Never throws.
 */
export function describeValue(value: unknown): string {
  switch (typeof value) {
    case 'undefined':
      return 'nothing';
    case 'string':
      return `${JSON.stringify(value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value)} (string)`;
    case 'number':
    case 'bigint':
      return `${Object.is(value, -0) ? '-0' : value} (${typeof value})`;
    case 'boolean':
      return `${value} (boolean)`;
    case 'symbol':
      return 'a symbol';
    case 'function':
      return 'a function';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? 'an array' : 'an object';
  }
}

const MAX_TEXT = 60;

/** As `describeValue`, without the value itself: for what a hook wrote, which may be secret. `a string`, `null`, `an array`. */
export function describeType(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
