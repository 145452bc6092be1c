import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Side } from '#core/types.ts';
import { nflverseWeekIdFromNumber } from '#core/weeks.ts';
import type { CliLeague } from '#tests/cli-league.ts';
import { createCliLeague } from '#tests/cli-league.ts';
import { usualEngines } from '#tests/engines.ts';
import { firebaseExport } from '#tests/firebase-export.ts';
import { nflCsv } from '#tests/nfl-data.ts';
import type { Ran } from '#tests/run-cli.ts';

type Line = Record<string, string>;

const POOL = '-Nstraight2024';
const weekOf = ({ season, week }: Line) => nflverseWeekIdFromNumber(Number(season), Number(week)) ?? '';

/** The season as an export, its games numbered in each week. One old score is wrong. */
function seasonExport(official: readonly Line[]) {
  const times = new Map(nflCsv('games.csv').map((game) => [game.game_id, `${game.gameday}T${game.gametime}:00-05:00`]));
  const games = nflCsv('pools/straight_2024_games.csv');
  const picks = nflCsv('pools/straight_2024_picks.csv').filter(({ side }) => side === 'home' || side === 'away');
  const players = [...new Set([...picks, ...official].map(({ player = '' }) => player))];
  return firebaseExport({
    users: players.map((player) => ({ uid: `uid${player}`, name: player })),
    pools: [
      {
        id: POOL,
        name: 'Straight 2024',
        members: players.map((player) => `uid${player}`),
        weeks: [...new Set(games.map(weekOf))],
      },
    ],
    games: games.map((game) => ({
      gid: game.game_no ?? '',
      weekId: weekOf(game),
      away: game.away ?? '',
      home: game.home ?? '',
      start: times.get(game.game_id) ?? '',
      score: [Number(game.away_score), Number(game.home_score)],
    })),
    picks: picks.map((pick) => ({
      poolId: POOL,
      uid: `uid${pick.player}`,
      weekId: weekOf(pick),
      gid: pick.game_no ?? '',
      side: pick.side as Side,
    })),
    scores: official.map((line, at) => ({
      poolId: POOL,
      uid: `uid${line.player}`,
      weekId: weekOf(line),
      score: Number(line.official_week_score) + (at === 0 ? 1 : 0),
    })),
  });
}

describe('A season and its pool from a Firebase export', () => {
  describe.each(usualEngines)('on %s', (engine) => {
    let league: CliLeague;
    let ran: Ran;
    const official = nflCsv('pools/straight_2024_oracle.csv');

    beforeAll(async () => {
      league = await createCliLeague(engine);
      writeFileSync(join(league.folder, 'export.json'), JSON.stringify(seasonExport(official)));
      ran = await league.run('import', 'firebase', 'export.json');
    });

    afterAll(() => league?.drop());

    it('give exactly the 910 official scores', async () => {
      expect(ran.code).toBe(0);
      const { stdout } = await league.run('export', 'scores', '--pool', 'Straight 2024');
      const keyOf = (line: Line) => `${line.season} ${line.week} ${line.player}`;
      const scores = new Map(parse<Line>(stdout, { columns: true }).map((line) => [keyOf(line), line.score]));
      expect(official).toHaveLength(910);
      expect(official.map((line) => `${keyOf(line)}: ${scores.get(keyOf(line))}`)).toEqual(
        official.map((line) => `${keyOf(line)}: ${line.official_week_score}`),
      );
    });

    it('name the one old score that differs, and leave nothing out', () => {
      expect(ran.stdout).toContain(
        'Old scores that differ from what picks and games come to, and are not imported: 1.',
      );
      expect(ran.stdout).toContain('Straight 2024, P001, Week 1 of 2024: 16 in the export, 15 by its picks and games');
      expect(ran.stdout).toContain('Nothing was left out.');
    });

    it('stand a full recount', async () => {
      expect(await league.run('doctor')).toMatchObject({ code: 0 });
    });
  });
});
