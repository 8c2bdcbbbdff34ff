/** Finds the name somebody probably meant, for messages about unknown keys, events and options. */

/**
 * The candidate nearest to `name`, or undefined when none is near. Case is ignored. Near means: at most a third of the
 * letters differ (at least one may), or one of the two begins with the other and three or more letters agree.
 */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  if (name === '' || name.length > MAX_LENGTH) return undefined;
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const distance = nearness(wanted, candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** `: did you mean "x"?`, or an empty text when no candidate is near. */
export function didYouMean(name: string, candidates: readonly string[]): string {
  const nearest = nearestName(name, candidates);
  return nearest === undefined ? '' : `: did you mean "${nearest}"?`;
}

/**
 * The end of a message about an unknown name: `: did you mean "event"? Known keys: id, event`, or `: known keys are id, event`
 * when no candidate is near. `noun` is the plural of what is named.
 */
export function suggestKnown(name: string, noun: string, candidates: readonly string[]): string {
  const hint = didYouMean(name, candidates);
  const list = candidates.join(', ');
  return hint === '' ? `: known ${noun} are ${list}` : `${hint} Known ${noun}: ${list}`;
}

/** Longer names are no slips of the pen; comparing them would cost more than it tells. */
const MAX_LENGTH = 64;

function nearness(name: string, candidate: string): number {
  const distance = editDistance(name, candidate);
  if (distance <= Math.max(1, Math.floor(name.length / 3))) return distance;
  const shorter = Math.min(name.length, candidate.length);
  if (shorter >= 3 && (candidate.startsWith(name) || name.startsWith(candidate))) return distance;
  return Number.POSITIVE_INFINITY;
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replace = (last[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      let cost = Math.min(replace, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}
