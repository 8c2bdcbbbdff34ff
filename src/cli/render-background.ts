/** The background hooks that `run` has waited for, for people: how each ended. */
import type { AuditRecord, AuditSink, HookCompletedRecord } from '../contract/audit-record.js';
import { endingText, failureText, hookLabel } from './render-outcome.js';
import type { Style } from './style.js';

/** A sink that keeps the records of background hooks; `records` grows while they end. */
export function backgroundCollector(): { readonly sink: AuditSink; readonly records: readonly HookCompletedRecord[] } {
  const records: HookCompletedRecord[] = [];
  const write = (record: AuditRecord): void => {
    if (record.type === 'hook_completed' && record.background) records.push(record);
  };
  return { sink: { write }, records };
}

/** One line a hook, and one for its failure; empty for none. */
export function renderBackground(records: readonly HookCompletedRecord[], style: Style): string {
  return records.map((record) => `${renderRecord(record, style)}\n`).join('');
}

function renderRecord({ hookId, hookName, ending, timing, error }: HookCompletedRecord, style: Style): string {
  const label = hookLabel({ id: hookId, ...(hookName !== undefined && { name: hookName }) });
  const parts = [
    ...(ending === undefined ? [] : [endingText(ending)]),
    ...(timing === undefined ? [] : [`${Math.round(timing.runMs)} ms`]),
    'in the background',
  ];
  // What a background hook answers is ignored, so a code other than 0 is no failure; still nobody would call it well.
  const well = error === undefined && ending?.kind === 'exited' && ending.code === 0;
  const mark = well ? style.green('✓') : style.red('✗');
  return `  ${mark} ${label}: ${parts.join(', ')}${error === undefined ? '' : `\n${failureText(error)}`}`;
}
