/**
 * One listener on a signal, however many dispatches share it: a session-long signal with a dozen dispatches under way would
 * otherwise collect listeners until Node warns of a leak.
 */
const watched = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `listener` when the signal is aborted, at once if it is already. Returns the way to stop listening. */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return () => {};
  if (signal.aborted) {
    listener();
    return () => {};
  }
  const listeners = watched.get(signal) ?? watch(signal);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) unwatch(signal);
  };
}

const handlers = new WeakMap<AbortSignal, () => void>();

function watch(signal: AbortSignal): Set<() => void> {
  const listeners = new Set<() => void>();
  const handler = () => {
    for (const listener of [...listeners]) listener();
  };
  watched.set(signal, listeners);
  handlers.set(signal, handler);
  signal.addEventListener('abort', handler);
  return listeners;
}

function unwatch(signal: AbortSignal): void {
  const handler = handlers.get(signal);
  if (handler !== undefined) signal.removeEventListener('abort', handler);
  watched.delete(signal);
  handlers.delete(signal);
}
