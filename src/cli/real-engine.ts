/** The engine of the bin. Every part is loaded when it is first used, so that `--help` and `exec` stay quick. */
import type { CommandStreams, Engine, StreamingOptions } from './engine.js';

export const realEngine: Engine = {
  async createHookRunner(options) {
    const { createHookRunner } = await import('../runner/create-hook-runner.js');
    return await createHookRunner(options);
  },

  /** In this process: a command line that runs one command has the process to itself. */
  async runStreaming(spec, stream?: CommandStreams, options: StreamingOptions = {}) {
    const [{ runCommandWith }, { openInline }, { closeInheritedDescriptors }] = await Promise.all([
      import('../runner/run-command.js'),
      import('../supervisor/in-process-client.js'),
      import('../processes/inherited-descriptors.js'),
    ]);
    closeInheritedDescriptors([]);
    const client = openInline(stream);
    try {
      return await runCommandWith(spec, client, (abort) => {
        options.force?.addEventListener('abort', () => abort(0), { once: true });
        if (options.force?.aborted) abort(0);
      });
    } finally {
      await client.release();
    }
  },

  async checkFiles(files, dialect) {
    const [{ checkFiles }, { dialectNamed }] = await Promise.all([
      import('../config/check-files.js'),
      import('../dialects/registry.js'),
    ]);
    return await checkFiles(files, dialectNamed(dialect));
  },

  async jsonlFileSink(path) {
    const { jsonlFileSink, openJsonlFile } = await import('../audit/jsonl-file.js');
    await openJsonlFile(path);
    return jsonlFileSink(path);
  },
};
