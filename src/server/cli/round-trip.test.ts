import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setMembers } from '#server/store/members.ts';
import { setPoolWeeks } from '#server/store/pools.ts';
import { createUser } from '#server/store/users.ts';
import { addWeeks } from '#server/store/weeks.ts';
import type { CliLeague } from '#tests/cli-league.ts';
import { coming, createCliLeague, header, played } from '#tests/cli-league.ts';
import { engines } from '#tests/engines.ts';

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

describe.each(engines)('What is exported on %s', (engine) => {
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

  it('says which names an import does not know again, and which games have no week of nflverse', async () => {
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
