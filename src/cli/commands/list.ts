/** `hookcell list`: its options and its page; the work is in `actions/list.ts`, loaded when it is called. */
import type { Command } from 'commander';
import { addCommonOptions, type CommonOptions } from '../common-options.js';
import type { CliContext, Finish } from '../host.js';

export function addListCommand(program: Command, context: CliContext, finish: Finish): void {
  const command = program
    .command('list')
    .summary('list the configured hooks')
    .description(
      'Lists the hooks of the global and project files, by scope, each with the file and line it stands in.',
    );
  addCommonOptions(command)
    .helpOption('-h, --help', 'print this page')
    .addHelpText('after', NOTES)
    .action(async (options: CommonOptions) => {
      const { list } = await import('../actions/list.js');
      finish(await list(options, context));
    });
}

const NOTES = `
Disabled hooks are listed too. --json prints { "hooks": [...], "problems": [...] }.

Exit codes:
  0   the list was printed
  64  wrong call    70  internal error
  78  a hook file is broken (the hooks of the others are listed)
  128+n  ended by signal n

Examples:
  hookcell list
  hookcell list --project ~/src/shop --json
`;
