/** A supervisor in the test's own process, for tests that break its cells. */
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { DEFAULT_LIMITS } from 'hookcell';
import { onTestFinished } from 'vitest';
import { portableGuarantees } from '#hookcell/isolation/guarantees.js';
import { processReaderFor } from '#hookcell/processes/processes.js';
import { type Cells, openPool } from '#hookcell/supervisor/cells.js';
import type { RunAnswer, RunRequest } from '#hookcell/supervisor/protocol.js';
import { Supervisor } from '#hookcell/supervisor/supervisor.js';

export interface SupervisedShell {
  /** Runs shell text; the id names the run for `abort`. Decoded as a PreToolUse hook of Foya. */
  run(command: string, runId?: string): Promise<RunAnswer>;
  /** Resolves when this run has been launched. */
  launched(runId: string): Promise<void>;
  abort(runId: string, graceMs?: number): void;
}

/** Closed when its test has finished. `cells` defaults to a pool of real workers. */
export function supervisedShell(cells: Cells = openPool()): SupervisedShell {
  const guarantees = portableGuarantees(process.platform, 'in-process');
  const supervisor = new Supervisor({ cells, reader: processReaderFor(process.platform), guarantees });
  onTestFinished(() => supervisor.close(0));
  const launches = new Map<string, PromiseWithResolvers>();
  const launchOf = (runId: string) => {
    const launch = launches.get(runId) ?? withResolvers();
    launches.set(runId, launch);
    return launch;
  };
  return {
    run: (command, runId = randomUUID()) => supervisor.run(requestFor(command, runId), () => launchOf(runId).resolve()),
    launched: (runId) => launchOf(runId).promise,
    abort: (runId, graceMs) => supervisor.abort(runId, graceMs),
  };
}

function requestFor(command: string, runId: string): RunRequest {
  return {
    runId,
    commandLine: { kind: 'shell', text: command },
    stdin: '{}',
    cwd: tmpdir(),
    environment: { PATH: process.env['PATH'] ?? '' },
    withheld: [],
    limits: { ...DEFAULT_LIMITS, timeoutMs: 60_000, stdoutBytes: 65_536, stderrBytes: 65_536 },
    profile: 'contained',
    descendants: 'kill',
    queuedMs: 0,
    marker: randomUUID(),
    excerpt: false,
    decode: { dialect: 'foya', event: 'PreToolUse' },
  };
}

interface PromiseWithResolvers {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

function withResolvers(): PromiseWithResolvers {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
