/** The supervisor as a child process of the kernel: one fork, a JSON channel, and its death told once. */
import { type ChildProcess, fork } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filterEnvironment } from '../dialects/environment.js';
import { PROTOCOL_VERSION, type RunAnswer, readFromSupervisor, type ToSupervisor } from './protocol.js';

/** A busy one answers within milliseconds; a stopped one never. */
const PING_MS = 3_000;
/** How long an orderly end may take before the supervisor is killed: it waits for the grace periods of its runs. */
const END_MS = 15_000;

export interface ChildEvents {
  launched(runId: string, pid: number, startTime: number): void;
  answer(runId: string, answer: RunAnswer): void;
  died(how: string): void;
}

export interface Child {
  /** Undefined when the spawn failed; `died` tells of it a moment later. */
  readonly pid: number | undefined;
  send(message: ToSupervisor): void;
  keepAlive(wanted: boolean): void;
  answersPing(): Promise<boolean>;
  kill(): void;
  /** Closes the channel and waits for the process to end. */
  end(): Promise<void>;
}

/**
 * Starts the supervisor: one blocking spawn. Its environment is filtered, so that its own /proc entry holds nothing a hook should
 * not see, and it stands in a session of its own, so that a terminal's Ctrl-C reaches the kernel alone.
 *
 * @throws whatever the spawn throws (`EAGAIN`, `ENOMEM`, …)
 */
export function forkSupervisor(events: ChildEvents): Child {
  const entry = fileURLToPath(new URL('process-main.js', import.meta.url));
  const child = fork(entry, [], {
    // The kernel's own directory may be gone, and Node does not start in a directory that is.
    cwd: dirname(entry),
    env: filterEnvironment(process.env, { withholds: () => false }).environment,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'json',
    detached: true,
  });
  child.unref();
  child.channel?.unref();
  const pongs = new Set<() => void>();
  listen(child, events, pongs);
  return {
    pid: child.pid,
    send: (message) => {
      // A channel that is closing fails the call; the death that follows settles the run.
      if (child.connected) child.send(message, () => {});
    },
    keepAlive: (wanted) => {
      if (wanted) child.ref();
      else child.unref();
      if (wanted) child.channel?.ref();
      else child.channel?.unref();
    },
    answersPing: () => ping(child, pongs),
    kill: () => {
      child.kill('SIGKILL');
    },
    end: () => end(child),
  };
}

function listen(child: ChildProcess, events: ChildEvents, pongs: Set<() => void>): void {
  let dead = false;
  const died = (how: string) => {
    if (dead) return;
    dead = true;
    events.died(how);
  };
  child.on('message', (raw) => {
    const message = readFromSupervisor(raw);
    switch (message?.type) {
      case 'launched':
        events.launched(message.runId, message.pid, message.startTime);
        return;
      case 'answer':
        events.answer(message.runId, message.answer);
        return;
      case 'pong':
        for (const pong of pongs) pong();
        return;
      case undefined:
    }
  });
  child.on('error', (error) => died(error.message));
  child.on('exit', (code, signal) => died(signal === null ? `exit code ${code}` : signal));
  child.on('disconnect', () => died('its channel closed'));
}

async function ping(child: ChildProcess, pongs: Set<() => void>): Promise<boolean> {
  return await new Promise((resolve) => {
    const pong = () => finish(true);
    const timer = setTimeout(() => finish(false), PING_MS);
    const finish = (alive: boolean) => {
      clearTimeout(timer);
      pongs.delete(pong);
      resolve(alive);
    };
    pongs.add(pong);
    if (child.connected) child.send({ v: PROTOCOL_VERSION, type: 'ping' }, () => {});
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill('SIGKILL'), END_MS);
  await exited;
  clearTimeout(timer);
}
