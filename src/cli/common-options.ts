/** Options that `run`, `explain`, `list` and `check` share, and the runner options they become. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { DialectName } from '../contract/names.js';
import type { HookRunnerOptions } from '../contract/options.js';
import type { CliHost } from './host.js';
import { collect, existingDirectory, oneOf } from './option-values.js';
import { UsageError } from './usage-error.js';
import { DIALECTS, SUPPORTED_DIALECTS, TRUST } from './vocabulary.js';

/** As commander hands them over: text as it was typed. */
export interface CommonOptions {
  readonly dialect?: readonly string[];
  readonly project?: string;
  readonly home?: string;
  readonly trust?: string;
  readonly allowEnv?: readonly string[];
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
    .option('--home <dir>', 'where global hook files are found; need not exist (default: your home directory)')
    .option(
      '--trust <how>',
      'all: run project hooks as they are; digest: skip them, there is no approval yet (default: digest)',
    )
    .option('--allow-env <name>', ALLOW_ENV_HELP, collect)
    .option('--json', 'print one JSON document on stdout and nothing else there');
}

/** Also of `exec`. */
export const ALLOW_ENV_HELP = 'hand on this variable although it looks secret; repeatable';

/** @throws UsageError */
export function runnerOptions(options: CommonOptions, host: CliHost): HookRunnerOptions {
  const dialects = options.dialect?.map(supportedDialect);
  return {
    project: existingDirectory('--project', options.project ?? '.', host.cwd),
    ...(options.home !== undefined && { home: resolve(host.cwd, options.home) }),
    ...(dialects !== undefined && { dialects: [...dialects] }),
    ...(options.trust !== undefined && { trust: oneOf('--trust', options.trust, TRUST) }),
    ...(options.allowEnv !== undefined && { environment: { allow: [...options.allowEnv] } }),
  };
}

function supportedDialect(name: string): DialectName {
  if (DIALECTS.some((known) => known === name) && !SUPPORTED_DIALECTS.some((known) => known === name)) {
    throw new UsageError(
      `Option "--dialect": wanted ${SUPPORTED_DIALECTS.join(', ')}, got "${name}", not supported yet`,
    );
  }
  return oneOf('--dialect', name, SUPPORTED_DIALECTS);
}
