/** Small Node programs of `test/fixtures`, run as processes of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface ProgramResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** From the last chunk of stdout that held `dispatched` or `ready` to the exit; undefined when it said neither. */
  readonly msAfterReady: number | undefined;
}

export interface ProgramOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Called when the program has said `dispatched` or `ready`. */
  readonly onReady?: (child: ChildProcess) => void;
}

/** Runs `test/fixtures/<name>` and resolves when it has exited and its streams are closed; after 40 s it is killed. */
export function runFixture(
  name: string,
  args: readonly string[],
  { env = {}, onReady }: ProgramOptions = {},
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const file = fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
    const child = spawn(process.execPath, [file, ...args], {
      env: { ...process.env, ...env },
      timeout: 40_000,
      killSignal: 'SIGKILL',
    });
    let [stdout, stderr] = ['', ''];
    let readyAt: number | undefined;
    let exitedAt = 0;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (readyAt !== undefined || !/dispatched|ready/.test(stdout)) return;
      readyAt = performance.now();
      onReady?.(child);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('exit', () => {
      exitedAt = performance.now();
    });
    child.on('close', (code, signal) => {
      resolve({ code, signal, stdout, stderr, msAfterReady: readyAt === undefined ? undefined : exitedAt - readyAt });
    });
  });
}
