/** One event: its hooks in order, a rewrite feeding the next; background hooks are started where they stand and not waited for. */
import type { ResolvedEvent } from '../contract/event.js';
import type { DispatchOptions } from '../contract/hook-runner.js';
import type { HookRun, Outcome, SkippedHook, Warning } from '../contract/outcome.js';
import { currentInput, finishFold, foldRun, modifiesInput, startFold } from '../decide/fold.js';
import type { FoldedRun, FoldState } from '../decide/fold-state.js';
import type { Dialect } from '../dialects/dialect.js';
import { hookReference } from '../plan/hook-reference.js';
import { type Plan, type PlannedRun, relevantSkips } from '../plan/plan.js';
import type { AuditWriter } from './audit-writer.js';
import type { BackgroundHooks } from './background-hooks.js';
import type { HookExecutor } from './hook-executor.js';
import type { RunControl } from './run-control.js';

export interface DispatchParts {
  readonly executor: HookExecutor;
  readonly background: BackgroundHooks;
  readonly audit: AuditWriter;
  readonly primary: Dialect;
}

export class Dispatch {
  readonly #parts: DispatchParts;
  readonly #event: ResolvedEvent;
  readonly #control: RunControl;
  readonly #onProgress: DispatchOptions['onProgress'];
  readonly #startedAt = performance.now();
  readonly #runs: HookRun[] = [];
  readonly #skipped: SkippedHook[] = [];
  readonly #backgroundIds: string[] = [];
  readonly #warnings: Warning[] = [];
  #fold: FoldState;

  constructor(
    parts: DispatchParts,
    event: ResolvedEvent,
    control: RunControl,
    onProgress: DispatchOptions['onProgress'],
  ) {
    this.#parts = parts;
    this.#event = event;
    this.#control = control;
    this.#onProgress = onProgress;
    this.#fold = startFold({ event, primary: parts.primary });
  }

  async run(plan: Plan, warnings: readonly Warning[]): Promise<Outcome> {
    for (const planned of plan.runs) {
      if (this.#control.aborted) this.#skip(planned);
      else if (planned.background)
        this.#backgroundIds.push(this.#parts.background.start(planned, this.#currentEvent()));
      else await this.#runOne(planned);
    }
    const { warnings: foldWarnings, ...folded } = finishFold(this.#fold);
    return {
      event: this.#event.name,
      eventId: this.#event.eventId,
      ...folded,
      runs: this.#runs,
      skipped: [...relevantSkips(plan), ...this.#skipped],
      background: this.#backgroundIds,
      warnings: [
        ...warnings,
        ...plan.warnings,
        ...this.#warnings,
        ...foldWarnings,
        ...this.#parts.audit.takeWarnings(),
      ],
      aborted: this.#control.aborted,
      durationMs: performance.now() - this.#startedAt,
    };
  }

  async #runOne(planned: PlannedRun): Promise<void> {
    const startedAt = performance.now();
    const progress = {
      hookId: planned.hook.id,
      ...(planned.hook.name === undefined ? {} : { name: planned.hook.name }),
      timeoutMs: planned.limits.timeoutMs,
    };
    const onStart = () => this.#onProgress?.({ ...progress, phase: 'started' });
    const { run, warnings, report, rules } = await this.#parts.executor.execute(
      planned,
      this.#currentEvent(),
      this.#control,
      { onStart },
    );
    this.#onProgress?.({ ...progress, phase: 'finished' });
    const folded: FoldedRun = { ...run, rules };
    this.#parts.audit.hookCompleted({
      event: this.#event,
      runId: report.runId,
      run,
      background: false,
      inputModified: modifiesInput(this.#fold, folded),
      durationMs: performance.now() - startedAt,
    });
    this.#fold = foldRun(this.#fold, folded);
    this.#runs.push(run);
    this.#warnings.push(...warnings);
  }

  #skip({ hook }: PlannedRun): void {
    this.#skipped.push({
      hook: hookReference(hook),
      why: 'aborted',
      message: 'The dispatch was aborted before it started',
    });
  }

  /** The event as the next hook must see it. */
  #currentEvent(): ResolvedEvent {
    const { tool } = this.#event;
    return tool === undefined ? this.#event : { ...this.#event, tool: { ...tool, input: currentInput(this.#fold) } };
  }
}
