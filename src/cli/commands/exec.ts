/** `hookcell exec`: its options and its page; the work is in `actions/exec.ts`, loaded when it is called. */
import type { Command } from 'commander';
import { ALLOW_ENV_HELP } from '../common-options.js';
import type { CliContext, Finish } from '../host.js';
import { LIMIT_OPTIONS } from '../limit-options.js';
import { collect } from '../option-values.js';
import { GUARANTEES } from '../vocabulary.js';

/** Besides the limits, which are read by their table. */
export interface ExecOptions {
  readonly profile?: string;
  readonly read?: readonly string[];
  readonly write?: readonly string[];
  readonly network?: string;
  readonly require?: readonly string[];
  readonly allowEnv?: readonly string[];
  readonly keepDescendants?: true;
  readonly cwd?: string;
  readonly stdin?: string;
  readonly json?: true;
}

export function addExecCommand(program: Command, context: CliContext, finish: Finish): void {
  const command = program
    .command('exec')
    .summary('run one command in a cell, as a wrapper')
    .usage('[options] -- COMMAND...')
    .description(
      'Runs one command with a deadline and complete clean-up; passes its output on and exits as it did.\n' +
        'One word after -- is shell text for /bin/sh -c, several are a program and its arguments.',
    )
    .argument('<command...>', 'shell text, or a program and its arguments')
    .passThroughOptions();
  for (const { flag, argument, help } of LIMIT_OPTIONS) command.option(`${flag} ${argument}`, help);
  command
    .option('--cwd <dir>', 'where the command runs (default: the current directory)')
    .option('--stdin <file>', 'what the command reads: a file, or - for stdin')
    .option('--allow-env <name>', ALLOW_ENV_HELP, collect)
    .option('--keep-descendants', 'leave processes alone that outlive the command')
    .option('--require <guarantee>', 'do not run unless this is enforced; repeatable', collect)
    .option('--profile <name>', 'isolation: contained (default); jailed and sealed are not supported yet')
    .option('--read <path>', 'path that may be read; repeatable; not supported yet', collect)
    .option('--write <path>', 'path that may be written; repeatable; not supported yet', collect)
    .option('--network <how>', 'allow or deny; not supported yet')
    .option('--json', 'print the run report as one JSON document instead of the output')
    .helpOption('-h, --help', 'print this page')
    .addHelpText('after', NOTES)
    .action(async (words: readonly string[], options: ExecOptions) => {
      const { exec } = await import('../actions/exec.js');
      finish(await exec(words, options, context));
    });
}

const NOTES = `
Stdin: without --stdin it is handed on as it comes when it is a file or a pipe, and is empty on a terminal.
Output is passed on byte for byte as it comes, so control characters reach your terminal. When the reader of stdout goes
away (| head), the command is ended.
Environment: variables with secret-looking names (API_KEY, TOKEN, PASSWORD, ...) are withheld from the command, unless
--allow-env names them. When the command fails and its text names one, that is told on stderr.
What the command leaves behind is ended when it exits, unless --keep-descendants is given.
Guarantees for --require:
  ${wrapped(GUARANTEES)}

Exit codes:
  the command's own, when it ran to its end
  64  wrong call    70  internal error
  124 timed out
  125 not started, or lost (why is on stderr)
  141 the reader of stdout went away
  128+n  the command, or hookcell, was ended by signal n
With --json: 0 when the command was started, 125 otherwise.

Examples:
  hookcell exec --timeout 5000 -- 'make test | tail -5'
  echo hello | hookcell exec --json -- tr a-z A-Z
`;

function wrapped(names: readonly string[]): string {
  const half = Math.ceil(names.length / 2);
  return `${names.slice(0, half).join(' ')}\n  ${names.slice(half).join(' ')}`;
}
