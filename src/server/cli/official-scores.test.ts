import { mkdtempSync, rmSync } from 'node:fs';
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

const POOL = ['--pool', 'Straight 2024'];

describe('A season and its pool from the files of those who kept them', () => {
  describe.each(usualEngines)('on %s', (engine) => {
    let database: TestDatabase;
    let exported: Map<string, Line>;
    const official = nflCsv('pools/straight_2024_oracle.csv');
    const run = (...args: string[]) => runCli([...args, '--database', database.location]);
    const keyOf = (line: Line) => `${line.season} ${line.week} ${line.player}`;

    beforeAll(async () => {
      database = await newDatabase(engine);
      const stderr = wordsOnNew(database.location);
      const season = await run('import', 'season', nflData('games.csv'), '--season', '2024');
      expect(season).toMatchObject({ code: 0, stderr });
      const picks = await run('import', 'picks', nflData('pools/straight_2024_picks.csv'), ...POOL, '--create');
      expect(picks.code).toBe(0);
      expect(picks.stderr).toMatch(/^(\d+ of 11747 picks\n)+$/);
      const { stdout } = await run('export', 'scores', ...POOL);
      exported = new Map(parse<Line>(stdout, { columns: true }).map((line) => [keyOf(line), line]));
    });

    afterAll(() => database?.drop());

    it('give a line for each of 44 players in each of 22 weeks', () => {
      expect(exported.size).toBe(44 * 22);
    });

    it('give exactly the 910 official scores', () => {
      expect(official).toHaveLength(910);
      const ours = official.map((line) => `${keyOf(line)}: ${exported.get(keyOf(line))?.score}`);
      expect(ours).toEqual(official.map((line) => `${keyOf(line)}: ${line.official_week_score}`));
    });

    it('give the official running totals, but for what the host gave away in weeks for which they list no score', () => {
      const listed = new Set(official.map(keyOf));
      const gifts = new Map<string, Set<number>>();
      for (const line of official) {
        const difference = Number(line.official_total_after_week) - Number(exported.get(keyOf(line))?.total);
        if (difference === 0) continue;
        gifts.set(line.player ?? '', (gifts.get(line.player ?? '') ?? new Set()).add(difference));
      }
      for (const [player, differences] of gifts) {
        expect(differences.size, player).toBe(1);
        expect(
          [2, 3].some((week) => listed.has(`2024 ${week} ${player}`)),
          player,
        ).toBe(false);
      }
      expect(gifts.size).toBe(3);
    });

    it('are the same in another league that takes the pool from its file', async () => {
      const [other, folder] = [await newDatabase(engine), mkdtempSync(join(tmpdir(), 'pickem-pool-'))];
      const elsewhere = (...args: string[]) => runCli([...args, '--database', other.location]);
      const file = join(folder, 'pool.json');
      try {
        expect(await run('export', 'pool', file, ...POOL)).toMatchObject({ code: 0, stderr: '' });
        expect(await run('export', 'pool', file, ...POOL)).toMatchObject({
          code: 1,
          stderr: `${file} exists already. Nothing was written.\n`,
        });
        expect((await elsewhere('import', 'pool', file)).stdout).toBe(
          "Pool 'Straight 2024' (new): 44 people, 44 entries.\n",
        );
        for (const what of ['scores', 'picks'])
          expect((await elsewhere('export', what, ...POOL)).stdout).toBe((await run('export', what, ...POOL)).stdout);
        expect(await elsewhere('doctor')).toMatchObject({ code: 0 });
        const again = await elsewhere('import', 'pool', file);
        expect(again).toMatchObject({ code: 1, stderr: 'This pool is in the league already. Nothing was imported.\n' });
      } finally {
        rmSync(folder, { recursive: true });
        await other.drop();
      }
    });

    it('stand a full recount', async () => {
      expect(await run('doctor')).toMatchObject({ code: 0 });
    });
  });
});
