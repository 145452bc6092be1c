import { afterAll, vi } from 'vitest';

/** Test files share a process: restores what a failed test replaced and did not restore. */
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
