/** `hookcell explain`: its options and its page; the work is in `actions/explain.ts`, loaded when it is called. */
import type { Command } from 'commander';
import { addCommonOptions, type CommonOptions } from '../common-options.js';
import type { CliContext, Finish } from '../host.js';

export interface ExplainOptions extends CommonOptions {
  readonly payload?: string;
}

export function addExplainCommand(program: Command, context: CliContext, finish: Finish): void {
  const command = program
    .command('explain <event>')
    .summary('show which hooks would run, in which order, and why others would not')
    .description('Prints the plan of one event. Nothing is run.')
    .option('--payload <file>', 'the event as JSON, from a file or from stdin (-), at most 64 MiB (default: {})');
  addCommonOptions(command)
    .helpOption('-h, --help', 'print this page')
    .addHelpText('after', NOTES)
    .action(async (event: string, options: ExplainOptions) => {
      const { explain } = await import('../actions/explain.js');
      finish(await explain(event, options, context));
    });
}

const NOTES = `
The payload is the one of \`hookcell run\`; matchers are tested on it (PreToolUse: on tool.name).

Exit codes:
  0   the plan was printed
  64  wrong call    70  internal error
  78  a hook file is broken and no hook would run
  128+n  ended by signal n

Examples:
  hookcell explain Stop --trust all
  echo '{"tool":{"name":"Bash"}}' | hookcell explain PreToolUse --payload -
`;
