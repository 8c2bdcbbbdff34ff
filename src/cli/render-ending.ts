/** Why a command did not simply exit, and what it left behind; for `exec`, on stderr. */
import type { Ending, ProcessName, RunReport } from '../contract/run-report.js';
import { printableLine } from './printable.js';
import type { Style } from './style.js';

/** Lines that start with `hookcell:`; empty for a command that exited and left nothing. */
export function renderEnding(report: RunReport, style: Style): string {
  const { killed, survived } = report.leftovers;
  const lines = [
    ...reason(report.ending, report.limits.timeoutMs),
    ...(killed.length === 0 ? [] : [`Ended what was left behind: ${processes(killed)}`]),
    ...(survived.length === 0 ? [] : [`Could not end: ${processes(survived)}`]),
  ];
  return lines.map((line) => `${style.red('hookcell:')} ${line}\n`).join('');
}

function reason(ending: Ending, timeoutMs: number): string[] {
  switch (ending.kind) {
    case 'exited':
      return [];
    case 'signalled':
      return [`Command was ended by ${printableLine(ending.signal)}`];
    case 'timed-out':
      return [`Command timed out after ${timeoutMs} ms`];
    case 'aborted':
      return ['Command was aborted'];
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
