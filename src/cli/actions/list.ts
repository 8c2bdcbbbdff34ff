/** The work of `hookcell list`: the configured hooks by scope. */
import { type CommonOptions, runnerOptions } from '../common-options.js';
import { EXIT, hasErrors } from '../exit-codes.js';
import { lookedForText } from '../hook-file-paths.js';
import type { CliContext } from '../host.js';
import { jsonText } from '../printable.js';
import { renderHooks } from '../render-hooks.js';
import { renderProblems } from '../render-problems.js';
import { withSignals } from '../signals.js';
import { useRunner } from './use-runner.js';

export function list(options: CommonOptions, context: CliContext): Promise<number> {
  const { host, engine, output, style, errorStyle } = context;
  return withSignals(host.signals, (_signal, onSecond) => {
    // Nothing is run, so no supervisor process is started for it.
    const settings = { ...runnerOptions(options, host), supervisor: 'in-process' as const };
    return useRunner(engine.createHookRunner(settings), onSecond, async (runner) => {
      const hooks = runner.hooks();
      const problems = runner.problems();
      output.out(options.json ? `${jsonText({ hooks, problems })}\n` : renderHooks(hooks, style));
      if (!options.json && hooks.length === 0) output.err(`No hooks: ${lookedForText(settings)}\n`);
      output.err(renderProblems(problems, errorStyle));
      return hasErrors(problems) ? EXIT.config : EXIT.ok;
    });
  });
}
