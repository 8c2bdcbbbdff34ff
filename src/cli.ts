#!/usr/bin/env node
/** The bin. It ends by itself when nothing is left to do; an exit by force could cut output. */
import { INTERRUPTED } from './cli/exit-codes.js';
import { main } from './cli/main.js';
import { realEngine } from './cli/real-engine.js';
import { currentDirectory } from './config/current-directory.js';

// Until there is a verdict: should Node run out of work before, that must not look like "allowed".
process.exitCode = 70;

// Node writes to pipes and waits for the reader: the clock of a command would stand still while nobody reads.
for (const { _handle } of [process.stdout, process.stderr] as { _handle?: { setBlocking?(on: boolean): void } }[]) {
  _handle?.setBlocking?.(false);
}

const host = {
  // Opened only by a command that reads it.
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: currentDirectory(),
  signals: process,
  leave: (code: number) => process.exit(code),
};

void main(process.argv.slice(2), host, realEngine).then((code) => {
  process.exitCode = code;
  // A blocked system call (opening a FIFO that nobody writes to) cannot be called back and would keep an interrupted process
  // alive. All is closed and flushed by now, so the signal may take its default action.
  if (INTERRUPTED.has(code)) setTimeout(() => process.kill(process.pid, code - 128), 500).unref();
});
