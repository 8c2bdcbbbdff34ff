/** Reads the first JSON value of a text, as Go's decoder does; what follows it is handed back, never searched. */

export type FirstJsonValue =
  /** Nothing but white space (and a byte order mark). */
  | { readonly kind: 'empty' }
  /** `rest` is the trimmed text after the value. */
  | { readonly kind: 'value'; readonly value: unknown; readonly rest: string }
  | { readonly kind: 'problem'; readonly message: string };

/** Deepest nesting of arrays and objects that is read. */
export const MAX_JSON_DEPTH = 512;

/**
 * The text must begin with a JSON value, after a byte order mark and white space. Text before a value is a problem: JSON is
 * never looked for inside noise.
 */
export function firstJsonValue(text: string): FirstJsonValue {
  // `trim` also removes U+FEFF.
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'empty' };
  const end = endOfFirstValue(trimmed);
  if (end === 'too-deep') return { kind: 'problem', message: `nested deeper than ${MAX_JSON_DEPTH} levels` };
  try {
    return { kind: 'value', value: JSON.parse(trimmed.slice(0, end)), rest: trimmed.slice(end).trim() };
  } catch (error) {
    return { kind: 'problem', message: withoutQuotedText(error instanceof Error ? error.message : String(error)) };
  }
}

/** V8 quotes the text around a mistake (`Unexpected token 's', "sk-1234" is not valid JSON`), and messages are kept in the audit. */
function withoutQuotedText(message: string): string {
  return message.replace(/, (\.{3})?".*"(\.{3})? is not valid JSON$/s, '');
}

/** Where the value that starts at 0 would end if it were well-formed; `JSON.parse` judges it afterwards. */
function endOfFirstValue(text: string): number | 'too-deep' {
  const first = text[0];
  if (first === '"') return endOfString(text, 0);
  return first === '{' || first === '[' ? endOfBrackets(text) : endOfWord(text);
}

/** Counts brackets outside strings until the first one is closed. */
function endOfBrackets(text: string): number | 'too-deep' {
  let depth = 0;
  let index = 0;
  while (index < text.length) {
    const character = text[index];
    if (character === '"') {
      index = endOfString(text, index);
      continue;
    }
    if (character === '{' || character === '[') depth++;
    if (character === '}' || character === ']') depth--;
    if (depth > MAX_JSON_DEPTH) return 'too-deep';
    index++;
    if (depth === 0) return index;
  }
  return text.length;
}

/** The index after the closing quote of the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length) {
    if (text[index] === '"') return index + 1;
    index += text[index] === '\\' ? 2 : 1;
  }
  return text.length;
}

function endOfWord(text: string): number {
  const end = text.search(/[\s{}[\]",:]/);
  return end === -1 ? text.length : Math.max(1, end);
}
