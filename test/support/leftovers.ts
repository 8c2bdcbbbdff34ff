/** What the report of a run must say when the run left nothing alive. */

/** Nothing was left to kill, nothing was kept or survived, and nobody held a pipe. */
export const NOTHING_LEFT = { killed: [], kept: [], survived: [], pipesHeld: false } as const;
