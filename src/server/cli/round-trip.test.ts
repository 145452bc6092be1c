import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setPoolWeeks } from '#server/game-changes/deadline-store.ts';
import { addWeeks } from '#server/game-changes/store.ts';
import { addEntries } from '#server/imports/picks-store.ts';
import { setMembers } from '#server/members/store.ts';
import { createUser } from '#server/users/store.ts';
import type { CliLeague } from '#tests/cli-league.ts';
import { coming, createCliLeague, header, played } from '#tests/cli-league.ts';
import { usualEngines } from '#tests/engines.ts';

const pool = ['--pool', 'Old Boys'];
/** Far enough off never to lock. */
const sealed = '2098_03_SEA_DET,2098,REG,3,2098-09-21,Sunday,13:00,SEA,,DET,,-3.5,dome';
const picks = [
  '2023,1,Zo\u00eb; Jr.,KC',
  '2023,1,Zo\u00eb; Jr.,SF',
  '2023,1,=Ann,DET',
  '2023,19,=Ann,DET',
  '2023,2,__proto__,JAX',
  '2023,1,Nobody,',
];

describe.each(usualEngines)('What is exported on %s', (engine) => {
  let league: CliLeague;
  let copy: CliLeague;

  beforeEach(async () => {
    league = await createCliLeague(engine);
    copy = await createCliLeague(engine);
  });

  afterEach(async () => {
    await league.drop();
    await copy.drop();
  });

  it('gives an empty league the same scores', async () => {
    await league.importSeason(...played, coming.replace('13:00', ''));
    await league.importPicks(picks, '--create', '--preset', 'spread');
    const games = await league.run('export', 'games', '--season', '2023', '--excel');
    const open = await league.run('export', 'picks', ...pool);
    expect([games.stderr, open.stderr]).toEqual(['', '']);
    const seasonFile = copy.file('games.csv', games.stdout.trimEnd());
    expect((await copy.run('import', 'season', seasonFile, '--season', '2023')).stdout).toContain('4 added');
    const options = [...pool, '--create', '--preset', 'spread'];
    expect(await copy.run('import', 'picks', copy.file('picks.csv', open.stdout.trimEnd()), ...options)).toMatchObject({
      code: 0,
      stderr: '',
    });
    const scores = await league.scores();
    expect(scores.split('\n')).toHaveLength(2 + 4 * 3);
    expect(await copy.scores()).toBe(scores);
    expect((await copy.run('export', 'picks', ...pool)).stdout).toBe(open.stdout);
  });

  it('gives an empty league the games that are off', async () => {
    await league.importSeason(...played, coming);
    await league.withStore(({ db }) =>
      db.updateTable('games').set({ void: 'cancelled' }).where('gid', '=', '2023_02_KC_JAX').execute(),
    );
    const games = await league.run('export', 'games');
    const file = copy.file('games.csv', games.stdout.trimEnd());
    expect(await copy.run('import', 'season', file, '--season', '2023')).toMatchObject({ code: 0 });
    expect((await copy.run('export', 'games')).stdout).toBe(games.stdout);
    const off = await copy.withStore(({ db }) =>
      db.selectFrom('games').select('gid').where('void', '=', 'cancelled').execute(),
    );
    expect(off).toEqual([{ gid: '2023_02_KC_JAX' }]);
  });

  it('gives an empty league the same best bets', async () => {
    const rules = ['--create', '--rules', 'rules.json'];
    for (const each of [league, copy]) {
      each.file('rules.json', '{ "bestBets": 1, "games": 2 }');
      await each.importSeason(...played);
    }
    const file = league.file(
      'bets.csv',
      ['season,week,player,pick,best', '2023,1,Ann,KC,', '2023,1,Ann,SF,YES', '2023,1,Bob,,'].join('\n'),
    );
    expect(await league.run('import', 'picks', file, ...pool, ...rules)).toMatchObject({ code: 0, stderr: '' });
    const open = (await league.run('export', 'picks', ...pool)).stdout;
    expect(open).toContain('2023,1,Ann,SF,yes');
    expect(await copy.run('import', 'picks', copy.file('bets.csv', open.trimEnd()), ...pool, ...rules)).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect((await copy.run('export', 'picks', ...pool)).stdout).toBe(open);
    expect(await copy.scores()).toBe(await league.scores());
  });

  it('changes nothing in its own pool: with confidence from 16 down, a cancelled game, and somebody without an order', async () => {
    await league.importSeason(
      ...played,
      '2023_01_ARI_WAS,2023,REG,1,2023-09-10,Sunday,13:00,ARI,,WAS,,,outdoors',
      '2023_01_TB_MIN,2023,REG,1,2023-09-10,Sunday,13:00,TB,20,MIN,17,,dome',
    );
    await league.withStore(({ db }) =>
      db.updateTable('games').set({ void: 'cancelled' }).where('gid', '=', '2023_01_ARI_WAS').execute(),
    );
    league.file('rules.json', '{ "scale": "sixteen" }');
    const file = league.file(
      'points.csv',
      'season,week,player,pick,points',
      '2023,1,Ann,KC,16\n2023,1,Ann,SF,14\n2023,1,Ann,TB,15',
      '2023,1,Bob,DET,14\n2023,1,Bob,SF,15',
    );
    const options = [...pool, '--create', '--preset', 'confidence', '--rules', 'rules.json'];
    expect(await league.run('import', 'picks', file, ...options)).toMatchObject({ code: 0, stderr: '' });
    await league.withStore(async ({ db }) => {
      const entries = db
        .selectFrom('entries')
        .innerJoin('users', 'users.id', 'entries.owner_id')
        .select('entries.id')
        .where('display_name', '=', 'Bob');
      await db.deleteFrom('picks').where('kind', '=', 'order').where('entry_id', 'in', entries).execute();
      // A player's order has a place for the cancelled game, too.
      const gids = ['2023_01_SF_PIT', '2023_01_ARI_WAS', '2023_01_TB_MIN', '2023_01_DET_KC'];
      await db
        .updateTable('picks')
        .set({ value: JSON.stringify({ order: gids }) })
        .where('kind', '=', 'order')
        .execute();
    });
    const stored = async () => {
      const { picks, replaced_picks, audit_log } = await league.dump();
      return { picks, replaced_picks, audit_log, scores: await league.scores() };
    };
    const before = await stored();
    const again = league.file('again.csv', (await league.run('export', 'picks', ...pool)).stdout.trimEnd());
    expect(await league.run('import', 'picks', again, ...pool)).toMatchObject({ code: 0, stderr: '' });
    expect(await stored()).toEqual(before);
  });

  describe('of people with one to three entries', () => {
    const rules = ['--create', '--rules', 'rules.json'];
    const named = 'season,week,player,entry,pick';

    async function importAs(to: CliLeague, text: string, preset: string, most = 3) {
      to.file('rules.json', `{ "entries": ${most} }`);
      return to.run('import', 'picks', to.file('picks.csv', text.trimEnd()), ...pool, ...rules, '--preset', preset);
    }
    const exported = async (from: CliLeague, what: string) => (await from.run('export', what, ...pool)).stdout;
    const names = (of: CliLeague) =>
      of.withStore(async ({ db }) => {
        const rows = await db
          .selectFrom('entries')
          .innerJoin('users', 'users.id', 'entries.owner_id')
          .select(['display_name', 'number', 'name'])
          .orderBy('display_name')
          .orderBy('number')
          .execute();
        return rows.map(({ display_name, number, name }) => `${display_name} ${number}: ${name ?? ''}`);
      });

    it.each([
      [
        'classic',
        [
          named,
          '2023,1,Ann,Ann,KC',
          '2023,1,Ann,Ann,SF',
          '2023,1,Ann,Ann 2,DET',
          '2023,1,Ann,"Last; not, least",KC',
          '2023,1,Bob,Underdogs,PIT',
          '2023,1,Bob,=Bob,DET',
          '2023,1,Cy,,DET',
        ],
      ],
      [
        'confidence',
        [
          `${named},points,tiebreak`,
          '2023,1,Ann,Ann,KC,2,40',
          '2023,1,Ann,Ann,SF,1,40',
          '2023,1,Ann,Ann 2,KC,1,41',
          '2023,1,Ann,Ann 2,PIT,2,41',
          '2023,1,Ann,"Last; not, least",SF,2,',
          '2023,1,Bob,Underdogs,DET,1,',
          '2023,1,Bob,=Bob,KC,2,37',
          '2023,1,Cy,,DET,1,38',
        ],
      ],
      [
        'survivor',
        [
          named,
          '2023,1,Ann,Ann,KC',
          '2023,1,Ann,Ann 2,DET',
          '2023,1,Ann,"Last; not, least",SF',
          '2023,1,Bob,Underdogs,DET',
          '2023,1,Bob,=Bob,PIT',
          '2023,1,Cy,,SF',
          '2023,2,Ann,Ann 2,KC',
          '2023,2,Ann,Ann,JAX',
        ],
      ],
    ])('gives an empty league the same entries, by the rules of %s', async (preset, lines) => {
      for (const each of [league, copy]) await each.importSeason(...played, coming);
      const made = await importAs(league, lines.join('\n'), preset);
      expect([made.code, made.stderr, made.stdout]).toEqual([
        0,
        '',
        expect.stringContaining('Further entries: 3 new.'),
      ]);
      expect(await names(league)).toEqual([
        'Ann 1: ',
        'Ann 2: Ann 2',
        'Ann 3: Last; not, least',
        'Bob 1: Underdogs',
        'Bob 2: =Bob',
        'Cy 1: ',
      ]);
      const open = await exported(league, 'picks');
      expect(open).toContain('2023,1,Ann,"Last; not, least",');
      const before = await league.dump();
      expect((await importAs(league, open, preset)).stdout).toContain(': 0 written, ');
      expect(await league.dump()).toEqual(before);

      expect(await importAs(copy, open, preset)).toMatchObject({ code: 0, stderr: '' });
      expect(await names(copy)).toEqual(await names(league));
      for (const what of ['picks', 'scores', 'winners'])
        expect(await exported(copy, what)).toBe(await exported(league, what));
      expect(await copy.run('doctor')).toMatchObject({ code: 0 });
    });

    it('names the entry of each line, and its owner', async () => {
      await league.importSeason(...played);
      await importAs(league, `${named}\n2023,1,Ann,Ann,KC\n2023,1,Ann,Second,DET\n2023,1,Bob,,SF`, 'classic');
      expect(await exported(league, 'scores')).toBe(
        'season,week,week_id,player,entry,score,total\n' +
          '2023,1,2023-week1,Ann,Ann,0,0\n2023,1,2023-week1,Ann,Second,1,1\n2023,1,2023-week1,Bob,Bob,1,1\n',
      );
      expect(await exported(league, 'winners')).toBe(
        'season,week,week_id,player,entry,score,guess,difference\n' +
          '2023,1,2023-week1,Ann,Second,1,,\n2023,1,2023-week1,Bob,Bob,1,,\n',
      );
    });

    it('uses the first entry for lines without one', async () => {
      await league.importSeason(...played);
      await importAs(league, `${named}\n2023,1,Ann,Best,KC\n2023,1,Ann,Second,DET`, 'classic');
      expect((await league.importPicks(['2023,1,Ann,DET', '2023,1,Ann,SF'])).stdout).toContain('2 written');
      expect(await exported(league, 'picks')).toBe(
        `${named}\n2023,1,Ann,Best,DET\n2023,1,Ann,Best,SF\n2023,1,Ann,Second,DET\n`,
      );
    });

    it('refuses more of them than the pool allows, with the lines, and writes nothing', async () => {
      await league.importSeason(...played);
      const before = await league.dump();
      const file = `${named}\n2023,1,Ann,,KC\n2023,1,Ann,Second,DET\n2023,1,Ann,Third,DET\n2023,1,Ann,Third,SF\n`;
      const { code, stderr } = await importAs(league, file, 'classic', 2);
      expect([code, stderr]).toEqual([
        1,
        'picks.csv:4:12: entry: Ann would have 3 entries. A player of this pool has at most 2.\nNothing was imported.\n',
      ]);
      expect(await league.dump()).toEqual(before);
    });
  });

  it('reports names that an import will not recognize, and games without an nflverse week', async () => {
    await league.importSeason(...played);
    await league.importPicks(['2023,1,Ann,KC'], '--create');
    await league.withStore(async (store) => {
      const { db } = store;
      const { id } = await db.selectFrom('pools').select('id').executeTakeFirstOrThrow();
      await setMembers(db, id, [await createUser(db, { displayName: 'ann', accountId: null }, Date.now())], Date.now());
      await addWeeks(db, ['2020-week18']);
      await setPoolWeeks(db, { engine: store.engine, now: Date.now }, id, ['2020-week18']);
      const known = await db.selectFrom('games').selectAll().executeTakeFirstOrThrow();
      await db
        .insertInto('games')
        .values({ ...known, gid: 'exhibition', week_id: '2020-week18' })
        .execute();
    });
    const open = await league.run('export', 'picks', ...pool);
    expect(open.stderr).toBe(
      "Names that look like another member's got a number: ann (2). 'import picks' takes these for other players.\n" +
        '1 week left out, because nflverse has no number for the week: 2020-week18.\n',
    );
    await league.withStore(async (store) => {
      const { id: besideId } = await store.db.selectFrom('entries').select('id').executeTakeFirstOrThrow();
      await addEntries(store, [{ besideId, name: 'Second' }], Date.now());
    });
    expect((await league.run('export', 'picks', ...pool)).stderr).toContain(
      "Names that look like another entry's got a number: ann (2). 'import picks' takes these for other entries.\n",
    );
    const games = await league.run('export', 'games');
    expect(games.stderr).toBe('1 game left out, because nflverse has no number for the week: 2020-week18.\n');
  });

  it('has no pick of a game that is not locked', async () => {
    await league.importSeason(...played);
    await league.run('import', 'season', league.file('later.csv', header, sealed), '--season', '2098');
    await league.importPicks(['2023,1,Ann,KC', '2098,3,Ann,SEA', '2098,3,Bob,'], '--create');
    expect((await league.run('export', 'picks', ...pool)).stdout).toBe(
      'season,week,player,pick\n2023,1,Ann,KC\n2023,1,Bob,\n2098,3,Ann,\n2098,3,Bob,\n',
    );
  });
});
