/** The environment of a run: the kernel's, filtered; then what the runner sets; then what the dialect sets. */
import type { EnvironmentOptions } from '../contract/options.js';
import { filterEnvironment } from '../dialects/environment.js';

export interface RunEnvironment {
  readonly variables: Readonly<Record<string, string>>;
  readonly withheld: readonly string[];
  readonly tooLarge: readonly string[];
}

export function environmentFor(
  options: EnvironmentOptions,
  withholds: (upperCaseName: string) => boolean,
  dialectVariables: Readonly<Record<string, string>>,
): RunEnvironment {
  const { environment, withheld, tooLarge } = filterEnvironment(process.env, {
    withholds,
    allow: options.allow,
    deny: options.deny,
    set: { ...options.set, ...dialectVariables },
    caseInsensitive: process.platform === 'win32',
  });
  return { variables: environment, withheld, tooLarge };
}
