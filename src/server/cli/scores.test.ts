import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CliLeague } from '#tests/cli-league.ts';
import { createCliLeague, picks, season } from '#tests/cli-league.ts';
import { damageFile } from '#tests/database.ts';

describe('The doctor', () => {
  let league: CliLeague;

  beforeAll(async () => {
    league = await createCliLeague('sqlite');
    await league.importSeason(...season);
    await league.importPicks(picks, '--create');
  });

  afterAll(() => league?.drop());

  it('finds every score that a full recount contradicts, with code 1, and rescore puts them right', async () => {
    await league.withStore(async ({ db }) => {
      await db.updateTable('week_scores').set({ halves: 15 }).where('week_id', '=', '2023-week1').execute();
      await db.deleteFrom('week_scores').where('week_id', '=', '2023-wild-card').execute();
    });
    const sick = await league.run('doctor');
    const [header, ...rows] = sick.stdout.trimEnd().split('\n');
    expect(header).toBe('pool,week_id,player,stored,counted,stored_right,counted_right');
    expect(rows.sort()).toEqual([
      `Old Boys,2023-week1,"O'Neil, Bob",7.5,1,1,1`,
      'Old Boys,2023-week1,Ann,7.5,1,1,1',
      'Old Boys,2023-wild-card,Ann,0,1,0,1',
    ]);
    expect(sick.stderr).toBe("3 scores differ from a full recount. 'rescore' puts them right.\n");
    expect(sick.code).toBe(1);

    expect(await league.run('rescore')).toMatchObject({ code: 0, stdout: 'Worked out the scores of 3 weeks.\n' });
    expect(await league.run('doctor')).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('The doctor on an SQLite file', () => {
  let league: CliLeague;

  beforeAll(async () => {
    league = await createCliLeague('sqlite');
    await league.importSeason(...season);
  });

  afterAll(() => league?.drop());

  it('finds rows that refer to nothing', async () => {
    await league.withStore(async ({ db }) => {
      await sql`pragma foreign_keys = off`.execute(db);
      await sql`insert into pool_weeks (pool_id, week_id, enabled) values ('no-such-pool', '2023-week1', 1)`.execute(
        db,
      );
    });
    const { code, stderr } = await league.process.run('doctor');
    expect(stderr).toContain('1 row of the database refer');
    expect(code).toBe(1);
  });

  it('finds damage, shows instructions, and does not change the file', async () => {
    damageFile(league.location);
    const before = readFileSync(league.location);
    const { code, stdout, stderr } = await league.run('doctor');
    expect(stderr).toMatch(/is damaged .*Restore a copy: npm run pickem -- restore FILE\n$/);
    expect(stdout).toBe('');
    expect(code).toBe(1);
    expect(readFileSync(league.location)).toEqual(before);
  });
});
