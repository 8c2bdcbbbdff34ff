/** Finds what JSON cannot say, before a payload is made of it. */

const MAX_DEPTH = 512;

/**
 * The place of the first value that is no JSON (a bigint, a function, a symbol) or is nested deeper than 512, which a cycle is as
 * well; undefined when all is well. Walks without copying: a payload may be megabytes of text.
 */
export function findNotJson(
  value: unknown,
  path = '',
  depth = 0,
): { readonly path: string; readonly got: string } | undefined {
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') {
    return { path, got: `a ${typeof value}` };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MAX_DEPTH) return { path: path.slice(0, 40), got: `nesting deeper than ${MAX_DEPTH} (or a cycle)` };
  for (const [key, child] of Object.entries(value)) {
    const found = findNotJson(child, path === '' ? key : `${path}.${key}`, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
