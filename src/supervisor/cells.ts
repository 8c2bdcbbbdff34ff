/** Where runs happen: in Piscina workers, or on the calling thread for a command that has the process to itself. */
import { availableParallelism } from 'node:os';
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { CellNotice, CellOrder, CellResult, CellTask, StreamTap } from '../cell/cell-messages.js';
import { runInCell } from '../cell/run.js';
import { filterEnvironment } from '../dialects/environment.js';

export interface RunningCell {
  readonly result: Promise<CellResult>;
  order(order: CellOrder): void;
  /** Takes the notices that are waiting, in this very tick. */
  poll?(): void;
}

export interface Cells {
  start(task: CellTask, onNotice: (notice: CellNotice) => void): RunningCell;
  /** Gives the next runs fresh threads: those there are take none any more. */
  renew?(): void;
  /** Ends the threads; runs must be over. */
  close(): Promise<void>;
}

/**
 * A run spends its time waiting: many share one thread. How many run at once is each runner's to say (`concurrency`): a bound here
 * would be a queue nobody knows of, in which one runner's background hooks keep another's guards waiting.
 */
const RUNS_PER_CELL = 4096;
const CELLS = Math.max(1, Math.min(2, availableParallelism()));

/**
 * Piscina requires the entry of its workers, and imports it when that fails. Node 20 aborts the whole process when a worker is
 * ended while it requires an ES module (a pool closed right after its first run), so that require is made to fail. What the
 * kernel was started with (`--import`, `--inspect`) is not for cells either.
 */
const BY_IMPORT = ['--no-experimental-require-module'].filter((flag) => process.allowedNodeEnvironmentFlags.has(flag));

/** Never cancels through Piscina: a thread would die and the child it launched would not. */
export function openPool(): Cells {
  let pool = startPool();
  return {
    start: (task, onNotice) => submit(pool, task, onNotice),
    // The old one is left to its runs, and ended by the end of the process.
    renew: () => {
      pool = startPool();
    },
    close: () => pool.destroy(),
  };
}

function startPool(): Piscina {
  const pool = new Piscina({
    filename: new URL('../cell/cell-worker.js', import.meta.url).href,
    minThreads: CELLS,
    maxThreads: CELLS,
    concurrentTasksPerWorker: RUNS_PER_CELL,
    // An idle cell in Atomics.wait would not run timers and late messages of finished runs.
    atomics: 'disabled',
    idleTimeout: Number.POSITIVE_INFINITY,
    execArgv: BY_IMPORT,
    // Options of the kernel's NODE_OPTIONS, which a worker would take from its environment, are not for cells either.
    env: filterEnvironment(process.env, { withholds: () => false }).environment,
  });
  // A worker that dies while idle is replaced by the pool; its runs are told by their own rejection.
  pool.on('error', () => {});
  return pool;
}

function submit(pool: Piscina, task: CellTask, onNotice: (notice: CellNotice) => void): RunningCell {
  const { port1, port2 } = new MessageChannel();
  port1.on('message', onNotice);
  // The run's promise keeps the process alive where that is wanted, never the port.
  port1.unref();
  const result = pool.run({ task, port: port2 }, { transferList: [port2] }).finally(() => {
    // A worker that died may have told of its launch just before.
    takeWaiting(port1, onNotice);
    port1.close();
  });
  return {
    result,
    order: (order) => port1.postMessage(order),
    poll: () => takeWaiting(port1, onNotice),
  };
}

/** As `openPool`, with threads that are started by the first run: a kernel that runs none pays for none. */
export function openLazyPool(): Cells {
  let pool: Cells | undefined;
  return {
    start(task, onNotice) {
      pool ??= openPool();
      return pool.start(task, onNotice);
    },
    renew: () => pool?.renew?.(),
    close: async () => await pool?.close(),
  };
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
