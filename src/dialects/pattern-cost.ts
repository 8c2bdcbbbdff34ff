/**
 * How large a pattern's compiled form may get, estimated without compiling it. Matching is linear, but compiling is not free:
 * nested repeats such as `((a{100}){100}){100}` multiply, and a hook file comes from whoever wrote the repository.
 */

/** A pattern dearer than this is refused; real matchers cost a hundredth. */
export const MAX_PATTERN_COST = 5_000;
/** What all patterns of one file may cost together. */
export const MAX_FILE_PATTERN_COST = 100_000;

/** An upper estimate in instructions; at least the number of characters. */
export function patternCost(pattern: string): number {
  const groups: { total: number }[] = [{ total: 0 }];
  let last = 0;
  for (let index = 0; index < pattern.length; ) {
    const { length, kind, times } = tokenAt(pattern, index);
    const group = groups.at(-1) ?? { total: 0 };
    if (kind === 'open') groups.push({ total: 1 });
    else if (kind === 'close' && groups.length > 1) {
      groups.pop();
      last = group.total + 1;
      addTo(groups, last);
    } else if (kind === 'repeat') {
      addTo(groups, last * (times - 1));
      last *= times;
    } else {
      last = length;
      addTo(groups, last);
    }
    index += length;
  }
  return groups.reduce((sum, group) => sum + group.total, 0);
}

function addTo(groups: { total: number }[], cost: number): void {
  const group = groups.at(-1);
  if (group !== undefined) group.total += cost;
}

interface Token {
  readonly kind: 'open' | 'close' | 'repeat' | 'other';
  readonly length: number;
  readonly times: number;
}

const REPEAT = /\{(\d{1,9})(?:,(\d{0,9}))?\}/y;
const CHARACTER_CLASS = /\[\^?\]?(?:\\[\s\S]|\[:\w+:\]|[^\]\\])*\]/y;

function tokenAt(pattern: string, index: number): Token {
  const character = pattern[index];
  if (character === '\\') return { kind: 'other', length: 2, times: 1 };
  if (character === '(') return { kind: 'open', length: 1, times: 1 };
  if (character === ')') return { kind: 'close', length: 1, times: 1 };
  if (character === '[') {
    CHARACTER_CLASS.lastIndex = index;
    return { kind: 'other', length: CHARACTER_CLASS.exec(pattern)?.[0].length ?? 1, times: 1 };
  }
  if (character === '{') {
    REPEAT.lastIndex = index;
    const match = REPEAT.exec(pattern);
    if (match !== null) {
      const times = Math.max(1, Number(match[1]), Number(match[2] ?? 0));
      return { kind: 'repeat', length: match[0].length, times };
    }
  }
  return { kind: 'other', length: 1, times: 1 };
}
