/** Options that `run`, `explain`, `list` and `check` share, and the runner options they become. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { HookRunnerOptions } from '../contract/options.js';
import type { CliHost } from './host.js';
import { collect, existingDirectory, oneOf } from './option-values.js';
import { DIALECTS, TRUST } from './vocabulary.js';

/** As commander hands them over: text as it was typed. */
export interface CommonOptions {
  readonly dialect?: readonly string[];
  readonly project?: string;
  readonly home?: string;
  readonly trust?: string;
  readonly json?: true;
}

export function addCommonOptions(command: Command): Command {
  return command
    .option(
      '--dialect <name>',
      'hook system, repeatable, the first decides (default: foya, the only one supported yet)',
      collect,
    )
    .option('--project <dir>', 'project whose hook files apply (default: the current directory)')
    .option('--home <dir>', 'where global hook files are found (default: your home directory)')
    .option(
      '--trust <how>',
      'all: run project hooks as they are; digest: skip them, there is no approval yet (default: digest)',
    )
    .option('--json', 'print one JSON document on stdout and nothing else there');
}

/** @throws UsageError */
export function runnerOptions(options: CommonOptions, host: CliHost): HookRunnerOptions {
  const dialects = options.dialect?.map((name) => oneOf('--dialect', name, DIALECTS));
  return {
    project: existingDirectory('--project', options.project ?? '.', host.cwd),
    ...(options.home !== undefined && { home: resolve(host.cwd, options.home) }),
    ...(dialects !== undefined && { dialects: [...dialects] }),
    ...(options.trust !== undefined && { trust: oneOf('--trust', options.trust, TRUST) }),
  };
}
