import type { Command } from 'commander';
import { UsageError } from '../usage-error.js';

/** Commands of later versions: not in the help, refused by name. */
export function addLaterCommands(program: Command): void {
  for (const name of ['doctor', 'trust']) {
    program
      .command(name, { hidden: true })
      .helpOption(false)
      .argument('[words...]')
      .allowUnknownOption()
      .action(() => {
        throw new UsageError(`"${name}" is not supported yet`);
      });
  }
}
