/** The built command line, run as a user runs it: a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

export const cliPath = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

export interface CliOptions {
  /** Written to stdin, which is then closed. Default: empty. */
  readonly input?: string | Uint8Array;
  /** Default: the folder for temporary files. */
  readonly cwd?: string;
  /** Set on top of this process's environment; undefined removes a name. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** After this the process is killed (SIGKILL), and `signal` says so. Default 30 000. */
  readonly timeoutMs?: number;
  /** Called right after the spawn, for tests that send signals. */
  readonly onSpawn?: (child: ChildProcess) => void;
}

export interface CliResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Stdout as JSON; undefined when it is not one document. Typed loosely, since tests look at single fields. */
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts on the fields it reads
  readonly json: any;
  /** From the spawn to the close of all streams. */
  readonly ms: number;
}

/** Runs `hookcell` with these arguments and resolves when it has ended and its streams are closed. */
export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const { input = '', cwd = tmpdir(), env = {}, timeoutMs = 30_000, onSpawn } = options;
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(process.execPath, [cliPath, ...args], { cwd, env: { ...process.env, ...env }, stdio: 'pipe' });
    const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
    child.stdout.on('data', (chunk: Buffer) => chunks.stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.stderr.push(chunk));
    // A command that reads no stdin may be gone before the last byte: no fault of the test.
    child.stdin.on('error', () => undefined);
    const guard = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(guard);
      const stdout = Buffer.concat(chunks.stdout).toString('utf8');
      const stderr = Buffer.concat(chunks.stderr).toString('utf8');
      resolve({ code, signal, stdout, stderr, json: parseJson(stdout), ms: performance.now() - startedAt });
    });
    onSpawn?.(child);
    child.stdin.end(input);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
