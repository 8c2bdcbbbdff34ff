/** The outcome for people: the decision first, then what the agent is told, then the account of each hook. */
import type { HookFailure, HookReference, HookRun, Outcome, SkippedHook, Warning } from '../contract/outcome.js';
import type { Ending } from '../contract/run-report.js';
import { jsonText, printable, printableLine } from './printable.js';
import type { Style } from './style.js';

export function renderOutcome(outcome: Outcome, style: Style): string {
  const lines = [
    headline(outcome, style),
    ...field('reason', outcome.reason),
    ...outcome.context.flatMap((text) => field('context', text)),
    ...outcome.systemMessages.flatMap((text) => field('message', text)),
    ...effects(outcome),
    ...outcome.runs.map((run) => renderRun(run, style)),
    ...outcome.skipped.filter(isWorthTelling).map((skipped) => renderSkipped(skipped, style)),
    ...backgroundLine(outcome),
  ];
  return `${lines.join('\n')}\n`;
}

/** One line a warning; empty for none. */
export function renderWarnings(warnings: readonly Warning[], style: Style): string {
  return warnings.map((warning) => `${style.yellow('warning:')} ${warningText(warning)}\n`).join('');
}

/** `no_match  foya:global:1: The matcher …`; also for plans. */
export function renderSkipped({ hook, why, message }: SkippedHook, style: Style): string {
  return style.dim(`  - ${hookLabel(hook)}: not run, ${why.replaceAll('_', ' ')}: ${printableLine(message)}`);
}

/** Hooks of other events are many and nobody asked for them. */
export function isWorthTelling({ why }: SkippedHook): boolean {
  return why !== 'other_event';
}

/** Name and id, as far as there are two. */
export function hookLabel({ id, name }: Pick<HookReference, 'id' | 'name'>): string {
  return printableLine(name === undefined ? id : `${name} (${id})`);
}

/** A value of several lines is set in, so that it cannot pass for a line of ours. */
export function field(label: string, text: string | undefined): string[] {
  if (text === undefined || text === '') return [];
  return [`${label}: ${cutLines(printable(text)).replaceAll('\n', '\n    ')}`];
}

const MAX_LINES = 40;

function cutLines(text: string): string {
  const lines = text.trimEnd().split('\n');
  if (lines.length <= MAX_LINES) return text;
  return [...lines.slice(0, MAX_LINES), `… ${lines.length - MAX_LINES} more lines; --json has them`].join('\n');
}

/** An ending in words: `exited 2`, `timed out`. */
export function endingText(ending: Ending): string {
  switch (ending.kind) {
    case 'exited':
      return `exited ${ending.code}`;
    case 'signalled':
      return `ended by ${printableLine(ending.signal)}`;
    case 'timed-out':
      return 'timed out';
    case 'aborted':
      return 'aborted';
    case 'limit':
      return `ended at its limit ${ending.limit}`;
    case 'not-started':
      return `not started, ${ending.cause}: ${printableLine(ending.message)}`;
    case 'lost':
      return `lost: ${printableLine(ending.message)}`;
  }
}

function headline(outcome: Outcome, style: Style): string {
  const words = [
    outcome.decision,
    ...(outcome.halt ? ['halt'] : []),
    ...(outcome.keepWorking === undefined ? [] : ['keep working']),
    ...(outcome.markError === undefined ? [] : ['mark as error']),
    ...(outcome.blockCompaction === undefined ? [] : ['block compaction']),
    ...(outcome.aborted ? ['aborted'] : []),
  ].join(', ');
  const event = printableLine(outcome.event);
  return `${event}: ${style.bold(decisionColour(outcome, style)(words))}${outcome.approves ? ' (approves)' : ''}`;
}

function decisionColour(outcome: Outcome, style: Style): (text: string) => string {
  if (outcome.halt) return style.red;
  switch (outcome.decision) {
    case 'deny':
      return style.red;
    case 'ask':
      return style.yellow;
    case 'allow':
      return style.green;
    case 'none':
      return (text) => text;
  }
}

function effects(outcome: Outcome): string[] {
  return [
    ...field('keep working', outcome.keepWorking?.reason),
    ...field('error', outcome.markError?.reason),
    ...field('compaction blocked', outcome.blockCompaction?.reason),
    ...jsonField('updated input', outcome.updatedInput),
    ...jsonField('updated output', outcome.updatedOutput),
    ...field('updated prompt', outcome.updatedPrompt),
    ...jsonField('environment', outcome.environment),
    ...jsonField('elicitation', outcome.elicitation),
  ];
}

function jsonField(label: string, value: unknown): string[] {
  return value === undefined ? [] : field(label, jsonText(value));
}

function renderRun({ hook, verdict, failure, report }: HookRun, style: Style): string {
  const parts = [
    ...(report === undefined ? [] : [endingText(report.ending), `${Math.round(report.timing.runMs)} ms`]),
    ...(verdict?.decision === undefined ? [] : [verdict.decision]),
    ...(verdict?.halt === true ? ['halt'] : []),
  ];
  const line = `  ${failure === undefined ? style.green('✓') : style.red('✗')} ${hookLabel(hook)}: ${parts.join(', ')}`;
  if (failure === undefined) return line;
  return `${line}\n${failureText(failure)}`;
}

/** A crash carries the end of stderr along; of that one line is enough here. */
export function failureText({ kind, applied, message }: HookFailure): string {
  const [first = '', ...others] = message.trimEnd().split('\n');
  return `      failure (${kind}, counts as ${applied}): ${printableLine(first)}${others.length === 0 ? '' : ' …'}`;
}

function backgroundLine({ background }: Outcome): string[] {
  if (background.length === 0) return [];
  return [`  ${background.length} in the background; waiting for ${background.length === 1 ? 'it' : 'them'}`];
}

function warningText({ code, message, hookId }: Warning): string {
  return `${hookId === undefined ? '' : `${printableLine(hookId)}: `}${printableLine(message)} (${printableLine(code)})`;
}
