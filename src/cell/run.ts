/**
 * One run inside a cell: launch, feed stdin, capture, notice the exit, drain, decode. Deadline, signals and the end of the
 * tree belong to the supervisor's main thread, which follows the same table:
 *
 *   state      entered when                          left when
 *   queued     the run was asked for                 a cell takes it
 *   launching  a cell takes it                       the process exists, or could not be started
 *   running    the process exists                    the leader exits → draining; deadline, abort, close → ending
 *   ending     the ending was written down           the tree is empty, or the kill was given up
 *   draining   the leader exited                     both streams ended, `drainMs` passed, or the order to give up
 *   sweeping   the leader exited                     no process of the run is left
 *   reported   draining and sweeping are over        –
 */
import { accessSync, constants, statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NotStartedCause } from '../contract/run-report.js';
import { excerptStream } from '../decide/excerpt-stream.js';
import { decoderOf } from '../dialects/decoders.js';
import { processReaderFor } from '../processes/processes.js';
import {
  type CellLine,
  type CellNotice,
  type CellResult,
  type CellTask,
  clockNow,
  type StreamTap,
} from './cell-messages.js';
import { feedStdin, pipeStdin } from './feed-stdin.js';
import type { ExitStatus, LaunchedProcess } from './launch/launcher.js';
import { launchPortable } from './launch/portable.js';
import { StreamReader } from './stream-reader.js';

const processes = processReaderFor(process.platform);

export async function runInCell(task: CellTask, line: CellLine, tap?: StreamTap): Promise<CellResult> {
  let cancelled = false;
  let giveUp = () => {};
  const givenUp = new Promise<void>((resolve) => {
    giveUp = resolve;
  });
  line.onOrder((order) => {
    if (order.type === 'cancel') cancelled = true;
    else giveUp();
  });

  const refused = cancelled ? notStarted('aborted', 'Aborted before the launch') : checkDirectory(task.cwd);
  if (refused !== undefined) return refused;
  const startedAt = clockNow();
  const launch = await launchPortable(task);
  // The directory may have gone between the look and the launch.
  if (!launch.ok) return checkDirectory(task.cwd) ?? notStarted(launch.cause, launch.message);
  const child = launch.process;
  const launchedAt = clockNow();
  const notices: CellNotice[] = [];
  const notify = (notice: CellNotice) => {
    notices.push(notice);
    line.notify(notice);
  };
  notify({ type: 'launched', pid: child.pid, startTime: processes.startOfLaunched(child.pid), at: launchedAt });
  return { ...(await follow(task, child, notify, givenUp, tap)), notices, launchMs: launchedAt - startedAt };
}

async function follow(
  task: CellTask,
  child: LaunchedProcess,
  notify: (notice: CellNotice) => void,
  givenUp: Promise<void>,
  tap?: StreamTap,
) {
  const stdout = new StreamReader(child.stdout, task.stdoutBytes, tap && ((chunk) => tap.stdout(chunk)));
  const stderr = new StreamReader(child.stderr, task.stderrBytes, tap && ((chunk) => tap.stderr(chunk)));
  if (tap?.stdin === undefined) feedStdin(child.stdin, task.stdin);
  else pipeStdin(child.stdin, tap.stdin);

  const status = await Promise.race([child.exited, givenUp]);
  const exitedAt = clockNow();
  if (status !== undefined) notify({ type: 'exited', status, at: exitedAt });
  child.stdin.destroy();
  await drain(Promise.all([stdout.ended, stderr.ended]), task.drainMs, givenUp);
  const pipesHeld = stdout.held || stderr.held;
  stdout.stop();
  stderr.stop();

  const streams = { stdout: stdout.finish(), stderr: stderr.finish() };
  const decoded = decodeAnswer(task, status ?? undefined, streams);
  return {
    kind: 'ran' as const,
    stdout: task.excerpt ? excerptStream(streams.stdout) : streams.stdout,
    stderr: task.excerpt ? excerptStream(streams.stderr) : streams.stderr,
    ...(decoded === undefined ? {} : { decoded }),
    drainMs: clockNow() - exitedAt,
    pipesHeld,
  };
}

/** Ends with the streams, with the order to give up, or after `drainMs`; in the last case what lies in the pipes is read first. */
async function drain(ended: Promise<unknown>, drainMs: number, givenUp: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<'time up'>((resolve) => {
    timer = setTimeout(() => resolve('time up'), drainMs);
  });
  const first = await Promise.race([ended, givenUp, timeUp]);
  clearTimeout(timer);
  if (first !== 'time up') return;
  // On a busy machine the timer may fire before the loop has polled the pipes even once: let it, twice.
  await nextTurn();
  await nextTurn();
}

function decodeAnswer(
  task: CellTask,
  status: ExitStatus | undefined,
  streams: Pick<CellResult & { kind: 'ran' }, 'stdout' | 'stderr'>,
) {
  if (task.decode === undefined || status === undefined || !('code' in status)) return undefined;
  return decoderOf(task.decode.dialect)(task.decode.event, { exitCode: status.code, ...streams });
}

/** The system's own error for a bad directory blames the shell, so the directory is looked at first. */
function checkDirectory(cwd: string): CellResult | undefined {
  try {
    if (!statSync(cwd).isDirectory()) {
      return notStarted('cwd_not_directory', `Working directory is not a directory: ${cwd}`);
    }
    accessSync(cwd, constants.X_OK);
    return undefined;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOTDIR') return notStarted('cwd_not_directory', `Working directory is not a directory: ${cwd}`);
    if (code === 'EACCES') return notStarted('EACCES', `Working directory cannot be entered: ${cwd}`);
    return notStarted('cwd_missing', `Working directory does not exist: ${cwd}`);
  }
}

function notStarted(cause: NotStartedCause, message: string): CellResult {
  return { kind: 'not-started', cause, message };
}
