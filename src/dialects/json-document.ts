/**
 * Strict JSON of a config file, with the position of every node: no comments, no trailing commas; a byte order mark, CRLF and
 * CR line ends are accepted.
 */
import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { describeValue } from '../contract/describe-value.js';
import { MAX_JSON_DEPTH } from './first-json-value.js';

/** A place in a text, both 1-based; columns count UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface JsonProblem extends Position {
  readonly code: 'json_syntax' | 'json_too_deep';
  readonly message: string;
  readonly wanted: string;
  readonly got: string;
}

export type JsonNode = Node;

export type JsonDocument =
  | { readonly ok: true; readonly root: JsonNode; readonly positionOf: (node: JsonNode) => Position }
  | { readonly ok: false; readonly problem: JsonProblem };

/** Reads a whole text. Of several syntax errors the first is told: the others are mostly its echoes. */
export function parseJsonDocument(text: string): JsonDocument {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const positionAt = positions(json);
  const deep = tooDeepAt(json);
  if (deep !== undefined) return { ok: false, problem: { ...positionAt(deep), ...TOO_DEEP } };
  const errors: ParseError[] = [];
  const root = parseTree(json, errors, { disallowComments: true, allowTrailingComma: false });
  const first = errors[0];
  if (first !== undefined) return { ok: false, problem: syntaxProblem(json, first, positionAt(first.offset)) };
  if (root === undefined) return { ok: false, problem: { ...positionAt(0), ...emptyDocument() } };
  return { ok: true, root, positionOf: (node) => positionAt(node.offset) };
}

/** What a node is, in words. */
export function describeNode(node: JsonNode): string {
  if (node.type === 'object') return 'an object';
  return node.type === 'array' ? 'an array' : describeValue(node.value);
}

const TOO_DEEP = {
  code: 'json_too_deep',
  message: `JSON is nested too deeply: wanted at most ${MAX_JSON_DEPTH} levels`,
  wanted: `at most ${MAX_JSON_DEPTH} levels`,
  got: 'more',
} as const;

const END_OF_FILE = 17;

/**
 * The offset of the first bracket that stands too deep. Looked for before parsing, since the parser is recursive. A closing
 * bracket of the wrong kind closes nothing, so that the depth told is never less than the parser's own on broken text.
 */
function tooDeepAt(text: string): number | undefined {
  const scanner = createScanner(text, true);
  const open: string[] = [];
  while (Number(scanner.scan()) !== END_OF_FILE) {
    const character = text[scanner.getTokenOffset()];
    if (character === '{') open.push('}');
    if (character === '[') open.push(']');
    if (open.length > MAX_JSON_DEPTH) return scanner.getTokenOffset();
    if (open.length > 0 && character === open.at(-1)) open.pop();
  }
  return undefined;
}

/** Finds lines by halving a list of line starts that is made once a text. */
function positions(text: string): (offset: number) => Position {
  const starts = [0];
  for (const end of text.matchAll(/\r\n|\n|\r/g)) starts.push(end.index + end[0].length);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

function syntaxProblem(text: string, error: ParseError, position: Position): JsonProblem {
  if (text.trim() === '') return { ...position, ...emptyDocument() };
  const wanted = WANTED[printParseErrorCode(error.error)] ?? 'strict JSON';
  const got = excerpt(text, error);
  return { code: 'json_syntax', ...position, message: `Broken JSON: wanted ${wanted}, got ${got}`, wanted, got };
}

function emptyDocument(): Omit<JsonProblem, 'line' | 'column'> {
  const wanted = 'a JSON value';
  const got = 'an empty file';
  return { code: 'json_syntax', message: `Broken JSON: wanted ${wanted}, got ${got}`, wanted, got };
}

const WANTED: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a JSON value',
  InvalidNumberFormat: 'a JSON number',
  PropertyNameExpected: 'a key in double quotes (and no comma before a closing bracket)',
  ValueExpected: 'a JSON value (and no comma before a closing bracket)',
  ColonExpected: 'a colon',
  CommaExpected: 'a comma',
  CloseBraceExpected: 'a closing }',
  CloseBracketExpected: 'a closing ]',
  EndOfFileExpected: 'the end of the file',
  InvalidCommentToken: 'JSON without comments',
  UnexpectedEndOfComment: 'JSON without comments',
  UnexpectedEndOfString: 'a string that ends on its line',
  UnexpectedEndOfNumber: 'a JSON number',
  InvalidUnicode: 'an escape of the form \\uXXXX',
  InvalidEscapeCharacter: 'an escape that JSON knows',
  InvalidCharacter: 'a string without control characters',
};

function excerpt(text: string, error: ParseError): string {
  if (error.offset >= text.length) return 'the end of the file';
  const token = text.slice(error.offset, error.offset + Math.min(Math.max(1, error.length), 20));
  return JSON.stringify(token);
}
