import { defineConfig } from 'vitest/config';
import { isLong } from './tests/long.ts';

/**
 * Seasons and Sundays that are played from end to end, several server processes on one database, the steps of the image, and what proves the
 * benchmarks alone, for a long run only.
 */
const longTests = [
  'bench/bench.test.ts',
  'tests/image.test.ts',
  'tests/{almanac-seasons,{entries,formats,messages}-season,season/season}.test.ts',
  'src/server/{demo/rehearsal,feed/sunday,platform/live/connection-nodes}.test.ts',
];

/**
 * Only tests of the server find a PostgreSQL; a run of the others starts none. A worker loads the server once for all of
 * its files, so what a file replaces is put back after it.
 */
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    isolate: false,
    setupFiles: ['tests/setup.ts'],
    // A test of the server waits a quarter of its time, for processes, timers and PostgreSQL.
    maxWorkers: 4,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['src/{core,contract,verify}/**/*.test.ts', '{scripts,tools}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['src/web/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts', 'tests/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: isLong ? [] : longTests,
          globalSetup: 'tests/global-setup.ts',
          // As in the browser tests: a machine that stands still for a moment is no fault of the product. The last line counts these.
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
  },
});
