/**
 * The processes of one run: who they are now, and how they are signalled. A process belongs to the run when it is provably the
 * run's: in the leader's group or kernel session, a descendant of a member, seen before, or marked with the run's nonce.
 * Nothing else is ever signalled.
 */
import type { ProcessName, SignalRecord } from '../contract/run-report.js';
import type { ProcessEntry, ProcessReader } from '../processes/process-entry.js';
import { signalGroup, signalProcess, taskkillTree } from '../processes/signal.js';

export interface TreeRoot {
  readonly pid: number;
  readonly startTime: number;
  readonly marker: string;
}

export class RunTree {
  readonly root: TreeRoot;
  readonly #reader: ProcessReader;
  readonly #seen = new Map<number, ProcessEntry>();
  readonly #launchedAt: number;
  readonly #now: () => number;
  readonly #signals: SignalRecord[] = [];

  constructor(root: TreeRoot, reader: ProcessReader, launchedAt: number, now: () => number) {
    this.root = root;
    this.#reader = reader;
    this.#launchedAt = launchedAt;
    this.#now = now;
  }

  get signals(): readonly SignalRecord[] {
    return this.#signals;
  }

  /** Every process of the run seen so far besides the leader, dead or alive. */
  get descendants(): readonly ProcessName[] {
    return [...this.#seen.values()].filter((entry) => entry.pid !== this.root.pid).map(nameOf);
  }

  /** Live members, the leader included. */
  async look(): Promise<readonly ProcessEntry[]> {
    const entries = (await this.#reader.listSince(this.root.pid)).filter((entry) => this.#couldBeOurs(entry));
    const members = new Map<number, ProcessEntry>();
    for (const entry of entries) if (this.#isOurs(entry, entries)) members.set(entry.pid, entry);
    await this.#addMarked(entries, members);
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
  async signal(members: readonly ProcessEntry[], signal: NodeJS.Signals, each = false): Promise<void> {
    // Taken before the first is sent: what the signal brings about never seems older than the signal.
    const atMs = Math.max(0, this.#now() - this.#launchedAt);
    const record = (target: string, sent: NodeJS.Signals) => this.#signals.push({ signal: sent, target, atMs });
    if (process.platform === 'win32') {
      if ((await taskkillTree(this.root.pid)) === 'sent') record(`tree ${this.root.pid}`, 'SIGKILL');
      return;
    }
    const inGroup = !each && members.some((entry) => entry.groupId === this.root.pid);
    if (inGroup && signalGroup(this.root.pid, signal) === 'sent') record(`group ${this.root.pid}`, signal);
    for (const entry of members) {
      if (inGroup && entry.groupId === this.root.pid) continue;
      if (signalProcess(entry, signal, this.#reader) === 'sent') {
        record(`process ${entry.pid} (${entry.command})`, signal);
      }
    }
  }

  #couldBeOurs(entry: ProcessEntry): boolean {
    const notOlder = entry.startTime >= this.root.startTime - this.#reader.startTolerance;
    return !entry.zombie && notOlder && entry.pid !== process.pid;
  }

  #isOurs(entry: ProcessEntry, all: readonly ProcessEntry[]): boolean {
    const before = this.#seen.get(entry.pid);
    if (before !== undefined && this.#same(before, entry)) return true;
    const holder = all.find((other) => other.pid === this.root.pid);
    // The leader is gone and its pid belongs to a stranger: group and session numbers prove nothing any more.
    if (holder !== undefined && !this.#same(holder, this.root)) return false;
    return entry.pid === this.root.pid || entry.groupId === this.root.pid || entry.sessionId === this.root.pid;
  }

  async #addMarked(entries: readonly ProcessEntry[], members: Map<number, ProcessEntry>): Promise<void> {
    const unknown = entries.filter((entry) => !members.has(entry.pid));
    const marked = await this.#reader.withMarker(
      unknown.map((entry) => entry.pid),
      this.root.marker,
    );
    for (const entry of unknown) if (marked.has(entry.pid)) members.set(entry.pid, entry);
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
