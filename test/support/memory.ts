/** Resident memory of a process. Linux only. */
import { readFileSync } from 'node:fs';

export function residentBytes(pid: number = process.pid): number {
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  if (kib === undefined) throw new Error(`No VmRSS of ${pid}`);
  return Number(kib) * 1024;
}
