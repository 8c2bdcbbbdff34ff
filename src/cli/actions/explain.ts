/** The work of `hookcell explain`: the plan of one event. */

import type { ExplainOptions } from '../commands/explain.js';
import { runnerOptions } from '../common-options.js';
import { EXIT, hasErrors } from '../exit-codes.js';
import { lookedForText } from '../hook-file-paths.js';
import type { CliContext } from '../host.js';
import { jsonText } from '../printable.js';
import { renderExplanation } from '../render-explanation.js';
import { renderWarnings } from '../render-outcome.js';
import { renderProblems } from '../render-problems.js';
import { withSignals } from '../signals.js';
import { readEvent } from './event-input.js';
import { useRunner } from './use-runner.js';

export function explain(name: string, options: ExplainOptions, context: CliContext): Promise<number> {
  const { host, engine, output, style, errorStyle } = context;
  return withSignals(host.signals, async (signal, onSecond) => {
    // Nothing is run, so no supervisor process is started for it.
    const settings = { ...runnerOptions(options, host), supervisor: 'in-process' as const };
    const event = await readEvent(name, options.payload, host, signal);
    return useRunner(engine.createHookRunner(settings), onSecond, async (runner) => {
      const explanation = await runner.explain(event);
      output.out(options.json ? `${jsonText(explanation)}\n` : renderExplanation(explanation, style));
      if (!options.json) output.err(renderWarnings(explanation.warnings, errorStyle));
      if (!options.json && runner.hooks().length === 0) output.err(`No hooks: ${lookedForText(settings)}\n`);
      output.err(renderProblems(explanation.problems, errorStyle));
      return explanation.runs.length === 0 && hasErrors(explanation.problems) ? EXIT.config : EXIT.ok;
    });
  });
}
