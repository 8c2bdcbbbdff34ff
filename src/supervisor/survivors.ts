/** Ends what a dead supervisor or cell left: each run by the pid and start time told at launch, and by its nonce. */
import { clockNow } from '../cell/cell-messages.js';
import { endTree, type TreeEnding } from '../cell/end-tree.js';
import { RunTree, type TreeRoot } from '../cell/run-tree.js';
import type { ProcessReader } from '../processes/process-entry.js';

export interface OrphanedRun {
  readonly marker: string;
  /** Absent when nobody told of a launch: the nonce alone then finds the run. */
  readonly launched: { readonly pid: number; readonly startTime: number } | undefined;
}

export async function endSurvivors({ marker, launched }: OrphanedRun, reader: ProcessReader): Promise<TreeEnding> {
  const root: TreeRoot = launched === undefined ? { kind: 'marker', marker } : { kind: 'leader', ...launched, marker };
  // Launched long ago, for all that is known: every process is looked at.
  return await endTree(new RunTree(root, reader, 0, clockNow), 0);
}
