/** The work of `hookcell check`: the problems of hook files. */
import { resolve } from 'node:path';
import type { CheckedFiles } from '../../config/check-files.js';
import { type CommonOptions, runnerOptions } from '../common-options.js';
import { EXIT } from '../exit-codes.js';
import { lookedForText } from '../hook-file-paths.js';
import type { CliContext } from '../host.js';
import { jsonText } from '../printable.js';
import { renderProblems } from '../render-problems.js';
import { withSignals } from '../signals.js';
import { UsageError } from '../usage-error.js';
import { useRunner } from './use-runner.js';

export function check(files: readonly string[], options: CommonOptions, context: CliContext): Promise<number> {
  const { host, output, style } = context;
  return withSignals(host.signals, async (_signal, onSecond) => {
    const given = [...new Set(files.map((file) => resolve(host.cwd, file)))];
    const checked =
      given.length > 0 ? await checkGiven(given, options, context) : await checkConfigured(options, context, onSecond);
    const count = given.length > 0 ? given.length : filesOf(checked).size;
    output.out(render(checked, count, options.json === true, style));
    if (!options.json && count === 0) output.err(`No hook files: ${lookedForText(runnerOptions(options, host))}\n`);
    return checked.problems.length > 0 ? EXIT.config : EXIT.ok;
  });
}

function checkGiven(
  files: readonly string[],
  options: CommonOptions,
  { engine, host }: CliContext,
): Promise<CheckedFiles> {
  const { dialects = ['foya'] } = runnerOptions(options, host);
  const [dialect, ...others] = dialects;
  if (dialect === undefined || others.length > 0) {
    throw new UsageError(`Option "--dialect": wanted one dialect for the given files, got ${dialects.join(', ')}`);
  }
  return engine.checkFiles(files, dialect);
}

function checkConfigured(
  options: CommonOptions,
  { engine, host }: CliContext,
  onSecond: (force: () => void) => void,
): Promise<CheckedFiles> {
  // Nothing is run, so no supervisor process is started for it.
  const settings = { ...runnerOptions(options, host), supervisor: 'in-process' as const };
  return useRunner(engine.createHookRunner(settings), onSecond, async (runner) => ({
    hooks: runner.hooks(),
    problems: runner.problems(),
  }));
}

function filesOf({ hooks, problems }: CheckedFiles): ReadonlySet<string> {
  const files = [...hooks.map((hook) => hook.source.file), ...problems.map((problem) => problem.file)];
  return new Set(files.filter((file) => file !== undefined));
}

function render(checked: CheckedFiles, files: number, json: boolean, style: CliContext['style']): string {
  const { hooks, problems } = checked;
  if (json) return `${jsonText({ files, hooks: hooks.length, problems })}\n`;
  if (problems.length > 0) return renderProblems(problems, style);
  return `${plural(files, 'file')}, ${plural(hooks.length, 'hook')}, no problems\n`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
