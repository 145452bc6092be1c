import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { easternToUtc } from '#core/eastern-time.ts';
import { loadGames } from '#server/games/reads.ts';
import { WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { usualEngines } from '#tests/engines.ts';
import { withLeague } from '#tests/league.ts';
import type { GameWrite } from './store.ts';
import { addWeeks, writeGames } from './store.ts';

const TUESDAY = easternToUtc('2026-09-08', '12:00');
const DAY = 24 * HOUR;
const weeks = [WEEK_1, WEEK_2];
const gids = ['a', 'b', 'c'];
const facts = { home: 'PHI', away: 'DAL', weekId: WEEK_1, kickoff: SUNDAY_1PM, timeTbd: false };

/** What somebody writes of a game, so many hours after the last write. */
interface Write {
  readonly hours: number;
  readonly gid: string;
  readonly change: Partial<GameWrite>;
}

const anyWrite: fc.Arbitrary<Write> = fc.record({
  hours: fc.nat({ max: 40 }),
  gid: fc.constantFrom(...gids),
  change: fc.oneof(
    fc.record({ spread: fc.option(fc.integer({ min: -9, max: 9 })) }),
    fc.record({ kickoff: fc.integer({ min: -12, max: 20 }).map((days) => SUNDAY_1PM + days * DAY) }),
    fc.record({ weekId: fc.constantFrom(...weeks) }),
    fc.record({ status: fc.constantFrom('In Progress' as const, 'Not Started' as const) }),
  ),
});

describe.each(usualEngines)('Lines of games that change at any time on %s', (engine) => {
  const league = withLeague(engine);

  beforeAll(async () => {
    await addWeeks(league.store.db, weeks);
  });

  const told = async (now: number) => {
    const read = await Promise.all(weeks.map((week) => loadGames(league.store.db, week, now)));
    return new Map(read.flatMap(({ state }) => state.games).map((game) => [game.gid, game]));
  };

  const write = (games: readonly GameWrite[], now: number) =>
    league.store.db.transaction().execute((tx) => writeGames(tx, engine, games, () => now, 'feed'));

  async function play(first: readonly (number | null)[], writes: readonly Write[]): Promise<void> {
    await league.store.db.deleteFrom('games').execute();
    let now = TUESDAY - 2 * DAY;
    await write(
      gids.map((gid, at) => ({ ...facts, gid, spread: first[at] ?? null })),
      now,
    );
    let last = await told(now);
    for (const { hours, gid, change } of writes) {
      now += hours * HOUR;
      const before = await told(now);
      for (const [id, { spread, frozenSpread }] of before) {
        const earlier = last.get(id)?.frozenSpread ?? null;
        expect([earlier, spread, null]).toContain(frozenSpread);
        if (earlier !== null) expect(frozenSpread).toBe(earlier);
      }
      const { weekId = WEEK_1, kickoff = SUNDAY_1PM } = before.get(gid) ?? {};
      await write([{ ...facts, gid, weekId, kickoff, ...change }], now);
      last = await told(now);
      for (const [id, { frozenSpread }] of before) {
        if (frozenSpread !== null) expect(last.get(id)?.frozenSpread).toBe(frozenSpread);
      }
    }
  }

  test('never change again once they are shown as frozen, and freeze as they stood', async () => {
    const lines = fc.array(fc.option(fc.integer({ min: -9, max: 9 })), { minLength: 3, maxLength: 3 });
    const property = fc.asyncProperty(lines, fc.array(anyWrite, { maxLength: 12 }), play);
    await fc.assert(property, { numRuns: engine === 'sqlite' ? 60 : 20 });
  });
});
