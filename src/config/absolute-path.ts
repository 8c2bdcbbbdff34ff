/** Checks path options. */
import { isAbsolute } from 'node:path';
import { describeValue } from '../contract/describe-value.js';
import { HookcellError } from '../contract/errors.js';

/**
 * Returns `value` when it is an absolute path that a system call takes.
 *
 * @throws HookcellError `HOOKCELL_OPTION_INVALID` naming the option
 */
export function requireAbsolutePath(option: string, value: string): string {
  if (isAbsolute(value) && !value.includes('\0')) return value;
  const wanted = value.includes('\0') ? 'a path without NUL' : 'an absolute path';
  throw new HookcellError(
    'HOOKCELL_OPTION_INVALID',
    `Option "${option}": wanted ${wanted}, got ${describeValue(value)}`,
  );
}
