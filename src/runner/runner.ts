/** The runner: loads hooks, plans, dispatches, and closes down in order. */
import { parseOptions } from '../config/parse-options.js';
import { HookcellError } from '../contract/errors.js';
import type { HookEvent, ResolvedEvent } from '../contract/event.js';
import type { Explanation } from '../contract/explanation.js';
import type { GuaranteeReport } from '../contract/guarantees.js';
import type { HookDefinition } from '../contract/hook.js';
import type { DispatchOptions, HookRunner } from '../contract/hook-runner.js';
import { closeOptionsSchema, dispatchOptionsSchema } from '../contract/options.js';
import type { Outcome, Warning } from '../contract/outcome.js';
import { redact, type Secret, secretValues } from '../dialects/redaction.js';
import { environmentFor } from '../handlers/environment.js';
import { explanationOf } from '../plan/explain.js';
import { type Plan, planEvent } from '../plan/plan.js';
import type { SupervisorClient } from '../supervisor/client.js';
import { onAbort } from './abort-fan-out.js';
import { AuditWriter } from './audit-writer.js';
import { BackgroundHooks } from './background-hooks.js';
import { Dispatch } from './dispatch.js';
import { HookExecutor } from './hook-executor.js';
import { LoadedHooks } from './loaded-hooks.js';
import { problemWarning } from './problem-warning.js';
import { resolveEvent } from './resolve-event.js';
import { RunControl } from './run-control.js';
import type { ResolvedOptions } from './runner-options.js';
import { Slots } from './slots.js';

export class Runner implements HookRunner {
  readonly #options: ResolvedOptions;
  readonly #client: SupervisorClient;
  readonly #audit: AuditWriter;
  readonly #loaded: LoadedHooks;
  readonly #executor: HookExecutor;
  readonly #background: BackgroundHooks;
  readonly #active = new Map<RunControl, Promise<unknown>>();
  #closing: Promise<void> | undefined;

  constructor(options: ResolvedOptions, client: SupervisorClient) {
    this.#options = options;
    this.#client = client;
    this.#audit = new AuditWriter(options.audit, () => this.#secrets());
    this.#loaded = new LoadedHooks(options, this.#audit);
    this.#executor = new HookExecutor({
      client,
      settings: options.settings,
      dialects: options.dialects,
      foreground: new Slots(options.foreground),
      background: new Slots(options.background),
    });
    this.#background = new BackgroundHooks(this.#executor, this.#audit);
  }

  /** Reads the hook files for the first time. */
  async open(): Promise<void> {
    await this.#loaded.refresh(this.#secrets(), this.#withheld());
  }

  async dispatch(event: HookEvent, given: DispatchOptions = {}): Promise<Outcome> {
    this.#refuseWhenClosed();
    const options = parseOptions(dispatchOptionsSchema, given, 'options of dispatch');
    const resolved = this.#resolve(event);
    const control = new RunControl();
    const stopListening = onAbort(options.signal, () => control.abort());
    const letGo = this.#client.hold();
    const outcome = this.#dispatch(resolved, control, options.onProgress);
    this.#active.set(control, outcome);
    try {
      return await outcome;
    } finally {
      this.#active.delete(control);
      stopListening();
      letGo();
    }
  }

  async explain(event: HookEvent): Promise<Explanation> {
    this.#refuseWhenClosed();
    const resolved = this.#resolve(event);
    await this.open();
    const plan = this.#plan(resolved);
    const secrets = this.#secrets();
    const warnings = plan.warnings.map((warning) => redactWarning(warning, secrets));
    return explanationOf({ ...plan, warnings }, resolved, this.#loaded.problems);
  }

  hooks(): readonly HookDefinition[] {
    return this.#loaded.hooks;
  }

  problems() {
    return this.#loaded.problems;
  }

  async guarantees(): Promise<GuaranteeReport> {
    return this.#client.guarantees;
  }

  async idle(): Promise<void> {
    const letGo = this.#client.hold();
    await this.#background.idle().finally(letGo);
  }

  async close(given: { readonly graceMs?: number } = {}): Promise<void> {
    const options = parseOptions(closeOptionsSchema, given, 'options of close');
    this.#abortAll(this.#closing === undefined ? options.graceMs : 0);
    this.#closing ??= this.#close();
    await this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #dispatch(
    event: ResolvedEvent,
    control: RunControl,
    onProgress: DispatchOptions['onProgress'],
  ): Promise<Outcome> {
    if (!control.aborted) await this.open();
    const parts = {
      executor: this.#executor,
      background: this.#background,
      audit: this.#audit,
      primary: this.#options.primary,
    };
    const secrets = this.#secrets();
    const outcome = await new Dispatch(parts, event, control, onProgress).run(
      this.#plan(event),
      this.#loaded.problems.map(problemWarning),
    );
    return { ...outcome, warnings: outcome.warnings.map((warning) => redactWarning(warning, secrets)) };
  }

  #plan(event: ResolvedEvent): Plan {
    const { dialects, primary, trust, limits } = this.#options;
    return planEvent({ event, hooks: this.#loaded.hooks, dialects, primary, trust, limits });
  }

  #resolve(event: HookEvent): ResolvedEvent {
    return resolveEvent(event, this.#options.project, this.#options.dialects.values());
  }

  #abortAll(graceMs: number | undefined): void {
    for (const control of this.#active.keys()) control.abort(graceMs);
    this.#background.abort(graceMs);
  }

  async #close(): Promise<void> {
    const letGo = this.#client.hold();
    try {
      await Promise.allSettled(this.#active.values());
      await this.#background.idle();
      await this.#audit.close();
    } finally {
      letGo();
    }
    await this.#client.release();
  }

  #refuseWhenClosed(): void {
    if (this.#closing !== undefined) throw new HookcellError('HOOKCELL_CLOSED', 'This hook runner is closed');
  }

  /** Names of the variables that hooks of the first dialect do not see. */
  #withheld(): readonly string[] {
    return environmentFor(this.#options.settings.environment, this.#options.primary.withholds, {}).withheld;
  }

  #secrets(): readonly Secret[] {
    return secretValues(process.env, this.#withheld());
  }
}

function redactWarning(warning: Warning, secrets: readonly Secret[]): Warning {
  return secrets.length === 0 ? warning : { ...warning, message: redact(warning.message, secrets) };
}
