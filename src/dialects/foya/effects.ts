/** What the words of a Foya hook do, by event. */
import type { EventName } from '../../contract/names.js';
import type { Verdict } from '../../contract/verdict.js';
import type { DecodedAnswer } from '../dialect.js';
import { FOYA_EVENTS } from './events.js';
import type { HookSaid } from './output.js';

type Warnings = DecodedAnswer['warnings'];

/**
 * A deny refuses at gates, marks the result at PostToolUse, and keeps the agent working at Stop and SubagentStop. At
 * SubagentStart and PreCompact it does nothing and is a warning. Observers are heard for the record only.
 */
export function toDecodedAnswer(event: EventName, said: HookSaid): DecodedAnswer {
  const rules = FOYA_EVENTS.get(event);
  const denies = said.decision === 'deny';
  const reason = said.reason ?? (denies ? 'blocked by hook' : undefined);
  const recorded = reason === undefined ? {} : { reason };
  if (rules?.kind === 'observer') return { verdict: recorded, warnings: [] };
  const denial = denies ? denyEffect(event, reason ?? '') : { verdict: {}, warnings: [] };
  const rewrite = rewriteEffect(event, said.updatedInput, rules?.canRewriteInput === true);
  return {
    verdict: {
      ...(said.decision === 'allow' ? { decision: 'allow' } : {}),
      ...(said.halt ? { halt: true } : {}),
      ...recorded,
      ...(said.context === undefined ? {} : { context: [...said.context] }),
      ...denial.verdict,
      ...rewrite.verdict,
    },
    warnings: [...denial.warnings, ...rewrite.warnings],
  };
}

interface Effect {
  readonly verdict: Verdict;
  readonly warnings: Warnings;
}

function denyEffect(event: EventName, reason: string): Effect {
  switch (event) {
    case 'PostToolUse':
      return { verdict: { markError: { reason } }, warnings: [] };
    case 'Stop':
    case 'SubagentStop':
      return { verdict: { keepWorking: { reason } }, warnings: [] };
    case 'SubagentStart':
    case 'PreCompact': {
      const message = `A deny has no effect at ${event}: its reason was recorded`;
      return { verdict: {}, warnings: [{ code: 'deny_has_no_effect', message }] };
    }
    // The gates.
    default:
      return { verdict: { decision: 'deny' }, warnings: [] };
  }
}

function rewriteEffect(event: EventName, value: HookSaid['updatedInput'], canRewrite: boolean): Effect {
  if (value === undefined) return { verdict: {}, warnings: [] };
  if (canRewrite) return { verdict: { updatedInput: { mode: 'merge', value: { ...value } } }, warnings: [] };
  const message = `updated_input was ignored: ${event} has no input to rewrite`;
  return { verdict: {}, warnings: [{ code: 'updated_input_ignored', message }] };
}
