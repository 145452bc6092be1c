import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CliLeague } from '#tests/cli-league.ts';
import { coming, createCliLeague, header, played, season } from '#tests/cli-league.ts';
import { usualEngines } from '#tests/engines.ts';
import type { Ran } from '#tests/run-cli.ts';

describe.each(usualEngines)('An import on %s', (engine) => {
  let league: CliLeague;

  beforeAll(async () => {
    league = await createCliLeague(engine);
    await league.importSeason(...season);
    await league.importPicks(['2023,1,Ann,KC', '2023,2,Ann,KC'], '--create');
  });

  afterAll(() => league?.drop());

  it.each<[string, () => Promise<Ran>, string[]]>([
    [
      'a season with faults',
      () =>
        league.importSeason(
          ...played,
          coming.replace('KC,,JAX', 'KC,3,JAG'),
          coming.replace('2023-09-17', '17.9.2023'),
        ),
      [
        "games.csv:5:56: home_team: 'JAG' is not a team.",
        'games.csv:5:60: home_score: Only the other side has a score.',
        "games.csv:6:27: gameday: '17.9.2023' is not a date (YYYY-MM-DD).",
      ],
    ],
    [
      'a season without a column',
      () => league.run('import', 'season', league.file('games.csv', 'season'), '--season', '2023'),
      ['games.csv:1:1: The columns '],
    ],
    [
      'a season that the file does not have',
      () => league.run('import', 'season', league.file('games.csv', header, coming), '--season', '2022'),
      ['games.csv:1:1: This file has no games of 2022.'],
    ],
    [
      'picks with faults in themselves',
      () => league.importPicks(['2023,1,Ann,KC', '2023,1,Ann,KCC', '2023,40,Ann,KC'], '--create'),
      ["picks.csv:3:12: pick: 'KCC' is not a team.", "picks.csv:4:6: week: '40' is not a week of 2023."],
    ],
    [
      'picks that do not fit the season',
      () => league.importPicks(['2023,1,Ann,KC', '2023,1,Ann,DET', '2023,2,Ann,SF', '2023,3,Ann,SF'], '--create'),
      [
        'picks.csv:3:12: pick: Ann picked the other team of this game in line 2.',
        'picks.csv:4:12: pick: SF does not play in week 2 of 2023.',
        'picks.csv:5:6: week: 2023-week3 has no games yet. Import the season first.',
      ],
    ],
    [
      'picks of strangers and of foreign weeks, without --create',
      () => league.importPicks(['2023,1,Ann,KC', '2023,1,Zoe,KC', '2023,19,Ann,DET']),
      [
        'picks.csv:3:8: player: Zoe is not a member of this pool. --create adds players.',
        'picks.csv:4:6: week: 2023-wild-card is not a week of this pool. --create adds it.',
      ],
    ],
    ['no picks at all', () => league.importPicks([], '--create'), ['picks.csv:1:1: This file has no picks.']],
  ])('for %s writes nothing, and says where each fault is', async (_what, act, faults) => {
    const before = await league.dump();
    const { code, stdout, stderr } = await act();
    const lines = stderr.trimEnd().split('\n');
    expect(lines.pop()).toBe('Nothing was imported.');
    expect(lines).toEqual(faults.map((fault) => expect.stringContaining(fault)));
    expect(stdout).toBe('');
    expect(code).toBe(1);
    expect(await league.dump()).toEqual(before);
  });

  it('shows the first faults of many', async () => {
    const { stderr } = await league.importSeason(...Array.from({ length: 30 }, () => coming.replace(',KC,', ',X,')));
    expect(stderr.split('\n')).toHaveLength(23);
    expect(stderr).toContain('\n… and 10 more errors.\nNothing was imported.\n');
  });
});
