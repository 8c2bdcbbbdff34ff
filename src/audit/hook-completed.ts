/** The audit record of one executed hook. */
import type { HookCompletedRecord } from '../contract/audit-record.js';
import type { ResolvedEvent } from '../contract/event.js';
import type { HookRun } from '../contract/outcome.js';
import type { Verdict } from '../contract/verdict.js';

export interface CompletedHook {
  readonly event: ResolvedEvent;
  readonly runId: string;
  readonly run: HookRun;
  readonly background: boolean;
  /** Whether the hook's rewrite made a difference. The record tells that alone, never the rewritten values. */
  readonly inputModified: boolean;
  /** From dispatch to report, queue included. */
  readonly durationMs: number;
  /** RFC 3339 time of writing. */
  readonly at: string;
}

/**
 * Tells what the hook itself said; what its failure counted as stands in `error.applied`. The output of a background hook is
 * ignored, so its record says `none`. Not redacted yet.
 */
export function hookCompletedRecord(completed: CompletedHook): HookCompletedRecord {
  const { event, run, background } = completed;
  const { hook, failure, report } = run;
  const verdict = background ? {} : (run.verdict ?? {});
  const reason = reasonOf(verdict);
  return {
    type: 'hook_completed',
    at: completed.at,
    runId: completed.runId,
    eventId: event.eventId,
    event: event.name,
    sessionId: event.sessionId,
    hookId: hook.id,
    ...(hook.name === undefined ? {} : { hookName: hook.name }),
    dialect: hook.dialect,
    source: hook.source,
    background,
    decision: blockOf(verdict) === undefined ? (verdict.decision ?? 'none') : 'deny',
    halt: verdict.halt ?? false,
    ...(reason === undefined ? {} : { reason }),
    inputModified: !background && completed.inputModified,
    ...(failure === undefined ? {} : { error: failure }),
    durationMs: completed.durationMs,
    ...(report === undefined
      ? {}
      : { ending: report.ending, timing: report.timing, usage: report.usage, leftovers: report.leftovers }),
  };
}

/** What a block has become on an event that is no gate. */
function blockOf(verdict: Verdict): { readonly reason: string } | undefined {
  return verdict.markError ?? verdict.keepWorking ?? verdict.blockCompaction;
}

function reasonOf(verdict: Verdict): string | undefined {
  const reason = verdict.reason ?? blockOf(verdict)?.reason;
  return reason === '' ? undefined : reason;
}
