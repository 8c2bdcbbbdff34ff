/** Judges the JSON object a Foya hook wrote. Strict: a field that is not known, or has another type, voids the answer. */
import { describeType, describeValue } from '../../contract/describe-value.js';
import { suggestKnown } from '../../contract/nearest-name.js';

/** What a hook said, before it is known what that does to the event. */
export interface HookSaid {
  readonly decision?: 'allow' | 'deny' | undefined;
  readonly halt?: boolean | undefined;
  readonly reason?: string | undefined;
  readonly context?: readonly string[] | undefined;
  readonly updatedInput?: Readonly<Record<string, unknown>> | undefined;
}

export type HookOutput =
  /** `invalidUpdate`: the rewrite is no object; the rest of the answer stands. */
  | { readonly ok: true; readonly said: HookSaid; readonly invalidUpdate?: string }
  | { readonly ok: false; readonly message: string };

export function readHookOutput(value: unknown): HookOutput {
  if (!isObject(value)) return { ok: false, message: `Hook output: wanted a JSON object, got ${describeType(value)}` };
  const mistakes = [...unknownKeys(value), ...wrongTypes(value)];
  if (mistakes.length > 0) return { ok: false, message: `Hook output: ${mistakes.join('; ')}` };
  const said: HookSaid = {
    decision: DECISIONS.get(value['decision']),
    halt: value['halt'] === true ? true : undefined,
    reason: typeof value['reason'] === 'string' ? value['reason'].trim() || undefined : undefined,
    context: contextOf(value['context']),
  };
  const update = value['updated_input'];
  if (update === undefined) return { ok: true, said };
  if (isObject(update)) return { ok: true, said: { ...said, updatedInput: update } };
  return { ok: true, said, invalidUpdate: `Invalid updated_input: wanted an object, got ${describeType(update)}` };
}

const KEYS = ['decision', 'halt', 'reason', 'context', 'updated_input'];

/** Null counts as absent, as Go decodes it. */
const DECISIONS = new Map<unknown, 'allow' | 'deny' | undefined>([
  ['allow', 'allow'],
  ['deny', 'deny'],
  ['none', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
]);

const MAX_LISTED = 5;

function unknownKeys(output: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(output)
    .filter((key) => !KEYS.includes(key))
    .slice(0, MAX_LISTED)
    .map((key) => `unknown key ${JSON.stringify(key.slice(0, 60))}${suggestKnown(key, 'keys', KEYS)}`);
}

function wrongTypes(output: Readonly<Record<string, unknown>>): string[] {
  const { decision, halt, reason, context } = output;
  const mistakes: string[] = [];
  const wrong = (key: string, wanted: string, value: unknown) =>
    mistakes.push(`"${key}": wanted ${wanted}, got ${describeValue(value)}`);
  if (!DECISIONS.has(decision)) wrong('decision', '"allow", "deny" or "none"', decision);
  if (!isAbsent(halt) && typeof halt !== 'boolean') wrong('halt', 'a boolean', halt);
  if (!isAbsent(reason) && typeof reason !== 'string') wrong('reason', 'a string', reason);
  if (!isAbsent(context) && typeof context !== 'string') {
    if (!Array.isArray(context)) wrong('context', 'a string or an array of strings', context);
    else if (!context.every((part) => typeof part === 'string')) {
      wrong(
        'context',
        'an array of strings',
        context.find((part) => typeof part !== 'string'),
      );
    }
  }
  return mistakes;
}

function contextOf(context: unknown): string[] | undefined {
  const parts: unknown[] = Array.isArray(context) ? context : [context];
  const texts = parts.flatMap((part) => (typeof part === 'string' && part.trim() !== '' ? [part.trim()] : []));
  return texts.length === 0 ? undefined : texts;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
