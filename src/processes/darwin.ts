/**
 * The process table of macOS (and of other systems with a POSIX ps), read by one `ps` a look. The start time has a
 * resolution of one second there, and the kernel session is not told as a number.
 */
import { execFile, execFileSync } from 'node:child_process';
import { MARKER_VARIABLE, type ProcessEntry, type ProcessReader } from './process-entry.js';
import { sharedLook } from './shared-look.js';

// By absolute path: a `ps` first in the user's PATH is not ours to trust.
const PS = '/bin/ps';
const COLUMNS = ['-o', 'pid=,ppid=,pgid=,stat=,lstart=,comm='];
const OPTIONS = { encoding: 'utf8', env: { LC_ALL: 'C' }, timeout: 2_000, maxBuffer: 16 * 1024 * 1024 } as const;

export const darwinProcesses: ProcessReader = {
  read(pid) {
    try {
      const line = execFileSync(PS, [...COLUMNS, '-p', String(pid)], {
        ...OPTIONS,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      return parsePsLine(line);
    } catch {
      return undefined;
    }
  },

  async readMany(pids) {
    if (pids.length === 0) return [];
    return parsePsTable(await runPs([...COLUMNS, '-p', pids.join(',')]));
  },
  pollMs: 50,

  // `ps` tells whole seconds, and asking it at each launch would cost more than the launch.
  startTolerance: 2_000,
  startOfLaunched: () => Math.floor(Date.now() / 1_000) * 1_000,

  look: sharedLook(async () => {
    const entries = parsePsTable(await runPs(['-ax', ...COLUMNS]));
    let markers: Promise<ReadonlyMap<number, string>> | undefined;
    return {
      entries,
      markers: () => {
        markers ??= readMarkers();
        return markers;
      },
    };
  }),
};

async function readMarkers(): Promise<ReadonlyMap<number, string>> {
  const text = await runPs(['-axE', '-ww', '-o', 'pid=,command=']);
  const found = new Map<number, string>();
  for (const line of text.split('\n')) {
    const marker = MARKER.exec(line)?.[1];
    if (marker !== undefined) found.set(Number.parseInt(line, 10), marker);
  }
  return found;
}

const MARKER = new RegExp(`\\b${MARKER_VARIABLE}=(\\w+)`);

/** A `ps` that is missing or fails reads as an empty table: the caller then has the group alone to go by. */
function runPs(args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(PS, args, OPTIONS, (error, stdout) => resolve(error === null ? stdout : ''));
  });
}

function parsePsTable(text: string): ProcessEntry[] {
  return text.split('\n').flatMap((line) => parsePsLine(line) ?? []);
}

/** `  501     1   501 Ss   Mon Nov 30 17:56:58 2026 /bin/sh` */
export function parsePsLine(line: string): ProcessEntry | undefined {
  const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\w{3}\s+\w{3}\s+\d+\s+[\d:]+\s+\d{4})\s+(.*)$/.exec(
    line.trimEnd(),
  );
  if (match === null) return undefined;
  const [, pid, parentPid, groupId, state = '', started = '', command = ''] = match;
  return {
    pid: Number(pid),
    parentPid: Number(parentPid),
    groupId: Number(groupId),
    sessionId: 0,
    zombie: state.startsWith('Z'),
    startTime: Date.parse(started),
    command: command.slice(command.lastIndexOf('/') + 1),
  };
}
