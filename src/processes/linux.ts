/** The process table of Linux, read from /proc without starting a program. proc(5). */
import { readdirSync, readFileSync } from 'node:fs';
import { MARKER_VARIABLE, type ProcessEntry, type ProcessReader, type ProcessView } from './process-entry.js';
import { sharedLook } from './shared-look.js';

export const linuxProcesses: ProcessReader = {
  read(pid) {
    try {
      return parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1'));
    } catch {
      return undefined;
    }
  },

  readMany: async (pids) => pids.map((pid) => linuxProcesses.read(pid)).filter((entry) => entry !== undefined),
  // Reading a row costs tens of microseconds: a hundred trees that end together must leave the clock alone.
  pollMs: 40,

  startTolerance: 0,
  startOfLaunched: (pid) => linuxProcesses.read(pid)?.startTime ?? 0,

  look: sharedLook(viewSince),
};

function viewSince(oldestPid: number): ProcessView {
  const wrapped = lastPid() < oldestPid;
  const entries: ProcessEntry[] = [];
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || (pid < oldestPid && !wrapped)) continue;
    const entry = linuxProcesses.read(pid);
    if (entry !== undefined) entries.push(entry);
  }
  let markers: ReadonlyMap<number, string> | undefined;
  return {
    entries,
    markers: async () => {
      markers ??= markersOf(entries);
      return markers;
    },
  };
}

function markersOf(entries: readonly ProcessEntry[]): ReadonlyMap<number, string> {
  const prefix = `${MARKER_VARIABLE}=`;
  const found = new Map<number, string>();
  for (const { pid } of entries) {
    const variable = environmentOf(pid)
      .split('\0')
      .find((text) => text.startsWith(prefix));
    if (variable !== undefined) found.set(pid, variable.slice(prefix.length));
  }
  return found;
}

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
    // A process whose first thread has ended reads as a zombie while its other threads live on.
    zombie: state === 'X' || (state === 'Z' && Number(fields[17]) <= 1),
    startTime: Number(fields[19]),
    command: stat.slice(open + 1, close),
  };
}
