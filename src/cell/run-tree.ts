/**
 * The processes of one run: who they are now, and how they are signalled. A process belongs to the run when it is provably the
 * run's: in the leader's group or kernel session, a descendant of a member, seen before, or marked with the run's nonce.
 * Nothing else is ever signalled.
 */
import type { ProcessName, SignalRecord } from '../contract/run-report.js';
import type { ProcessEntry, ProcessReader } from '../processes/process-entry.js';
import { signalGroup, signalProcess } from '../processes/signal.js';

/** What is known of the run to begin with. */
export type TreeRoot =
  | { readonly kind: 'leader'; readonly pid: number; readonly startTime: number; readonly marker: string }
  /** Nobody told of the launch: the nonce alone proves anything. */
  | { readonly kind: 'marker'; readonly marker: string };

/** Younger than this, all its processes have larger pids than the leader: the counter cannot have come round twice. */
const YOUNG_MS = 10_000;

export class RunTree {
  readonly #root: TreeRoot;
  readonly #reader: ProcessReader;
  readonly #seen = new Map<number, ProcessEntry>();
  readonly #launchedAt: number;
  readonly #now: () => number;
  readonly #signals: SignalRecord[] = [];

  constructor(root: TreeRoot, reader: ProcessReader, launchedAt: number, now: () => number) {
    this.#root = root;
    this.#reader = reader;
    this.#launchedAt = launchedAt;
    this.#now = now;
  }

  get signals(): readonly SignalRecord[] {
    return this.#signals;
  }

  /** Every process of the run seen so far besides the leader, dead or alive. */
  get descendants(): readonly ProcessName[] {
    return [...this.#seen.values()].filter((entry) => entry.pid !== this.#leaderPid).map(nameOf);
  }

  /** Live members, the leader included. */
  async look(): Promise<readonly ProcessEntry[]> {
    const young = this.#now() - this.#launchedAt < YOUNG_MS;
    const view = await this.#reader.look(young ? (this.#leaderPid ?? 0) : 0);
    const entries = view.entries.filter((entry) => this.#couldBeOurs(entry));
    const members = new Map<number, ProcessEntry>();
    const numbersProve = this.#numbersProve(view.entries);
    for (const entry of entries) if (this.#isOurs(entry, numbersProve)) members.set(entry.pid, entry);
    if (entries.length > members.size) {
      const markers = await view.markers();
      for (const entry of entries) if (markers.get(entry.pid) === this.#root.marker) members.set(entry.pid, entry);
    }
    addDescendants(entries, members);
    for (const entry of members.values()) this.#seen.set(entry.pid, entry);
    return [...members.values()];
  }

  /** How often it makes sense to ask whether the tree is empty. */
  get pollMs(): number {
    return this.#reader.pollMs;
  }

  /** Whether any process seen so far is still alive; cheaper than a look. */
  async anySeenAlive(): Promise<boolean> {
    const now = await this.#reader.readMany([...this.#seen.keys()]);
    return now.some((entry) => {
      const before = this.#seen.get(entry.pid);
      return before !== undefined && !entry.zombie && this.#same(before, entry);
    });
  }

  /**
   * Sends a signal to members: to the group as one, to those outside it one by one. With `each`, one by one also inside the
   * group, so that those who were told before are not told again.
   */
  signal(members: readonly ProcessEntry[], signal: NodeJS.Signals, each = false): void {
    // Taken before the first is sent: what the signal brings about never seems older than the signal.
    const atMs = this.#elapsed();
    const groupId = each ? undefined : this.#leaderPid;
    const inGroup = groupId !== undefined && members.some((entry) => entry.groupId === groupId);
    if (inGroup && signalGroup(groupId, signal) === 'sent') this.#record(signal, `group ${groupId}`, atMs);
    for (const entry of members) {
      if (inGroup && entry.groupId === groupId) continue;
      if (signalProcess(entry, signal, this.#reader) === 'sent') {
        this.#record(signal, `process ${entry.pid} (${entry.command})`, atMs);
      }
    }
  }

  /**
   * Ends the whole tree in one go, where the platform has no signals and no table but a program that does it (Windows). False
   * where it has not.
   */
  async killWhole(): Promise<boolean> {
    if (this.#reader.killTree === undefined) return false;
    const atMs = this.#elapsed();
    if (this.#leaderPid === undefined) return true;
    if ((await this.#reader.killTree(this.#leaderPid)) === 'sent')
      this.#record('SIGKILL', `tree ${this.#leaderPid}`, atMs);
    return true;
  }

  /** In this very tick, for a process that is about to be gone: the group, unless the leader has exited, and everybody seen. */
  killNow(leaderExited: boolean): void {
    if (!leaderExited && this.#leaderPid !== undefined) signalGroup(this.#leaderPid, 'SIGKILL');
    for (const entry of this.#seen.values()) signalProcess(entry, 'SIGKILL', this.#reader);
  }

  #record(signal: NodeJS.Signals, target: string, atMs: number): void {
    this.#signals.push({ signal, target, atMs });
  }

  #elapsed(): number {
    return Math.max(0, this.#now() - this.#launchedAt);
  }

  get #leaderPid(): number | undefined {
    return this.#root.kind === 'leader' ? this.#root.pid : undefined;
  }

  #couldBeOurs(entry: ProcessEntry): boolean {
    const since = this.#root.kind === 'leader' ? this.#root.startTime - this.#reader.startTolerance : 0;
    return !entry.zombie && entry.startTime >= since && entry.pid !== process.pid;
  }

  /** Not when the leader is gone and its pid belongs to a stranger: group and session numbers prove nothing any more. */
  #numbersProve(listed: readonly ProcessEntry[]): boolean {
    const root = this.#root;
    if (root.kind === 'marker') return false;
    const holder = listed.find((entry) => entry.pid === root.pid);
    return holder === undefined || this.#same(holder, root);
  }

  #isOurs(entry: ProcessEntry, numbersProve: boolean): boolean {
    const before = this.#seen.get(entry.pid);
    if (before !== undefined && this.#same(before, entry)) return true;
    return numbersProve && [entry.pid, entry.groupId, entry.sessionId].includes(this.#leaderPid ?? -1);
  }

  #same(one: { readonly startTime: number }, other: { readonly startTime: number }): boolean {
    return Math.abs(one.startTime - other.startTime) <= this.#reader.startTolerance;
  }
}

/** Children of members are members, to any depth, whatever group, session or environment they took. */
function addDescendants(entries: readonly ProcessEntry[], members: Map<number, ProcessEntry>): void {
  for (let grew = true; grew; ) {
    grew = false;
    for (const entry of entries) {
      if (members.has(entry.pid) || !members.has(entry.parentPid)) continue;
      members.set(entry.pid, entry);
      grew = true;
    }
  }
}

export function nameOf(entry: ProcessEntry): ProcessName {
  return { pid: entry.pid, command: entry.command };
}
