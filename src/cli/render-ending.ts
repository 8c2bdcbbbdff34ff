/** Why a command did not simply exit, and what it left behind; for `exec`, on stderr. */
import type { Ending, ProcessName, RunReport } from '../contract/run-report.js';
import { variablesNamedIn } from '../runner/withheld-variables.js';
import { printableLine } from './printable.js';
import type { Style } from './style.js';

export interface CommandCall {
  /** The command as it was given: shell text, or a program and its arguments. */
  readonly words: readonly string[];
  /** Whether it was ended because the reader of stdout had gone. */
  readonly readerGone: boolean;
}

/** Lines that start with `hookcell:`; empty for a command that exited well and left nothing. */
export function renderEnding(report: RunReport, call: CommandCall, style: Style): string {
  const { killed, survived } = report.leftovers;
  const lines = [
    ...reason(report.ending, report.limits.timeoutMs, call.readerGone),
    ...withheldVariables(report, call.words),
    ...(killed.length === 0 ? [] : [`Ended what was left behind: ${processes(killed)}`]),
    ...(survived.length === 0 ? [] : [`Could not end: ${processes(survived)}`]),
  ];
  return lines.map((line) => `${style.red('hookcell:')} ${line}\n`).join('');
}

/** A missing variable may be why the command failed. */
function withheldVariables({ ending, environment }: RunReport, words: readonly string[]): string[] {
  if (ending.kind === 'exited' && ending.code === 0) return [];
  const named = variablesNamedIn(words.join(' '));
  const names = environment.withheld.filter((name) => named.has(name));
  if (names.length === 0) return [];
  return [`Withheld from the command, which names it: ${names.join(', ')}; --allow-env NAME hands it on`];
}

function reason(ending: Ending, timeoutMs: number, readerGone: boolean): string[] {
  switch (ending.kind) {
    case 'exited':
      return [];
    case 'signalled':
      return [`Command was ended by ${printableLine(ending.signal)}`];
    case 'timed-out':
      return [`Command timed out after ${timeoutMs} ms`];
    case 'aborted':
      return [readerGone ? 'Command was ended: the reader of stdout went away' : 'Command was aborted'];
    case 'limit':
      return [`Command was ended at its limit ${ending.limit}`];
    case 'not-started':
      return [`Command was not started (${ending.cause}): ${printableLine(ending.message)}`];
    case 'lost':
      return [`Command was lost: ${printableLine(ending.message)}`];
  }
}

function processes(names: readonly ProcessName[]): string {
  return names.map(({ pid, command }) => `${printableLine(command)} (${pid})`).join(', ');
}
