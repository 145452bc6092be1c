import { describe, expect, it } from 'vitest';
import { gameColumns, optionalGameColumns } from '#core/csv-columns.ts';
import { readCsv } from '#server/cli/export.ts';
import type { Flaw } from '#server/platform/csv.ts';
import { parseCsv } from '#server/platform/csv.ts';
import { nflData } from '#tests/nfl-data.ts';
import { parseSeason } from './season-rows.ts';

const columns = [...gameColumns, ...optionalGameColumns];
type Cells = Partial<Record<(typeof columns)[number], string>>;

const opener: Cells = {
  game_id: '2024_01_BAL_KC',
  season: '2024',
  game_type: 'REG',
  week: '1',
  gameday: '2024-09-05',
  gametime: '20:20',
  away_team: 'BAL',
  away_score: '20',
  home_team: 'KC',
  home_score: '27',
  spread_line: '3',
};

function read(season: number, ...rows: Cells[]) {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
  const { rows: records, flaws } = parseCsv(lines.map((line) => line.join(',')).join('\n'), columns);
  return { games: parseSeason(records, season, flaws), flaws };
}

const readOne = (changes: Cells) => read(Number(changes.season ?? 2024), { ...opener, ...changes });

describe('A game of nflverse', () => {
  it('is Final with its score, its kick-off taken as Eastern time and its line as ours', () => {
    expect(readOne({})).toEqual({
      games: [
        {
          gid: '2024_01_BAL_KC',
          weekId: '2024-week1',
          away: 'BAL',
          home: 'KC',
          kickoff: Date.UTC(2024, 8, 6, 0, 20),
          timeTbd: false,
          status: 'Final',
          void: null,
          awayScore: 20,
          homeScore: 27,
          spread: 3,
        },
      ],
      flaws: [],
    });
  });

  it('is off where it is marked so', () => {
    const unplayed = { away_score: '', home_score: '' };
    expect(readOne({ ...unplayed, void: 'Cancelled' }).games).toMatchObject([{ void: 'cancelled' }]);
    expect(readOne({ ...unplayed, void: 'postponed' }).games).toMatchObject([{ void: 'postponed' }]);
    expect(readOne(unplayed).games[0]).not.toHaveProperty('void');
    expect(readOne({ ...unplayed, void: 'off' }).flaws).toMatchObject([
      { message: "void: 'off' is none of postponed, cancelled." },
    ]);
    expect(readOne({ void: 'cancelled' }).flaws).toMatchObject([
      { message: 'void: A game with a score is not cancelled.' },
    ]);
  });

  it('says nothing of score and line while it has none, and has no time before it is known', () => {
    const { games } = readOne({ away_score: '', home_score: '', spread_line: '', gametime: '' });
    const teams = { gid: '2024_01_BAL_KC', weekId: '2024-week1', away: 'BAL', home: 'KC' };
    expect(games).toEqual([{ ...teams, kickoff: Date.UTC(2024, 8, 5, 4), timeTbd: true }]);
  });

  it.each([
    ['-0', 0],
    ['0', 0],
    ['-7.5', -7.5],
    ['+3', 3],
  ])('with the line %s is favored by %d', (spread_line, spread) => {
    expect(readOne({ spread_line }).games[0]?.spread).toBe(spread);
  });

  it('takes winter time and times before ten o’clock', () => {
    expect(readOne({ gameday: '2024-12-08', gametime: '9:30' }).games[0]?.kickoff).toBe(Date.UTC(2024, 11, 8, 14, 30));
  });

  it.each([
    ['LA', 'LAR'],
    ['OAK', 'LV'],
    ['SD', 'LAC'],
    ['STL', 'LAR'],
    ['WSH', 'WAS'],
  ])('of %s is a game of %s', (away_team, away) => {
    expect(readOne({ away_team }).games[0]?.away).toBe(away);
  });

  it.each([
    ['2020', '17', 'REG', '2020-week17', undefined],
    ['2020', '18', 'WC', '2020-wild-card', 'Wild Card'],
    ['2020', '19', 'DIV', '2020-divisional', 'Divisional'],
    ['2020', '20', 'CON', '2020-conference', 'Conference'],
    ['2020', '21', 'SB', '2020-super-bowl', 'Super Bowl'],
    ['2021', '18', 'REG', '2021-week18', undefined],
    ['2021', '19', 'WC', '2021-wild-card', 'Wild Card'],
    ['2021', '22', 'SB', '2021-super-bowl', 'Super Bowl'],
  ])('of %s, week %s (%s) belongs to %s', (season, week, game_type, weekId, situation) => {
    const { games, flaws } = readOne({ season, week, game_type, gameday: `${season}-12-20` });
    expect(flaws).toEqual([]);
    expect(games[0]).toMatchObject({ weekId });
    expect(games[0]?.situation).toBe(situation);
  });

  it.each([
    ['game_id', '', "'' is not the id of a game."],
    ['game_id', 'a b', "'a b' is not the id of a game."],
    ['week', '0', "'0' is not a week of 2024."],
    ['week', '23', "'23' is not a week of 2024."],
    ['week', '1.5', "'1.5' is not a week of 2024."],
    ['game_type', 'PRE', "'PRE' is none of REG, WC, DIV, CON, SB."],
    ['game_type', 'SB', 'Week 1 of 2024 is not SB, but Week 1.'],
    ['gameday', '2024-09-31', "'2024-09-31' is not a date (YYYY-MM-DD)."],
    ['gameday', '', "'' is not a date (YYYY-MM-DD)."],
    ['gameday', '2042-09-05', '2042-09-05 does not lie in the season of 2024.'],
    ['gametime', '24:00', "'24:00' is not a time (HH:MM)."],
    ['gametime', 'noon', "'noon' is not a time (HH:MM)."],
    ['away_team', 'BLA', "'BLA' is not a team."],
    ['home_team', '', "'' is not a team."],
    ['home_team', 'BAL', 'BAL cannot play against itself.'],
    ['away_score', '-1', "'-1' is not a score from 0 to 99."],
    ['away_score', '', 'Only the other side has a score.'],
    ['home_score', '100', "'100' is not a score from 0 to 99."],
    ['home_score', '7.5', "'7.5' is not a score from 0 to 99."],
    ['spread_line', '3.25', "'3.25' is not a number in steps of 0.5."],
    [
      'gameday',
      '45540',
      "'45540' is what a spreadsheet makes of the date 2024-09-05. Format the column as text, write 2024-09-05 and save the file again.",
    ],
    [
      'gametime',
      '0.5416667',
      "'0.5416667' is what a spreadsheet makes of the time 13:00. Format the column as text, write 13:00 and save the file again.",
    ],
    [
      'gametime',
      '01:00',
      'No game kicks off at 01:00 Eastern. Times are on a 24-hour clock: if it is PM, write 13:00.',
    ],
    ['gametime', '4:25', 'No game kicks off at 04:25 Eastern. Times are on a 24-hour clock: if it is PM, write 16:25.'],
    [
      'gametime',
      '08:20',
      'No game kicks off at 08:20 Eastern. Times are on a 24-hour clock: if it is PM, write 20:20.',
    ],
    ['spread_line', 'PK', "'PK' is an even line: write 0."],
    ['spread_line', 'Even', "'Even' is an even line: write 0."],
    ['spread_line', 'OFF', "'OFF' means that there is no line: leave the field empty."],
    ['spread_line', 'NL', "'NL' means that there is no line: leave the field empty."],
    ...['3-Jun', '6/3/2024', '45446'].map(
      (line) =>
        [
          'spread_line',
          line,
          `'${line}' is a date: a spreadsheet makes one of a line such as 6-3. Format the column as text, write the line and save the file again.`,
        ] as const,
    ),
    ['spread_line', '1e1', "'1e1' is not a number in steps of 0.5."],
  ] as const)('with %s %j is refused, where that stands', (column, value, message) => {
    const { games, flaws } = readOne({ [column]: value });
    const before = gameColumns.slice(0, gameColumns.indexOf(column)).map((name) => `${opener[name]},`);
    expect(flaws).toEqual([{ line: 2, column: before.join('').length + 1, message: `${column}: ${message}` }]);
    expect(games).toEqual([]);
  });

  it('with two faults gets a flaw for each', () => {
    expect(readOne({ away_team: 'X', gametime: 'noon' }).flaws).toHaveLength(2);
  });
});

