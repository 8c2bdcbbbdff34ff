/**
 * Workers that die on command. Call `armWorkers` before the first pool is made: from then on every worker of this process has
 * `fixtures/crash-on-command.mjs` preloaded and a small heap.
 */
import workerThreads, { BroadcastChannel, type WorkerOptions } from 'node:worker_threads';

export type CrashWay = 'exit' | 'exit 0' | 'throw' | 'reject' | 'heap';

const preload = new URL('../fixtures/crash-on-command.mjs', import.meta.url);
const ready = new Set<workerThreads.Worker>();

export function armWorkers(): void {
  const { Worker } = workerThreads;
  workerThreads.Worker = class extends Worker {
    constructor(filename: string | URL, options: WorkerOptions = {}) {
      super(filename, {
        ...options,
        execArgv: [...(options.execArgv ?? []), '--import', preload.href],
        resourceLimits: { maxOldGenerationSizeMb: 32 },
      });
      // The first message of a Piscina worker says that it has loaded its entry.
      this.once('message', () => ready.add(this));
      this.once('exit', () => ready.delete(this));
    }
  };
}

/** Thread ids of the workers that have loaded and live. */
export function liveWorkers(): number[] {
  return [...ready].map((worker) => worker.threadId);
}

/** Ends these workers; by default all that have loaded. */
export function crashWorkers(way: CrashWay, threadIds: readonly number[] = liveWorkers()): void {
  const channel = new BroadcastChannel('crash');
  channel.postMessage({ way, threadIds });
  channel.close();
}
