/** Waiting for a fact that no message tells: bounded polling, for tests only. */
import { setTimeout as delay } from 'node:timers/promises';

export interface WaitOptions {
  /** Default 5000. */
  readonly timeoutMs?: number;
  /** Default 10. */
  readonly everyMs?: number;
  /** Named in the error. */
  readonly what?: string;
}

/**
 * Asks until the answer is neither undefined, null nor false, and resolves with it.
 *
 * @throws Error when `timeoutMs` is over; it names `what` was waited for
 */
export async function waitUntil<T>(
  ask: () => T | Promise<T>,
  { timeoutMs = 5_000, everyMs = 10, what = 'the condition' }: WaitOptions = {},
): Promise<NonNullable<T>> {
  const deadlineAt = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== null && answer !== false) return answer;
    if (performance.now() >= deadlineAt) throw new Error(`Waited ${timeoutMs} ms in vain for ${what}`);
    await delay(everyMs);
  }
}
