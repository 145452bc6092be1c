import { utcToEastern } from '#core/eastern-time.ts';
import type { Clock } from '#server/platform/clock.ts';
import { systemClock } from '#server/platform/clock.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { openDemoClock } from './clock.ts';
import type { DemoDeps } from './feed.ts';
import { startDemoFeed } from './feed.ts';
import { DEMO_PASSWORD, namedPeople, seedDemo } from './league.ts';

/** The demo league on a database that is marked as one. */
export interface Demo {
  readonly clock: Clock;
  /** Seeds the league at the first start, catches up at later ones, and plays until stopped. */
  start(deps: DemoDeps): Promise<RunningDemo>;
}

export interface RunningDemo {
  /** Printed at the start: the demo's time, and the accounts with their passwords. */
  readonly greeting: readonly string[];
  stop(): Promise<void>;
}

/** Opens the demo's clock; nothing else happens until `start`. */
export async function openDemo(store: Store): Promise<Demo> {
  const clock = await openDemoClock(store, systemClock.now);
  return {
    clock,
    async start(deps) {
      await seedDemo(store, clock.now());
      const feed = await startDemoFeed(deps, reportFailure);
      return { greeting: greet(clock.now()), stop: feed.stop };
    },
  };
}

function reportFailure(error: unknown): void {
  console.error('The demo could not move its games on and will try again:', error);
}

function greet(now: number): string[] {
  const { date, time } = utcToEastern(now);
  const width = Math.max(...namedPeople.map((person) => person.email.length));
  return [
    `This is the demo league. Its clock shows ${date} ${time} Eastern. Sign in as:`,
    ...namedPeople.map(
      ({ email, isAdmin }) => `  ${email.padEnd(width)}  ${DEMO_PASSWORD}${isAdmin ? '  (admin)' : ''}`,
    ),
  ];
}
