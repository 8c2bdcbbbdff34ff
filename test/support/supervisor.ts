/** The supervisor processes that this test process has started. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';

export function supervisorPids(parentPid: number = process.pid): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const parent = / \(.*\) \S (\d+) /.exec(` ${readFileSync(`/proc/${name}/stat`, 'latin1')}`)?.[1];
      const isSupervisor = readFileSync(`/proc/${name}/cmdline`, 'latin1').includes('supervisor/process-main.js');
      return isSupervisor && Number(parent) === parentPid ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

/** The only one; a test with another number of supervisors has failed. */
export function supervisorPid(parentPid: number = process.pid): number {
  const [pid, ...others] = supervisorPids(parentPid);
  if (pid === undefined || others.length > 0)
    throw new Error(`Wanted one supervisor, got ${others.length + (pid ? 1 : 0)}`);
  return pid;
}
