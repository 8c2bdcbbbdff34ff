/** A runner for the length of one command: always closed, and closed at once on a second signal. */
import type { HookRunner } from '../../contract/hook-runner.js';

export async function useRunner<Result>(
  opened: Promise<HookRunner>,
  onSecond: (force: () => void) => void,
  work: (runner: HookRunner) => Promise<Result>,
): Promise<Result> {
  const runner = await opened;
  onSecond(() => {
    // Its failure, if any, is told by the close below.
    runner.close({ graceMs: 0 }).catch(() => {});
  });
  try {
    return await work(runner);
  } finally {
    await runner.close();
  }
}
