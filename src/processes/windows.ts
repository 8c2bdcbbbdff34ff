/**
 * Windows has no process table that Node can read without starting a slow program, and no signals: a tree is ended by
 * `taskkill /T /F` on its leader while that lives. Nothing is listed, since a pid alone names nobody: once the leader has exited it
 * may be a stranger's. The guarantees say so.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { ProcessEntry, ProcessReader, SignalResult } from './process-entry.js';

export const windowsProcesses: ProcessReader = {
  read(pid) {
    try {
      process.kill(pid, 0);
      return aliveEntry(pid);
    } catch {
      return undefined;
    }
  },
  readMany: async (pids) => pids.map((pid) => windowsProcesses.read(pid)).filter((entry) => entry !== undefined),
  pollMs: 50,
  startTolerance: 0,
  startOfLaunched: () => 0,
  look: async () => ({ entries: [], markers: async () => new Map() }),
  killTree: taskkillTree,
};

function aliveEntry(pid: number): ProcessEntry {
  return { pid, parentPid: 0, groupId: pid, sessionId: 0, zombie: false, startTime: 0, command: '' };
}

/** At once: there is no softer stage. Resolves whatever taskkill does; it is looked up by absolute path, not in PATH. */
function taskkillTree(pid: number): Promise<SignalResult> {
  const taskkill = join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'taskkill.exe');
  return new Promise((resolve) => {
    execFile(taskkill, ['/pid', String(pid), '/T', '/F'], { timeout: 5_000, windowsHide: true }, (error) => {
      resolve(error === null ? 'sent' : 'gone');
    });
  });
}
