/** The entry of a cell: a Piscina worker that runs many hooks side by side, each on a line of its own to the main thread. */
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { CellOrder, CellResult, CellTask } from './cell-messages.js';
import { runInCell } from './run.js';

// A spawn without descriptors tells its error twice, the second time on a child that nobody got hold of. It is the run's own failure
// (`not-started`), not the cell's; anything else still ends the cell.
process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
  if (error.syscall?.startsWith('spawn')) return;
  throw error;
});

export interface CellJob {
  readonly task: CellTask;
  readonly port: MessagePort;
}

export default async function runJob({ task, port }: CellJob): Promise<CellResult> {
  try {
    return await runInCell(task, {
      notify: (notice) => port.postMessage(notice),
      onOrder: (handler) => {
        // Orders that came while the job was queued are taken at once: a cancelled run must not be launched.
        for (let early = receiveMessageOnPort(port); early !== undefined; early = receiveMessageOnPort(port)) {
          handler(early.message as CellOrder);
        }
        port.on('message', handler);
      },
    });
  } finally {
    port.close();
  }
}
