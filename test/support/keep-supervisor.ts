/** One supervisor for all tests of a file: starting one for each test costs more than most of what is tested. */
import { createHookRunner, type HookRunner } from 'hookcell';
import { afterAll, beforeAll } from 'vitest';
import { createTemporaryProject, type TemporaryProject } from './temporary-project.js';

/** Call it at the top of a test file. Runners share their supervisor; this holds it open until the last test is done. */
export function keepSupervisor(): void {
  let runner: HookRunner | undefined;
  let files: TemporaryProject | undefined;
  beforeAll(async () => {
    files = await createTemporaryProject();
    runner = await createHookRunner({ project: files.project, home: files.home });
  });
  afterAll(async () => {
    await runner?.close();
    await files?.remove();
  });
}
