/**
 * Fingerprints of test processes. A fixture that must not outlive its test sleeps for a length that nobody else on the
 * machine uses: `sleep 61.4938120001234001`. Whoever still has that number among its arguments later is a survivor.
 */
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { waitUntil } from './wait-until.js';

const RUN_VARIABLE = 'TEST_MARK_RUN';
let marksGiven = 0;

/** Begins a test run: all its marks, in whatever test process, share six digits. Called once, by the global set-up. */
export function beginMarks(): void {
  process.env[RUN_VARIABLE] = String(randomInt(100_000, 1_000_000));
}

/**
 * A number of seconds that is fresh for each call, test process and test run, as text for `sleep`.
 *
 * @param seconds whole part; default 61, longer than any test waits
 */
export function nextMark(seconds = 61): string {
  marksGiven += 1;
  const processPart = String(process.pid).padStart(7, '0');
  return `${seconds}.${runDigits()}${processPart}${String(marksGiven).padStart(3, '0')}`;
}

/** Pids of the live processes that have the mark as an exact argument. Zombies are no survivors. */
export function survivors(mark: string): number[] {
  return liveProcesses()
    .filter(({ argv }) => argv.includes(mark))
    .map(({ pid }) => pid);
}

/** What is left of a mark within `timeoutMs` (default 500, the bound of the cases): empty as soon as nothing is. */
export async function survivorsWithin(mark: string, timeoutMs = 500): Promise<number[]> {
  await waitUntil(() => survivors(mark).length === 0, { timeoutMs, everyMs: 20 }).catch(() => undefined);
  return survivors(mark);
}

/** Live processes that carry any mark of this test run. */
export function markedProcesses(): LiveProcess[] {
  const pattern = new RegExp(`^\\d+\\.${runDigits()}\\d{10,}$`);
  return liveProcesses().filter(({ argv }) => argv.some((word) => pattern.test(word)));
}

export interface LiveProcess {
  readonly pid: number;
  readonly argv: readonly string[];
}

/** Outside of a test run (a file tried by hand) the digits are those of no run. */
function runDigits(): string {
  return process.env[RUN_VARIABLE] ?? '000000';
}

function liveProcesses(): LiveProcess[] {
  if (process.platform === 'linux') return linuxProcesses();
  return process.platform === 'win32' ? windowsProcesses() : posixProcesses();
}

function linuxProcesses(): LiveProcess[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const argv = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').slice(0, -1);
      // A zombie has no command line, yet one that dies between two reads may still show it: the state decides.
      const state = /\) (\S)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1];
      return argv.length === 0 || state === 'Z' || state === 'X' ? [] : [{ pid: Number(name), argv }];
    } catch {
      return []; // It ended while we looked.
    }
  });
}

/** Elsewhere only the joined command line can be read; no mark holds a space, so that splitting is exact enough. */
function posixProcesses(): LiveProcess[] {
  const lines = execFileSync('/bin/ps', ['-axww', '-o', 'pid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [pid, state, ...argv] = line.trim().split(/\s+/);
    return pid === undefined || state === undefined || state.startsWith('Z') ? [] : [{ pid: Number(pid), argv }];
  });
}

function windowsProcesses(): LiveProcess[] {
  const script = 'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.CommandLine)" }';
  const text = execFileSync('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script], {
    encoding: 'utf8',
  });
  return text.split(/\r?\n/).flatMap((line) => {
    const [pid, ...argv] = line.trim().split(/\s+/);
    return pid ? [{ pid: Number(pid), argv }] : [];
  });
}
