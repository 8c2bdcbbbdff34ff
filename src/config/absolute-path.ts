/** Checks path options. */
import { stat } from 'node:fs/promises';
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

/**
 * A project that does not exist would silently mean "no hooks".
 *
 * @throws HookcellError `HOOKCELL_OPTION_INVALID` naming the option
 */
export async function requireDirectory(option: string, path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return;
  const got = `${describeValue(path)}, which ${found === undefined ? 'does not exist' : 'is none'}`;
  throw new HookcellError('HOOKCELL_OPTION_INVALID', `Option "${option}": wanted a directory, got ${got}`);
}
