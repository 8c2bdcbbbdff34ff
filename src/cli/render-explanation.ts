/** The plan of one event for people. */
import type { Explanation, PlannedRunView } from '../contract/explanation.js';
import { printable, printableLine } from './printable.js';
import { durationText, sourceText } from './render-hooks.js';
import { hookLabel, isWorthTelling, renderSkipped } from './render-outcome.js';
import type { Style } from './style.js';

export function renderExplanation(explanation: Explanation, style: Style): string {
  const { event, runs, schedule, skipped } = explanation;
  const lines = [
    `${style.bold(printableLine(event))}: ${countText(runs.length, schedule)}`,
    ...runs.flatMap((run, index) => renderRun(run, index + 1, style)),
    ...skipped.filter(isWorthTelling).map((hook) => renderSkipped(hook, style)),
  ];
  const others = skipped.length - skipped.filter(isWorthTelling).length;
  if (others > 0) lines.push(style.dim(`  - ${others} of other events`));
  return `${lines.join('\n')}\n`;
}

function countText(count: number, schedule: Explanation['schedule']): string {
  if (count === 0) return 'no hook would run';
  if (count === 1) return '1 hook would run';
  return `${count} hooks would run, ${schedule === 'serial' ? 'one after the other' : 'all at once'}`;
}

function renderRun(run: PlannedRunView, position: number, style: Style): string[] {
  const { hook, limits } = run;
  return [
    `  ${position}. ${style.bold(hookLabel(hook))}  ${style.dim(sourceText(hook.source))}`,
    `     command  ${printable(run.command).replaceAll('\n', '\n              ')}`,
    `     matcher  ${matcherText(run)}`,
    `     runs     in ${printableLine(run.cwd)}, ${run.background ? 'in the background' : 'in the foreground'}`,
    `     timeout  ${durationText(limits.timeoutMs)}, then ${durationText(limits.graceMs)} between SIGTERM and SIGKILL`,
  ];
}

function matcherText({ matcher, target }: PlannedRunView): string {
  const pattern = matcher === '' ? 'none, matches all' : `"${printableLine(matcher)}"`;
  if (target === null) return matcher === '' ? 'none' : `${pattern}, ignored by this event`;
  return `${pattern}, tested on "${printableLine(target)}"`;
}
