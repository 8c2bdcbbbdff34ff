/** The work of `hookcell exec`: one command, its output passed on, its exit code ours. */
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { IsolationOptions } from '../../contract/hook.js';
import type { CommandSpec } from '../../contract/options.js';
import type { RunReport } from '../../contract/run-report.js';
import type { ExecOptions } from '../commands/exec.js';
import type { CommandStreams } from '../engine.js';
import { EXIT, exitCodeOfEnding, exitCodeOfSignal } from '../exit-codes.js';
import type { CliContext, CliHost } from '../host.js';
import { type GivenOption, namingLaterOptions } from '../later-options.js';
import { LIMIT_OPTIONS, limitsFrom } from '../limit-options.js';
import { oneOf } from '../option-values.js';
import { jsonText, printableLine } from '../printable.js';
import { renderEnding } from '../render-ending.js';
import { withSignals } from '../signals.js';
import { fileErrorText } from '../system-error.js';
import { UsageError } from '../usage-error.js';
import { GUARANTEES, NETWORK, PROFILES } from '../vocabulary.js';

export function exec(words: readonly string[], options: ExecOptions, context: CliContext): Promise<number> {
  const { host, engine, output, errorStyle } = context;
  return withSignals(host.signals, async (signal, onSecond) => {
    const force = new AbortController();
    onSecond(() => force.abort());
    const spec: CommandSpec = {
      ...commandOf(words),
      cwd: resolve(host.cwd, options.cwd ?? '.'),
      limits: limitsFrom({ ...options }),
      isolation: isolationOf(options),
      environment: { allow: [...(options.allowEnv ?? [])] },
      descendants: options.keepDescendants ? 'keep' : 'kill',
      // As a pipeline has it: who writes where nobody reads is ended.
      signal: options.json ? signal : AbortSignal.any([signal, output.readerGone]),
    };
    const stdin = await openStdin(options.stdin, host);
    const run = engine.runStreaming(spec, { stdin, ...outputOf(options, context) }, { force: force.signal });
    // A pipe that nobody closes must not keep us alive when the command is over.
    const report = await namingLaterOptions(laterOptions(options), run).finally(() => stdin?.destroy());
    if (options.json) output.out(`${jsonText(report)}\n`);
    else output.err(renderEnding(report, { words, readerGone: output.readerGone.aborted }, errorStyle));
    return exitCode(report, options.json === true, output.readerGone.aborted);
  });
}

function commandOf(words: readonly string[]): { command: string } | { argv: string[] } {
  const [first, ...others] = words;
  if (first === undefined || first === '') throw new UsageError('Command: wanted text after --, got an empty word');
  return others.length === 0 ? { command: first } : { argv: [...words] };
}

function isolationOf({ profile, read, write, network, require }: ExecOptions): IsolationOptions {
  const filesystem = {
    ...(read !== undefined && { read: [...read] }),
    ...(write !== undefined && { write: [...write] }),
  };
  return {
    ...(profile !== undefined && { profile: oneOf('--profile', profile, PROFILES) }),
    ...(Object.keys(filesystem).length > 0 && { filesystem }),
    ...(network !== undefined && { network: oneOf('--network', network, NETWORK) }),
    ...(require !== undefined && { require: require.map((name) => oneOf('--require', name, GUARANTEES)) }),
  };
}

/** Undefined: the command gets none. A terminal is left alone unless it is asked for: nobody expects to have to press Ctrl-D. */
async function openStdin(from: string | undefined, host: CliHost): Promise<Readable | undefined> {
  if (from === undefined && host.stdin.isTTY === true) return undefined;
  if (from === undefined || from === '-') return host.stdin as Readable;
  try {
    return (await open(resolve(host.cwd, from))).createReadStream();
  } catch (error) {
    const message = `Option "--stdin": cannot read "${printableLine(from)}": ${fileErrorText(error)}`;
    throw new UsageError(message, { cause: error });
  }
}

function outputOf(options: ExecOptions, { output }: CliContext): Pick<CommandStreams, 'stdout' | 'stderr'> {
  if (options.json) return { stdout: () => {}, stderr: () => {} };
  return { stdout: (chunk) => output.raw('stdout', chunk), stderr: (chunk) => output.raw('stderr', chunk) };
}

/** What this version may refuse, most telling first. */
function laterOptions(options: ExecOptions): readonly GivenOption[] {
  const given: Readonly<Record<string, unknown>> = { ...options };
  const limits = LIMIT_OPTIONS.filter(({ later, property }) => later && given[property] !== undefined);
  return [
    ...limits.map(({ flag, key }) => ({ flag, key })),
    ...(options.profile === undefined || options.profile === 'contained'
      ? []
      : [{ flag: '--profile', key: 'profile' }]),
    ...(['read', 'write', 'network'] as const)
      .filter((key) => options[key] !== undefined)
      .map((key) => ({ flag: `--${key}`, key })),
  ];
}

function exitCode({ ending }: RunReport, json: boolean, readerGone: boolean): number {
  if (json) return ending.kind === 'not-started' ? EXIT.notStarted : EXIT.ok;
  if (ending.kind === 'aborted' && readerGone) return exitCodeOfSignal('SIGPIPE');
  return exitCodeOfEnding(ending);
}
