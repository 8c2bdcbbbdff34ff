/**
 * The launcher that works wherever Node does: execa. `detached` gives the child a session and group of its own (setsid(2)) and
 * with it no controlling terminal. Only the launch is execa's: its own time limit, clean-up and buffering are off, since they
 * look at the direct child alone.
 */
import type { Readable, Writable } from 'node:stream';
import { execa, type Options } from 'execa';
import type { NotStartedCause } from '../../contract/run-report.js';
import type { CommandLine, ExitStatus, LaunchedProcess, Launcher, LaunchResult, LaunchSpec } from './launcher.js';
import { shellFor } from './shell.js';

const OPTIONS = {
  detached: true,
  cleanup: false,
  buffer: false,
  reject: false,
  extendEnv: false,
  windowsHide: true,
  stdin: 'pipe',
  stdout: 'pipe',
  stderr: 'pipe',
  encoding: 'buffer',
} as const satisfies Options;

export const launchPortable: Launcher = async (spec) => {
  const { file, args, verbatim } = programOf(spec.commandLine);
  const child = start(file, args, {
    ...OPTIONS,
    cwd: spec.cwd,
    env: { ...spec.environment },
    windowsVerbatimArguments: verbatim,
  });
  if (child === undefined) return outOfDescriptors();
  // The promise of execa waits for the pipes and is of no use here, but must not be left floating.
  const settled = child.then((result) => result);
  if (child.pid === undefined) return notStarted(spec, file, await settled);
  return { ok: true, process: launched(child, child.pid) };
};

/** Undefined when Node has no descriptors left: it then gives a child without streams, and execa stumbles over that. */
function start<Given extends Options>(file: string, args: readonly string[], options: Given) {
  try {
    return execa(file, args, options);
  } catch {
    return undefined;
  }
}

function outOfDescriptors(): LaunchResult {
  return { ok: false, cause: 'EMFILE', message: 'Too many open files (EMFILE)' };
}

function programOf(commandLine: CommandLine): { file: string; args: readonly string[]; verbatim: boolean } {
  if (commandLine.kind === 'shell') return shellFor(process.platform, commandLine.text);
  const [file = '', ...args] = commandLine.argv;
  return { file, args, verbatim: false };
}

interface Child {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  once(event: 'exit', listener: (code: number | null, signal: NodeJS.Signals | null) => void): unknown;
}

function launched(child: Child, pid: number): LaunchedProcess {
  const exited = new Promise<ExitStatus>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal === null ? { code: code ?? 0 } : { signal }));
  });
  return { pid, stdin: child.stdin, stdout: child.stdout, stderr: child.stderr, exited };
}

function notStarted(
  spec: LaunchSpec,
  file: string,
  result: { readonly cause?: unknown; readonly code?: string | undefined; readonly shortMessage?: string | undefined },
): LaunchResult {
  const code = (result.cause as NodeJS.ErrnoException | undefined)?.code ?? result.code ?? 'unknown';
  const cause = KNOWN_CAUSES.find((known) => known === code) ?? 'unknown';
  return { ok: false, cause, message: explain(cause, file, spec) ?? result.shortMessage ?? String(code) };
}

const KNOWN_CAUSES = [
  'ENOENT',
  'EACCES',
  'ENOTDIR',
  'E2BIG',
  'EMFILE',
  'EAGAIN',
  'ENOMEM',
] as const satisfies NotStartedCause[];

function explain(cause: NotStartedCause, file: string, spec: LaunchSpec): string | undefined {
  if (cause === 'ENOENT') return `Program not found: ${file}`;
  if (cause === 'EACCES') return `Program not executable: ${file}`;
  if (cause === 'E2BIG') return explainTooLong(spec);
  if (cause === 'EMFILE') return 'Too many open files (EMFILE)';
  if (cause === 'EAGAIN') return 'Too many processes (EAGAIN)';
  if (cause === 'ENOMEM') return 'Out of memory (ENOMEM)';
  return undefined;
}

/** Linux refuses any single string of 128 KiB, and command and environment that are too long together. */
function explainTooLong({ commandLine, environment }: LaunchSpec): string {
  const command = Buffer.byteLength(commandLine.kind === 'shell' ? commandLine.text : commandLine.argv.join(' '));
  const variables = Object.entries(environment).map(([name, value]) => ({
    name,
    bytes: Buffer.byteLength(`${name}=${value}`),
  }));
  const total = variables.reduce((sum, { bytes }) => sum + bytes, 0);
  if (command >= 131_072 || command >= total) {
    return `Command too long for the operating system: ${command} bytes (E2BIG)`;
  }
  const largest = variables.sort((a, b) => b.bytes - a.bytes).slice(0, 3);
  const names = largest.map(({ name, bytes }) => `${name} (${bytes})`).join(', ');
  return `Environment too large for the operating system: ${total} bytes, the largest variables are ${names} (E2BIG)`;
}
