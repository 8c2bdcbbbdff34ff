/**
 * Makes text from hooks, files and payloads safe for a terminal: control characters (C0, DEL, C1) and bidirectional
 * overrides become visible escapes such as `\x1b` or `\u202e`. Newline and tab stay.
 */
export function printable(text: string): string {
  return text.replace(UNSAFE, (character) =>
    character === '\n' || character === '\t' ? character : escaped(character),
  );
}

/** The same for text that must stay on its line (names, paths): newline and tab are escaped too. */
export function printableLine(text: string): string {
  return text.replace(UNSAFE, escaped);
}

/**
 * One JSON document. JSON itself escapes C0 only; the rest is escaped here, which changes no value, since such characters
 * occur in JSON only inside strings.
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(UNSAFE_IN_JSON, (character) => `\\u${hex(character, 4)}`);
}

// \p{Cc} is C0, DEL and C1. The other ranges turn the reading direction around and can show a command as another.
const UNSAFE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const UNSAFE_IN_JSON = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

function escaped(character: string): string {
  return character.charCodeAt(0) < 0x100 ? `\\x${hex(character, 2)}` : `\\u${hex(character, 4)}`;
}

function hex(character: string, width: number): string {
  return character.charCodeAt(0).toString(16).padStart(width, '0');
}
