/** The process table of Linux, read from /proc without starting a program. proc(5). */
import { readdirSync, readFileSync } from 'node:fs';
import { MARKER_VARIABLE, type ProcessEntry, type ProcessReader } from './process-entry.js';

export const linuxProcesses: ProcessReader = {
  read(pid) {
    try {
      return parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1'));
    } catch {
      return undefined;
    }
  },

  readMany: async (pids) => pids.map((pid) => linuxProcesses.read(pid)).filter((entry) => entry !== undefined),
  pollMs: 10,

  startTolerance: 0,
  startOfLaunched: (pid) => linuxProcesses.read(pid)?.startTime ?? 0,

  async listSince(oldestPid) {
    const wrapped = lastPid() < oldestPid;
    const entries: ProcessEntry[] = [];
    for (const name of readdirSync('/proc')) {
      const pid = Number(name);
      if (!Number.isInteger(pid) || (pid < oldestPid && !wrapped)) continue;
      const entry = linuxProcesses.read(pid);
      if (entry !== undefined) entries.push(entry);
    }
    return entries;
  },

  async withMarker(pids, marker) {
    const found = new Set<number>();
    for (const pid of pids) if (environmentOf(pid).split('\0').includes(`${MARKER_VARIABLE}=${marker}`)) found.add(pid);
    return found;
  },
};

/** Empty when the process is gone, is another user's, or has made itself unreadable. */
function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}

/** The pid handed out last in this PID namespace: smaller than an older pid once the counter has wrapped round. */
function lastPid(): number {
  try {
    return Number(readFileSync('/proc/loadavg', 'latin1').trim().split(' ')[4]);
  } catch {
    return 0;
  }
}

/** The name stands in brackets and may itself hold brackets and blanks: the fields begin after the last one. */
function parseStat(stat: string): ProcessEntry | undefined {
  const open = stat.indexOf('(');
  const close = stat.lastIndexOf(')');
  if (open < 0 || close < open) return undefined;
  const fields = stat.slice(close + 2).split(' ');
  const [state, parentPid, groupId, sessionId] = fields;
  return {
    pid: Number(stat.slice(0, open)),
    parentPid: Number(parentPid),
    groupId: Number(groupId),
    sessionId: Number(sessionId),
    zombie: state === 'Z' || state === 'X',
    startTime: Number(fields[19]),
    command: stat.slice(open + 1, close),
  };
}
