/** Set-ups of tests in one call. */
import { afterAll, beforeAll } from 'vitest';
import type { Engine } from '#server/store/engine/connect.ts';
import type { TestApp, TestAppOptions } from './app.ts';
import { createTestApp } from './app.ts';

/** A league that opens before the first test of a block and closes after the last; hooks and tests can use it. */
export function withLeague(engine: Engine, options?: TestAppOptions): TestApp {
  let league: TestApp;
  beforeAll(async () => {
    league = await createTestApp(engine, options);
  });
  afterAll(() => league.close());
  return {
    get app() {
      return league.app;
    },
    get deps() {
      return league.deps;
    },
    get store() {
      return league.store;
    },
    get clock() {
      return league.clock;
    },
    call: (name, input) => league.call(name, input),
    close: () => league.close(),
  };
}
