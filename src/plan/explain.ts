/** The plan of an event in the form that is shown to people. */
import type { ConfigProblem } from '../contract/config-problem.js';
import type { ResolvedEvent } from '../contract/event.js';
import type { Explanation, PlannedRunView } from '../contract/explanation.js';
import { hookReference } from './hook-reference.js';
import type { Plan, PlannedRun } from './plan.js';

/** `problems`: what is wrong with the hook files, as of the load the plan was made from. */
export function explanationOf(plan: Plan, event: ResolvedEvent, problems: readonly ConfigProblem[]): Explanation {
  return {
    event: event.name,
    schedule: plan.schedule,
    runs: plan.runs.map((run) => viewOf(run, event)),
    skipped: [...plan.skipped],
    warnings: [...plan.warnings],
    problems: [...problems],
  };
}

function viewOf(run: PlannedRun, event: ResolvedEvent): PlannedRunView {
  return {
    hook: hookReference(run.hook),
    command: run.hook.handler.command,
    matcher: run.hook.matcher,
    target: run.target,
    cwd: event.cwd,
    background: run.background,
    limits: run.limits,
  };
}
