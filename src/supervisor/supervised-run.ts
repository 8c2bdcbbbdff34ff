/**
 * One run as the main thread sees it: it owns the ending, the deadline and every signal. The states are those of the table in
 * `cell/run.ts`; the ending is written once, before the first signal.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type CellNotice, type CellResult, clockNow } from '../cell/cell-messages.js';
import { endTree, sweepAfterExit, type TreeEnding } from '../cell/end-tree.js';
import { RunTree } from '../cell/run-tree.js';
import type { GuaranteeReport } from '../contract/guarantees.js';
import type { Ending, ProcessName } from '../contract/run-report.js';
import { MARKER_VARIABLE, type ProcessReader } from '../processes/process-entry.js';
import type { Cells, RunningCell } from './cells.js';
import { deferred } from './deferred.js';
import { HAND_OVER_MS, handOver } from './hand-over.js';
import type { RunAnswer, RunRequest } from './protocol.js';
import { answerOf } from './run-answer.js';
import { endSurvivors } from './survivors.js';

/** Grace for descendants of a hook that ended by itself. */
const SWEEP_GRACE_MS = 100;
/** A cell takes a run at once: one that has not in this time is not going to. */
const LAUNCH_LIMIT_MS = 10_000;
const LAUNCH_TIMEOUT: Ending = {
  kind: 'not-started',
  cause: 'launch_timeout',
  message: `No cell has taken the run within ${LAUNCH_LIMIT_MS} ms`,
};

export interface RunContext {
  readonly cells: Cells;
  readonly reader: ProcessReader;
  readonly guarantees: GuaranteeReport;
  readonly onLaunched: (pid: number, startTime: number) => void;
}

export type EndedTree = TreeEnding & { readonly kept: readonly ProcessName[] };
const EMPTY_TREE: EndedTree = { killed: [], survived: [], kept: [] };

/** What a run was like, as far as the main thread knows. */
export interface RunFacts {
  readonly request: RunRequest;
  readonly ending: Ending;
  readonly tree: RunTree | undefined;
  readonly ended: EndedTree;
  readonly queuedMs: number;
  readonly runMs: number;
  readonly endTreeMs: number;
  readonly result: (CellResult & { kind: 'ran' }) | undefined;
}

export class SupervisedRun {
  readonly #request: RunRequest;
  readonly #context: RunContext;
  readonly #askedAt = clockNow();
  readonly #hurry = new AbortController();
  readonly #exited = deferred();
  readonly #launched = deferred();
  #treeEnded = false;
  #cell: RunningCell | undefined;
  #tree: RunTree | undefined;
  #launchedAt: number | undefined;
  #exitedAt: number | undefined;
  #ending: Ending | undefined;
  #graceMs: number;
  #deadline: NodeJS.Timeout | undefined;

  constructor(request: RunRequest, context: RunContext) {
    this.#request = request;
    this.#context = context;
    this.#graceMs = request.limits.graceMs;
  }

