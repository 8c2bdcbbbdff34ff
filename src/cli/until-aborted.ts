/** What `work` gives, or `undefined` as soon as `signal` aborts; `work` itself goes on and its failure is then dropped. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  let leave = (): void => {};
  const aborted = new Promise<undefined>((settle) => {
    leave = () => settle(undefined);
  });
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
