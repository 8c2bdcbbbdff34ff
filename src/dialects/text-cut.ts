/** Cuts text so that no character is split and the reader sees how much is missing. */

/**
 * Returns `text` as it is when it has at most `maxCharacters` UTF-16 units; else its head and a note, together at most
 * `maxCharacters` long (the note itself is never cut). The cut falls on a code-point boundary.
 *
 * @example cutText('a'.repeat(100), 40) // 'aaaa…aaa… [82 characters cut]'
 */
export function cutText(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  // The note is measured with the largest number it can hold, so that the whole never grows past the bound.
  const room = Math.max(0, maxCharacters - note(text.length).length);
  const head = text.slice(0, codePointBoundary(text, room));
  return head + note(text.length - head.length);
}

/** The nearest index at or before `index` that does not stand inside a surrogate pair. */
export function codePointBoundary(text: string, index: number): number {
  if (index <= 0 || index >= text.length) return Math.max(0, Math.min(index, text.length));
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  const splits = before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
  return splits ? index - 1 : index;
}

function note(cut: number): string {
  return `… [${cut} characters cut]`;
}
