import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatWinPercentage,
  isPreseason,
  PRESEASON_TEXT,
  PRESEASON_TITLE,
  parseRecord,
  RECORDS_FAILED_TEXT,
  RECORDS_FAILED_TITLE,
  recordSources,
  recordText,
  SAMPLE_LABEL,
  seasonAt,
  teamRecord,
  winPercentage,
} from '#core/team-record.ts';
import { canonicalTeam, teamAbbrs } from '#core/teams.ts';
import { nflverseWeekId } from '#core/weeks.ts';
import { aFinal, aGame, anyGame, anyText } from '#tests/core-samples.ts';
import { nflCsv, nflJson } from '#tests/nfl-data.ts';

const anyResults = fc.record({
  wins: fc.integer({ min: 0, max: 17 }),
  losses: fc.integer({ min: 0, max: 17 }),
  ties: fc.integer({ min: 0, max: 3 }),
});

describe('A record as text', () => {
  it.each([
    ['0-0', { wins: 0, losses: 0, ties: 0 }],
    ['14-3', { wins: 14, losses: 3, ties: 0 }],
    ['4-4-1', { wins: 4, losses: 4, ties: 1 }],
  ])('%s names ties only if there are any', (text, results) => {
    expect(recordText(results)).toBe(text);
    expect(parseRecord(text)).toEqual(results);
  });

  it('comes back as it was written', () => {
    fc.assert(
      fc.property(anyResults, (results) => {
        expect(parseRecord(recordText(results))).toEqual(results);
      }),
    );
  });

  it.each([
    [' 10 - 7 ', { wins: 10, losses: 7, ties: 0 }],
    ['10-6-0', { wins: 10, losses: 6, ties: 0 }],
  ])('%j is understood', (text, results) => {
    expect(parseRecord(text)).toEqual(results);
  });

  it.each(['', '-', '10', '10-', '10-6-', '-1-2', '10-6-1-0', 'W-L', '1.5-2', '1000-0', '10–6'])(
    '%j is none',
    (text) => {
      expect(parseRecord(text)).toBeNull();
    },
  );

  it('is read or refused, never a failure, whatever the text', () => {
    const nearly = fc.tuple(fc.nat(), anyText, fc.nat()).map(([wins, between, losses]) => `${wins}${between}${losses}`);
    fc.assert(
      fc.property(fc.oneof(anyText, nearly), (text) => {
        const results = parseRecord(text);
        if (results !== null) expect(Object.values(results).every(Number.isInteger)).toBe(true);
      }),
    );
  });
});

describe('The win percentage', () => {
  it.each([
    [{ wins: 0, losses: 0, ties: 0 }, 0, '.000'],
    [{ wins: 17, losses: 0, ties: 0 }, 1, '1.000'],
    [{ wins: 14, losses: 3, ties: 0 }, 14 / 17, '.824'],
    [{ wins: 4, losses: 4, ties: 1 }, 0.5, '.500'],
    [{ wins: 0, losses: 3, ties: 1 }, 0.125, '.125'],
  ])('of %o counts a tie half', (results, share, text) => {
    expect(winPercentage(results)).toBe(share);
    expect(formatWinPercentage(share)).toBe(text);
  });

  it('of a team and of all its opponents make one', () => {
    fc.assert(
      fc.property(anyResults, ({ wins, losses, ties }) => {
        fc.pre(wins + losses + ties > 0);
        const both = winPercentage({ wins, losses, ties }) + winPercentage({ wins: losses, losses: wins, ties });
        expect(both).toBeCloseTo(1, 10);
      }),
    );
  });
});

describe('The record of a team from its own games', () => {
  it('counts Final games of the regular season, at home and away', () => {
    const games = [
      aFinal(10, 20, { home: 'PHI', away: 'DAL' }),
      aFinal(20, 10, { home: 'NYG', away: 'PHI' }),
      aFinal(30, 10, { home: 'PHI', away: 'KC' }),
      aFinal(13, 13, { home: 'PHI', away: 'TB' }),
      aFinal(13, 13, { home: 'GB', away: 'PHI' }),
      aFinal(3, 24, { home: 'MIN', away: 'PHI' }),
      aFinal(16, 17, { home: 'CHI', away: 'PHI' }),
      aFinal(20, 10, { home: 'KC', away: 'DAL' }),
      aFinal(20, 10, { home: 'PHI', away: 'SF', void: 'cancelled' }),
      aFinal(0, 10, { home: 'PHI', away: 'LAR', weekId: '2026-wild-card' }),
      aGame({ home: 'PHI', away: 'WAS', status: 'In Progress', homeScore: 21 }),
    ];
    expect(teamRecord('PHI', games)).toEqual({
      wins: 2,
      losses: 3,
      ties: 2,
      winPercentage: 3 / 7,
      homeRecord: '1-1-1',
      awayRecord: '1-2-1',
      overallRecord: '2-3-2',
    });
  });

  it('is the same under any code of the team', () => {
    const games = [aFinal(10, 20, { home: 'WSH', away: 'OAK' })];
    expect(teamRecord('WAS', games).homeRecord).toBe('1-0');
    expect(teamRecord('wsh', games).homeRecord).toBe('1-0');
    expect(teamRecord('LV', games).awayRecord).toBe('0-1');
  });

  it('is 0-0 before the first game', () => {
    expect(teamRecord('PHI', [])).toMatchObject({ overallRecord: '0-0', homeRecord: '0-0', winPercentage: 0 });
  });

  it('gives every win a loss on the other side', () => {
    const pairs = fc.array(fc.tuple(anyGame, fc.shuffledSubarray(['KC', 'LV', 'NE'], { minLength: 2, maxLength: 2 })));
    fc.assert(
      fc.property(pairs, (drawn) => {
        const games = drawn.map(([game, [home = '', away = '']]) => ({ ...game, home, away }));
        const records = ['KC', 'LV', 'NE'].map((abbr) => teamRecord(abbr, games));
        const wins = records.reduce((sum, record) => sum + record.wins, 0);
        const losses = records.reduce((sum, record) => sum + record.losses, 0);
        const ties = records.reduce((sum, record) => sum + record.ties, 0);
        expect(wins).toBe(losses);
        expect(ties % 2).toBe(0);
      }),
    );
  });
});

