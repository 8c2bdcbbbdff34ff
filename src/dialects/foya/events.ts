/** Foya's thirteen events and what a hook can do at each. */
import type { EventName } from '../../contract/names.js';
import type { EventRules } from '../dialect.js';

const GATE: EventRules = { kind: 'gate', canAsk: false, canApprove: false, canRewriteInput: false };
const EFFECT: EventRules = { kind: 'effect', canAsk: false, canApprove: false, canRewriteInput: false };
const OBSERVER: EventRules = { kind: 'observer', canAsk: false, canApprove: false, canRewriteInput: false };

/** In the order of Foya's documents. Observers always run in the background, their output is ignored. */
export const FOYA_EVENTS: ReadonlyMap<EventName, EventRules> = new Map([
  ['SessionStart', GATE],
  ['SessionEnd', OBSERVER],
  ['UserPromptSubmit', GATE],
  ['PreToolUse', { ...GATE, canAsk: true, canRewriteInput: true }],
  ['PostToolUse', EFFECT],
  ['PermissionRequest', { ...GATE, canAsk: true, canApprove: true }],
  ['SubagentStart', EFFECT],
  ['SubagentStop', EFFECT],
  ['PreCompact', EFFECT],
  ['PostCompact', OBSERVER],
  ['Stop', EFFECT],
  ['TurnComplete', OBSERVER],
  ['Notification', OBSERVER],
]);
