/** Dispatches many events and tells what they left behind in the kernel and its supervisor. Linux only. */
import { readdirSync } from 'node:fs';
import type { FoyaBench } from './foya.js';
import { residentBytes } from './memory.js';
import { supervisorPid } from './supervisor.js';

export interface Growth {
  /** Ratio of resident memory after the rounds to before. */
  readonly kernel: number;
  readonly supervisor: number;
  /** Descriptors more than before. */
  readonly kernelDescriptors: number;
  readonly supervisorDescriptors: number;
}

/** The first tenth of the rounds warms up; growth is counted from there. */
export async function growthOver(bench: FoyaBench, rounds: number, atOnce: number): Promise<Growth> {
  await dispatchMany(bench, Math.ceil(rounds / 10), atOnce);
  const before = measure();
  await dispatchMany(bench, rounds, atOnce);
  const after = measure();
  return {
    kernel: after.kernel / before.kernel,
    supervisor: after.supervisor / before.supervisor,
    kernelDescriptors: after.kernelDescriptors - before.kernelDescriptors,
    supervisorDescriptors: after.supervisorDescriptors - before.supervisorDescriptors,
  };
}

async function dispatchMany(bench: FoyaBench, rounds: number, atOnce: number): Promise<void> {
  let left = rounds;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await bench.dispatch();
      bench.records.length = 0;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

function measure() {
  const supervisor = supervisorPid();
  return {
    kernel: residentBytes(),
    supervisor: residentBytes(supervisor),
    kernelDescriptors: readdirSync('/proc/self/fd').length,
    supervisorDescriptors: readdirSync(`/proc/${supervisor}/fd`).length,
  };
}
