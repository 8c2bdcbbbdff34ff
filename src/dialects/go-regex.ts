/**
 * Patterns in the grammar of Go's `regexp` (RE2), run by re2js: linear time, no look-around, no back references. A pattern
 * can therefore never hang the process that tests it.
 */
import { RE2JS } from 're2js';
import type { CompiledMatcher } from './dialect.js';
import { MAX_PATTERN_COST, patternCost } from './pattern-cost.js';

/**
 * Compiles a pattern for an unanchored, case-sensitive search. A bad pattern is a value, never a throw. Compiled patterns are
 * kept (256 at most), since the same few are tested on every dispatch; they hold no state between tests.
 */
export function compileGoRegex(pattern: string): CompiledMatcher {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const result = compile(pattern);
  if (compiled.size >= MAX_KEPT) {
    const oldest = compiled.keys().next();
    if (!oldest.done) compiled.delete(oldest.value);
  }
  compiled.set(pattern, result);
  return result;
}

const MAX_KEPT = 256;
const compiled = new Map<string, CompiledMatcher>();

function compile(pattern: string): CompiledMatcher {
  if (patternCost(pattern) > MAX_PATTERN_COST)
    return { ok: false, message: 'too large once its repeats are written out' };
  try {
    const expression = RE2JS.compile(pattern);
    return { ok: true, test: (target) => expression.test(target) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, message: message.replace(/^error parsing regexp: /, '') };
  }
}
