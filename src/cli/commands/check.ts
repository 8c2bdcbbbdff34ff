/** `hookcell check`: its options and its page; the work is in `actions/check.ts`, loaded when it is called. */
import type { Command } from 'commander';
import { addCommonOptions, type CommonOptions } from '../common-options.js';
import type { CliContext, Finish } from '../host.js';

export function addCheckCommand(program: Command, context: CliContext, finish: Finish): void {
  const command = program
    .command('check [files...]')
    .summary('check hook files and print each mistake with its place')
    .description('Checks the given hook files, or the global and project files when none is given. Nothing is run.');
  addCommonOptions(command)
    .helpOption('-h, --help', 'print this page')
    .addHelpText('after', NOTES)
    .action(async (files: readonly string[], options: CommonOptions) => {
      const { check } = await import('../actions/check.js');
      finish(await check(files, options, context));
    });
}

const NOTES = `
Each mistake is a line FILE:LINE:COLUMN: MESSAGE. Given files are read as the (one) --dialect, foya by default.
--json prints { "files": N, "hooks": N, "problems": [...] }.

Exit codes:
  0   no problem
  64  wrong call    70  internal error
  78  a problem was found (warnings count)
  128+n  ended by signal n

Examples:
  hookcell check
  hookcell check .foya/hooks.json
`;
