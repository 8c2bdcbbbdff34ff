/** A process table that tests write by hand. */
import type { ProcessEntry, ProcessReader } from '#hookcell/processes/process-entry.js';

export interface FakeProcesses extends ProcessReader {
  readonly table: Map<number, ProcessEntry>;
  readonly markers: Map<number, string>;
}

export function fakeProcesses(entries: readonly Partial<ProcessEntry>[]): FakeProcesses {
  const table = new Map<number, ProcessEntry>();
  for (const entry of entries) {
    const pid = entry.pid ?? 0;
    const groupId = entry.groupId ?? pid;
    table.set(pid, {
      parentPid: 1,
      groupId,
      sessionId: groupId,
      zombie: false,
      startTime: pid,
      command: `p${pid}`,
      ...entry,
      pid,
    });
  }
  const markers = new Map<number, string>();
  return {
    table,
    markers,
    read: (pid) => table.get(pid),
    readMany: async (pids) => pids.flatMap((pid) => table.get(pid) ?? []),
    look: async () => ({ entries: [...table.values()], markers: async () => markers }),
    startOfLaunched: (pid) => table.get(pid)?.startTime ?? 0,
    startTolerance: 0,
    pollMs: 1,
  };
}
