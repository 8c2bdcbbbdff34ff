/** Ends what a dead supervisor left: each run by the pid and start time told at launch, and by its nonce. */
import { clockNow } from '../cell/cell-messages.js';
import { endTree, type TreeEnding } from '../cell/end-tree.js';
import { RunTree } from '../cell/run-tree.js';
import type { ProcessReader } from '../processes/process-entry.js';

export interface OrphanedRun {
  readonly marker: string;
  /** Absent when the supervisor died before it told of the launch: the nonce alone then finds the run. */
  readonly launched: { readonly pid: number; readonly startTime: number } | undefined;
}

export async function endSurvivors(
  run: OrphanedRun,
  supervisorPid: number,
  reader: ProcessReader,
): Promise<TreeEnding> {
  const root = run.launched ?? { pid: supervisorPid, startTime: 0 };
  // Where only the nonce counts, start at the supervisor's pid: everything it launched is younger; its own number proves nothing.
  const tree = new RunTree({ ...root, marker: run.marker }, reader, clockNow(), clockNow);
  return await endTree(tree, 0);
}
