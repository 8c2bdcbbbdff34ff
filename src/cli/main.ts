/** The command line as a function: arguments in, exit code out. Never rejects, never ends the process. */
import { HookcellError } from '../contract/errors.js';
import type { Engine } from './engine.js';
import { EXIT, INTERRUPTED } from './exit-codes.js';
import type { CliContext, CliHost } from './host.js';
import { createOutput } from './output.js';
import { printable } from './printable.js';
import { runProgram } from './program.js';
import { createStyle } from './style.js';
import { UsageError } from './usage-error.js';

/** Resolves with the exit code when everything written has left. */
export async function main(argv: readonly string[], host: CliHost, engine: Engine): Promise<number> {
  const context: CliContext = {
    host,
    engine,
    output: createOutput(host.stdout, host.stderr),
    style: createStyle(host.stdout, host.env),
    errorStyle: createStyle(host.stderr, host.env),
  };
  let code: number;
  try {
    code = await runProgram(argv, context);
  } catch (error) {
    code = tell(error, argv, context);
  }
  const failedWrite = await context.output.flush(isOver(code) ? LAST_WORDS_MS : undefined);
  if (failedWrite === 'late') {
    host.leave(code);
    return code;
  }
  if (failedWrite === undefined) return code;
  // A verdict in the exit code is worth more than the news that its text was lost.
  context.output.err(`hookcell: ${failedWrite}\n`);
  return code === EXIT.ok ? EXIT.software : code;
}

/** The time is up, or a signal came: a reader of stdout who does not read must not keep us. */
function isOver(code: number): boolean {
  return code === EXIT.timedOut || INTERRUPTED.has(code);
}

const LAST_WORDS_MS = 500;

function tell(error: unknown, argv: readonly string[], { output, errorStyle, host }: CliContext): number {
  const label = errorStyle.red('hookcell:');
  if (error instanceof UsageError || error instanceof HookcellError) {
    output.err(`${label} ${printable(error.message)}\n`);
    if (error instanceof UsageError) output.err(`Run \`hookcell ${pageOf(argv)}--help\` for usage\n`);
    return EXIT.usage;
  }
  const debug = Boolean(host.env['HOOKCELL_DEBUG']);
  const text = error instanceof Error ? (debug && error.stack) || error.message : String(error);
  output.err(`${label} ${printable(text)}\n`);
  return EXIT.software;
}

function pageOf(argv: readonly string[]): string {
  const word = argv[0];
  return word !== undefined && COMMANDS.includes(word) ? `${word} ` : '';
}

const COMMANDS: readonly string[] = ['run', 'exec', 'explain', 'list', 'check'];
