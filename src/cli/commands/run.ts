/** `hookcell run`: its options and its page; the work is in `actions/run.ts`, loaded when it is called. */
import type { Command } from 'commander';
import { addCommonOptions, type CommonOptions } from '../common-options.js';
import type { CliContext, Finish } from '../host.js';

export interface RunOptions extends CommonOptions {
  readonly payload?: string;
  readonly profile?: string;
  readonly audit?: string;
}

export function addRunCommand(program: Command, context: CliContext, finish: Finish): void {
  const command = program
    .command('run <event>')
    .summary('run the hooks of one event and print the outcome')
    .description(
      'Runs the hooks that apply to one event, waits for background hooks too, and prints the merged outcome.',
    )
    .option('--payload <file>', 'the event as JSON, from a file or from stdin (-), at most 64 MiB (default: {})')
    .option('--profile <name>', 'isolation: contained (default); jailed and sealed are not supported yet')
    .option('--audit <file>', 'append one JSON line for each hook that ran');
  addCommonOptions(command)
    .helpOption('-h, --help', 'print this page')
    .addHelpText('after', NOTES)
    .action(async (event: string, options: RunOptions) => {
      const { run } = await import('../actions/run.js');
      finish(await run(event, options, context));
    });
}

const NOTES = `
EVENT is a name such as PreToolUse, PostToolUse, UserPromptSubmit, SessionStart or Stop; a wrong name lists all.
The payload is an object; its fields are those of the library's HookEvent without "name". Common ones:
  sessionId  default: a fresh id        cwd   where hooks run, default: the project
  tool       { "name", "callId", "input", "output", "isError" }
  prompt     what the user wrote        source, reason, model, metadata, …
Project hooks are skipped unless --trust all is given. A line on stderr shows a hook that runs for more than a second.

Exit codes:
  0   allowed, or no hook has an opinion
  2   a hook denied or blocked (also: marked an error, kept the agent working)
  3   a hook wants the user to be asked
  49  a hook ended the turn (halt), denied or not
  64  wrong call    70  internal error
  78  a hook file is broken and the hooks of the other files gave no verdict
  128+n  ended by signal n

Examples:
  hookcell run SessionStart --trust all
  echo '{"tool":{"name":"Bash","input":{"command":"rm -rf /"}}}' | hookcell run PreToolUse --payload - --json
`;
