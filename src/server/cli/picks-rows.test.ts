import { describe, expect, it } from 'vitest';
import { optionalPickColumns, pickColumns } from '#core/csv-columns.ts';
import { parseCsv } from '#server/platform/csv.ts';
import { aGame } from '#tests/core-samples.ts';
import { placePicks } from './picks-places.ts';
import { parsePicks } from './picks-rows.ts';

const games = [
  aGame({ gid: 'opener', weekId: '2024-week1', away: 'BAL', home: 'KC' }),
  aGame({ gid: 'capital', weekId: '2024-week1', away: 'WAS', home: 'TB' }),
  aGame({ gid: 'later', weekId: '2024-week2', away: 'KC', home: 'BAL' }),
];

function read(...lines: string[]) {
  return readFile('season,week,player,pick', ...lines);
}

function readFile(...lines: string[]) {
  const { rows, flaws } = parseCsv(lines.join('\n'), pickColumns, optionalPickColumns);
  const picks = parsePicks(rows, flaws);
  return { picks, placed: placePicks(picks, games, flaws), flaws };
}

describe('A row of picks', () => {
  it('names the side of the game that its team plays in that week', () => {
    const { placed, flaws } = read('2024,1,Ann,KC', '2024,2,Ann,KC', '2024,1, Bob ,WSH');
    expect(flaws).toEqual([]);
    expect(placed).toMatchObject([
      { who: { player: 'Ann', entry: '' }, weekId: '2024-week1', gid: 'opener', side: 'home' },
      { who: { player: 'Ann', entry: '' }, weekId: '2024-week2', gid: 'later', side: 'away' },
      { who: { player: 'Bob', entry: '' }, weekId: '2024-week1', gid: 'capital', side: 'away' },
    ]);
  });

  it('without a team is no pick, but names its player', () => {
    const { picks, placed, flaws } = read('2024,1,Ann,');
    expect(flaws).toEqual([]);
    expect(placed).toEqual([]);
    expect(picks).toMatchObject([{ who: { player: 'Ann', entry: '' }, weekId: '2024-week1', team: null }]);
  });

  it.each([
    ['2020', '18', '2020-wild-card'],
    ['2020', '21', '2020-super-bowl'],
    ['2021', '18', '2021-week18'],
    ['2021', '19', '2021-wild-card'],
    ['2024', '22', '2024-super-bowl'],
  ])('of season %s, week %s belongs to %s', (season, week, weekId) => {
    expect(read(`${season},${week},Ann,`).picks).toMatchObject([{ weekId }]);
  });

  it('names its player as profiles do', () => {
    expect(read('2024,1,\u202eAnn\u202c,KC').picks).toMatchObject([{ who: { player: 'Ann', entry: '' } }]);
  });

  it('may come twice', () => {
    expect(read('2024,1,Ann,KC', '2024,1,Ann,KC')).toMatchObject({ flaws: [], placed: [{ gid: 'opener' }] });
  });

  it.each([
    ['a season that is none', '24,1,Ann,KC', 1, "season: '24' is not a season."],
    ['a week that is none', '2024,23,Ann,KC', 6, "week: '23' is not a week of 2024."],
    ['a week that is no number', '2024,one,Ann,KC', 6, "week: 'one' is not a week of 2024."],
    ['no player', '2024,1,,KC', 8, 'player: A pick needs a player.'],
    [
      'a name that is too long',
      `2024,1,${'x'.repeat(51)},KC`,
      8,
      'player: Display name must be at most 50 characters long',
    ],
    ['a name of nothing', '2024,1,\u202e,KC', 8, 'player: Display name cannot be empty'],
    ['a name over two lines', '2024,1,"A\nB",KC', 8, 'player: A name has no line breaks or control characters.'],
    ['a team that is none', '2024,1,Ann,KCC', 12, "pick: 'KCC' is not a team."],
    ['a team that has a bye', '2024,1,Ann,DAL', 12, 'pick: DAL does not play in week 1 of 2024.'],
  ])('with %s is refused, where that stands', (_what, line, column, message) => {
    expect(read(line).flaws).toEqual([{ line: 2, column, message }]);
  });

  it('that takes the other side of a game picked before is refused, with the line of that one', () => {
    expect(read('2024,1,Ann,KC', '2024,1,Bob,BAL', '2024,1,Ann,BAL').flaws).toEqual([
      { line: 4, column: 12, message: 'pick: Ann picked the other team of this game in line 2.' },
    ]);
  });

  it('of another entry of the player is another row, and flaws name the entry', () => {
    const { picks, placed, flaws } = readFile(
      'season,week,player,entry,pick',
      '2024,1,Ann,,KC',
      '2024,1,Ann, Second ,BAL',
      '2024,1,Ann,Second,KC',
      `2024,1,Ann,${'x'.repeat(51)},KC`,
    );
    expect(picks.map(({ who }) => who.entry)).toEqual(['', 'Second', 'Second']);
    expect(placed.map(({ who, side }) => [who.entry, side])).toEqual([
      ['', 'home'],
      ['Second', 'away'],
    ]);
    expect(flaws).toEqual([
      { line: 5, column: 12, message: 'entry: Display name must be at most 50 characters long' },
      { line: 4, column: 19, message: 'pick: Second picked the other team of this game in line 3.' },
    ]);
  });
});
