/** Which program runs shell text on a platform, by absolute path. */
import { join } from 'node:path';

export interface ShellProgram {
  readonly file: string;
  readonly args: readonly string[];
  /** Windows: the arguments are one command line that must not be quoted again. */
  readonly verbatim: boolean;
}

export function shellFor(platform: NodeJS.Platform, text: string): ShellProgram {
  if (platform !== 'win32') return { file: '/bin/sh', args: ['-c', text], verbatim: false };
  const file = process.env['ComSpec'] ?? join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'cmd.exe');
  return { file, args: ['/d', '/s', '/c', `"${text}"`], verbatim: true };
}
