/** The engine of the bin. Every part is loaded when it is first used, so that `--help` and `exec` stay quick. */
import type { Engine } from './engine.js';

export const realEngine: Engine = {
  createHookRunner: () => notWired('createHookRunner'),
  runStreaming: () => notWired('runStreaming'),
  checkFiles: () => notWired('checkFiles'),
  jsonlFileSink: () => notWired('jsonlFileSink'),
};

function notWired(part: string): Promise<never> {
  return Promise.reject(new Error(`${part} is not wired yet`));
}
