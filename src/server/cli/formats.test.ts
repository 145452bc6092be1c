import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PresetName } from '#core/rules/presets.ts';
import type { CliLeague } from '#tests/cli-league.ts';
import { coming, createCliLeague, header, played } from '#tests/cli-league.ts';

const pool = ['--pool', 'Old Boys'];
const another = '2023_02_SF_DET,2023,REG,2,2023-09-17,Sunday,13:00,SF,10,DET,20,,outdoors';
/** Far enough off never to lock. */
const sealed = '2098_03_SEA_DET,2098,REG,3,2098-09-21,Sunday,13:00,SEA,,DET,,-3.5,dome';

describe('Confidence and survivor at the command line', () => {
  let league: CliLeague;

  beforeEach(async () => {
    league = await createCliLeague('sqlite');
    await league.importSeason(...played, coming, another);
  });

  afterEach(() => league.drop());

  function importInto(to: CliLeague, preset: PresetName, columns: string, rows: readonly string[]) {
    const file = to.file('picks.csv', columns, ...rows);
    return to.run('import', 'picks', file, ...pool, '--create', '--preset', preset);
  }

  const confidence = 'season,week,player,pick,points,tiebreak';
  const survivor = 'season,week,player,pick';
  const importPoints = (...rows: string[]) => importInto(league, 'confidence', confidence, rows);
  const importTeams = (...rows: string[]) => importInto(league, 'survivor', survivor, rows);
  const exported = async (what: string, from = league) =>
    (await from.run('export', what, ...pool)).stdout.trimEnd().split('\n');

  /** Gives an imported player an account, and a choice of their own in place of what the file had. */
  async function enterWithAccount(name: string, weekId: string, choice: object) {
    await league.withStore(async ({ db }) => {
      const user = await db.selectFrom('users').select('id').where('display_name', '=', name).executeTakeFirstOrThrow();
      const since = new Date().toISOString();
      const emailVerified = 0;
      const account = { id: `account of ${name}`, name, email: 'own@example.org', emailVerified, image: null };
      await db
        .insertInto('accounts')
        .values({ ...account, createdAt: since, updatedAt: since })
        .execute();
      await db.updateTable('users').set({ account_id: account.id }).where('id', '=', user.id).execute();
      await db.updateTable('entries').set({ user_id: user.id }).where('player_id', '=', user.id).execute();
      const entries = db.selectFrom('entries').select('id').where('player_id', '=', user.id);
      const own = db
        .updateTable('picks')
        .set({ value: JSON.stringify(choice) })
        .where('kind', 'in', ['order', 'team']);
      await own.where('entry_id', 'in', entries).where('about', '=', weekId).execute();
    });
  }

  describe('a confidence pool', () => {
    const ann = ['2023,1,Ann,DET,1,40', '2023,1,Ann,SF,2,'];
    const bob = ['2023,1,Bob,DET,2,37', '2023,1,Bob,PIT,1,'];

    it('scores each right pick with its points', async () => {
      const { code, stdout } = await importPoints(...ann, ...bob);
      expect([code, stdout]).toEqual([
        0,
        "Pool 'Old Boys' (new): 4 picks of 2 players (2 new): 4 written, 0 unchanged.\n" +
          'Points: 2 weeks given, 2 written.\nTiebreak: 2 weeks guessed, 2 written.\n',
      ]);
      expect(await exported('scores')).toEqual([
        'season,week,week_id,player,score,total',
        '2023,1,2023-week1,Ann,3,3',
        '2023,1,2023-week1,Bob,2,2',
      ]);
    });

    it('writes what differs when it is imported again, and removes nothing', async () => {
      await importPoints(...ann, ...bob);
      expect((await importPoints(...ann, ...bob)).stdout).toContain('Points: 2 weeks given, 0 written.');
      const again = await importPoints('2023,1,Bob,DET,1,', '2023,1,Bob,PIT,2,');
      expect(again.stdout).toContain('Points: 1 week given, 1 written.');
      expect((await exported('scores')).slice(1)).toEqual(['2023,1,2023-week1,Ann,3,3', '2023,1,2023-week1,Bob,1,1']);
    });

    it('accepts points in a row without a pick', async () => {
      await importPoints('2023,1,Ann,DET,1,', '2023,1,Ann,,2,', '2023,1,Bob,DET,2,');
      expect((await exported('scores')).slice(1)).toEqual(['2023,1,2023-week1,Ann,1,1', '2023,1,2023-week1,Bob,2,2']);
    });

    it('keeps the order that a player with an account entered', async () => {
      await importPoints(...ann);
      await enterWithAccount('Ann', '2023-week1', { order: ['2023_01_SF_PIT', '2023_01_DET_KC'] });
      expect((await importPoints('2023,1,Ann,DET,1,', '2023,1,Ann,SF,2,')).stdout).toContain(
        '1 week given, 0 written.',
      );
      expect(await exported('picks')).toContain('2023,1,Ann,DET,2,40');
    });

    it.each([
      [
        'two values alike',
        ['2023,1,Ann,DET,2,', '2023,1,Ann,SF,2,'],
        3,
        'Ann gave 2 points in week 1 of 2023 already, in line 2.',
      ],
      ['a value out of range', ['2023,1,Ann,DET,3,'], 2, 'Ann gave 3 points in week 1 of 2023, which has 2 games.'],
      ['missing points', ['2023,1,Ann,DET,,'], 2, 'Ann gave DET no points in week 1 of 2023.'],
      ['points that are none', ['2023,1,Ann,DET,0,'], 2, "'0' is no value: a whole number from 1."],
      [
        'one game with two values',
        ['2023,1,Ann,DET,1,', '2023,1,Ann,DET,2,'],
        3,
        'Ann gave this game of week 1 of 2023 other points in line 2.',
      ],
    ])('refuses %s, naming line, player and week, and writes nothing', async (_, rows, line, problem) => {
      const before = await league.dump();
      const { code, stderr } = await importPoints(...rows);
      expect(code).toBe(1);
      expect(stderr).toContain(`:${line}:`);
      expect(stderr).toContain(problem);
      expect(await league.dump()).toEqual(before);
    });

    it('goes out as it came in, and gives an empty league the same scores', async () => {
      const rows = [...ann, ...bob, '2023,1,Cat,SF,1,', '2023,1,Cat,,2,', '2023,1,Dan,,,', '2023,2,Ann,DET,2,'];
      expect((await importPoints(...rows)).code).toBe(0);
      const open = await exported('picks');
      expect(open).toContain('2023,1,Cat,,2,');
      const copy = await createCliLeague('sqlite');
      try {
        await copy.importSeason(...played, coming, another);
        expect((await importInto(copy, 'confidence', confidence, open.slice(1))).code).toBe(0);
        expect(await exported('picks', copy)).toEqual(open);
        expect(await exported('scores', copy)).toEqual(await exported('scores'));
      } finally {
        await copy.drop();
      }
    });

    it('does not reveal points of an open game', async () => {
      await league.run('import', 'season', league.file('later.csv', header, sealed), '--season', '2098');
      await importPoints('2098,3,Ann,SEA,1,55');
      expect(await exported('picks')).toEqual([confidence, '2098,3,Ann,,,']);
    });

    it('has no pools of another kind with points', async () => {
      const { code, stderr } = await importInto(league, 'classic', confidence, ['2023,1,Ann,DET,1,']);
      expect(code).toBe(1);
      expect(stderr).toContain('This pool has no confidence.');
    });

    it('stands a full recount', async () => {
      await importPoints(...ann, ...bob);
      expect(await league.run('doctor')).toMatchObject({ code: 0 });
      await league.run('rescore');
      expect((await exported('scores')).slice(1)).toEqual(['2023,1,2023-week1,Ann,3,3', '2023,1,2023-week1,Bob,2,2']);
    });
  });

  describe('a survivor pool', () => {
    const teams = ['2023,1,Ann,SF', '2023,2,Ann,DET', '2023,1,Bob,KC', '2023,1,Cat,'];

    it('takes a team for each week, and scores a point for one that won', async () => {
      const { code, stdout } = await importTeams(...teams);
      expect([code, stdout]).toEqual([
        0,
        "Pool 'Old Boys' (new): 3 teams of 3 players (3 new): 3 written, 0 unchanged.\n",
      ]);
      expect((await exported('scores')).slice(1)).toEqual([
        '2023,1,2023-week1,Ann,1,1',
        '2023,1,2023-week1,Bob,0,0',
        '2023,1,2023-week1,Cat,0,0',
        '2023,2,2023-week2,Ann,1,2',
        '2023,2,2023-week2,Bob,0,0',
        '2023,2,2023-week2,Cat,0,0',
      ]);
      expect((await importTeams(...teams)).stdout).toContain('0 written, 3 unchanged.');
      expect(await league.run('doctor')).toMatchObject({ code: 0 });
    });

    it('lets a team be chosen once more in the post-season', async () => {
      expect((await importTeams('2023,2,Ann,DET', '2023,19,Ann,DET')).code).toBe(0);
    });

    it('takes a team as often as the rules allow, and scores a point for each safe choice', async () => {
      const third = '2023_03_DET_SF,2023,REG,3,2023-09-24,Sunday,13:00,DET,7,SF,20,,outdoors';
      await league.importSeason(...played, coming, another, third);
      const rules = league.file('rules.json', '{ "goal": "lose", "teamUses": 2 }');
      const importRows = (...rows: string[]) => {
        const file = league.file('picks.csv', survivor, ...rows);
        return league.run('import', 'picks', file, ...pool, '--create', '--preset', 'survivor', '--rules', rules);
      };
      const refused = await importRows('2023,1,Ann,DET', '2023,2,Ann,DET', '2023,3,Ann,DET');
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(':4:')]);
      expect(refused.stderr).toContain(
        'Ann has DET in week 3 of 2023, and in week 2 of 2023, in line 3. A team can be used 2 times.',
      );
      expect((await importRows('2023,2,Ann,DET', '2023,3,Ann,DET')).code).toBe(0);
      expect((await exported('scores')).slice(1)).toEqual(['2023,2,2023-week2,Ann,0,0', '2023,3,2023-week3,Ann,1,1']);
    });

    it('takes two teams of two games where a week has two, and writes them as they came', async () => {
      const rules = league.file('rules.json', '{ "twoTeamsFrom": 1 }');
      const importRows = (...rows: string[]) => {
        const file = league.file('picks.csv', survivor, ...rows);
        return league.run('import', 'picks', file, ...pool, '--create', '--preset', 'survivor', '--rules', rules);
      };
      const both = ['2023,1,Ann,DET', '2023,1,Ann,SF'];
      const refused = await importRows('2023,1,Ann,DET', '2023,1,Ann,KC');
      expect(refused.stderr).toContain('Ann picked the other team of this game in line 2.');
      expect((await importRows(...both)).stdout).toContain('2 written, 0 unchanged.');
      expect((await importRows(...both.toReversed())).stdout).toContain('0 written, 2 unchanged.');
      expect(await exported('picks')).toEqual([survivor, ...both]);
      expect((await exported('scores')).slice(1)).toEqual(['2023,1,2023-week1,Ann,2,2']);
    });

    it.each([
      [
        'a team used twice',
        ['2023,1,Ann,DET', '2023,2,Ann,DET'],
        3,
        'Ann has DET in week 2 of 2023, and in week 1 of 2023, in line 2.',
      ],
      ['a team that does not play', ['2023,1,Ann,SEA'], 2, 'SEA does not play in week 1 of 2023.'],
      [
        'two rows for a week',
        ['2023,1,Ann,DET', '2023,1,Ann,SF'],
        3,
        'Ann has a team of week 1 of 2023 already, in line 2.',
      ],
    ])('refuses %s, naming line, player and week, and writes nothing', async (_, rows, line, problem) => {
      const before = await league.dump();
      const { code, stderr } = await importTeams(...rows);
      expect(code).toBe(1);
      expect(stderr).toContain(`:${line}:`);
      expect(stderr).toContain(problem);
      expect(await league.dump()).toEqual(before);
    });

    it('checks a file against stored picks, and adds no players once it has begun', async () => {
      await importTeams(...teams);
      const used = await importTeams('2023,2,Ann,SF');
      expect(used.stderr).toContain('Ann has SF in week 2 of 2023, and in week 1 of 2023.');
      await league.withStore(({ db }) => db.updateTable('pools').set({ created_at: 1 }).execute());
      expect((await importTeams('2023,2,Dan,SF')).stderr).toContain('nobody joins a survivor pool once');
    });

    it('takes nobody and no week that has begun into a pool that a file made of weeks that had', async () => {
      await importTeams('2023,1,Cat,');
      const before = await league.dump();
      const late = await importTeams('2023,1,Dan,SF');
      expect([late.code, late.stderr]).toEqual([1, expect.stringContaining(':2:')]);
      expect(late.stderr).toContain('nobody joins a survivor pool once');
      const week = await importTeams('2023,1,Cat,SF', '2023,2,Cat,DET');
      expect([week.code, week.stderr]).toEqual([1, expect.stringContaining(':3:')]);
      expect(week.stderr).toContain('2023-week2 has begun');
      expect(await league.dump()).toEqual(before);
      await league.run('import', 'season', league.file('later.csv', header, sealed), '--season', '2098');
      const beyond = await importTeams('2023,1,Cat,SF', '2098,3,Cat,SEA');
      expect([beyond.code, beyond.stderr]).toEqual([1, expect.stringContaining(':3:')]);
      expect(beyond.stderr).toContain('2098-week3 comes after the last week of this survivor pool');
    });

    it('keeps the team that a player with an account chose', async () => {
      await importTeams(...teams);
      await enterWithAccount('Bob', '2023-week1', { gid: '2023_01_DET_KC', team: 'DET' });
      expect((await importTeams(...teams)).stdout).toContain('0 written');
      expect(await exported('picks')).toContain('2023,1,Bob,DET');
    });

    it('leaves the open games of a player with an account, and counts them as kept', async () => {
      await league.run('import', 'season', league.file('later.csv', header, sealed), '--season', '2098');
      await importTeams(...teams, '2098,3,Ann,', '2098,3,Bob,SEA');
      await enterWithAccount('Bob', '2098-week3', { gid: '2098_03_SEA_DET', team: 'DET' });
      for (const team of ['SEA', 'DET']) {
        const { stdout } = await importTeams('2023,1,Bob,KC', `2098,3,Bob,${team}`, '2098,3,Ann,SEA');
        expect(stdout).toContain(': 3 teams of 2 players (0 new): ');
        expect(stdout).toContain(' unchanged.\n1 pick stayed as their players or admins made them in the app.\n');
      }
    });

    it('goes out as it came in, sealed teams left out', async () => {
      await league.run('import', 'season', league.file('later.csv', header, sealed), '--season', '2098');
      await importTeams(...teams, '2098,3,Ann,SEA');
      expect(await exported('picks')).toEqual([
        survivor,
        '2023,1,Ann,SF',
        '2023,1,Bob,KC',
        '2023,1,Cat,',
        '2023,2,Ann,DET',
        '2023,2,Bob,',
        '2023,2,Cat,',
        '2098,3,Ann,',
        '2098,3,Bob,',
        '2098,3,Cat,',
      ]);
    });
  });
});
