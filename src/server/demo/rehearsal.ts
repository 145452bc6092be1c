import { rmSync } from 'node:fs';
import { utcToEastern } from '#core/eastern-time.ts';
import { seasonAt } from '#core/team-record.ts';
import { regularWeekIds } from '#server/feed/espn/scoreboard.ts';
import { readRecording, replayClock, spanOf, startReplay } from '#server/feed/replay.ts';
import { setPoolWeeks } from '#server/game-changes/deadline-store.ts';
import { addWeeks } from '#server/game-changes/store.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { RehearsalOptions } from '#server/platform/env/rehearsal.ts';
import type { Settings } from '#server/platform/env/settings.ts';
import type { Demo } from './demo.ts';
import type { DemoDeps } from './feed.ts';
import { DEMO_PASSWORD, demoPools, namedPeople, seedDemo } from './league.ts';

/** A demo that plays a recording: it uses the recording's clock, and a replay instead of ESPN. */
export interface Rehearsal extends Demo {
  readonly settings: Settings;
}

const REHEARSAL_FILE = 'data/rehearsal.db';

/** Starts from scratch each time: removes the database of an earlier rehearsal. @throws if the folder holds no recording */
export async function openRehearsal({ folder, speed }: RehearsalOptions, given: Settings): Promise<Rehearsal> {
  for (const end of ['', '-wal', '-shm']) rmSync(`${REHEARSAL_FILE}${end}`, { force: true });
  const { begin } = spanOf(readRecording(folder));
  const clock = replayClock(begin, speed);
  const replay = await startReplay(folder, { clock });
  return {
    clock,
    settings: { ...given, kind: 'demo', database: REHEARSAL_FILE, feed: replay.url },
    async start(deps) {
      await foundLeague(deps, clock);
      return { greeting: greet(clock, speed), stop: () => replay.close() };
    },
  };
}

/** Creates the players and pools of the demo, with the weeks of the recorded season. */
async function foundLeague({ store }: DemoDeps, clock: Clock): Promise<void> {
  await seedDemo(store, clock.now());
  const weeks = regularWeekIds(seasonAt(clock.now()));
  await addWeeks(store.db, weeks);
  const planner = { engine: store.engine, now: () => clock.now() };
  for (const poolId of await demoPools(store.db)) await setPoolWeeks(store.db, planner, poolId, weeks);
}

function greet(clock: Clock, speed: number): string[] {
  const { date, time } = utcToEastern(clock.now());
  const accounts = namedPeople.map(({ email, isAdmin }) => `  ${email}${isAdmin ? ' (admin)' : ''}`);
  return [
    `This is a rehearsal, ${speed} times as fast. Its clock shows ${date} ${time} Eastern.`,
    `Sign in with ${DEMO_PASSWORD} as:`,
    ...accounts,
  ];
}
