import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ProcessClient } from '#hookcell/supervisor/process-client.js';
import type { RunRequest, ToSupervisor } from '#hookcell/supervisor/protocol.js';

/** A supervisor that does nothing but note what it is told. */
function fakeForks() {
  const forks: { readonly at: number; readonly sent: ToSupervisor[]; readonly die: () => void; kept: boolean }[] = [];
  const fork: ConstructorParameters<typeof ProcessClient>[0] = (events) => {
    const entry = {
      at: Date.now(),
      sent: [] as ToSupervisor[],
      die: () => events.died('killed by the test'),
      kept: false,
    };
    forks.push(entry);
    return {
      // A pid that no process has, so that nothing is found to be ended.
      pid: 2 ** 30,
      send: (message) => void entry.sent.push(message),
      keepAlive: (wanted) => {
        entry.kept = wanted;
      },
      answersPing: async () => true,
      kill: () => {},
      end: async () => {},
    };
  };
  return { forks, fork };
}

function request(runId: string): RunRequest {
  return { runId, marker: 'none', limits: { timeoutMs: 1_000, graceMs: 0 }, withheld: [] } as unknown as RunRequest;
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => vi.useRealTimers());

test('ProcessClient starts a supervisor at once, and again after 50, 100, 200 ms … while they keep dying', () => {
  const { forks, fork } = fakeForks();
  new ProcessClient(fork);
  const waits: number[] = [];
  for (let death = 0; death < 9; death += 1) {
    const diedAt = Date.now();
    forks.at(-1)?.die();
    vi.advanceTimersByTime(5_000);
    waits.push((forks.at(-1)?.at ?? 0) - diedAt);
    // The next dies as soon as it lives: the count stands while lives are short.
    vi.setSystemTime(forks.at(-1)?.at ?? 0);
  }
  expect(waits).toEqual([50, 100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
});

test('ProcessClient counts anew after a supervisor that lived long', () => {
  const { forks, fork } = fakeForks();
  new ProcessClient(fork);
  forks[0]?.die();
  vi.advanceTimersByTime(50);
  vi.advanceTimersByTime(30_001);
  forks[1]?.die();
  vi.advanceTimersByTime(49);
  expect(forks).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(forks).toHaveLength(3);
});

test('ProcessClient settles the runs in flight as lost, and hands a waiting run to the next supervisor', async () => {
  const { forks, fork } = fakeForks();
  const client = new ProcessClient(fork);
  const lost = client.start(request('one'), false);
  forks[0]?.die();
  const waiting = client.start(request('two'), false);
  const abandoned = client.start(request('three'), false);
  abandoned.abort();
  expect((await abandoned.answer).report.ending).toMatchObject({ kind: 'not-started', cause: 'aborted' });
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await lost.answer).report.ending).toMatchObject({
    kind: 'lost',
    message: 'The supervisor died: killed by the test',
  });
  expect(forks[1]?.sent.map((message) => message.type === 'run' && message.request.runId)).toEqual(['two']);
  waiting.abort(0);
  expect(forks[1]?.sent.at(-1)).toMatchObject({ type: 'abort', runId: 'two', graceMs: 0 });
});

test('ProcessClient keeps the event loop alive for foreground runs and holders only', () => {
  const { forks, fork } = fakeForks();
  const client = new ProcessClient(fork);
  client.start(request('background'), true);
  expect(forks[0]?.kept).toBe(false);
  client.start(request('foreground'), false);
  expect(forks[0]?.kept).toBe(true);
});

test('ProcessClient ends nothing and says so when the spawn fails a moment later', async () => {
  let died = (_how: string) => {};
  const client = new ProcessClient((events) => {
    died = events.died;
    // As Node gives it: no pid, no channel, and an error event to come.
    return {
      pid: undefined,
      send: () => {},
      keepAlive: () => {},
      answersPing: async () => false,
      kill: () => {},
      end: async () => {},
    };
  });
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  const run = client.start(request('one'), false);
  died('spawn /gone/node ENOENT');
  expect((await run.answer).report.ending).toEqual({
    kind: 'not-started',
    cause: 'supervisor_unavailable',
    message: 'Supervisor could not be started: spawn /gone/node ENOENT',
  });
  expect(kill).not.toHaveBeenCalled();
  kill.mockRestore();
});

test('ProcessClient answers that it could not be started when the fork fails, and tries again for the next run', async () => {
  let attempts = 0;
  const client = new ProcessClient(() => {
    attempts += 1;
    throw new Error('spawn EAGAIN');
  });
  const { report } = await client.start(request('one'), false).answer;
  expect(report.ending).toEqual({
    kind: 'not-started',
    cause: 'supervisor_unavailable',
    message: 'Supervisor could not be started: Error: spawn EAGAIN',
  });
  expect(attempts).toBe(2);
});
