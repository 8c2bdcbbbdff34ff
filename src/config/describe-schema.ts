/** Says in words what a zod schema wants, for the "wanted …" half of messages. */
import { z } from 'zod';

/**
 * `a whole number from 1 to 86400000`, `one of "kill", "keep"`, `an array of strings`, `true or false`. Undefined where words
 * are missing (custom schemas say it themselves, by their message).
 */
export function describeSchema(schema: z.core.$ZodType | undefined): string | undefined {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodNumber) return describeNumber(inner);
  if (inner instanceof z.ZodString) return inner.minLength === null ? 'a string' : 'a string that is not empty';
  if (inner instanceof z.ZodBoolean) return 'true or false';
  if (inner instanceof z.ZodEnum) return oneOf(inner.options);
  if (inner instanceof z.ZodLiteral) return oneOf([...inner.values]);
  if (inner instanceof z.ZodArray) return describeArray(inner);
  if (inner instanceof z.ZodObject || inner instanceof z.ZodRecord) return 'an object';
  if (inner instanceof z.ZodUnion) return describeUnion(inner);
  return undefined;
}

/** `one of "a", "b"`; a single value stands alone. */
export function oneOf(values: readonly unknown[]): string {
  const quoted = values.map((value) => (typeof value === 'string' ? JSON.stringify(value) : String(value)));
  return quoted.length === 1 ? quoted.join('') : `one of ${quoted.join(', ')}`;
}

/** The schema at a path inside another; undefined when the path leads out of it. In a union the first member that has it. */
export function schemaAt(
  schema: z.core.$ZodType | undefined,
  path: readonly PropertyKey[],
): z.core.$ZodType | undefined {
  const inner = unwrap(schema);
  const [key, ...rest] = path;
  if (key === undefined || inner === undefined) return inner;
  if (inner instanceof z.ZodObject) return schemaAt(inner.shape[String(key)], rest);
  if (inner instanceof z.ZodArray) return schemaAt(inner.element, rest);
  if (inner instanceof z.ZodRecord) return schemaAt(inner.valueType, rest);
  if (!(inner instanceof z.ZodUnion)) return undefined;
  for (const member of inner.options) {
    const found = schemaAt(member, path);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The keys an object schema knows; none for other schemas. */
export function knownKeys(schema: z.core.$ZodType | undefined): string[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodObject) return Object.keys(inner.shape);
  if (inner instanceof z.ZodRecord && inner.keyType instanceof z.ZodEnum) return inner.keyType.options.map(String);
  if (inner instanceof z.ZodUnion) return [...new Set(inner.options.flatMap((member) => knownKeys(member)))];
  return [];
}

function unwrap(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  return schema instanceof z.ZodOptional ? unwrap(schema.unwrap()) : schema;
}

function describeNumber(schema: z.ZodNumber): string {
  const noun = schema.format === 'safeint' ? 'a whole number' : 'a number';
  const low = limit(schema.minValue, Number.MIN_SAFE_INTEGER);
  const high = limit(schema.maxValue, Number.MAX_SAFE_INTEGER);
  if (low !== undefined && high !== undefined) return `${noun} from ${low} to ${high}`;
  if (low !== undefined) return `${noun} of at least ${low}`;
  return high === undefined ? noun : `${noun} of at most ${high}`;
}

/** Whole numbers always carry the safe range; it is no limit anybody set. */
function limit(value: number | null, unset: number): number | undefined {
  return value === null || !Number.isFinite(value) || value === unset ? undefined : value;
}

function describeArray(schema: z.ZodArray): string {
  const element = unwrap(schema.element);
  const plural = element instanceof z.ZodString ? ' of strings' : '';
  return `an array${plural}`;
}

function describeUnion(schema: z.ZodUnion): string | undefined {
  const words = schema.options.map((member) => describeSchema(member));
  if (words.some((word) => word === undefined)) return undefined;
  return [...new Set(words)].join(' or ');
}
