/** Opens a runner. */
import { requireDirectory } from '../config/absolute-path.js';
import type { HookRunner } from '../contract/hook-runner.js';
import type { HookRunnerOptions } from '../contract/options.js';
import { openInProcess } from '../supervisor/in-process-client.js';
import { acquireShared } from '../supervisor/shared.js';
import { Runner } from './runner.js';
import { resolveOptions } from './runner-options.js';

/**
 * Opens a runner for one project. Starts the supervisor process (one blocking spawn) unless another runner of this process has
 * done so; call it early, while the host is small.
 *
 * @throws HookcellError `HOOKCELL_OPTION_INVALID`, `HOOKCELL_OPTION_UNKNOWN`, `HOOKCELL_NOT_SUPPORTED`
 * @example
 * const runner = await createHookRunner({ project: process.cwd(), trust: 'all' });
 * const outcome = await runner.dispatch({ name: 'PreToolUse', sessionId, tool: { name: 'Bash', input } });
 * if (outcome.decision === 'deny') refuse(outcome.reason);
 */
export async function createHookRunner(options: HookRunnerOptions): Promise<HookRunner> {
  const resolved = resolveOptions(options);
  await requireDirectory('project', resolved.project);
  const client = resolved.supervisor === 'in-process' ? openInProcess() : acquireShared();
  const runner = new Runner(resolved, client);
  await runner.open();
  return runner;
}
