/** Options that the command line knows already and the library refuses: the refusal names the option as it was typed. */
import { HookcellError } from '../contract/errors.js';
import { UsageError } from './usage-error.js';

/** An option of a later version that was given, with the key it sets in the library's options. */
export interface GivenOption {
  readonly flag: string;
  readonly key: string;
}

/**
 * Awaits `work`; a refusal with `HOOKCELL_NOT_SUPPORTED` becomes a usage error that names the given option whose key
 * stands in the message, else the first. Everything else passes unchanged.
 */
export async function namingLaterOptions<T>(given: readonly GivenOption[], work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw renamed(error, given);
  }
}

function renamed(error: unknown, given: readonly GivenOption[]): unknown {
  if (!(error instanceof HookcellError) || error.code !== 'HOOKCELL_NOT_SUPPORTED') return error;
  const option = given.find(({ key }) => new RegExp(`\\b${key}\\b`).test(error.message)) ?? given[0];
  if (option === undefined) return error;
  return new UsageError(`Option "${option.flag}": not supported yet`, { cause: error });
}
