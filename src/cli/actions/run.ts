/** The work of `hookcell run`: one dispatch, its outcome, its exit code. */
import { resolve } from 'node:path';
import type { AuditSink } from '../../contract/audit-record.js';
import type { HookEvent } from '../../contract/event.js';
import type { HookRunner } from '../../contract/hook-runner.js';
import type { HookRunnerOptions } from '../../contract/options.js';
import type { Outcome, Warning } from '../../contract/outcome.js';
import type { RunOptions } from '../commands/run.js';
import { runnerOptions } from '../common-options.js';
import { exitCodeOfOutcome } from '../exit-codes.js';
import { lookedForText } from '../hook-file-paths.js';
import type { CliContext } from '../host.js';
import { type GivenOption, namingLaterOptions } from '../later-options.js';
import { oneOf } from '../option-values.js';
import { jsonText, printableLine } from '../printable.js';
import { createProgress } from '../progress.js';
import { backgroundCollector, renderBackground } from '../render-background.js';
import { renderOutcome, renderWarnings } from '../render-outcome.js';
import { renderProblems } from '../render-problems.js';
import { withSignals } from '../signals.js';
import { fileErrorText } from '../system-error.js';
import { untilAborted } from '../until-aborted.js';
import { UsageError } from '../usage-error.js';
import { PROFILES } from '../vocabulary.js';
import { readEvent } from './event-input.js';
import { useRunner } from './use-runner.js';

export function run(name: string, options: RunOptions, context: CliContext): Promise<number> {
  return withSignals(context.host.signals, async (signal, onSecond) => {
    const settings = isolated(runnerOptions(options, context.host), options.profile);
    const event = await readEvent(name, options.payload, context.host, signal);
    const audit = options.audit === undefined ? [] : [await openAudit(options.audit, context)];
    const background = backgroundCollector();
    const sinks = options.json ? audit : [...audit, background.sink];
    const created = context.engine.createHookRunner({ ...settings, audit: sinks });
    const opened = namingLaterOptions(laterOptions(options), created);
    const code = await useRunner(opened, onSecond, async (runner) => {
      const outcome = await dispatch(runner, event, signal, context);
      const problems = runner.problems();
      context.output.out(options.json ? `${jsonText(outcome)}\n` : renderOutcome(outcome, context.style));
      if (!options.json) context.output.err(renderWarnings(outcome.warnings.filter(isNoProblem), context.errorStyle));
      if (!options.json && runner.hooks().length === 0) context.output.err(`No hooks: ${lookedForText(settings)}\n`);
      context.output.err(renderProblems(problems, context.errorStyle));
      // Once the user wants to leave, closing the runner ends them.
      await untilAborted(runner.idle(), signal);
      context.output.out(renderBackground(background.records, context.style));
      return exitCodeOfOutcome(outcome, problems);
    });
    for (const { lost } of audit)
      if (lost() > 0) context.output.err(`hookcell: ${lost()} audit records were not written\n`);
    return code;
  });
}

/** Config problems are warnings of each outcome too; they are printed once, with their places. */
function isNoProblem({ code }: Warning): boolean {
  return !code.startsWith('config_');
}

async function dispatch(
  runner: HookRunner,
  event: HookEvent,
  signal: AbortSignal,
  { host, output }: CliContext,
): Promise<Outcome> {
  const progress = createProgress(host.stderr, (text) => output.err(text));
  try {
    return await runner.dispatch(event, { signal, onProgress: progress.update });
  } finally {
    progress.stop();
  }
}

function isolated(options: HookRunnerOptions, profile: string | undefined): HookRunnerOptions {
  if (profile === undefined) return options;
  return { ...options, isolation: { profile: oneOf('--profile', profile, PROFILES) } };
}

function laterOptions({ profile }: RunOptions): readonly GivenOption[] {
  return profile === undefined || profile === 'contained' ? [] : [{ flag: '--profile', key: 'profile' }];
}

/** The runner tells of a failed write with its next outcome; here there is none. */
function countingLosses(sink: AuditSink): AuditSink & { readonly lost: () => number } {
  let lost = 0;
  return {
    write: async (record) => {
      try {
        await sink.write(record);
      } catch (error) {
        lost += 1;
        throw error;
      }
    },
    close: () => sink.close?.(),
    lost: () => lost,
  };
}

async function openAudit(path: string, { engine, host }: CliContext) {
  try {
    return countingLosses(await engine.jsonlFileSink(resolve(host.cwd, path)));
  } catch (error) {
    const noFolder = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const why = noFolder ? 'its folder does not exist' : fileErrorText(error);
    throw new UsageError(`Option "--audit": cannot write "${printableLine(path)}": ${why}`, {
      cause: error,
    });
  }
}
