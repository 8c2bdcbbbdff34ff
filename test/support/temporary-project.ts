/** A home and a project of their own for one test, with hook files as a user would write them. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An entry of a Foya hook file; strings stand for the `command` of a PreToolUse hook. Wrong entries are welcome. */
export type FoyaEntry = string | Readonly<Record<string, unknown>>;

export interface TemporaryProject {
  /** Holds `home`, `project` and whatever the test puts there. */
  readonly root: string;
  readonly home: string;
  readonly project: string;
  readonly globalFile: string;
  readonly projectFile: string;
  /** Writes `~/.foya/hooks.json`; text is written as it is. */
  writeGlobalHooks(hooks: string | readonly FoyaEntry[]): Promise<void>;
  /** Writes `<project>/.foya/hooks.json`; text is written as it is. */
  writeProjectHooks(hooks: string | readonly FoyaEntry[]): Promise<void>;
  remove(): Promise<void>;
}

/** Made for the test that calls it and removed when that test has finished. */
export async function temporaryProject(global?: readonly FoyaEntry[]): Promise<TemporaryProject> {
  const made = await createTemporaryProject();
  onTestFinished(() => made.remove());
  if (global) await made.writeGlobalHooks(global);
  return made;
}

/** As `temporaryProject`, for set-ups that serve several tests: the caller removes it. */
export async function createTemporaryProject(): Promise<TemporaryProject> {
  // A space and letters beyond ASCII: every test shows that such paths work. The real path, since macOS links its /var.
  const root = await realpath(await mkdtemp(join(tmpdir(), 'hookcell tést ')));
  const home = join(root, 'home');
  const project = join(root, 'project');
  await Promise.all([mkdir(home), mkdir(project)]);
  const globalFile = join(home, '.foya', 'hooks.json');
  const projectFile = join(project, '.foya', 'hooks.json');
  return {
    root,
    home,
    project,
    globalFile,
    projectFile,
    writeGlobalHooks: (hooks) => writeHooks(globalFile, hooks),
    writeProjectHooks: (hooks) => writeHooks(projectFile, hooks),
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}

async function writeHooks(file: string, hooks: string | readonly FoyaEntry[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, typeof hooks === 'string' ? hooks : JSON.stringify(hooks.map(toEntry), null, 2));
}

function toEntry(entry: FoyaEntry): Readonly<Record<string, unknown>> {
  return typeof entry === 'string' ? { event: 'PreToolUse', command: entry } : { event: 'PreToolUse', ...entry };
}