describe('The rows of a season', () => {
  it('have a moved game in one of its weeks: both lines are named', () => {
    const moved = { ...opener, game_id: '2024_05_BAL_KC', week: '5', gameday: '2024-10-06', gametime: '13:00' };
    expect(read(2024, opener, moved).flaws).toEqual([
      {
        line: 3,
        column: expect.any(Number),
        message:
          'week: BAL at KC stands in lines 2 and 3, in two weeks. Keep the line of the week in which it is played.',
      },
    ]);
    const rematch = { ...moved, away_team: 'KC', home_team: 'BAL' };
    const final = { ...moved, game_id: '2024_21_BAL_KC', week: '21', game_type: 'CON', gameday: '2025-01-26' };
    expect(read(2024, opener, rematch, final).flaws).toEqual([]);
  });

  it('are those of that year alone', () => {
    const other = { ...opener, season: '2023', away_team: 'nobody' };
    expect(read(2024, other, opener)).toMatchObject({ games: [{ gid: opener.game_id }], flaws: [] });
  });

  it('all say which season they belong to', () => {
    expect(read(2024, { ...opener, season: 'next' }).flaws).toEqual([
      { line: 2, column: 16, message: "season: 'next' is not a season." },
    ]);
  });

  it.each<[string, Cells, string]>([
    [
      'the same game twice',
      { away_team: 'BUF', home_team: 'MIA' },
      'game_id: Game 2024_01_BAL_KC stands in line 2 already.',
    ],
    [
      'a visitor twice in a week',
      { game_id: 'b', home_team: 'MIA' },
      'away_team: A game of BAL in this week stands in line 2 already.',
    ],
    [
      'a host twice in a week',
      { game_id: 'b', away_team: 'MIA' },
      'home_team: A game of KC in this week stands in line 2 already.',
    ],
  ])('do not name %s', (_what, changes, message) => {
    const { flaws } = read(2024, opener, { ...opener, ...changes });
    expect(flaws).toMatchObject([{ line: 3, message }]);
  });

  it('may name two games of a team in different weeks', () => {
    const next = { ...opener, game_id: '2024_02_LV_KC', week: '2', gameday: '2024-09-12', away_team: 'LV' };
    expect(read(2024, opener, next).flaws).toEqual([]);
  });
});

