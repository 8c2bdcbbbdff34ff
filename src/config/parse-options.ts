/** Checks options and events once, at the edge, and says what is wrong with them in one sentence. */
import type { z } from 'zod';
import { describeValue } from '../contract/describe-value.js';
import { type ErrorCode, HookcellError } from '../contract/errors.js';
import { type HookEvent, hookEventSchema } from '../contract/event.js';
import { didYouMean, suggestKnown } from '../contract/nearest-name.js';
import { describeSchema, knownKeys, oneOf, schemaAt } from './describe-schema.js';
import { findNotJson } from './json-value.js';

/**
 * Returns `value` as the schema has it. `what` names the whole for messages about a value that is no object at all:
 * `options of createHookRunner`.
 *
 * @throws HookcellError `HOOKCELL_OPTION_UNKNOWN` for a key the schema does not know, `HOOKCELL_OPTION_INVALID` for the rest
 * @example 'Option "limits.timeoutMs": wanted a whole number from 1 to 86400000, got 0.5 (number)'
 */
export function parseOptions<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  return parse(schema, value, {
    noun: 'option',
    whole: what,
    unknownCode: 'HOOKCELL_OPTION_UNKNOWN',
    invalidCode: 'HOOKCELL_OPTION_INVALID',
  });
}

/** @throws HookcellError `HOOKCELL_EVENT_INVALID` for an event of another shape than `HookEvent` */
export function parseEvent(value: unknown): HookEvent {
  const event = parse(hookEventSchema, value, {
    noun: 'event field',
    whole: 'event',
    unknownCode: 'HOOKCELL_EVENT_INVALID',
    invalidCode: 'HOOKCELL_EVENT_INVALID',
  });
  const notJson = findNotJson(event);
  if (notJson === undefined) return event;
  const message = `Event field "${notJson.path}": wanted a JSON value, got ${notJson.got}`;
  throw new HookcellError('HOOKCELL_EVENT_INVALID', message);
}

/** A HookEvent whose name is given apart, as `hookcell run` has it; the session may be left out. */
const payloadSchema = hookEventSchema.omit({ name: true }).partial({ sessionId: true });

/** @throws HookcellError `HOOKCELL_EVENT_INVALID` for a value that is no object of a HookEvent's fields */
export function parsePayload(value: unknown): z.infer<typeof payloadSchema> {
  return parse(payloadSchema, value, {
    noun: 'payload field',
    whole: 'payload',
    unknownCode: 'HOOKCELL_EVENT_INVALID',
    invalidCode: 'HOOKCELL_EVENT_INVALID',
  });
}

interface Words {
  readonly noun: string;
  readonly whole: string;
  readonly unknownCode: ErrorCode;
  readonly invalidCode: ErrorCode;
}

function parse<T>(schema: z.ZodType<T>, value: unknown, words: Words): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw toError(schema, value, result.error.issues, words);
}

type Issue = z.core.$ZodIssue;

/** The first mistake is told; an unknown key goes first, since a misspelled key is often why another one is missing. */
function toError(schema: z.core.$ZodType, value: unknown, issues: readonly Issue[], words: Words): HookcellError {
  const flat = issues.flatMap((issue) => resolveUnion(issue, value));
  const issue = flat.find((candidate) => candidate.code === 'unrecognized_keys') ?? flat[0];
  if (issue?.code === 'unrecognized_keys') {
    return new HookcellError(words.unknownCode, unknownKey(schema, issue, words.noun));
  }
  const path = issue?.path ?? [];
  const wanted = wantedBy(schema, issue, path);
  const got = describeGot(schema, valueAt(value, path), path);
  const subject = path.length === 0 ? capital(words.whole) : `${capital(words.noun)} "${pathText(path)}"`;
  return new HookcellError(words.invalidCode, `${subject}: wanted ${wanted}, got ${got}`);
}

function unknownKey(
  schema: z.core.$ZodType,
  issue: Extract<Issue, { code: 'unrecognized_keys' }>,
  noun: string,
): string {
  const key = issue.keys[0] ?? '';
  const known = knownKeys(schemaAt(schema, issue.path));
  const name = `"${pathText([...issue.path, key])}"`;
  // Known to another member of the union: `command` beside `argv`.
  if (known.includes(key)) return `${capital(noun)} ${name} cannot stand beside the others given`;
  return `Unknown ${noun} ${name}${suggestKnown(key, `${noun}s`, known)}`;
}

/**
 * A union says what each of its members misses. Told is the member that is nearest: of a union of objects the one whose
 * complaints are fewest. A union of other things is left whole.
 */
function resolveUnion(issue: Issue, value: unknown): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const inner = valueAt(value, issue.path);
  if (typeof inner !== 'object' || inner === null) return [issue];
  const [nearest] = [...issue.errors].sort((a, b) => weight(a) - weight(b));
  const nested = (nearest ?? []).map((one) => ({ ...one, path: [...issue.path, ...one.path] }));
  return nested.flatMap((one) => resolveUnion(one, value));
}

/** A missing key weighs more than an unknown one: it tells that another member was meant. */
function weight(issues: readonly Issue[]): number {
  return issues.reduce((sum, issue) => {
    if (issue.code === 'unrecognized_keys') return sum + issue.keys.length;
    return sum + (issue.path.length === 0 ? 100 : 10);
  }, 0);
}

function wantedBy(schema: z.core.$ZodType, issue: Issue | undefined, path: readonly PropertyKey[]): string {
  if (issue?.code === 'custom') return issue.message;
  if (issue?.code === 'invalid_union' && 'options' in issue && issue.options !== undefined) return oneOf(issue.options);
  if (issue?.code === 'too_small' && issue.origin === 'array') return `an array of at least ${issue.minimum}`;
  const described = describeSchema(schemaAt(schema, path));
  if (described !== undefined) return described;
  return issue?.code === 'invalid_type' ? `a value of type ${issue.expected}` : 'another value';
}

function describeGot(schema: z.core.$ZodType, value: unknown, path: readonly PropertyKey[]): string {
  if (Array.isArray(value) && value.length === 0) return 'an empty array';
  const described = describeSchema(schemaAt(schema, path));
  if (typeof value !== 'string' || !described?.includes('"')) return describeValue(value);
  const names = [...described.matchAll(/"([^"]*)"/g)].map(([, name]) => name ?? '');
  return `${describeValue(value)}${didYouMean(value, names)}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Record<PropertyKey, unknown>)[key];
  }
  return current;
}

/** `hooks[3].handler.type`; a key that is no plain word is quoted, so that the message stays one line. */
function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    const name = String(key);
    if (!/^[\w-]{1,64}$/.test(name)) return `${text}[${JSON.stringify(name.slice(0, 64))}]`;
    return text === '' ? name : `${text}.${name}`;
  }, '');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
