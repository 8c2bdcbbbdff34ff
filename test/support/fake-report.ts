/** Reports of runs that never happened. */
import type { GuaranteeReport } from '#hookcell/contract/guarantees.js';
import { DEFAULT_LIMITS } from '#hookcell/contract/limits.js';
import { GUARANTEE_NAMES } from '#hookcell/contract/names.js';
import type { CapturedStream, RunReport } from '#hookcell/contract/run-report.js';

export function fakeReport(overrides: Partial<RunReport> = {}): RunReport {
  return {
    runId: 'run',
    handler: 'command',
    ending: { kind: 'exited', code: 0 },
    timing: { queuedMs: 1, launchMs: 2, runMs: 3, drainMs: 4, endTreeMs: 5 },
    stdout: fakeStream(''),
    stderr: fakeStream(''),
    usage: { cpuUserMs: null, cpuSystemMs: null, peakRssBytes: null, source: 'none' },
    signals: [],
    leftovers: { killed: [], kept: [], survived: [], pipesHeld: false },
    environment: { withheld: [] },
    limits: DEFAULT_LIMITS,
    isolation: { profile: 'contained' },
    guarantees: Object.fromEntries(
      GUARANTEE_NAMES.map((name) => [name, { level: 'none', by: '-', why: 'A fake' }]),
    ) as GuaranteeReport,
    ...overrides,
  };
}

export function fakeStream(text: string): CapturedStream {
  return { text, bytes: Buffer.byteLength(text), droppedBytes: 0, truncated: false, validUtf8: true };
}
