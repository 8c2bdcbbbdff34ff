/** Puts the facts of a run into the report that users see. */
import type { GuaranteeReport } from '../contract/guarantees.js';
import type { CapturedStream, Ending, RunReport } from '../contract/run-report.js';
import { decoderOf } from '../dialects/decoders.js';
import type { DecodedAnswer } from '../dialects/dialect.js';
import type { RunAnswer, RunRequest } from './protocol.js';
import type { RunFacts } from './supervised-run.js';

const NOTHING_CAPTURED: CapturedStream = { text: '', bytes: 0, droppedBytes: 0, truncated: false, validUtf8: true };

export function answerOf(facts: RunFacts, guarantees: GuaranteeReport): RunAnswer {
  const { request, result, ended, tree } = facts;
  const ending = endingOf(facts);
  const report: RunReport = {
    ...emptyReport(request, guarantees),
    ending,
    timing: {
      queuedMs: facts.queuedMs,
      launchMs: result?.launchMs ?? 0,
      runMs: facts.runMs,
      drainMs: result?.drainMs ?? 0,
      endTreeMs: facts.endTreeMs,
    },
    stdout: result?.stdout ?? NOTHING_CAPTURED,
    stderr: result?.stderr ?? NOTHING_CAPTURED,
    signals: [...(tree?.signals ?? [])],
    leftovers: {
      killed: [...ended.killed],
      kept: [...ended.kept],
      survived: [...ended.survived],
      pipesHeld: pipesHeld(facts),
    },
  };
  // An answer counts only when the hook ended by itself: what a timed-out hook printed is kept for diagnosis alone.
  const decoded = ending.kind === 'exited' ? decodedOf(facts, ending.code) : undefined;
  return decoded === undefined ? { report } : { report, decoded };
}

/** Streams that ended with the descendants alone, once these were signalled, had been held by them. */
function pipesHeld({ ending, ended, result, tree, runMs }: RunFacts): boolean {
  if (result === undefined || result.pipesHeld) return result?.pipesHeld ?? false;
  const byItself = ending.kind === 'exited' || ending.kind === 'signalled';
  const firstSignal = tree?.signals[0];
  if (!byItself || ended.killed.length === 0 || firstSignal === undefined) return false;
  return runMs + result.drainMs > firstSignal.atMs;
}

/** A cell that died after the hook had exited took the streams along: without them an exit 0, or a plain command, is lost. */
function endingOf({ ending, result, request }: RunFacts): Ending {
  if (ending.kind !== 'exited' || result !== undefined) return ending;
  if (ending.code !== 0 && request.decode !== undefined) return ending;
  return { kind: 'lost', message: `The cell died before it handed over the output; the exit code was ${ending.code}` };
}

/** A refusal by exit code stands without the streams too. */
function decodedOf({ result, request }: RunFacts, exitCode: number): DecodedAnswer | undefined {
  if (result !== undefined || request.decode === undefined) return result?.decoded;
  const { dialect, event } = request.decode;
  return decoderOf(dialect)(event, { exitCode, stdout: NOTHING_CAPTURED, stderr: NOTHING_CAPTURED });
}

/** The report of a run of which nothing is known but how it ended. */
export function reportWithout(
  request: RunRequest,
  guarantees: GuaranteeReport,
  ending: RunReport['ending'],
): RunReport {
  return { ...emptyReport(request, guarantees), ending };
}

function emptyReport(request: RunRequest, guarantees: GuaranteeReport): RunReport {
  return {
    runId: request.runId,
    handler: 'command',
    ending: { kind: 'lost', message: '' },
    timing: { queuedMs: request.queuedMs, launchMs: 0, runMs: 0, drainMs: 0, endTreeMs: 0 },
    stdout: NOTHING_CAPTURED,
    stderr: NOTHING_CAPTURED,
    usage: { cpuUserMs: null, cpuSystemMs: null, peakRssBytes: null, source: 'none' },
    signals: [],
    leftovers: { killed: [], kept: [], survived: [], pipesHeld: false },
    environment: { withheld: [...request.withheld] },
    limits: request.limits,
    isolation: { profile: request.profile },
    guarantees,
  };
}
