import { defineConfig } from 'vitest/config';

/** `--mode long` runs the long tests (thousands of hooks, soaks) instead of the others. */
export default defineConfig(({ mode }) => ({
  test: {
    include: mode === 'long' ? ['test/long/**/*.test.ts'] : ['test/**/*.test.ts'],
    exclude: mode === 'long' ? [] : ['test/long/**'],
    pool: 'forks',
    // Real processes on two noisy cores: two files at a time, generous bounds, no automatic second chance.
    maxWorkers: 2,
    testTimeout: mode === 'long' ? 900_000 : 60_000,
    hookTimeout: 60_000,
    retry: 0,
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/warnings.ts'],
    coverage: { include: ['dist/**/*.js'], reportsDirectory: 'coverage' },
    // The tests run on built output: Node itself loads it, so that worker and process entries are found as they are for users.
    server: { deps: { external: [/\/dist\//] } },
  },
}));
