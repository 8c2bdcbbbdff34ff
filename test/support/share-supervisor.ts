/** One supervisor for all tests of a file: without it each bench and each `runCommand` starts and ends one of its own. */
import { createHookRunner, type HookRunner } from 'hookcell';
import { afterAll, beforeAll } from 'vitest';
import { createTemporaryProject, type TemporaryProject } from './temporary-project.js';

/** Called at the top of a test file. */
export function shareSupervisor(): void {
  let files: TemporaryProject;
  let runner: HookRunner;
  beforeAll(async () => {
    files = await createTemporaryProject();
    runner = await createHookRunner({ project: files.project, home: files.home });
  });
  afterAll(async () => {
    await runner.close();
    await files.remove();
  });
}
