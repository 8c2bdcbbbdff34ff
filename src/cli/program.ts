/** The tree of commands, and what commander's own complaints become. */
import { Command, CommanderError } from 'commander';
import { addCheckCommand } from './commands/check.js';
import { addExecCommand } from './commands/exec.js';
import { addExplainCommand } from './commands/explain.js';
import { addHelpCommand } from './commands/help.js';
import { addLaterCommands } from './commands/later.js';
import { addListCommand } from './commands/list.js';
import { addRunCommand } from './commands/run.js';
import { EXIT } from './exit-codes.js';
import type { CliContext, Finish } from './host.js';
import { UsageError } from './usage-error.js';
import { readVersion } from './version.js';

/**
 * Runs the command that `argv` (without node and script) names.
 *
 * @throws UsageError for a wrong call, and whatever the command throws
 */
export async function runProgram(argv: readonly string[], context: CliContext): Promise<number> {
  let code: number = EXIT.ok;
  const program = buildProgram(context, (result) => {
    code = result;
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return translate(error);
    throw error;
  }
  return code;
}

export function buildProgram(context: CliContext, finish: Finish): Command {
  const { output, host } = context;
  const width = (): number => Math.min(host.stdout.columns ?? 100, 120);
  const program = new Command('hookcell')
    .description('Runs the hooks of coding agents in cells: hard deadlines, bounded output, complete clean-up.')
    .usage('<command> [options]')
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this page')
    .helpCommand(false)
    .addHelpText('after', PROGRAM_NOTES)
    // Options after the first word of `exec` belong to the command it runs.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => output.out(text),
      writeErr: (text) => output.err(text),
      // The error is thrown, and printed once by the caller.
      outputError: () => {},
      getOutHelpWidth: width,
      getErrHelpWidth: width,
    })
    .exitOverride();
  addRunCommand(program, context, finish);
  addExecCommand(program, context, finish);
  addExplainCommand(program, context, finish);
  addListCommand(program, context, finish);
  addCheckCommand(program, context, finish);
  addHelpCommand(program);
  addLaterCommands(program);
  return program;
}

const PROGRAM_NOTES = `
Each command has a page of its own: hookcell <command> --help

Exit codes of all commands:
  0    done             64   wrong call
  70   internal error   78   a hook file is broken
  128+n  ended by signal n (a first Ctrl-C ends hooks in order, a second one at once)

Environment:
  NO_COLOR, FORCE_COLOR  no colours, colours also off a terminal
  HOOKCELL_DEBUG         any value: internal errors are shown with their stack

Examples:
  echo '{"tool":{"name":"Bash","input":{"command":"ls"}}}' | hookcell run PreToolUse --payload -
  hookcell exec --timeout 5000 -- 'make test'
`;

function translate(error: CommanderError): number {
  if (error.exitCode === 0) return EXIT.ok;
  // Called without a command: the help page is already on stderr.
  if (error.code === 'commander.help') return EXIT.usage;
  throw new UsageError(`${inHouseWords(error.message)}${MEANS_VERSION.test(error.message) ? VERSION_HINT : ''}`);
}

/** What other programs call it; nothing here is near enough for commander to suggest it. */
const MEANS_VERSION = /^error: unknown (command 'version'|option '-v')$/;
const VERSION_HINT = ': did you mean "--version"?';

/** `error: unknown option '--jsn'\n(Did you mean --json?)` → `Unknown option "--jsn": did you mean "--json"?` */
function inHouseWords(message: string): string {
  const text = message
    .replace(/^error: /, '')
    .replace(
      /\n\(Did you mean (one of )?(.*)\?\)$/s,
      (_, several, names) => `: did you mean ${several ?? ''}"${names}"?`,
    )
    .replace(/'/g, '"')
    .replace(/\.$/, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
