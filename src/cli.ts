#!/usr/bin/env node
/** The bin. It ends by itself when nothing is left to do; an exit by force could cut output. */
import { main } from './cli/main.js';
import { realEngine } from './cli/real-engine.js';
import { currentDirectory } from './config/current-directory.js';

// Until there is a verdict: should Node run out of work before, that must not look like "allowed".
process.exitCode = 70;

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
});
