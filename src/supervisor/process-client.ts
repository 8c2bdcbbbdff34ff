/**
 * The kernel's side of a supervisor process: starts it, restarts it with back-off when it dies, and settles every run that was
 * in flight. Neither the process nor the channel keeps the kernel alive; a foreground run does, until it is answered.
 */
import type { GuaranteeReport } from '../contract/guarantees.js';
import { portableGuarantees } from '../isolation/guarantees.js';
import { processReaderFor } from '../processes/processes.js';
import type { RunHandle, SupervisorClient } from './client.js';
import { PROTOCOL_VERSION, type RunAnswer, type RunRequest } from './protocol.js';
import { reportWithout } from './run-answer.js';
import { type Child, type ChildEvents, forkSupervisor } from './supervisor-child.js';
import { endSurvivors } from './survivors.js';

/** A restart waits 50 ms, 100 ms, … 5 s while supervisors keep dying; one that lived this long starts the count anew. */
const FIRST_RESTART_MS = 50;
const LAST_RESTART_MS = 5_000;
const LONG_LIFE_MS = 30_000;

interface PendingRun {
  readonly request: RunRequest;
  readonly settle: (answer: RunAnswer) => void;
  /** `waiting`: for a restart. */
  state: 'waiting' | 'sent' | 'settled';
  launched: { readonly pid: number; readonly startTime: number } | undefined;
  watchdog: NodeJS.Timeout | undefined;
}

export class ProcessClient implements SupervisorClient {
  readonly guarantees: GuaranteeReport = portableGuarantees(process.platform, 'process');
  readonly #fork: (events: ChildEvents) => Child;
  readonly #pending = new Map<string, PendingRun>();
  #child: Child | undefined;
  #startedAt = 0;
  #deaths = 0;
  #restart: { readonly done: Promise<void>; readonly timer: NodeJS.Timeout } | undefined;
  #holds = 0;
  #released = false;
  #startFailure: string | undefined;

  constructor(fork: (events: ChildEvents) => Child = forkSupervisor) {
    this.#fork = fork;
    this.#start();
  }

  start(request: RunRequest, background: boolean): RunHandle {
    const unhold = background ? () => {} : this.hold();
    let settle = (_answer: RunAnswer) => {};
    const answer = new Promise<RunAnswer>((resolve) => {
      settle = resolve;
    }).finally(unhold);
    const pending: PendingRun = { request, settle, state: 'waiting', launched: undefined, watchdog: undefined };
    if (this.#restart === undefined) this.#send(pending);
    else void this.#restart.done.then(() => this.#send(pending));
    return { answer, abort: (graceMs) => this.#abort(pending, graceMs) };
  }

  #abort(pending: PendingRun, graceMs: number | undefined): void {
    const { request, state } = pending;
    if (state === 'sent') {
      const message = { v: PROTOCOL_VERSION, type: 'abort', runId: request.runId } as const;
      this.#child?.send(graceMs === undefined ? message : { ...message, graceMs });
    } else if (state === 'waiting') {
      pending.state = 'settled';
      pending.settle(this.#unstarted(request, 'aborted', 'Aborted before the launch'));
    }
  }

  hold(): () => void {
    this.#holds += 1;
    this.#child?.keepAlive(true);
    this.#restart?.timer.ref();
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#holds -= 1;
      if (this.#holds === 0) this.#child?.keepAlive(false);
    };
  }

  async release(): Promise<void> {
    this.#released = true;
    await this.#child?.end();
  }

  #start(): void {
    this.#startedAt = Date.now();
    try {
      const child: Child = this.#fork({
        launched: (runId, pid, startTime) => {
          const pending = this.#pending.get(runId);
          if (pending !== undefined) this.#onLaunched(pending, pid, startTime);
        },
        answer: (runId, answer) => this.#settle(runId, answer),
        died: (how) => this.#onDeath(child, how),
      });
      this.#child = child;
      child.keepAlive(this.#holds > 0);
    } catch (error) {
      this.#child = undefined;
      this.#deaths += 1;
      this.#startFailure = String(error);
    }
  }

