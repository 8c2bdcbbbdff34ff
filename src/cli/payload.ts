/** The payload of `run` and `explain`: a HookEvent without `name`, from JSON text. */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { parsePayload } from '../config/parse-options.js';
import { describeValue } from '../contract/describe-value.js';
import { HookcellError } from '../contract/errors.js';
import type { HookEvent } from '../contract/event.js';
import { printableLine } from './printable.js';
import { UsageError } from './usage-error.js';

/** The most that is read of a payload. */
export const MAX_PAYLOAD_BYTES = 64 * 1024 * 1024;

/**
 * The event that a payload text describes. `sessionId` defaults to a fresh id; a relative `cwd` is resolved against
 * `workingDirectory`.
 *
 * @throws UsageError when the text is not JSON, not an object, or has unknown or mistyped fields
 */
export function eventFromPayload(text: string, eventName: string, workingDirectory: string): HookEvent {
  const fields = checkFields(withoutName(parseJson(withoutMark(text)), eventName));
  const { cwd, sessionId = randomUUID(), ...others } = fields;
  const event = { ...others, sessionId, name: eventName };
  return cwd === undefined ? event : { ...event, cwd: resolve(workingDirectory, cwd) };
}

/** A byte order mark is no JSON. */
function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

function withoutName(payload: unknown, eventName: string): unknown {
  if (!isObject(payload) || !Object.hasOwn(payload, 'name')) return payload;
  const { name, ...fields } = payload;
  if (name === eventName) return fields;
  throw new UsageError(
    `Payload field "name": wanted nothing or "${printableLine(eventName)}" (the EVENT argument), got ${describeValue(name)}`,
  );
}

function checkFields(value: unknown): ReturnType<typeof parsePayload> {
  try {
    return parsePayload(value);
  } catch (error) {
    throw error instanceof HookcellError ? new UsageError(error.message, { cause: error }) : error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`Payload is not JSON${whereItBreaks(text)}`, { cause: error });
  }
}

// JSON.parse does not always tell a position, so the place is found by a second parser.
function whereItBreaks(text: string): string {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  } catch {
    // Nested too deep for that parser.
    return '';
  }
  const first = errors[0];
  if (first === undefined) return '';
  const before = text.slice(0, first.offset).split('\n');
  const column = (before.at(-1) ?? '').length + 1;
  return `: line ${before.length}, column ${column}: ${words(printParseErrorCode(first.error))}`;
}

/** `CommaExpected` → `comma expected`. */
function words(code: string): string {
  return code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
