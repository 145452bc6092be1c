/** Vitest's set-up of each test file. */
import fc from 'fast-check';
import { afterAll, vi } from 'vitest';

/** CI uses one fixed seed, so that a failure comes from the change under test. Elsewhere each run draws a new seed. */
if (process.env.CI) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1 });

/** Test files share a process: restores what a failed test replaced and did not restore. */
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
