import { expect, test } from 'vitest';
import { newDatabase } from './app.ts';
import { MINUTE } from './core-samples.ts';
import { engines } from './engines.ts';
import { playSeason } from './messages-season/play.ts';

/** Each habit in each pool. */
const PLAYERS = 36;
/** All that is special in the schedule happens in 13 weeks; PostgreSQL, which takes longer, plays the first three. */
const weeks = { sqlite: 13, postgres: 3 } as const;

test.each(engines)(
  'A season of reminders and results is sent once, over restarts, none at night (%s)',
  async (engine) => {
    const database = await newDatabase(engine);
    try {
      const played = await playSeason(engine, database.location, PLAYERS, weeks[engine]);
      expect(played.problems).toEqual([]);
      expect(played.restarts).toBeGreaterThan(0);
      for (const sums of [played.reminders, played.results]) {
        const { due, left } = sums;
        expect(due).toBeGreaterThan(0);
        expect(sums).toEqual({ due, left, sent: due, twice: 0, unasked: 0, atNight: 0, missing: 0 });
      }
    } finally {
      await database.drop();
    }
  },
  15 * MINUTE,
);
