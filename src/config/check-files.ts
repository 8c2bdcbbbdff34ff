/** Reads hook files that somebody named, outside any runner. */
import type { ConfigProblem } from '../contract/config-problem.js';
import type { HookDefinition } from '../contract/hook.js';
import type { Dialect } from '../dialects/dialect.js';
import { readHookFile } from './read-file.js';

export interface CheckedFiles {
  readonly hooks: readonly HookDefinition[];
  readonly problems: readonly ConfigProblem[];
}

/** In the order given. A file that is named must be there: an absent one is a problem here. */
export async function checkFiles(paths: readonly string[], dialect: Dialect): Promise<CheckedFiles> {
  const checked = await Promise.all(paths.map((path) => checkFile(path, dialect)));
  return { hooks: checked.flatMap(({ hooks }) => hooks), problems: checked.flatMap(({ problems }) => problems) };
}

async function checkFile(file: string, dialect: Dialect): Promise<CheckedFiles> {
  const read = await readHookFile(file);
  const common = { dialect: dialect.name, file, severity: 'error' } as const;
  switch (read.kind) {
    case 'text':
      return dialect.parse(read.text, { scope: 'global', file });
    case 'problem':
      return { hooks: [], problems: [{ ...read.problem, ...common }] };
    case 'absent': {
      const message = 'Hook file does not exist: wanted a file, got nothing';
      return { hooks: [], problems: [{ code: 'absent', message, wanted: 'a file', got: 'nothing', ...common }] };
    }
  }
}
