import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CliLeague } from '#tests/cli-league.ts';
import { coming, createCliLeague, header, played } from '#tests/cli-league.ts';

const pool = ['--pool', 'Old Boys'];
/** Far enough off never to lock. */
const sealed = '2098_03_SEA_DET,2098,REG,3,2098-09-21,Sunday,13:00,SEA,,DET,,-3.5,dome';
const columns = 'season,week,player,pick,tiebreak';
/** In week 1 the last game, San Francisco at Pittsburgh, ended with 37 points. */
const guesses = ['2023,1,Ann,KC,', '2023,1,Ann,SF,40', '2023,1,Bob,SF,30', '2023,1,Bob,DET,30', '2023,1,Cat,PIT,37'];

describe('A tiebreak at the command line', () => {
  let league: CliLeague;

  beforeEach(async () => {
    league = await createCliLeague('sqlite');
    await league.importSeason(...played, coming);
  });

  afterEach(() => league.drop());

  const rules = (tiebreak: string) => ['--rules', league.file('rules.json', JSON.stringify({ tiebreak }))];

  function importPicks(rows: readonly string[], ...options: string[]) {
    return league.run('import', 'picks', league.file('picks.csv', columns, ...rows), ...pool, '--create', ...options);
  }

  const exported = async (what: string) => (await league.run('export', what, ...pool)).stdout.trimEnd().split('\n');

  it('takes a guess of each week, and says who won the decided ones', async () => {
    const rows = [...guesses, '2023,2,Ann,KC,50'];
    const imported = await importPicks(rows, ...rules('closest'));
    expect([imported.code, imported.stderr]).toEqual([0, '']);
    expect(imported.stdout).toContain('Tiebreak: 4 weeks guessed, 4 written.');
    expect(await exported('winners')).toEqual([
      'season,week,week_id,player,score,guess,difference',
      '2023,1,2023-week1,Bob,2,,',
    ]);
    await importPicks(['2023,1,Dan,SF,36', '2023,1,Dan,DET,36']);
    expect((await exported('winners')).slice(1)).toEqual(['2023,1,2023-week1,Dan,2,36,-1']);
  });

  it('writes what differs when it is imported again', async () => {
    await importPicks(guesses, ...rules('closest'));
    expect((await importPicks(guesses)).stdout).toContain('Tiebreak: 3 weeks guessed, 0 written.');
    expect((await importPicks(['2023,1,Bob,SF,31'])).stdout).toContain('Tiebreak: 1 week guessed, 1 written.');
  });

  it('prefers guesses that are not over where the rule says so', async () => {
    const rows = ['2023,1,Ann,SF,38', '2023,1,Bob,SF,10', '2023,1,Cat,SF,'];
    await importPicks(rows, ...rules('closest-under'));
    expect((await exported('winners')).slice(1)).toEqual(['2023,1,2023-week1,Bob,1,10,-27']);
  });

  it('lists all winners of a week that is shared, also in a pool without one', async () => {
    await importPicks(['2023,1,Bob,SF,', '2023,1,Ann,SF,', '2023,1,Cat,PIT,']);
    expect((await exported('winners')).slice(1)).toEqual(['2023,1,2023-week1,Ann,1,,', '2023,1,2023-week1,Bob,1,,']);
  });

  it.each([
    [
      'two guesses of one week',
      ['2023,1,Ann,KC,40', '2023,1,Ann,SF,41'],
      'closest',
      'line 3',
      'Ann guessed 40 in line 2.',
    ],
    ['a text', ['2023,1,Ann,KC,many'], 'closest', 'line 2', "'many' is no guess: a whole number from 0 to 200."],
    ['too much', ['2023,1,Ann,KC,201'], 'closest', 'line 2', "'201' is no guess: a whole number from 0 to 200."],
    ['any in a pool without', ['2023,1,Ann,KC,40'], 'none', 'line 2', 'This pool has no tiebreak.'],
  ])('refuses %s, naming the line, and writes nothing', async (_, rows, tiebreak, line, problem) => {
    const before = await league.dump();
    const { code, stderr } = await importPicks(rows, ...rules(tiebreak));
    expect(code).toBe(1);
    expect(stderr).toContain(problem);
    expect(stderr).toContain(line.replace('line ', ':'));
    expect(await league.dump()).toEqual(before);
  });

  it('exports the guesses of locked games, as import reads them', async () => {
    await league.run('import', 'season', league.file('later.csv', header, sealed), '--season', '2098');
    const rows = [...guesses, '2098,3,Ann,SEA,55'];
    await importPicks(rows, ...rules('closest'));
    const open = await exported('picks');
    expect(open).toEqual([
      columns,
      '2023,1,Ann,KC,40',
      '2023,1,Ann,SF,40',
      '2023,1,Bob,DET,30',
      '2023,1,Bob,SF,30',
      '2023,1,Cat,PIT,37',
      '2098,3,Ann,,',
      '2098,3,Bob,,',
      '2098,3,Cat,,',
    ]);
    expect((await importPicks(open.slice(1))).stdout).toContain('Tiebreak: 3 weeks guessed, 0 written.');
  });
});
