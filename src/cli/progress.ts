/** A line on stderr that tells which hook is slow; only on a terminal, and gone when the hook is done. */
import type { HookProgress } from '../contract/hook-runner.js';
import { printableLine } from './printable.js';

export interface Progress {
  readonly update: (progress: HookProgress) => void;
  /** Takes the line away; nothing is drawn any more. */
  stop(): void;
}

/** Hooks running longer than this are shown. */
const QUIET_MS = 1000;
const REFRESH_MS = 250;
const CLEAR = '\r\u001b[2K';

export function createProgress(
  terminal: { readonly isTTY?: boolean; readonly columns?: number },
  write: (text: string) => void,
  now: () => number = () => performance.now(),
): Progress {
  if (terminal.isTTY !== true) return { update: () => {}, stop: () => {} };
  const active: ActiveHook[] = [];
  let drawn = false;

  const draw = (): void => {
    const line = progressLine(active, now(), (terminal.columns ?? 80) - 1);
    if (line !== undefined) write(`${CLEAR}${line}`);
    else if (drawn) write(CLEAR);
    drawn = line !== undefined;
  };
  const timer = setInterval(draw, REFRESH_MS).unref();
  return {
    update: ({ hookId, name, phase, timeoutMs }) => {
      if (phase === 'started') active.push({ hookId, label: name ?? hookId, startedAt: now(), timeoutMs });
      else remove(active, hookId);
      // What is written next must not stand behind the line.
      if (drawn) draw();
    },
    stop: () => {
      clearInterval(timer);
      if (drawn) write(CLEAR);
      drawn = false;
    },
  };
}

export interface ActiveHook {
  readonly hookId: string;
  readonly label: string;
  /** On the clock of `now`. */
  readonly startedAt: number;
  readonly timeoutMs: number;
}

/** The text for the hook that has run longest, cut to `columns`; undefined while none has run for a second. */
export function progressLine(active: readonly ActiveHook[], now: number, columns: number): string | undefined {
  const slow = active.filter(({ startedAt }) => now - startedAt >= QUIET_MS);
  const oldest = slow[0];
  if (oldest === undefined) return undefined;
  const others = slow.length > 1 ? ` (+${slow.length - 1} more)` : '';
  const times = ` ${seconds(now - oldest.startedAt)} of ${seconds(oldest.timeoutMs)} s${others}`;
  const room = Math.max(0, columns - times.length - 1);
  return `${Array.from(printableLine(oldest.label)).slice(0, room).join('')}:${times}`.slice(0, columns);
}

// Equal ids never override each other, so two active hooks may share one: the older goes first.
function remove(active: ActiveHook[], hookId: string): void {
  const index = active.findIndex((hook) => hook.hookId === hookId);
  if (index >= 0) active.splice(index, 1);
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
