/** What the matcher of a Foya hook is tested on. */
import type { ResolvedEvent } from '../../contract/event.js';

/** Null: this event ignores matchers. An empty text: the event has a target, the kernel did not name it. */
export function matchTarget(event: ResolvedEvent): string | null {
  switch (event.name) {
    case 'PreToolUse':
    case 'PostToolUse':
    case 'PermissionRequest':
      return event.tool?.name ?? '';
    case 'SessionStart':
    case 'SessionEnd':
      return sessionSource(event) ?? '';
    case 'SubagentStart':
    case 'SubagentStop':
      return event.agent?.type ?? '';
    case 'PreCompact':
    case 'PostCompact':
      return event.compaction?.trigger ?? '';
    // Event names are open text; every other one has no target.
    default:
      return null;
  }
}

/** At SessionEnd Foya gives the reason as the source too. */
export function sessionSource(event: ResolvedEvent): string | undefined {
  return event.source ?? (event.name === 'SessionEnd' ? event.reason : undefined);
}
