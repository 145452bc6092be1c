import { afterAll, vi } from 'vitest';

/** Files share a process: what one has replaced and not put back, because a test failed, is not there for the next. */
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
