/** Values of options: each checked once, with a message that names the option, what was wanted and what was given. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { didYouMean } from '../contract/nearest-name.js';
import { printableLine } from './printable.js';
import { UsageError } from './usage-error.js';

export interface NumberRange {
  /** `milliseconds`, `bytes`; absent for plain counts. */
  readonly unit?: string;
  readonly min: number;
  readonly max: number;
}

/** @throws UsageError unless `text` is a whole decimal number of the range */
export function wholeNumber(option: string, text: string, range: NumberRange): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= range.min && value <= range.max) return value;
  const unit = range.unit === undefined ? '' : ` of ${range.unit}`;
  const span = range.max === Number.MAX_SAFE_INTEGER ? `${range.min} or more` : `${range.min} to ${range.max}`;
  throw new UsageError(`Option "${option}": wanted a whole number${unit}, ${span}, got "${printableLine(text)}"`);
}

/** @throws UsageError unless `text` is one of `words` */
export function oneOf<Word extends string>(option: string, text: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === text);
  if (found !== undefined) return found;
  const wanted = words.length === 1 ? words.join('') : `one of ${words.join(', ')}`;
  throw new UsageError(`Option "${option}": wanted ${wanted}, got "${printableLine(text)}"${didYouMean(text, words)}`);
}

/**
 * An absolute path. A directory that does not exist would silently mean "no hooks", so it is refused.
 *
 * @throws UsageError unless it is a directory
 */
export function existingDirectory(option: string, path: string, base: string): string {
  const absolute = resolve(base, path);
  if (statSync(absolute, { throwIfNoEntry: false })?.isDirectory() === true) return absolute;
  throw new UsageError(`Option "${option}": wanted an existing directory, got "${printableLine(absolute)}"`);
}

/** For options that may be given more than once. */
export function collect(value: string, earlier: readonly string[] | undefined): readonly string[] {
  return [...(earlier ?? []), value];
}