  async run(): Promise<RunAnswer> {
    const request = this.#request;
    this.#cell = this.#context.cells.start(
      {
        commandLine: request.commandLine,
        cwd: request.cwd,
        environment: { ...request.environment, [MARKER_VARIABLE]: request.marker },
        stdin: request.stdin,
        stdoutBytes: request.limits.stdoutBytes,
        stderrBytes: request.limits.stderrBytes,
        drainMs: request.limits.drainMs,
        excerpt: request.excerpt,
        ...(request.decode === undefined ? {} : { decode: request.decode }),
      },
      (notice) => this.#onNotice(notice),
    );
    const result = this.#cell.result.then(
      (answer) => this.#onResult(answer),
      (error: unknown) => this.#onCellDeath(error),
    );
    this.#deadline = setTimeout(() => this.#stop(LAUNCH_TIMEOUT), LAUNCH_LIMIT_MS);
    // Over either when the leader has exited or was stopped, or when the cell answers without having launched anything.
    await Promise.race([this.#exited.promise, result]);
    clearTimeout(this.#deadline);
    // Stopped before it was launched: the cell refuses, or has launched it in this very moment.
    if (this.#tree === undefined) await Promise.race([result, this.#launched.promise, pause(HAND_OVER_MS)]);
    this.#treeEnded = true;
    const endTreeFrom = clockNow();
    const ended = await this.#endTree();
    const endTreeMs = clockNow() - endTreeFrom;
    return answerOf(
      this.#factsOf(await handOver(result, this.#cell, request.limits.drainMs), ended, endTreeMs),
      this.#context.guarantees,
    );
  }

  /** Ends the run as aborted, unless it has an ending already. `graceMs` shortens the grace period; 0 kills at once. */
  abort(graceMs?: number): void {
    if (graceMs !== undefined) this.#shortenGrace(graceMs);
    this.#stop({ kind: 'aborted' });
  }

  /** Also for a tree that is being ended already. */
  #shortenGrace(graceMs: number): void {
    if (graceMs >= this.#graceMs) return;
    this.#graceMs = graceMs;
    if (graceMs === 0) this.#hurry.abort();
    else setTimeout(() => this.#hurry.abort(), graceMs).unref();
  }

  /** For a process that is about to be gone; nobody hears of it. */
  killNow(): void {
    // The launch may have been told, and not been heard yet.
    this.#cell?.poll?.();
    this.#tree?.killNow(this.#exitedAt !== undefined);
  }

  #onResult(result: CellResult): CellResult {
    if (result.kind === 'ran') for (const notice of result.notices) this.#onNotice(notice);
    return result;
  }

  /** A notice may come twice: by itself and with the result. */
  #onNotice(notice: CellNotice): void {
    switch (notice.type) {
      case 'launched':
        if (this.#tree !== undefined) return;
        this.#onLaunched(notice.pid, notice.startTime, notice.at);
        return;
      case 'exited':
        this.#exitedAt = notice.at;
        this.#settle(
          'code' in notice.status
            ? { kind: 'exited', code: notice.status.code }
            : { kind: 'signalled', signal: notice.status.signal },
        );
    }
  }

  #onLaunched(pid: number, startTime: number, at: number): void {
    this.#launchedAt = at;
    const { limits, marker } = this.#request;
    this.#tree = new RunTree({ kind: 'leader', pid, startTime, marker }, this.#context.reader, at, clockNow);
    this.#context.onLaunched(pid, startTime);
    this.#launched.resolve();
    if (this.#ending !== undefined) {
      // Too late to be told of: the report is on its way, the process must not stay.
      if (this.#treeEnded) void endTree(this.#tree, 0);
      return;
    }
    clearTimeout(this.#deadline);
    const left = Math.max(0, limits.timeoutMs - (clockNow() - at));
    this.#deadline = setTimeout(() => this.#onDeadline(pid), left);
  }

  /** A hook that has exited in time is not timed out because its cell is slow to say so: its notice is waited for. */
  #onDeadline(pid: number): void {
    const leader = this.#context.reader.read(pid);
    const timeUp = () => this.#stop({ kind: 'timed-out' });
    if (leader === undefined || leader.zombie) this.#deadline = setTimeout(timeUp, HAND_OVER_MS);
    else timeUp();
  }

  #stop(ending: Ending): void {
    if (this.#ending !== undefined) return;
    if (this.#tree === undefined) {
      this.#cell?.order({ type: 'cancel' });
      if (ending.kind === 'not-started') this.#context.cells.renew?.();
    }
    this.#settle(ending);
  }

  #settle(ending: Ending): void {
    this.#ending ??= ending;
    this.#exited.resolve();
  }

  #onCellDeath(error: unknown): undefined {
    this.#ending ??= this.#tree === undefined ? endingOfUnlaunched(error) : cellDied(error);
    this.#graceMs = 0;
    return undefined;
  }

  async #endTree(): Promise<EndedTree> {
    const tree = this.#tree;
    if (tree === undefined) return await this.#endUntold();
    const byItself = this.#ending?.kind === 'exited' || this.#ending?.kind === 'signalled';
    if (!byItself) return { ...(await endTree(tree, this.#graceMs, this.#hurry.signal)), kept: [] };
    const grace = Math.min(SWEEP_GRACE_MS, this.#graceMs);
    return await sweepAfterExit(tree, grace, this.#request.descendants === 'keep');
  }

  /** A cell that died may have launched a process and not told of it: the nonce finds it. */
  async #endUntold(): Promise<EndedTree> {
    if (this.#ending?.kind !== 'lost') return EMPTY_TREE;
    const orphaned = { marker: this.#request.marker, launched: undefined };
    return { ...(await endSurvivors(orphaned, this.#context.reader)), kept: [] };
  }

  #factsOf(result: CellResult | undefined, ended: EndedTree, endTreeMs: number): RunFacts {
    const ran = result?.kind === 'ran' ? result : undefined;
    const launchedAt = this.#launchedAt ?? clockNow();
    const launchMs = ran?.launchMs ?? 0;
    return {
      request: this.#request,
      ending: this.#ending ?? notStarted(result),
      tree: this.#tree,
      ended,
      queuedMs: this.#request.queuedMs + Math.max(0, launchedAt - launchMs - this.#askedAt),
      runMs: this.#launchedAt === undefined ? 0 : Math.max(0, (this.#exitedAt ?? clockNow()) - launchedAt),
      endTreeMs,
      result: ran,
    };
  }
}

/** A cell that could not even load for want of descriptors has launched nothing. */
function endingOfUnlaunched(error: unknown): Ending {
  const { message } = cellDied(error);
  if (!/\b(EMFILE|ENFILE)\b/.test(message)) return cellDied(error);
  return { kind: 'not-started', cause: 'EMFILE', message: `Too many open files: ${message}` };
}

function cellDied(error: unknown): Ending & { kind: 'lost' } {
  return { kind: 'lost', message: `The cell died: ${error instanceof Error ? error.message : String(error)}` };
}

function notStarted(result: CellResult | undefined): Ending {
  if (result?.kind === 'not-started') return result;
  return { kind: 'lost', message: 'The cell gave no answer' };
}
