/** How a hook is named in outcomes, explanations and audit records. */
import type { HookDefinition } from '../contract/hook.js';
import type { HookReference } from '../contract/outcome.js';

export function hookReference(hook: HookDefinition): HookReference {
  const { id, name, dialect, source } = hook;
  return name === undefined ? { id, dialect, source } : { id, name, dialect, source };
}
