/** Where hook files are looked for, told when there is nothing to show. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { HookRunnerOptions } from '../contract/options.js';
import { dialectNamed } from '../dialects/registry.js';
import { printableLine } from './printable.js';

/** `looked for /home/me/.foya/hooks.json and /home/me/app/.foya/hooks.json` */
export function lookedForText({ project, home = homedir(), dialects = ['foya'] }: HookRunnerOptions): string {
  const bases = { home, project };
  const paths = dialects.flatMap((name) =>
    dialectNamed(name).files.map(({ base, segments }) => join(bases[base], ...segments)),
  );
  return `looked for ${[...new Set(paths)].map(printableLine).join(' and ')}`;
}
