/** Reads a Foya hook file: a strict JSON array of entries. With any mistake nothing of the file runs. */
import type { HookDefinition, HookSource } from '../../contract/hook.js';
import type { ParsedHooks } from '../dialect.js';
import { describeNode, parseJsonDocument } from '../json-document.js';
import { MAX_FILE_PATTERN_COST } from '../pattern-cost.js';
import { type EntryFields, readEntry } from './entry.js';
import { FOYA_EVENTS } from './events.js';
import { FileProblems } from './file-problems.js';

/**
 * Every mistake of the file is one problem with its place, what was wanted and what was found. A key that stands twice is a
 * warning: the last one counts.
 */
export function parseHookFile(
  text: string,
  source: { readonly scope: HookSource['scope']; readonly file: string },
): ParsedHooks {
  const document = parseJsonDocument(text);
  if (!document.ok) {
    return { hooks: [], problems: [{ dialect: 'foya', file: source.file, severity: 'error', ...document.problem }] };
  }
  const { root, positionOf } = document;
  const problems = new FileProblems(source.file, positionOf);
  if (root.type !== 'array') {
    problems.wrong(root, 'wrong_type', 'Hook file', 'an array of hooks', describeNode(root));
    return { hooks: [], problems: problems.list() };
  }
  const budget = { left: MAX_FILE_PATTERN_COST };
  const hooks = (root.children ?? []).map((node, index) => {
    const fields = readEntry(node, index, problems, budget);
    return toDefinition(fields, index, { ...source, ...positionOf(node) });
  });
  return { hooks: problems.hasErrors() ? [] : hooks, problems: problems.list() };
}

function toDefinition(fields: EntryFields, index: number, source: HookSource): HookDefinition {
  const observer = FOYA_EVENTS.get(fields.event)?.kind === 'observer';
  return {
    id: fields.id || `foya:${source.scope}:${index}`,
    ...(fields.name === '' ? {} : { name: fields.name }),
    dialect: 'foya',
    source,
    event: fields.event,
    handler: { type: 'command', command: fields.command },
    matcher: fields.matcher,
    timeoutMs: fields.timeoutSeconds * 1000,
    background: fields.async || observer,
    enabled: fields.enabled,
    limits: {},
    isolation: {},
    failure: {},
  };
}
