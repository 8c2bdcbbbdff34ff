/** Runs one command with everything a hook gets: own group, deadline, bounded capture, complete clean-up, a full report. */
import { randomUUID } from 'node:crypto';
import { requireAbsolutePath } from '../config/absolute-path.js';
import { currentDirectory } from '../config/current-directory.js';
import { parseOptions } from '../config/parse-options.js';
import { refuseUnsupportedIsolation, refuseUnsupportedLimits } from '../config/supported.js';
import { DEFAULT_LIMITS, type EffectiveLimits, type Limits } from '../contract/limits.js';
import { type CommandSpec, commandSpecSchema } from '../contract/options.js';
import type { RunReport } from '../contract/run-report.js';
import { refusalOf } from '../handlers/admission.js';
import { freshMarker } from '../handlers/command-hook.js';
import { environmentFor } from '../handlers/environment.js';
import type { SupervisorClient } from '../supervisor/client.js';
import type { RunRequest } from '../supervisor/protocol.js';
import { reportWithout } from '../supervisor/run-answer.js';
import { acquireShared } from '../supervisor/shared.js';
import { onAbort } from './abort-fan-out.js';

/**
 * Runs a command and reports on it; resolves whatever the command does. Uses the supervisor that runners share; without an open
 * runner it starts one for this run alone.
 *
 * @throws HookcellError `HOOKCELL_OPTION_INVALID`, `HOOKCELL_OPTION_UNKNOWN`, `HOOKCELL_NOT_SUPPORTED`
 * @example
 * const report = await runCommand({ command: 'make check', limits: { timeoutMs: 60_000 } });
 */
export async function runCommand(spec: CommandSpec): Promise<RunReport> {
  const parsed = parseCommand(spec);
  const client = acquireShared();
  try {
    return await runParsed(parsed, client, parsed.signal);
  } finally {
    await client.release();
  }
}

/** As `runCommand`, with a supervisor of the caller's; `onStart` gets the way to kill the run at once. */
export async function runCommandWith(
  spec: CommandSpec,
  client: SupervisorClient,
  onStart: (abort: (graceMs?: number) => void) => void,
): Promise<RunReport> {
  return await runParsed(parseCommand(spec), client, spec.signal, onStart);
}

async function runParsed(
  spec: CommandSpec,
  client: SupervisorClient,
  signal: AbortSignal | undefined,
  onStart: (abort: (graceMs?: number) => void) => void = () => {},
): Promise<RunReport> {
  const request = requestOf(spec);
  const refusal = refusalOf(request, spec.isolation?.require ?? [], client.guarantees);
  const unstarted = signal?.aborted ? ({ cause: 'aborted', message: 'Aborted before the launch' } as const) : refusal;
  if (unstarted !== undefined) return reportWithout(request, client.guarantees, { kind: 'not-started', ...unstarted });
  const handle = client.start(request, false);
  onStart((graceMs) => handle.abort(graceMs));
  const stopListening = onAbort(signal, () => handle.abort());
  const { report } = await handle.answer.finally(stopListening);
  return report;
}

function parseCommand(spec: CommandSpec): CommandSpec {
  const parsed = parseOptions(commandSpecSchema, spec, 'options of runCommand');
  refuseUnsupportedLimits('limits', parsed.limits);
  refuseUnsupportedIsolation('isolation', parsed.isolation);
  if (parsed.cwd !== undefined) requireAbsolutePath('cwd', parsed.cwd);
  return parsed;
}

function requestOf(spec: CommandSpec): RunRequest {
  const environment = environmentFor(spec.environment ?? {}, () => false, {});
  return {
    runId: randomUUID(),
    commandLine: 'argv' in spec ? { kind: 'argv', argv: spec.argv } : { kind: 'shell', text: spec.command },
    stdin: spec.stdin ?? '',
    cwd: spec.cwd ?? currentDirectory(),
    environment: environment.variables,
    withheld: [...environment.withheld, ...environment.tooLarge],
    limits: limitsOf(spec.limits ?? {}),
    profile: 'contained',
    descendants: spec.descendants ?? 'kill',
    queuedMs: 0,
    marker: freshMarker(),
    excerpt: false,
  };
}

function limitsOf(limits: Limits): EffectiveLimits {
  const pick = (key: keyof EffectiveLimits) => limits[key] ?? DEFAULT_LIMITS[key];
  return {
    timeoutMs: pick('timeoutMs'),
    graceMs: pick('graceMs'),
    drainMs: pick('drainMs'),
    stdinBytes: pick('stdinBytes'),
    stdoutBytes: pick('stdoutBytes'),
    stderrBytes: pick('stderrBytes'),
  };
}
