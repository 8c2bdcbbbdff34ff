/** Reads one entry of a Foya hook file and tells each of its mistakes. */
import { describeValue } from '../../contract/describe-value.js';
import { suggestKnown } from '../../contract/nearest-name.js';
import { compileGoRegex } from '../go-regex.js';
import { describeNode, type JsonNode } from '../json-document.js';
import { patternCost } from '../pattern-cost.js';
import { FOYA_EVENTS } from './events.js';
import type { FileProblems } from './file-problems.js';
import { DEFAULT_TIMEOUT_SECONDS, MAX_TIMEOUT_SECONDS } from './limits.js';

/** The fields of an entry with defaults filled in; texts are trimmed, an empty `id`, `name` or `matcher` is an absent one. */
export interface EntryFields {
  readonly id: string;
  readonly name: string;
  readonly event: string;
  readonly matcher: string;
  readonly command: string;
  readonly timeoutSeconds: number;
  readonly async: boolean;
  readonly enabled: boolean;
}

/** Fields with a mistake are given their default: nothing of the file runs then. */
export function readEntry(node: JsonNode, index: number, problems: FileProblems, budget: PatternBudget): EntryFields {
  const entry: Entry = { node, at: `[${index}]`, values: new Map(), problems, budget };
  if (node.type === 'object') collectKeys(entry);
  else problems.wrong(node, 'wrong_type', `Hook "${entry.at}"`, 'an object', describeNode(node));
  return {
    id: text(entry, 'id'),
    name: text(entry, 'name'),
    event: eventName(entry),
    matcher: matcher(entry),
    command: required(entry, 'command', 'a shell command'),
    timeoutSeconds: timeoutSeconds(entry),
    async: flag(entry, 'async', false),
    enabled: flag(entry, 'enabled', true),
  };
}

/** What the patterns of the rest of the file may still cost to compile. */
export interface PatternBudget {
  left: number;
}

const KEYS = ['id', 'name', 'event', 'matcher', 'command', 'timeout', 'async', 'enabled'];
const MAX_SHOWN = 60;

interface Entry {
  readonly node: JsonNode;
  /** Where the entry stands, for messages: `[3]`. */
  readonly at: string;
  /** A map, so that a key called `__proto__` is a key like any other. */
  readonly values: Map<string, JsonNode>;
  readonly problems: FileProblems;
  readonly budget: PatternBudget;
}

function collectKeys({ node, at, values, problems }: Entry): void {
  for (const property of node.children ?? []) {
    const [keyNode, valueNode] = property.children ?? [];
    if (keyNode === undefined || valueNode === undefined) continue;
    const key = String(keyNode.value);
    const got = describeValue(key);
    const wanted = `one of ${KEYS.join(', ')}`;
    if (!KEYS.includes(key)) {
      const name = JSON.stringify(key.slice(0, MAX_SHOWN));
      const message = `Unknown key ${name} in hook "${at}"${suggestKnown(key, 'keys', KEYS)}`;
      problems.add(keyNode, { code: 'unknown_key', message, wanted, got });
    } else if (values.has(key)) {
      const message = `Key "${at}.${key}" stands twice: the last one counts`;
      problems.add(keyNode, { code: 'duplicate_key', message, wanted: 'each key once', got, severity: 'warning' });
    }
    values.set(key, valueNode);
  }
}

function eventName(entry: Entry): string {
  const name = required(entry, 'event', 'an event name');
  const names = [...FOYA_EVENTS.keys()];
  const node = entry.values.get('event');
  if (name !== '' && node !== undefined && !FOYA_EVENTS.has(name)) {
    const shown = JSON.stringify(name.slice(0, MAX_SHOWN));
    const message = `Unknown event ${shown} in "${entry.at}.event"${suggestKnown(name, 'events', names)}`;
    const wanted = `one of ${names.join(', ')}`;
    entry.problems.add(node, { code: 'unknown_event', message, wanted, got: describeValue(name) });
  }
  return name;
}

function matcher(entry: Entry): string {
  const pattern = text(entry, 'matcher');
  const node = entry.values.get('matcher');
  if (pattern === '' || node === undefined) return '';
  entry.budget.left -= patternCost(pattern);
  const tooDear = { ok: false, message: 'the matchers of this file are too large together' } as const;
  const compiled = entry.budget.left < 0 ? tooDear : compileGoRegex(pattern);
  if (!compiled.ok) {
    const got = `${describeValue(pattern)}: ${compiled.message}`;
    entry.problems.wrong(node, 'bad_matcher', `Key "${entry.at}.matcher"`, 'a Go regular expression', got);
  }
  return pattern;
}

/** Whole seconds; 0 and absent are the default. */
function timeoutSeconds(entry: Entry): number {
  const node = entry.values.get('timeout');
  if (node === undefined) return DEFAULT_TIMEOUT_SECONDS;
  const seconds: unknown = node.value;
  const wanted = `a whole number of seconds from 0 to ${MAX_TIMEOUT_SECONDS}`;
  const subject = `Key "${entry.at}.timeout"`;
  if (typeof seconds !== 'number') {
    entry.problems.wrong(node, 'wrong_type', subject, wanted, describeNode(node));
  } else if (!Number.isInteger(seconds) || seconds < 0 || seconds > MAX_TIMEOUT_SECONDS) {
    entry.problems.wrong(node, 'out_of_range', subject, wanted, describeNode(node));
  } else if (seconds > 0) {
    return seconds;
  }
  return DEFAULT_TIMEOUT_SECONDS;
}

function required(entry: Entry, key: string, wanted: string): string {
  const value = text(entry, key);
  const node = entry.values.get(key);
  if (node === undefined && entry.node.type === 'object') {
    entry.problems.wrong(entry.node, 'missing_key', `Key "${entry.at}.${key}"`, wanted, 'nothing');
  } else if (node?.type === 'string' && value === '') {
    entry.problems.wrong(node, 'empty_value', `Key "${entry.at}.${key}"`, wanted, 'an empty string');
  }
  return value;
}

function text(entry: Entry, key: string): string {
  const node = entry.values.get(key);
  if (node === undefined) return '';
  const value: unknown = node.value;
  if (typeof value === 'string') return value.trim();
  entry.problems.wrong(node, 'wrong_type', `Key "${entry.at}.${key}"`, 'a string', describeNode(node));
  return '';
}

function flag(entry: Entry, key: string, absent: boolean): boolean {
  const node = entry.values.get(key);
  if (node === undefined) return absent;
  const value: unknown = node.value;
  if (typeof value === 'boolean') return value;
  entry.problems.wrong(node, 'wrong_type', `Key "${entry.at}.${key}"`, 'true or false', describeNode(node));
  return absent;
}
