/** The registry of runs and what is done with them; the same class in the supervisor's own process and inside a kernel. */
import type { GuaranteeReport } from '../contract/guarantees.js';
import type { ProcessReader } from '../processes/process-entry.js';
import type { Cells } from './cells.js';
import type { RunAnswer, RunRequest } from './protocol.js';
import { reportWithout } from './run-answer.js';
import { SupervisedRun } from './supervised-run.js';

export interface SupervisorParts {
  readonly cells: Cells;
  readonly reader: ProcessReader;
  readonly guarantees: GuaranteeReport;
}

export class Supervisor {
  readonly #parts: SupervisorParts;
  readonly #runs = new Map<string, { readonly run: SupervisedRun; readonly done: Promise<RunAnswer> }>();

  constructor(parts: SupervisorParts) {
    this.#parts = parts;
  }

  /** Never rejects: whatever goes wrong inside is an ending. */
  run(request: RunRequest, onLaunched: (pid: number, startTime: number) => void): Promise<RunAnswer> {
    const run = new SupervisedRun(request, { ...this.#parts, onLaunched });
    const done = run
      .run()
      .catch((error: unknown) => ({
        report: reportWithout(request, this.#parts.guarantees, { kind: 'lost', message: `Internal error: ${error}` }),
      }))
      .finally(() => this.#runs.delete(request.runId));
    this.#runs.set(request.runId, { run, done });
    return done;
  }

  abort(runId: string, graceMs?: number): void {
    this.#runs.get(runId)?.run.abort(graceMs);
  }

  /** Kills the group of every run, in this very tick: for a process that is about to be gone. */
  killNow(): void {
    for (const { run } of this.#runs.values()) run.killNow();
  }

  /** Aborts every run and waits until each is over, then ends the cells. A second call with 0 kills at once. */
  async close(graceMs?: number): Promise<void> {
    const running = [...this.#runs.values()];
    for (const { run } of running) run.abort(graceMs);
    await Promise.all(running.map(({ done }) => done));
    await this.#parts.cells.close();
  }
}
