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
  #restart: Promise<void> | undefined;
  #holds = 0;
  #released = false;

  constructor(fork: (events: ChildEvents) => Child = forkSupervisor) {
    this.#fork = fork;
    this.#start();
  }

  start(request: RunRequest, background: boolean): RunHandle {
    const unhold = background ? () => {} : this.hold();
    let abortedWith: { readonly graceMs: number | undefined } | undefined;
    const answer = new Promise<RunAnswer>((settle) => {
      const pending: PendingRun = { request, settle, launched: undefined, watchdog: undefined };
      const send = () => {
        if (abortedWith !== undefined) settle(this.#unstarted(request, 'aborted', 'Aborted before the launch'));
        else this.#send(pending);
      };
      if (this.#restart === undefined) send();
      else void this.#restart.then(send);
    }).finally(unhold);
    return {
      answer,
      abort: (graceMs) => {
        abortedWith = { graceMs };
        if (!this.#pending.has(request.runId)) return;
        const message = { v: PROTOCOL_VERSION, type: 'abort', runId: request.runId } as const;
        this.#child?.send(graceMs === undefined ? message : { ...message, graceMs });
      },
    };
  }

  hold(): () => void {
    this.#holds += 1;
    this.#child?.keepAlive(true);
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
    this.#restart = undefined;
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
      this.#restartFailure = String(error);
    }
  }

  #restartFailure: string | undefined;

  #send(pending: PendingRun): void {
    const { request } = pending;
    if (this.#child === undefined && !this.#released) this.#start();
    if (this.#child === undefined) {
      const why = `Supervisor could not be started: ${this.#restartFailure ?? 'it was released'}`;
      pending.settle(this.#unstarted(request, 'supervisor_unavailable', why));
      return;
    }
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
    pending.settle(answer);
  }

  #onDeath(child: Child, how: string): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    this.#deaths = Date.now() - this.#startedAt > LONG_LIFE_MS ? 1 : this.#deaths + 1;
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    for (const pending of lost) void this.#settleLost(pending, child.pid, how);
    if (this.#released) return;
    const wait = Math.min(LAST_RESTART_MS, FIRST_RESTART_MS * 2 ** (this.#deaths - 1));
    this.#restart = new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#start();
        resolve();
      }, wait);
      // A run that waits for the restart keeps the kernel alive; the restart alone does not.
      if (this.#holds === 0) timer.unref();
    });
  }

  async #settleLost(pending: PendingRun, supervisorPid: number, how: string): Promise<void> {
    clearTimeout(pending.watchdog);
    const { request, launched } = pending;
    const reader = processReaderFor(process.platform);
    const ended = await endSurvivors({ marker: request.marker, launched }, supervisorPid, reader);
    const report = reportWithout(request, this.guarantees, { kind: 'lost', message: `The supervisor died: ${how}` });
    const leftovers = { ...report.leftovers, killed: [...ended.killed], survived: [...ended.survived] };
    pending.settle({ report: { ...report, leftovers } });
  }

  #unstarted(request: RunRequest, cause: 'aborted' | 'supervisor_unavailable', message: string): RunAnswer {
    return { report: reportWithout(request, this.guarantees, { kind: 'not-started', cause, message }) };
  }
}
