#!/usr/bin/env node
/** The bin. It ends by itself when nothing is left to do; an exit by force could cut output. */
import { main } from './cli/main.js';
import { realEngine } from './cli/real-engine.js';
import { currentDirectory } from './config/current-directory.js';

// Until there is a verdict: should Node run out of work before, that must not look like "allowed".
process.exitCode = 70;

/** SIGHUP, SIGINT, SIGQUIT, SIGTERM. */
const INTERRUPTED: ReadonlySet<number> = new Set([129, 130, 131, 143]);

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
};

void main(process.argv.slice(2), host, realEngine).then((code) => {
  process.exitCode = code;
  // A blocked system call (opening a FIFO that nobody writes to) cannot be called back and would keep an interrupted process
  // alive. All is closed and flushed by now, so the signal may take its default action.
  if (INTERRUPTED.has(code)) setTimeout(() => process.kill(process.pid, code - 128), 500).unref();
});
