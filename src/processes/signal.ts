/**
 * Sending signals without ever hitting a stranger and without ever throwing. kill(2).
 *
 * `EPERM` counts as "gone" for a group: macOS answers it for a group that holds zombies only. For a single live process it
 * is a real refusal and is told.
 */
import type { ProcessEntry, ProcessReader, SignalResult } from './process-entry.js';

export type KillFunction = (pid: number, signal: NodeJS.Signals | 0) => void;

const systemKill: KillFunction = (pid, signal) => {
  process.kill(pid, signal);
};

/** Signals a process only if it is still the one that was seen: same pid, same start time. */
export function signalProcess(
  entry: ProcessEntry,
  signal: NodeJS.Signals,
  reader: ProcessReader,
  kill: KillFunction = systemKill,
): SignalResult {
  const now = reader.read(entry.pid);
  if (now === undefined || now.zombie || now.startTime !== entry.startTime) return 'gone';
  return attempt(() => kill(entry.pid, signal), 'refused');
}

/**
 * Signals a process group. The caller has seen a live member of it that is the run's. Groups 0 and 1 are never a run's: to
 * kill(2) they mean "my own group" and "everybody".
 */
export function signalGroup(groupId: number, signal: NodeJS.Signals, kill: KillFunction = systemKill): SignalResult {
  if (!(groupId > 1) || groupId === process.pid) return 'refused';
  return attempt(() => kill(-groupId, signal), 'gone');
}

function attempt(send: () => void, onRefusal: 'gone' | 'refused'): SignalResult {
  try {
    send();
    return 'sent';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? onRefusal : 'gone';
  }
}
