/** Where runs happen: in Piscina workers, or on the calling thread for a command that has the process to itself. */
import { availableParallelism } from 'node:os';
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { CellNotice, CellOrder, CellResult, CellTask, StreamTap } from '../cell/cell-messages.js';
import { runInCell } from '../cell/run.js';

export interface RunningCell {
  readonly result: Promise<CellResult>;
  order(order: CellOrder): void;
}

export interface Cells {
  start(task: CellTask, onNotice: (notice: CellNotice) => void): RunningCell;
  /** Ends the threads; runs must be over. */
  close(): Promise<void>;
}

/** A run spends its time waiting: many share one thread. */
const RUNS_PER_CELL = 64;
const CELLS = Math.max(1, Math.min(2, availableParallelism()));

/**
 * Piscina requires the entry of its workers, and imports it when that fails. Node 20 aborts the whole process when a worker is
 * ended while it requires an ES module (a pool closed right after its first run), so that require is made to fail. What the
 * kernel was started with (`--import`, `--inspect`) is not for cells either.
 */
const BY_IMPORT = ['--no-experimental-require-module'].filter((flag) => process.allowedNodeEnvironmentFlags.has(flag));

/** Never cancels through Piscina: a thread would die and the child it launched would not. */
export function openPool(): Cells {
  const pool = new Piscina({
    filename: new URL('../cell/cell-worker.js', import.meta.url).href,
    minThreads: CELLS,
    maxThreads: CELLS,
    concurrentTasksPerWorker: RUNS_PER_CELL,
    // An idle cell in Atomics.wait would not run timers and late messages of finished runs.
    atomics: 'disabled',
    idleTimeout: Number.POSITIVE_INFINITY,
    execArgv: BY_IMPORT,
    env: withoutNodeOptions(process.env),
  });
  // A worker that dies while idle is replaced by the pool; its runs are told by their own rejection.
  pool.on('error', () => {});
  return {
    start(task, onNotice) {
      const { port1, port2 } = new MessageChannel();
      port1.on('message', onNotice);
      // The run's promise keeps the process alive where that is wanted, never the port.
      port1.unref();
      const result = pool.run({ task, port: port2 }, { transferList: [port2] }).finally(() => {
        // A worker that died may have told of its launch just before.
        takeWaiting(port1, onNotice);
        port1.close();
      });
      return { result, order: (order) => port1.postMessage(order) };
    },
    close: () => pool.destroy(),
  };
}

/** A worker with options of its own reads NODE_OPTIONS anew, and a preload file that is missing by now would end it. */
function withoutNodeOptions(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || name.toUpperCase() === 'NODE_OPTIONS' ? [] : [[name, value]],
    ),
  );
}

function takeWaiting(port: MessagePort, onNotice: (notice: CellNotice) => void): void {
  for (let late = receiveMessageOnPort(port); late !== undefined; late = receiveMessageOnPort(port)) {
    onNotice(late.message as CellNotice);
  }
}

/** On this very thread; `tap` gets the output as it comes. */
export function openInlineCells(tap?: StreamTap): Cells {
  return {
    start(task, onNotice) {
      let onOrder = (_order: CellOrder) => {};
      const line = {
        notify: onNotice,
        onOrder: (handler: (order: CellOrder) => void) => {
          onOrder = handler;
        },
      };
      return { result: runInCell(task, line, tap), order: (order) => onOrder(order) };
    },
    close: async () => {},
  };
}
