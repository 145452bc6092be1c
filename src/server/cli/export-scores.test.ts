import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareStore } from '#server/deps.ts';
import { entriesOfOwner } from '#server/entries/reads.ts';
import { addWeeks } from '#server/game-changes/store.ts';
import { createPoolWithWeeks } from '#server/imports/picks-store.ts';
import { setMembers } from '#server/members/store.ts';
import { createUser } from '#server/users/store.ts';
import { leagueSettings } from '#tests/app.ts';
import type { CliLeague } from '#tests/cli-league.ts';
import { createCliLeague } from '#tests/cli-league.ts';
import { runCli } from '#tests/run-cli.ts';
import { root } from '../../../scripts/root.ts';

describe('The exported scores', () => {
  let league: CliLeague;

  beforeEach(async () => {
    league = await createCliLeague('sqlite');
    await league.withStore((store) => prepareStore(store, leagueSettings));
  });

  afterEach(() => league.drop());

  /** Ann has a point in every week; the others have none. */
  const addPool = (weeks: string[], names: string[]) =>
    league.withStore(async (store) => {
      await addWeeks(store.db, weeks);
      const pool_id = await createPoolWithWeeks(store, { name: 'Old Boys' }, weeks, 0);
      for (const displayName of names) {
        const user_id = await createUser(store.db, { displayName, accountId: null }, 0);
        await setMembers(store.db, pool_id, [user_id], 0);
        if (displayName !== 'Ann') continue;
        const [{ id: entry_id = '' } = {}] = await entriesOfOwner(store.db, pool_id, user_id);
        const rows = weeks.map((week_id) => ({ pool_id, entry_id, week_id, halves: 2 }));
        await store.db.insertInto('week_scores').values(rows).execute();
      }
    });

  it('number weeks as nflverse does, in playing order, and sum over all seasons of the pool', async () => {
    await addPool(['2021-wild-card', '2020-wild-card', '2020-super-bowl', '2020-week10', '2020-week9'], ['Ann']);
    expect(await league.scores()).toBe(`season,week,week_id,player,score,total
2020,9,2020-week9,Ann,1,1
2020,10,2020-week10,Ann,1,2
2020,18,2020-wild-card,Ann,1,3
2020,21,2020-super-bowl,Ann,1,4
2021,19,2021-wild-card,Ann,1,5
`);
    expect(await league.scores('--season', '2021')).toBe(
      'season,week,week_id,player,score,total\n2021,19,2021-wild-card,Ann,1,5\n',
    );
  });

  it('distinguish members with the same name, and quote names that need it', async () => {
    await addPool(['2020-week1'], ['Sam', 'Sam', 'A "Red" Smith', 'Ann, Jr.']);
    const names = (await league.scores()).split('\n').slice(1, -1);
    expect(names.map((line) => line.replace('2020,1,2020-week1,', '').replace(',0,0', ''))).toEqual([
      '"A ""Red"" Smith"',
      '"Ann, Jr."',
      'Sam',
      'Sam (2)',
    ]);
  });

  it('leave names that only look alike as they were imported', async () => {
    await addPool(['2020-week1'], ['sam', 'Sam']);
    expect(await league.scores()).toContain('2020-week1,Sam,0,0\n2020,1,2020-week1,sam,0,0\n');
  });

  it('name a pool that exists', async () => {
    const { code, stdout, stderr } = await league.run('export', 'scores', '--pool', 'Nobody');
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: "There is no pool 'Nobody'.\n" });
  });

  it('may be closed early by the reader', async () => {
    await addPool(
      Array.from({ length: 18 }, (_, at) => `2021-week${at + 1}`),
      Array.from({ length: 300 }, (_, at) => `Player ${at}`),
    );
    const cli = `'${process.execPath}' '${join(root, 'src/server/cli/main.ts')}'`;
    const command = `${cli} export scores --pool 'Old Boys' --database '${league.location}' | head -n 1`;
    const { stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: 'season,week,week_id,player,score,total\n', stderr: '' });
  });
});

describe('A path on the command line', () => {
  it('is relative to the folder where npm was called, not to the project', async () => {
    const league = await createCliLeague('sqlite');
    const games = league.file('games.csv', 'season');
    const env = { npm_lifecycle_event: 'pickem', INIT_CWD: league.folder };
    const { stderr } = await runCli(['import', 'season', games, '--season', '2023'], { env });
    expect(stderr).toContain('games.csv:1:1: The columns ');
    await league.drop();
  });
});
