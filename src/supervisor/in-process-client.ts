/** A supervisor inside the kernel, for hosts that cannot start a second Node, and for commands that have the process to themselves. */
import type { StreamTap } from '../cell/cell-messages.js';
import { portableGuarantees } from '../isolation/guarantees.js';
import { processReaderFor } from '../processes/processes.js';
import { type Cells, openInlineCells, openLazyPool } from './cells.js';
import type { RunHandle, SupervisorClient } from './client.js';
import type { RunRequest } from './protocol.js';
import { Supervisor } from './supervisor.js';

/** There is nobody else to end their runs when the kernel ends without closing. One listener, however many there are. */
const alive = new Set<Supervisor>();
let listening = false;

function endWithKernel(supervisor: Supervisor): void {
  alive.add(supervisor);
  if (listening) return;
  listening = true;
  process.on('exit', () => {
    for (const one of alive) one.killNow();
  });
}

export class InProcessClient implements SupervisorClient {
  readonly guarantees = portableGuarantees(process.platform, 'in-process');
  readonly #supervisor: Supervisor;

  constructor(cells: Cells) {
    this.#supervisor = new Supervisor({
      cells,
      reader: processReaderFor(process.platform),
      guarantees: this.guarantees,
    });
    endWithKernel(this.#supervisor);
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
    alive.delete(this.#supervisor);
  }
}

export function openInProcess(): SupervisorClient {
  return new InProcessClient(openLazyPool());
}

export function openInline(tap?: StreamTap): SupervisorClient {
  return new InProcessClient(openInlineCells(tap));
}
