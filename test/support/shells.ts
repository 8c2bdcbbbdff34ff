/** The same script through other shells than the one that hooks are given. */
import { hasProgram } from './programs.js';

/** As command words; `sh` is the shell that runs hooks anyway. */
export const SHELLS = ['sh', 'bash', 'busybox sh', 'zsh'] as const;
export type Shell = (typeof SHELLS)[number];

export function hasShell(shell: Shell): boolean {
  return hasProgram(shell.split(' ')[0] ?? shell);
}

/** A hook command that becomes this shell, running the script. */
export function inShell(shell: Shell, script: string): string {
  return shell === 'sh' ? script : `exec ${shell} -c ${quoted(script)}`;
}

/** One word of a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
