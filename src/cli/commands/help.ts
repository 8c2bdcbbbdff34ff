/** `hookcell help [COMMAND]`: the pages, on stdout. Commander's own command leaves the exit code to chance. */
import type { Command } from 'commander';
import { didYouMean } from '../../contract/nearest-name.js';
import { UsageError } from '../usage-error.js';

/** Added last, so that it knows the others. */
export function addHelpCommand(program: Command): void {
  const pages = new Map(
    program
      .createHelp()
      .visibleCommands(program)
      .map((command) => [command.name(), command]),
  );
  program
    .command('help [command]')
    .summary('print the page of a command')
    .helpOption(false)
    .action((name: string | undefined) => {
      const page = name === undefined || name === 'help' ? program : pages.get(name);
      if (page === undefined)
        throw new UsageError(`Unknown command "${name}"${didYouMean(name ?? '', [...pages.keys()])}`);
      page.outputHelp();
    });
}
