/** A supervisor inside the kernel, for hosts that cannot start a second Node, and for commands that have the process to themselves. */
import type { StreamTap } from '../cell/cell-messages.js';
import { portableGuarantees } from '../isolation/guarantees.js';
import { processReaderFor } from '../processes/processes.js';
import { type Cells, openInlineCells, openLazyPool } from './cells.js';
import type { RunHandle, SupervisorClient } from './client.js';
import type { RunRequest } from './protocol.js';
import { Supervisor } from './supervisor.js';

export class InProcessClient implements SupervisorClient {
  readonly guarantees = portableGuarantees(process.platform, 'in-process');
  readonly #supervisor: Supervisor;
  /** There is nobody else to do it when the kernel ends without closing. */
  readonly #onExit = () => this.#supervisor.killNow();

  constructor(cells: Cells) {
    this.#supervisor = new Supervisor({
      cells,
      reader: processReaderFor(process.platform),
      guarantees: this.guarantees,
    });
    process.on('exit', this.#onExit);
  }

  start(request: RunRequest): RunHandle {
    const answer = this.#supervisor.run(request, () => {});
    return { answer, abort: (graceMs) => this.#supervisor.abort(request.runId, graceMs) };
  }

  /** The runs themselves keep the loop alive here: their pipes and timers are the kernel's own. */
  hold(): () => void {
    return () => {};
  }

  async release(): Promise<void> {
    await this.#supervisor.close();
    process.off('exit', this.#onExit);
  }
}

export function openInProcess(): SupervisorClient {
  return new InProcessClient(openLazyPool());
}

export function openInline(tap?: StreamTap): SupervisorClient {
  return new InProcessClient(openInlineCells(tap));
}
