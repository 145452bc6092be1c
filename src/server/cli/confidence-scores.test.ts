import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '#tests/app.ts';
import { newDatabase } from '#tests/app.ts';
import { usualEngines } from '#tests/engines.ts';
import { nflCsv, nflData } from '#tests/nfl-data.ts';
import { runCli, wordsOnNew } from '#tests/run-cli.ts';

type Line = Record<string, string>;

const POOL = ['--pool', 'Confidence 2025'];
const keyOf = ({ week, player }: Line) => `${week} ${player}`;

describe('A confidence pool of eighteen players', () => {
  describe.each(usualEngines)('on %s', (engine) => {
    const folder = mkdtempSync(join(tmpdir(), 'pickem-confidence-'));
    const weeks = nflCsv('confidence/weeks.csv');
    let database: TestDatabase;
    const run = (...args: string[]) => runCli([...args, '--database', database.location]);
    const exported = async (what: string) =>
      parse<Line>((await run('export', what, ...POOL)).stdout, { columns: true });

    beforeAll(async () => {
      database = await newDatabase(engine);
      const stderr = wordsOnNew(database.location);
      const games = nflData('confidence/games.csv');
      expect(await run('import', 'season', games, '--season', '2025')).toMatchObject({ code: 0, stderr });
      const file = join(folder, 'picks.csv');
      writeFileSync(file, pickFile(weeks));
      expect(await run('import', 'picks', file, ...POOL, '--create', '--preset', 'confidence')).toMatchObject({
        code: 0,
        stderr: '',
      });
    });

    afterAll(async () => {
      await database?.drop();
      rmSync(folder, { recursive: true });
    });

    it('has the 36 totals of those who kept it', async () => {
      const ours = new Map((await exported('scores')).map((line) => [keyOf(line), line.score]));
      expect(weeks).toHaveLength(36);
      expect(weeks.map((line) => `${keyOf(line)}: ${ours.get(keyOf(line))}`)).toEqual(
        weeks.map((line) => `${keyOf(line)}: ${line.score}`),
      );
    });

    it('has the winners of its weeks', async () => {
      const bestOf = (week: string) => weeks.filter((line) => line.week === week && line.rank_by_score === '1');
      const winners = await exported('winners');
      for (const week of ['1', '2']) {
        expect(winners.filter((line) => line.week === week).map(({ player, score }) => [player, score])).toEqual(
          bestOf(week).map(({ player, score }) => [player, score]),
        );
      }
    });

    it.each([
      ['118', ['C08', '46', '-5']],
      ['117', ['C18', '48', '-3']],
    ])(
      'lets the guesses decide between the two at %s points of week 1: its last game had 51',
      async (score, winner) => {
        const level = weeks.filter((line) => line.week === '1' && line.score === score);
        expect(level).toHaveLength(2);
        const lone = ['--pool', `Level at ${score}`];
        const file = join(folder, 'level.csv');
        writeFileSync(file, pickFile(level));
        expect((await run('import', 'picks', file, ...lone, '--create', '--preset', 'confidence')).code).toBe(0);
        const { stdout } = await run('export', 'winners', ...lone);
        const lines = parse<Line>(stdout, { columns: true });
        expect(lines.map(({ player, guess, difference }) => [player, guess, difference])).toEqual([winner]);
      },
    );

    it('stands a full recount', async () => {
      expect(await run('doctor')).toMatchObject({ code: 0 });
    });
  });
});

/** The picks of some players' weeks as the import reads them. */
function pickFile(weeks: readonly Line[]): string {
  const guessOf = new Map(weeks.map((line) => [keyOf(line), line.tiebreak_guess]));
  const picks = nflCsv('confidence/picks.csv').filter((line) => guessOf.has(keyOf(line)));
  const rows = picks.map((line) =>
    [line.season, line.week, line.player, line.pick, line.confidence, guessOf.get(keyOf(line))].join(','),
  );
  return `season,week,player,pick,points,tiebreak\n${rows.join('\n')}\n`;
}