describe('Preseason', () => {
  const none = { wins: 0, losses: 0, ties: 0 };

  it.each([
    ['neither team has played', none, none, true],
    ['both lost their first game', { ...none, losses: 1 }, { ...none, losses: 1 }, false],
    ['one team has won', { ...none, wins: 1 }, none, false],
    ['both stand at 1-1', { ...none, wins: 1, losses: 1 }, { ...none, wins: 1, losses: 1 }, false],
    ['one stands at 0-1-1', none, { ...none, losses: 1, ties: 1 }, false],
    ['one team has tied', none, { ...none, ties: 1 }, false],
  ])('when %s', (_name, first, second, preseason) => {
    expect(isPreseason(first, second)).toBe(preseason);
  });

  it('and failure use the texts of the specification', () => {
    expect([PRESEASON_TITLE, PRESEASON_TEXT]).toEqual([
      'Preseason',
      'Team records will be available once the regular season begins',
    ]);
    expect([RECORDS_FAILED_TITLE, RECORDS_FAILED_TEXT]).toEqual([
      'Unable to load team statistics',
      'Please try again later',
    ]);
  });
});

describe('The order of record sources', () => {
  it.each([
    ['2026-09-13T17:00Z', 2026],
    ['2027-01-10T18:00Z', 2026],
    ['2027-02-14T23:30Z', 2026],
    ['2027-03-01T04:59Z', 2026],
    ['2027-03-01T05:00Z', 2027],
    ['2027-07-15T12:00Z', 2027],
  ])('the season of %s is %s', (moment, season) => {
    expect(seasonAt(Date.parse(moment))).toBe(season);
  });

  it('is the current season in two ways, then the year before', () => {
    expect(recordSources(Date.parse('2027-01-10T18:00Z'), false)).toEqual([
      { kind: 'standings', season: 2026 },
      { kind: 'team', season: 2026 },
      { kind: 'standings', season: 2025 },
    ]);
  });

  it('ends with the built-in sample in the demo, and never elsewhere', () => {
    const now = Date.parse('2026-09-13T17:00Z');
    expect(recordSources(now, true).at(-1)).toEqual({ kind: 'sample', season: null });
    expect(recordSources(now, true).slice(0, -1)).toEqual(recordSources(now, false));
    expect(SAMPLE_LABEL).toBe('Sample data');
  });
});

interface EspnEntry {
  readonly team: { readonly abbreviation: string };
  readonly stats: readonly { readonly name: string; readonly summary?: string; readonly displayValue: string }[];
}

describe('The records of the real 2024 season', () => {
  const games = nflCsv('games.csv')
    .filter((row) => row.season === '2024')
    .map((row) =>
      aFinal(Number(row.away_score), Number(row.home_score), {
        home: row.home_team ?? '',
        away: row.away_team ?? '',
        weekId: nflverseWeekId(2024, Number(row.week), row.game_type ?? '') ?? '',
      }),
    );
  const standings = nflJson('espn/standings/2024_reg_final.json') as {
    children: { standings: { entries: EspnEntry[] } }[];
  };
  const entries = standings.children.flatMap((conference) => conference.standings.entries);

  it.each(teamAbbrs)('of %s are those that the league printed', (abbr) => {
    const entry = entries.find((each) => canonicalTeam(each.team.abbreviation) === abbr);
    const printed = new Map(entry?.stats.map((stat) => [stat.name, stat.summary ?? stat.displayValue]));
    const record = teamRecord(abbr, games);
    expect(record.overallRecord).toBe(printed.get('overall'));
    expect(record.homeRecord).toBe(printed.get('Home'));
    expect(record.awayRecord).toBe(printed.get('Road'));
    expect(formatWinPercentage(record.winPercentage)).toBe(printed.get('winPercent'));
  });
});
