/** Takes the values of withheld variables out of text that is kept or shown. */

export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** Shorter values are too likely to be ordinary words. */
const MIN_LENGTH = 8;

/** The values of 8 or more characters that stand under the withheld names, longest first. */
export function secretValues(
  inherited: Readonly<Record<string, string | undefined>>,
  withheldNames: readonly string[],
): Secret[] {
  return withheldNames
    .map((name) => ({ name, value: inherited[name] ?? '' }))
    .filter((secret) => secret.value.length >= MIN_LENGTH)
    .sort((a, b) => b.value.length - a.value.length || (a.name < b.name ? -1 : 1));
}

/**
 * Replaces every occurrence of every secret by `[NAME]`. Occurrences that overlap are replaced as one, under the name of the
 * first, so that no end of a secret is left standing.
 */
export function redact(text: string, secrets: readonly Secret[]): string {
  const spans = secrets.flatMap((secret) => occurrences(text, secret));
  if (spans.length === 0) return text;
  spans.sort((a, b) => a.start - b.start || b.end - a.end);
  let result = '';
  let done = 0;
  for (const span of spans) {
    if (span.start >= done) result += `${text.slice(done, span.start)}[${span.name}]`;
    done = Math.max(done, span.end);
  }
  return result + text.slice(done);
}

function occurrences(text: string, secret: Secret): { start: number; end: number; name: string }[] {
  const found = [];
  if (secret.value === '') return [];
  for (let start = text.indexOf(secret.value); start !== -1; start = text.indexOf(secret.value, start + 1)) {
    found.push({ start, end: start + secret.value.length, name: secret.name });
  }
  return found;
}