  #send(pending: PendingRun): void {
    if (pending.state === 'settled') return;
    const { request } = pending;
    if (this.#child === undefined && !this.#released) this.#start();
    if (this.#child === undefined) {
      this.#settleUnavailable(pending, this.#startFailure ?? 'it was released');
      return;
    }
    pending.state = 'sent';
    this.#pending.set(request.runId, pending);
    this.#child.send({ v: PROTOCOL_VERSION, type: 'run', request });
    this.#watch(pending);
  }

  #onLaunched(pending: PendingRun, pid: number, startTime: number): void {
    pending.launched = { pid, startTime };
    this.#watch(pending);
  }

  /** A supervisor that neither answers in time nor to a ping is stopped or hung: it is killed, which settles its runs. */
  #watch(pending: PendingRun): void {
    clearTimeout(pending.watchdog);
    const { timeoutMs, graceMs } = pending.request.limits;
    pending.watchdog = setTimeout(
      () => {
        const child = this.#child;
        if (child === undefined || !this.#pending.has(pending.request.runId)) return;
        void child.answersPing().then((alive) => (alive ? this.#watch(pending) : child.kill()));
      },
      timeoutMs + graceMs + 1_500,
    );
    pending.watchdog.unref();
  }

  #settle(runId: string, answer: RunAnswer): void {
    const pending = this.#pending.get(runId);
    if (pending === undefined) return;
    this.#pending.delete(runId);
    clearTimeout(pending.watchdog);
    pending.state = 'settled';
    pending.settle(answer);
  }

  #onDeath(child: Child, how: string): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    this.#deaths = Date.now() - this.#startedAt > LONG_LIFE_MS ? 1 : this.#deaths + 1;
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    for (const pending of lost) {
      // Without a pid it never was: a spawn that failed is told so, and there is nothing to end.
      if (child.pid === undefined) this.#settleUnavailable(pending, how);
      else void this.#settleLost(pending, how);
    }
    if (this.#released) return;
    this.#restartAfter(Math.min(LAST_RESTART_MS, FIRST_RESTART_MS * 2 ** (this.#deaths - 1)));
  }

  #restartAfter(waitMs: number): void {
    let done = () => {};
    const promise = new Promise<void>((resolve) => {
      done = resolve;
    });
    const timer = setTimeout(() => {
      this.#restart = undefined;
      if (!this.#released) this.#start();
      done();
    }, waitMs);
    // A run that waits for the restart keeps the kernel alive; the restart alone does not.
    if (this.#holds === 0) timer.unref();
    this.#restart = { done: promise, timer };
  }

  async #settleLost(pending: PendingRun, how: string): Promise<void> {
    clearTimeout(pending.watchdog);
    pending.state = 'settled';
    const { request, launched } = pending;
    const reader = processReaderFor(process.platform);
    const ended = await endSurvivors({ marker: request.marker, launched }, reader);
    const report = reportWithout(request, this.guarantees, { kind: 'lost', message: `The supervisor died: ${how}` });
    const leftovers = { ...report.leftovers, killed: [...ended.killed], survived: [...ended.survived] };
    pending.settle({ report: { ...report, leftovers } });
  }

  #settleUnavailable(pending: PendingRun, why: string): void {
    clearTimeout(pending.watchdog);
    pending.state = 'settled';
    const message = `Supervisor could not be started: ${why}`;
    pending.settle(this.#unstarted(pending.request, 'supervisor_unavailable', message));
  }

  #unstarted(request: RunRequest, cause: 'aborted' | 'supervisor_unavailable', message: string): RunAnswer {
    return { report: reportWithout(request, this.guarantees, { kind: 'not-started', cause, message }) };
  }
}
