import { describe, expect, test } from 'vitest';
import { gamesOfWeek } from '#server/games/reads.ts';
import type { Engine } from '#server/platform/db/connect.ts';
import { usualEngines } from '#tests/engines.ts';
import { withLeague } from '#tests/league.ts';
import { nflJson } from '#tests/nfl-data.ts';
import { parseScoreboard } from './espn/scoreboard.ts';
import { at, listOf, textOf } from './json.ts';
import { syncWeek } from './sync.ts';

const WEEK = '2026-week1';
const captures = ['a', 'b', 'c'];
const AUGUST = Date.parse('2026-08-01T12:00:00Z');

const recorded = (capture: string) => nflJson(`espn/scoreboard/2026_reg_w1_pre_${capture}.json`);

/** The lines of a capture as its words say them, by game: an own reading, beside that of the feed. */
function linesInWords(capture: string): Record<string, number> {
  const events = listOf(at(recorded(capture), 'events'));
  return Object.fromEntries(
    events.map((event) => {
      const competition = listOf(at(event, 'competitions'))[0];
      const teams = listOf(at(competition, 'competitors'));
      const code = (side: string) =>
        at(
          teams.find((team) => at(team, 'homeAway') === side),
          'team',
          'abbreviation',
        );
      const [favorite, points] = String(textOf(at(listOf(at(competition, 'odds'))[0], 'details'))).split(' ');
      const line = Math.abs(Number(points));
      return [`${code('away')} ${code('home')}`, favorite === code('home') ? line : -line];
    }),
  );
}

function moves(before: Record<string, number>, after: Record<string, number>): Record<string, [number, number]> {
  const moved = Object.keys(after).filter((game) => before[game] !== after[game]);
  return Object.fromEntries(moved.map((game) => [game, [before[game] ?? Number.NaN, after[game] ?? Number.NaN]]));
}

describe('Three captures of one week while lines moved', () => {
  describe.each(usualEngines)('on %s', (engine: Engine) => {
    const league = withLeague(engine);

    const lines = async () => {
      const games = await gamesOfWeek(league.store.db, WEEK);
      const code = (abbr: string) => (abbr === 'WAS' ? 'WSH' : abbr);
      return Object.fromEntries(
        games.map((game) => [`${code(game.away)} ${code(game.home)}`, game.spread ?? Number.NaN]),
      );
    };

    test('bring exactly the moves that they contain, and nothing else', async () => {
      const asked = { season: 2026, type: 2, number: 1, weekId: WEEK } as const;
      let before: Record<string, number> = {};
      for (const [index, capture] of captures.entries()) {
        const { value, problems } = parseScoreboard(recorded(capture), asked);
        const now = AUGUST + index * 3_600_000;
        const synced = await syncWeek(
          league.store,
          { weekId: WEEK, games: value?.games ?? [], askedAt: now },
          () => now,
        );
        expect([...problems, ...synced.problems]).toEqual([]);
        const after = await lines();
        expect(after).toEqual(linesInWords(capture));
        if (index > 0) {
          const wanted = moves(linesInWords(captures[index - 1] ?? ''), linesInWords(capture));
          expect(Object.keys(wanted).length).toBeGreaterThan(0);
          expect(moves(before, after)).toEqual(wanted);
          expect(synced.gids).toHaveLength(Object.keys(wanted).length);
        }
        before = after;
      }
    });
  });
});
