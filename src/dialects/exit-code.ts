/** Says what an exit code of a shell command probably means. */

/** A phrase that follows "Hook": `exited with code 127 (command not found)`. */
export function describeExitCode(code: number): string {
  const meaning = meaningOf(code);
  return `exited with code ${code}${meaning === '' ? '' : ` (${meaning})`}`;
}

/** The rules of POSIX shells; 128+n is what a shell reports of a program that died by signal n. */
function meaningOf(code: number): string {
  if (code === 126) return 'not executable';
  if (code === 127) return 'command not found';
  if (code <= 128 || code > 128 + 64) return '';
  const signal = code - 128;
  const name = SIGNALS[signal];
  return `probably killed by signal ${name === undefined ? signal : `${name}, ${signal}`}`;
}

/** Only numbers that mean the same on Linux and macOS. */
const SIGNALS: Readonly<Record<number, string>> = {
  1: 'SIGHUP',
  2: 'SIGINT',
  3: 'SIGQUIT',
  4: 'SIGILL',
  5: 'SIGTRAP',
  6: 'SIGABRT',
  8: 'SIGFPE',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  13: 'SIGPIPE',
  14: 'SIGALRM',
  15: 'SIGTERM',
  24: 'SIGXCPU',
  25: 'SIGXFSZ',
};
