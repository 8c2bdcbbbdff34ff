/** The payload of `run` and `explain`: a HookEvent without `name`, from JSON text. */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import type { z } from 'zod';
import { type HookEvent, hookEventSchema } from '../contract/event.js';
import { nearestName } from '../contract/nearest-name.js';
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
export function parsePayload(text: string, eventName: string, workingDirectory: string): HookEvent {
  const value = parseJson(text.startsWith('\ufeff') ? text.slice(1) : text);
  if (!isObject(value)) throw new UsageError(`Payload: wanted a JSON object, got ${describe(value)}`);
  if ('name' in value && value['name'] !== eventName) {
    throw new UsageError(
      `Payload field "name": wanted nothing or "${printableLine(eventName)}" (the EVENT argument), got ${describe(value['name'])}`,
    );
  }
  const result = hookEventSchema.safeParse({ sessionId: randomUUID(), ...value, name: eventName });
  if (!result.success) throw new UsageError(result.error.issues.map((issue) => describeIssue(issue, value)).join('\n'));
  const { cwd } = result.data;
  return cwd === undefined ? result.data : { ...result.data, cwd: resolve(workingDirectory, cwd) };
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

function describeIssue(issue: z.core.$ZodIssue, payload: unknown): string {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => describeUnknownKey([...issue.path, key], issue.path)).join('\n');
  }
  const field = `Payload field "${pathText(issue.path)}"`;
  const wanted = wantedTypes(issue);
  if (wanted.length === 0) return `${field}: ${issue.message}`;
  return `${field}: wanted ${wanted.join(' or ')}, got ${describe(valueAt(payload, issue.path))}`;
}

function describeUnknownKey(path: readonly PropertyKey[], parent: readonly PropertyKey[]): string {
  const near = nearestName(String(path.at(-1)), knownKeys(parent));
  return `Payload: unknown field "${pathText(path)}"${near === undefined ? '' : `; did you mean "${pathText([...parent, near])}"?`}`;
}

function wantedTypes(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'invalid_type') return [article(issue.expected)];
  if (issue.code !== 'invalid_union') return [];
  return issue.errors.flatMap((branch) => branch.filter((inner) => inner.path.length === 0).flatMap(wantedTypes));
}

function knownKeys(parent: readonly PropertyKey[]): string[] {
  let schema: unknown = hookEventSchema;
  for (const key of parent) schema = unwrap(shapeOf(schema)[String(key)]);
  return Object.keys(shapeOf(schema)).filter((key) => parent.length > 0 || key !== 'name');
}

function shapeOf(schema: unknown): Record<string, unknown> {
  return (schema as { shape?: Record<string, unknown> } | undefined)?.shape ?? {};
}

function unwrap(schema: unknown): unknown {
  return (schema as { unwrap?: () => unknown } | undefined)?.unwrap?.() ?? schema;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key], value);
}

function pathText(path: readonly PropertyKey[]): string {
  return printableLine(path.map(String).join('.'));
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return value.length > 60 ? 'a string' : `the string "${printableLine(value)}"`;
  return `the ${typeof value} ${String(value)}`;
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