describe('The real schedule', () => {
  const seasonOf = (year: number) => {
    const { rows, flaws } = readCsv(nflData('games.csv'), gameColumns, optionalGameColumns);
    return { games: parseSeason(rows, year, flaws), flaws };
  };

  it.each([
    [2015, 267, 21],
    [2016, 267, 21],
    [2017, 267, 21],
    [2018, 267, 21],
    [2019, 267, 21],
    [2020, 269, 21],
    [2021, 285, 22],
    [2022, 284, 22],
    [2023, 285, 22],
    [2024, 285, 22],
  ])('of %d has %d played games in %d weeks', (year, games, weeks) => {
    const season = seasonOf(year);
    expect(season.flaws).toEqual<Flaw[]>([]);
    expect(season.games).toHaveLength(games);
    expect(season.games.filter((game) => game.status === 'Final')).toHaveLength(games);
    expect(new Set(season.games.map((game) => game.weekId)).size).toBe(weeks);
  });

  it('of 2026 has 272 games in 18 weeks, none of them played', () => {
    const { games, flaws } = seasonOf(2026);
    expect(flaws).toEqual<Flaw[]>([]);
    expect(games).toHaveLength(272);
    expect(games.filter((game) => game.status !== undefined || game.spread !== undefined)).toEqual([]);
    expect(new Set(games.map((game) => game.weekId)).size).toBe(18);
  });
});
