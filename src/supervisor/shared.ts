/** One supervisor process for all runners of a kernel process: started by the first, ended with the last. */
import type { SupervisorClient } from './client.js';
import { ProcessClient } from './process-client.js';

let shared: { readonly client: SupervisorClient; holders: number } | undefined;

export function acquireShared(): SupervisorClient {
  shared ??= { client: new ProcessClient(), holders: 0 };
  const mine = shared;
  mine.holders += 1;
  let released = false;
  return {
    guarantees: mine.client.guarantees,
    start: (request, background) => mine.client.start(request, background),
    hold: () => mine.client.hold(),
    release: async () => {
      if (released) return;
      released = true;
      mine.holders -= 1;
      if (mine.holders > 0) return;
      // Forgotten at once, so that a runner opened while this one ends gets a fresh supervisor.
      shared = undefined;
      await mine.client.release();
    },
  };
}
