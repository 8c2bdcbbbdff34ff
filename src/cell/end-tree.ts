/** Escalation over a whole tree: SIGTERM → grace period → SIGKILL, until the tree is empty, not until the leader is gone. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ProcessName } from '../contract/run-report.js';
import { nameOf, type RunTree } from './run-tree.js';

/** How long SIGKILL is repeated before what is left is reported as surviving (a process in an uninterruptible wait). */
const KILL_BUDGET_MS = 800;
const KILL_ROUNDS = 3;
/** Descendants of a hook that ended by itself may be about to end as well: `| tee`, `>(…)`. They get this long before SIGTERM. */
const NATURAL_END_MS = 60;

export interface TreeEnding {
  readonly killed: readonly ProcessName[];
  readonly survived: readonly ProcessName[];
}

/** Ends every process of the run. `graceMs` 0 kills at once. A second caller may cut the grace short by `hurry`. */
export async function endTree(tree: RunTree, graceMs: number, hurry?: AbortSignal): Promise<TreeEnding> {
  if (await tree.killWhole()) return { killed: [], survived: [] };
  if (graceMs > 0 && hurry?.aborted !== true) await terminate(tree, graceMs, hurry);
  return await kill(tree);
}

/** After a hook has ended by itself: a look, and only if something is left, a short wait and an escalation. */
export async function sweepAfterExit(
  tree: RunTree,
  graceMs: number,
  keep: boolean,
): Promise<TreeEnding & { readonly kept: readonly ProcessName[] }> {
  const left = await tree.look();
  if (left.length === 0) return { killed: [], survived: [], kept: [] };
  if (keep) return { killed: [], survived: [], kept: left.map(nameOf) };
  await waitUntilEmpty(tree, NATURAL_END_MS);
  const remaining = await tree.look();
  if (remaining.length === 0) return { killed: [], survived: [], kept: [] };
  const { survived } = await endTree(tree, graceMs);
  const gone = new Set(left.map((entry) => entry.pid).filter((pid) => !remaining.some((entry) => entry.pid === pid)));
  return { killed: without(tree.descendants, survived).filter((name) => !gone.has(name.pid)), survived, kept: [] };
}

/** Signals newcomers as they are seen: a handler of SIGTERM may start a new child. */
async function terminate(tree: RunTree, graceMs: number, hurry: AbortSignal | undefined): Promise<void> {
  const until = performance.now() + graceMs;
  const signalled = new Set<number>();
  while (hurry?.aborted !== true) {
    const fresh = (await tree.look()).filter((entry) => !signalled.has(entry.pid));
    for (const entry of fresh) signalled.add(entry.pid);
    if (fresh.length > 0) tree.signal(fresh, 'SIGTERM', signalled.size > fresh.length);
    const left = until - performance.now();
    if (left <= 0) return;
    await waitUntilEmpty(tree, left, hurry);
    if ((await tree.look()).length === 0) return;
  }
}

async function kill(tree: RunTree): Promise<TreeEnding> {
  // Looked at before anybody is killed: who has left the group is found by its parents, while these live. The time counts from
  // here, and however busy the machine is, a few rounds are made.
  let members = await tree.look();
  const until = performance.now() + KILL_BUDGET_MS;
  for (let round = 0; members.length > 0 && (round < KILL_ROUNDS || performance.now() < until); round += 1) {
    tree.signal(members, 'SIGKILL');
    await waitUntilEmpty(tree, 100);
    members = await tree.look();
  }
  const survived = members.map(nameOf);
  return { killed: without(tree.descendants, survived), survived };
}

async function waitUntilEmpty(tree: RunTree, forMs: number, hurry?: AbortSignal): Promise<void> {
  const until = performance.now() + forMs;
  for (let wait = 1; hurry?.aborted !== true && (await tree.anySeenAlive()); wait = Math.min(tree.pollMs, wait * 2)) {
    const left = until - performance.now();
    if (left <= 0) return;
    await pause(Math.min(wait, left));
  }
}

function without(all: readonly ProcessName[], some: readonly ProcessName[]): readonly ProcessName[] {
  const pids = new Set(some.map((name) => name.pid));
  return all.filter((name) => !pids.has(name.pid));
}
