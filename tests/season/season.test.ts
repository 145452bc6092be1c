/**
 * Seasons in a test. A seed draws what happens to a league of four pools in three weeks, step by step: time passes with or without the
 * server's own work, players pick, alone or at the same time, a commissioner enters picks, corrects lines, notes payments and changes
 * rules of weeks, entries are bought back, an admin edits games, and the feed reports: late, twice, out of order, corrected, postponed. Hooks
 * and push messages go to servers that refuse some. In every second step one writing statement fails, or the process ends there and starts
 * again. Some answers are lost, and the same call is sent again.
 *
 * After each step no acknowledged pick, payment, buy-back or rule of a week is lost and none is stored that nobody made, nothing sealed is
 * shown, lock receipts hold against kept hashes, scores are as recounted, survivor entries and fees as counted by hand, prizes never exceed
 * the fees, and each mail, push message and call of a hook arrived once, of something that happened. At the end, prizes are the fees to the
 * cent, games have the scores of the field unless an admin set them, and receipts list each lock with the picks of its game.
 *
 * `SEASON_SEED=7 SEASON_MINUTES=60 PICKEM_TEST_LONG=1 npx vitest run --project server tests/season` plays season 7 and then those after it,
 * for an hour. A season that fails prints its seed and its steps.
 */
import { expect, test } from 'vitest';
import { MINUTE } from '#tests/core-samples.ts';
import { usualEngines } from '#tests/engines.ts';
import { Season } from './season.ts';

const firstSeed = Number(process.env.SEASON_SEED ?? 31);
const minutes = Number(process.env.SEASON_MINUTES ?? 1);

test.each(usualEngines)(
  'Seasons keep what was acknowledged, through faults at any writing statement (%s)',
  async (engine) => {
    const until = Date.now() + (minutes * MINUTE) / usualEngines.length;
    let [seed, steps, mails, hooks, pushes] = [firstSeed, 0, 0, 0, 0];
    const faults: Record<string, number> = {};
    console.log(`The seasons on ${engine} begin with seed ${seed}.`);
    for (; steps === 0 || Date.now() < until; seed += 1) {
      const season = new Season(engine, seed);
      try {
        await season.begin();
        for (; !season.isOver && Date.now() < until; steps += 1) await season.step();
        await season.end();
      } catch (error) {
        throw new Error(`Season ${seed} on ${engine}:\n${season.story}\n${error}`, { cause: error });
      } finally {
        await season.close();
        mails += season.mails;
        hooks += season.arrived.hooks;
        pushes += season.arrived.pushes;
      }
      for (const [what, times] of Object.entries(season.faults)) faults[what] = (faults[what] ?? 0) + times;
    }
    const counts = `${mails} mails, ${hooks} calls of hooks, ${pushes} pushes`;
    console.log(`${seed - firstSeed} seasons, ${steps} steps, ${counts}, faults: ${JSON.stringify(faults)}`);
    expect(steps).toBeGreaterThan(0);
  },
  (minutes + 5) * MINUTE,
);
