/** Runs a program on a terminal of its own, made by `script` of util-linux. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { quoted } from './shells.js';

export interface TerminalResult {
  readonly code: number;
  /** What a user would have seen, its errors among it. */
  readonly screen: string;
  readonly stdout: string;
}

/** The program's stdout goes to `stdoutFile`, all else of it is on the terminal. `onSpawn` gets the keyboard. Needs `script`. */
export async function inTerminal(
  words: readonly string[],
  stdoutFile: string,
  onSpawn: (type: (keys: string) => void) => void = () => undefined,
): Promise<TerminalResult> {
  const command = `${words.map(quoted).join(' ')} >${quoted(stdoutFile)}`;
  const child = spawn('script', ['-qec', command, '/dev/null'], { stdio: ['pipe', 'pipe', 'inherit'] });
  let screen = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
  });
  onSpawn((keys) => child.stdin.write(keys));
  const [code] = await once(child, 'close');
  return { code, screen, stdout: await readFile(stdoutFile, 'utf8') };
}
