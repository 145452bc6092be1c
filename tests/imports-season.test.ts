/** The season of 2024 from spreadsheets, as a commissioner imports them on the screen. */
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { guessLayout } from '#core/sheet/guess-layout.ts';
import { matchNames } from '#core/sheet/match-names.ts';
import { planImport } from '#core/sheet/plan-import.ts';
import { gamesOfWeeks, weekIds } from '#server/games/reads.ts';
import { rescoreAllStale } from '#server/standings/store.ts';
import { readFile } from '#web/features/pool/manage/import/read-file.ts';
import { createTestApp } from './app.ts';
import { addPerson, addPool } from './builders.ts';
import { usualEngines } from './engines.ts';
import { isLong } from './long.ts';
import { nflCsv, nflData } from './nfl-data.ts';
import { runCli } from './run-cli.ts';
import { workbook } from './workbook.ts';

/** Players across, games down; with the week before the first of its games only. */
function grid(): string[][] {
  const rows = nflCsv('pools/straight_2024_picks.csv');
  const players = [...new Set(rows.map(({ player = '' }) => player))];
  const picks = new Map(rows.map(({ player, week, game_no, pick = '' }) => [`${player} ${week} ${game_no}`, pick]));
  let shown: string | undefined;
  const lines = nflCsv('pools/straight_2024_games.csv').map(({ week, game_no, away, home }) => {
    const first = week === shown ? '' : `Week ${week}`;
    shown = week;
    return [first, `${away} @ ${home}`, ...players.map((player) => picks.get(`${player} ${week} ${game_no}`) ?? '')];
  });
  return [['Week', 'Game', ...players], ...lines];
}

const csv = (rows: readonly (readonly string[])[]) =>
  new TextEncoder().encode(rows.map((row) => row.map((cell) => `"${cell}"`).join(';')).join('\r\n'));

describe('A season in a spreadsheet', () => {
  const files: readonly [string, () => Uint8Array][] = [
    ['a grid as CSV', () => csv(grid())],
    ['a grid as XLSX', () => workbook({ Picks: grid() }, true)],
  ];

  describe.each(usualEngines)('on %s', (engine) => {
    test.each(isLong ? files : files.slice(0, 1))('from %s gives the 910 official scores', async (_, make) => {
      const league = await createTestApp(engine);
      const at = ['--database', league.store.location];
      const { deps, clock, store } = league;
      clock.set(Date.now());
      await runCli(['import', 'season', nflData('games.csv'), '--season', '2024', ...at]);
      const weeks = await weekIds(store.db, 2024);
      const runner = await addPerson(deps);
      const poolId = await addPool(deps, { name: 'Straight 2024', weeks, commissioners: [runner] });

      const content = await readFile(make());
      const [table] = 'tables' in content ? content.tables : [];
      if (table === undefined) throw new Error('The file has no table.');
      const games = await gamesOfWeeks(store.db, weeks);
      const reading = guessLayout(table, { games, known: [], teams: {} });
      if (reading === null) throw new Error('The table has no picks.');
      expect(reading.problems).toBe(0);
      const names = matchNames(reading.names, []);
      const { sent } = planImport({
        picks: reading.picks,
        names,
        targets: names.map(() => 'new'),
        stored: () => null,
        refusal: () => null,
        replaces: false,
        laterCounts: false,
      });
      const body = { ...sent, name: 'picks.xlsx', replaces: false };
      (await league.call('POST /api/pools/:poolId/imports', { as: runner, params: { poolId }, body })).ok();
      await deps.afterCommit.idle();
      await rescoreAllStale(store, Date.now);

      const { stdout } = await runCli(['export', 'scores', '--pool', 'Straight 2024', ...at]);
      const scores = parse<Record<string, string>>(stdout, { columns: true });
      const byWeek = new Map(scores.map(({ week, player, score }) => [`${week} ${player}`, score]));
      const official = nflCsv('pools/straight_2024_oracle.csv');
      expect(official).toHaveLength(910);
      expect(official.map(({ week, player }) => byWeek.get(`${week} ${player}`))).toEqual(
        official.map(({ official_week_score }) => official_week_score),
      );
      await league.close();
    });
  });
});
