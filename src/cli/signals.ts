/** Ctrl-C and its kin: the first asks for an orderly end, the second for an end at once. */
import { exitCodeOfSignal } from './exit-codes.js';

export interface SignalSource {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  off(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
}

/**
 * Runs `work` with SIGINT, SIGTERM, SIGHUP and SIGQUIT under control. The first of them aborts `signal`; the second calls
 * what was given to `onSecond`, and from then on signals have their default action again, so that a third one ends the
 * process whatever hangs. Resolves with the code of `work`, or with 128 + n of the first signal, once `work` has settled;
 * a rejection after a signal is part of the abort and is dropped.
 */
export async function withSignals(
  source: SignalSource,
  work: (signal: AbortSignal, onSecond: (force: () => void) => void) => Promise<number>,
): Promise<number> {
  const controller = new AbortController();
  const forces: (() => void)[] = [];
  let first: NodeJS.Signals | undefined;
  let forced = false;

  const listener = (signal: NodeJS.Signals): void => {
    if (first === undefined) {
      first = signal;
      controller.abort();
      return;
    }
    forced = true;
    restore();
    for (const force of forces) force();
  };
  const restore = (): void => {
    for (const name of SIGNALS) source.off(name, listener);
  };
  for (const name of SIGNALS) source.on(name, listener);

  try {
    const code = await work(controller.signal, (force) => {
      if (forced) force();
      else forces.push(force);
    });
    return received() ?? code;
  } catch (error) {
    const code = received();
    if (code === undefined) throw error;
    return code;
  } finally {
    restore();
  }

  function received(): number | undefined {
    return first === undefined ? undefined : exitCodeOfSignal(first);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const satisfies readonly NodeJS.Signals[];
