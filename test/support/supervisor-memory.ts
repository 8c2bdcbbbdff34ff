/** What the supervisor of this test process costs, seen from outside. Linux only: read from /proc. */
import { readdirSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Cost {
  /** Largest resident size of the supervisor while `work` ran, above what it was before. */
  readonly supervisorGrowthBytes: number;
  /** Longest time that this process's event loop was held up. */
  readonly longestLagMs: number;
}

/** Runs `work` and measures; a supervisor must be running already, and warm. */
export async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const pid = supervisorPid();
  const before = residentBytes(pid);
  let peak = before;
  const sample = () => {
    peak = Math.max(peak, residentBytes(pid));
  };
  const sampler = setInterval(sample, 25);
  const lag = monitorEventLoopDelay({ resolution: 10 });
  lag.enable();
  try {
    await work();
  } finally {
    lag.disable();
    clearInterval(sampler);
  }
  sample();
  return { supervisorGrowthBytes: peak - before, longestLagMs: lag.max / 1e6 };
}

/** The one child of this process that is a supervisor. */
export function supervisorPid(): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isSupervisor(name));
  const [pid] = pids;
  if (pid === undefined || pids.length > 1) throw new Error(`Wanted one supervisor, got ${pids.length}`);
  return Number(pid);
}

function isSupervisor(name: string): boolean {
  try {
    const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1];
    if (Number(parent) !== process.pid) return false;
    return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('supervisor/process-main');
  } catch {
    return false; // It ended while we looked.
  }
}

function residentBytes(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) * 1024;
}
