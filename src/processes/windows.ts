/**
 * Windows has no process table that Node can read without starting a slow program, and no signals: a tree is ended by
 * `taskkill /T /F` on its leader (see `signal.ts`). The reader knows whether a pid is alive and no more; the guarantees say so.
 */
import type { ProcessEntry, ProcessReader } from './process-entry.js';

export const windowsProcesses: ProcessReader = {
  read(pid) {
    try {
      process.kill(pid, 0);
      return leader(pid);
    } catch {
      return undefined;
    }
  },
  readMany: async (pids) => pids.map((pid) => windowsProcesses.read(pid)).filter((entry) => entry !== undefined),
  pollMs: 50,
  startTolerance: 0,
  startOfLaunched: () => 0,
  listSince: async (oldestPid) => [windowsProcesses.read(oldestPid)].filter((entry) => entry !== undefined),
  withMarker: async () => new Set(),
};

function leader(pid: number): ProcessEntry {
  return { pid, parentPid: 0, groupId: pid, sessionId: 0, zombie: false, startTime: 0, command: '' };
}
