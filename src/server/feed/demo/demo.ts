import { utcToEastern } from '#core/eastern-time.ts';
import type { Store } from '#server/store/engine/connect.ts';
import type { Accounts } from '../../auth/accounts.ts';
import type { Clock } from '../../clock.ts';
import { systemClock } from '../../clock.ts';
import { openDemoClock } from './clock.ts';
import type { DemoParts } from './feed.ts';
import { startDemoFeed } from './feed.ts';
import { seedDemo } from './league.ts';
import { DEMO_PASSWORD, namedPeople } from './people.ts';

/** The demo league on a database that is marked as one. */
export interface Demo {
  readonly clock: Clock;
  /** Seeds the league at the first start, catches up at a later one, and plays on until stopped. */
  start(parts: DemoOpening): Promise<RunningDemo>;
}

/** What a demo needs to begin. */
export type DemoOpening = DemoParts & { readonly accounts: Accounts };

export interface RunningDemo {
  /** Lines to print: the moment, and the accounts with their passwords. */
  readonly greeting: readonly string[];
  stop(): Promise<void>;
}

/** Opens the demo's clock; nothing else happens until `start`. */
export async function openDemo(store: Store): Promise<Demo> {
  const clock = await openDemoClock(store, systemClock.now);
  return {
    clock,
    async start(parts) {
      await seedDemo(store, parts.accounts, clock.now());
      const feed = await startDemoFeed(parts, reportFailure);
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
