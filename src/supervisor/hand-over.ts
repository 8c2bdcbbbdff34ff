/** Waits for what a cell hands over of a run that has ended, and for no longer than that deserves. */
import { setTimeout as pause } from 'node:timers/promises';
import type { CellResult } from '../cell/cell-messages.js';
import type { RunningCell } from './cells.js';

/** How long a cell may take to answer once there is nothing left to wait for. */
export const HAND_OVER_MS = 300;

/** The streams, or undefined from a cell that does not answer: the run settles all the same. */
export async function handOver(
  result: Promise<CellResult | undefined>,
  cell: RunningCell,
  drainMs: number,
): Promise<CellResult | undefined> {
  const timers = new AbortController();
  const limit = async (ms: number) => {
    await pause(ms, undefined, { signal: timers.signal }).catch(() => {});
    return 'late' as const;
  };
  const first = await Promise.race([result, limit(drainMs + HAND_OVER_MS)]);
  if (first !== 'late') {
    timers.abort();
    return first;
  }
  cell.order({ type: 'give-up' });
  const second = await Promise.race([result, limit(HAND_OVER_MS)]);
  timers.abort();
  return second === 'late' ? undefined : second;
}
