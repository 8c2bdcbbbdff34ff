/** Exit codes of the command line, in one place. 64 to 78 are those of sysexits.h. */
import { constants } from 'node:os';
import type { ConfigProblem } from '../contract/config-problem.js';
import type { Outcome } from '../contract/outcome.js';
import type { Ending } from '../contract/run-report.js';

export const EXIT = {
  ok: 0,
  deny: 2,
  ask: 3,
  halt: 49,
  usage: 64,
  software: 70,
  config: 78,
  timedOut: 124,
  notStarted: 125,
} as const;

/** SIGHUP, SIGINT, SIGQUIT, SIGTERM: a signal that reached us. */
export const INTERRUPTED: ReadonlySet<number> = new Set([129, 130, 131, 143]);

/** The code of `run`: a halt first, then a denial or block, a question, and last a broken hook file that left no verdict. */
export function exitCodeOfOutcome(outcome: Outcome, problems: readonly ConfigProblem[]): number {
  if (outcome.halt) return EXIT.halt;
  if (outcome.decision === 'deny' || blocks(outcome)) return EXIT.deny;
  if (outcome.decision === 'ask') return EXIT.ask;
  if (outcome.decision === 'none' && hasErrors(problems)) return EXIT.config;
  return EXIT.ok;
}

/** The code of `exec` without `--json`. */
export function exitCodeOfEnding(ending: Ending): number {
  switch (ending.kind) {
    case 'exited':
      return ending.code;
    case 'signalled':
      return exitCodeOfSignal(ending.signal);
    case 'timed-out':
      return EXIT.timedOut;
    case 'limit':
      return exitCodeOfSignal('SIGKILL');
    case 'aborted':
    case 'not-started':
    case 'lost':
      return EXIT.notStarted;
  }
}

/** 128 + n, as shells have it; 128 for a signal that has no number here. */
export function exitCodeOfSignal(signal: string): number {
  return 128 + ((constants.signals as Readonly<Record<string, number>>)[signal] ?? 0);
}

export function hasErrors(problems: readonly ConfigProblem[]): boolean {
  return problems.some((problem) => problem.severity === 'error');
}

// Where a deny has another meaning (PostToolUse, Stop, PreCompact) the decision stays `none`; a script still wants to see it.
function blocks(outcome: Outcome): boolean {
  return outcome.markError !== undefined || outcome.keepWorking !== undefined || outcome.blockCompaction !== undefined;
}
