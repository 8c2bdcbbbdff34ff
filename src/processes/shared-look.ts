/** One look at the process table for all who ask in the same turn of the event loop. */
import type { ProcessView } from './process-entry.js';

/** `take` makes a view of all processes since a pid; who asks for less than another is served by the larger view. */
export function sharedLook(take: (oldestPid: number) => ProcessView | Promise<ProcessView>) {
  let waiting: { oldestPid: number; readonly view: Promise<ProcessView> } | undefined;
  return (oldestPid: number): Promise<ProcessView> => {
    if (waiting !== undefined) {
      waiting.oldestPid = Math.min(waiting.oldestPid, oldestPid);
      return waiting.view;
    }
    const view = new Promise<ProcessView>((resolve, reject) => {
      setImmediate(() => {
        const asked = waiting?.oldestPid ?? oldestPid;
        waiting = undefined;
        Promise.resolve(asked).then(take).then(resolve, reject);
      });
    });
    waiting = { oldestPid, view };
    return view;
  };
}
