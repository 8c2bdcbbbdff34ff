import { expect, test } from 'vitest';
import { RunTree } from '#hookcell/cell/run-tree.js';
import { signalGroup, signalProcess } from '#hookcell/processes/signal.js';
import { type FakeProcesses, fakeProcesses } from '../support/fake-processes.js';

const ROOT = { kind: 'leader', pid: 100, startTime: 100, marker: 'nonce' } as const;

function treeOf(processes: FakeProcesses): RunTree {
  return new RunTree(ROOT, processes, 0, () => 0);
}

async function pidsOf(tree: RunTree): Promise<number[]> {
  return (await tree.look()).map(({ pid }) => pid).sort((a, b) => a - b);
}

test('RunTree.look finds group, kernel session, descendants and marked processes, and nothing else', async () => {
  const processes = fakeProcesses([
    { pid: 100 },
    { pid: 101, groupId: 100 },
    { pid: 102, groupId: 102, sessionId: 100 },
    { pid: 103, parentPid: 102 },
    { pid: 104, parentPid: 103 },
    { pid: 105 },
    { pid: 106 },
    { pid: 107, groupId: 100, zombie: true },
  ]);
  processes.markers.set(105, 'nonce');
  processes.markers.set(106, 'another nonce');
  expect(await pidsOf(treeOf(processes))).toEqual([100, 101, 102, 103, 104, 105]);
});

test('RunTree.look never takes a process that is older than the leader', async () => {
  const processes = fakeProcesses([{ pid: 100 }, { pid: 101, groupId: 100, startTime: 99 }]);
  expect(await pidsOf(treeOf(processes))).toEqual([100]);
});

test('RunTree.look trusts neither group nor session once the pid of the leader belongs to a stranger', async () => {
  const processes = fakeProcesses([
    { pid: 100, startTime: 500 },
    { pid: 101, groupId: 100, startTime: 501 },
    { pid: 102, groupId: 100, startTime: 502 },
  ]);
  processes.markers.set(102, 'nonce');
  expect(await pidsOf(treeOf(processes))).toEqual([102]);
});

test('RunTree.look keeps a process it has seen, wherever that has gone since', async () => {
  const processes = fakeProcesses([{ pid: 100 }, { pid: 101, parentPid: 100, groupId: 101 }]);
  const tree = treeOf(processes);
  await tree.look();
  processes.table.delete(100);
  processes.table.set(101, { ...processes.table.get(101), parentPid: 1, sessionId: 101 } as never);
  expect(await pidsOf(tree)).toEqual([101]);
  // Another process under the same number is a stranger.
  processes.table.set(101, { ...processes.table.get(101), startTime: 900 } as never);
  expect(await pidsOf(tree)).toEqual([]);
  expect(await tree.anySeenAlive()).toBe(false);
});

test('RunTree.look never takes the process that looks', async () => {
  const processes = fakeProcesses([{ pid: 100 }, { pid: process.pid, groupId: 100, startTime: 10 ** 9 }]);
  expect(await pidsOf(treeOf(processes))).toEqual([100]);
});

test('RunTree.look of a run whose launch nobody told of finds marked processes and their descendants only', async () => {
  const processes = fakeProcesses([
    { pid: 1, groupId: 0, startTime: 0 },
    { pid: 100, groupId: 0, startTime: 1 },
    { pid: 101, groupId: process.pid, startTime: 2 },
    { pid: 102, startTime: 3 },
    { pid: 103, parentPid: 102, startTime: 4 },
  ]);
  processes.markers.set(102, 'nonce');
  expect(await pidsOf(new RunTree({ kind: 'marker', marker: 'nonce' }, processes, 0, () => 0))).toEqual([102, 103]);
});

test('RunTree.look trusts no number of its own process, though it leaves itself out', async () => {
  const processes = fakeProcesses([
    { pid: process.pid, startTime: 7 },
    { pid: 101, groupId: process.pid, startTime: 10 ** 9 },
  ]);
  const root = { kind: 'leader', pid: process.pid, startTime: 8, marker: 'nonce' } as const;
  expect(await pidsOf(new RunTree(root, processes, 0, () => 0))).toEqual([]);
});

test('RunTree.look trusts no number once the pid of the leader belongs to a stranger that is a zombie', async () => {
  const processes = fakeProcesses([
    { pid: 100, startTime: 500, zombie: true },
    { pid: 101, groupId: 100, startTime: 501 },
  ]);
  expect(await pidsOf(treeOf(processes))).toEqual([]);
});

test('RunTree.killWhole leaves it to the platform that has no signals, and records it', async () => {
  const processes = fakeProcesses([]);
  expect(await treeOf(processes).killWhole()).toBe(false);
  const ended: number[] = [];
  const windows = {
    ...processes,
    killTree: async (pid: number) => {
      ended.push(pid);
      return 'sent' as const;
    },
  };
  const tree = treeOf(windows);
  expect(await tree.killWhole()).toBe(true);
  expect(ended).toEqual([100]);
  expect(tree.signals).toEqual([{ signal: 'SIGKILL', target: 'tree 100', atMs: 0 }]);
});

test.each([0, 1, -5, Number.NaN, process.pid])('signalGroup never signals group %s', (groupId) => {
  const kill = () => {
    throw new Error('Signalled');
  };
  expect(signalGroup(groupId, 'SIGKILL', kill)).toBe('refused');
});

test('signalProcess signals only the process that was seen', () => {
  const processes = fakeProcesses([{ pid: 100 }, { pid: 101, zombie: true }]);
  const sent: number[] = [];
  const kill = (pid: number) => void sent.push(pid);
  const entry = processes.table.get(100);
  if (entry === undefined) throw new Error('No entry');
  expect(signalProcess(entry, 'SIGTERM', processes, kill)).toBe('sent');
  expect(signalProcess({ ...entry, startTime: 99 }, 'SIGTERM', processes, kill)).toBe('gone');
  expect(signalProcess({ ...entry, pid: 101, startTime: 101 }, 'SIGTERM', processes, kill)).toBe('gone');
  expect(signalProcess({ ...entry, pid: 102 }, 'SIGTERM', processes, kill)).toBe('gone');
  expect(sent).toEqual([100]);
});

test.each([
  ['ESRCH', 'gone', 'gone'],
  ['EPERM', 'refused', 'gone'],
] as const)('signals that fail with %s are told, never thrown', (code, single, group) => {
  const processes = fakeProcesses([{ pid: 100 }]);
  const kill = () => {
    throw Object.assign(new Error(code), { code });
  };
  const entry = processes.table.get(100);
  if (entry === undefined) throw new Error('No entry');
  expect(signalProcess(entry, 'SIGTERM', processes, kill)).toBe(single);
  expect(signalGroup(100, 'SIGTERM', kill)).toBe(group);
});
