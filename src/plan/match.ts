/** Whether a hook's matcher takes an event. */
import type { ResolvedEvent } from '../contract/event.js';
import type { HookDefinition } from '../contract/hook.js';
import type { EventName } from '../contract/names.js';
import type { CompiledMatcher, Dialect } from '../dialects/dialect.js';
import { cutText } from '../dialects/text-cut.js';

type MatchResult =
  /** `target`: what was tested; null when this event ignores matchers. */
  | { readonly kind: 'match'; readonly target: string | null }
  | { readonly kind: 'no-match'; readonly target: string }
  /** The matcher does not compile: it never matches. */
  | { readonly kind: 'bad-matcher'; readonly message: string };

/** An empty matcher takes everything. Each hook object's matcher is compiled once, when it is first tested. */
export function matchHook(hook: HookDefinition, dialect: Dialect, event: ResolvedEvent): MatchResult {
  const target = dialect.matchTarget(event);
  if (target === null || hook.matcher === '') return { kind: 'match', target };
  const matcher = compiledMatcher(hook, dialect);
  if (!matcher.ok) return { kind: 'bad-matcher', message: matcher.message };
  // No tool, agent or source has such a name: the hook had better see it than a pattern be run over megabytes.
  if (target.length > MAX_TARGET_LENGTH) return { kind: 'match', target: cutText(target, 200) };
  return matcher.test(target) ? { kind: 'match', target } : { kind: 'no-match', target };
}

const MAX_TARGET_LENGTH = 16 * 1024;

// A reloaded file makes new hook objects, so an entry can never be stale, and goes with its hook.
const compiled = new WeakMap<HookDefinition, CompiledMatcher>();

function compiledMatcher(hook: HookDefinition, dialect: Dialect): CompiledMatcher {
  const known = compiled.get(hook);
  if (known !== undefined) return known;
  const fresh = dialect.compileMatcher(hook.matcher);
  compiled.set(hook, fresh);
  return fresh;
}

/** Why the target of a canonical event is empty: what its event left out. Undefined for events that have no usual target. */
export function missingTarget(event: EventName): string | undefined {
  switch (event) {
    case 'PreToolUse':
    case 'PostToolUse':
    case 'PermissionRequest':
      return 'the event has no tool name';
    case 'SessionStart':
    case 'SessionEnd':
      return 'the event has no source';
    case 'SubagentStart':
    case 'SubagentStop':
      return 'the event has no agent type';
    case 'PreCompact':
    case 'PostCompact':
      return 'the event has no compaction trigger';
    // Event names are open text.
    default:
      return undefined;
  }
}
