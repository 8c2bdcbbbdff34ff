/** Where Foya's hook files lie, in load order. */
import type { DialectFile } from '../dialect.js';

/** Both files always count: an equal id in the project file overrides nothing. */
export const FOYA_FILES: readonly DialectFile[] = [
  { scope: 'global', base: 'home', segments: ['.foya', 'hooks.json'] },
  { scope: 'project', base: 'project', segments: ['.foya', 'hooks.json'] },
];
