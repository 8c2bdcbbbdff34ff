import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/long/**'],
    pool: 'forks',
    // Real processes on two noisy cores: two files at a time, generous bounds, no automatic second chance.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: 0,
    globalSetup: ['test/support/global-setup.ts'],
    // The tests run on built output: Node itself loads it, so that worker and process entries are found as they are for users.
    server: { deps: { external: [/\/dist\//] } },
  },
});
