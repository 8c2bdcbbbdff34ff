/** A runner over real Foya hook files, closed when its test has finished. */
import {
  type AuditRecord,
  callbackSink,
  createHookRunner,
  type HookEvent,
  type HookRunner,
  type HookRunnerOptions,
  type Outcome,
} from 'hookcell';
import { onTestFinished } from 'vitest';
import { type FoyaEntry, type TemporaryProject, temporaryProject } from './temporary-project.js';

export interface FoyaBench {
  readonly runner: HookRunner;
  readonly files: TemporaryProject;
  /** Every audit record so far. */
  readonly records: AuditRecord[];
  /** Dispatches PreToolUse of Bash `ls`, or what is given instead. `$T_DIR` of the hooks is `files.root`. */
  dispatch(event?: Partial<HookEvent>, options?: Parameters<HookRunner['dispatch']>[1]): Promise<Outcome>;
}

/** `hooks`: the global file; strings are commands of PreToolUse. Project files count as trusted. */
export async function foyaBench(
  hooks: readonly FoyaEntry[],
  options: Partial<HookRunnerOptions> = {},
): Promise<FoyaBench> {
  const files = await temporaryProject(hooks);
  const records: AuditRecord[] = [];
  const { environment = {}, ...others } = options;
  const runner = await createHookRunner({
    project: files.project,
    home: files.home,
    trust: 'all',
    audit: [callbackSink((record) => void records.push(record))],
    environment: { ...environment, set: { T_DIR: files.root, ...environment.set } },
    ...others,
  });
  onTestFinished(() => runner.close({ graceMs: 0 }));
  return {
    runner,
    files,
    records,
    dispatch: (event = {}, dispatchOptions = {}) => runner.dispatch({ ...toolEvent(), ...event }, dispatchOptions),
  };
}

export function toolEvent(): HookEvent {
  return { name: 'PreToolUse', sessionId: 's1', tool: { name: 'Bash', callId: 'c1', input: { command: 'ls' } } };
}

/** The single run of an outcome; a test that finds another number of runs has failed. */
export function onlyRun(outcome: Outcome): Outcome['runs'][number] {
  const [run] = outcome.runs;
  if (run === undefined || outcome.runs.length !== 1) throw new Error(`Wanted one run, got ${outcome.runs.length}`);
  return run;
}
