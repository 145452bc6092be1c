import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nflverseWeekIdFromNumber } from '#core/weeks.ts';
import { nflCsv } from '#tests/nfl-data.ts';
import { csvSheet } from './csv-table.ts';
import { guessLayout } from './guess-layout.ts';
import { leftOutLines } from './left-out.ts';
import type { SheetContext, SheetReading } from './reading.ts';
import type { Cell, SheetTable } from './table.ts';
import { cellName, cellText } from './table.ts';
import { tiebreakChoices } from './tiebreak-lines.ts';

const [week1, week2] = ['2026-week1', '2026-week2'];

/** Two weeks of a pool; the Bills and the Chiefs play twice, once in each city. */
const games: SheetContext['games'] = [
  ['w1-kc', week1, 'BUF', 'KC'],
  ['w1-nyj', week1, 'NYG', 'NYJ'],
  ['w1-was', week1, 'LV', 'WAS'],
  ['w1-lar', week1, 'SF', 'LAR'],
  ['w2-buf', week2, 'KC', 'BUF'],
  ['w2-lac', week2, 'LAR', 'LAC'],
].map(([gid = '', weekId = '', away = '', home = '']) => ({ gid, weekId, away, home }));

const context: SheetContext = { games, known: ['Sam', 'Ann', 'Zoë'], teams: {} };

function tableOf(text: string, name = ''): SheetTable {
  const sheet = csvSheet(text);
  if ('problem' in sheet) throw new Error(sheet.problem);
  return { ...sheet.table, name };
}

/** The picks as `Sam BUF @ KC home` in short: `Sam w1-kc home`. */
function picksOf({ picks, names }: SheetReading): string[] {
  return picks.map(({ name, gid, value }) => {
    const { player = '', entry = '' } = names[name] ?? {};
    return `${player}${entry && `/${entry}`} ${gid} ${value}`;
  });
}

function problemsOf(table: SheetTable, { marks }: SheetReading): string[] {
  return table.rows.flatMap((row, r) =>
    row.flatMap((_, c) => {
      const mark = marks[r]?.[c];
      return mark?.kind === 'problem' ? [`${cellName(r, c)}: ${mark.why}`] : [];
    }),
  );
}

function read(table: SheetTable, given: SheetContext = context): SheetReading {
  const reading = guessLayout(table, given);
  if (reading === null) throw new Error('Nothing was understood.');
  return reading;
}

interface Sample {
  readonly text: string;
  readonly tab?: string;
  readonly kind: string;
  readonly picks: readonly string[];
  readonly problems?: readonly string[];
}

const samples: Readonly<Record<string, Sample>> = {
  'a list with headings': {
    text: 'Player,Week,Pick\nSam,1,KC\nAnn,2,Bills\n',
    kind: 'list',
    picks: ['Sam w1-kc home', 'Ann w2-buf home'],
  },
  'our own file of picks': {
    text: 'season,week,player,pick\n2026,1,Sam,KC\n2026,2,Ann,BUF\n',
    kind: 'list',
    picks: ['Sam w1-kc home', 'Ann w2-buf home'],
  },
  'a list with semicolons, quotes, CR LF and a byte order mark': {
    text: '\uFEFFName;Wk;"Team picked"\r\n"Sam";1.0;"Kansas City"\r\n\r\nZoë;2;Buffalo Bills\r\n',
    kind: 'list',
    picks: ['Sam w1-kc home', 'Zoë w2-buf home'],
  },
  'a list with two entries of one person, the week in the tab': {
    text: 'player\tentry\tpick\nSam\tSam 1\tKC\nSam\tSam 2\tBUF\n',
    tab: 'Week 1',
    kind: 'list',
    picks: ['Sam/Sam 1 w1-kc home', 'Sam/Sam 2 w1-kc away'],
  },
  'a list that names games and sides': {
    text: 'Week 1 of our pool\n\nplayer,game,pick\nSam,BUF @ KC,H\nAnn,Raiders at Redskins,away\n',
    kind: 'list',
    picks: ['Sam w1-kc home', 'Ann w1-was away'],
  },
  'a list without headings': {
    text: 'Sam,1,KC\nAnn,1,BUF\nSam,1,Jets\n',
    kind: 'list',
    picks: ['Sam w1-kc home', 'Ann w1-kc away', 'Sam w1-nyj home'],
  },
  'a grid with titles, blank rows, points and totals': {
    text: [
      'The Family Pool,,,',
      'Week 1,,,',
      ',,,',
      'Game,Line,Sam,Ann',
      'BUF @ KC,-3.5,KC,BUF',
      'Giants at Jets,2.5,NYJ*,NY Giants',
      ',,,',
      'Oakland @ Washington,PK,OAK,Redskins (x)',
      'Points,,16.0,7.5',
      'Record,,6-3,5-4',
    ].join('\n'),
    kind: 'across',
    picks: [
      'Sam w1-kc home',
      'Ann w1-kc away',
      'Sam w1-nyj home',
      'Ann w1-nyj away',
      'Sam w1-was away',
      'Ann w1-was home',
    ],
  },
  'a grid with a title for each week, away and home in two columns': {
    text: [
      'Away,Home,Sam,Ann',
      'Week 1,,,',
      'BUF,KC,A,home',
      'SF,LA,SF -1,LA +1',
      'Week 2,,,',
      'KC,BUF,H,KC',
      'LA,SD,LAR,Chargers',
    ].join('\n'),
    kind: 'across',
    picks: [
      ...['Sam w1-kc away', 'Ann w1-kc home', 'Sam w1-lar away', 'Ann w1-lar home'],
      ...['Sam w2-buf home', 'Ann w2-buf away', 'Sam w2-lac away', 'Ann w2-lac home'],
    ],
  },
  'a grid that repeats the names for each week': {
    text: ['Week 1,Sam,Ann', 'BUF @ KC,KC,BUF', 'Total,1,0', '', 'Week 2,Sam,Ann', 'KC @ BUF,KC,BUF'].join('\n'),
    kind: 'across',
    picks: ['Sam w1-kc home', 'Ann w1-kc away', 'Sam w2-buf away', 'Ann w2-buf home'],
  },
  'a grid with merged names over entries': {
    text: [',Sam,,Ann', ',One,Two,', 'BUF @ KC,KC,BUF,KC'].join('\n'),
    tab: 'Wk 1',
    kind: 'across',
    picks: ['Sam/One w1-kc home', 'Sam/Two w1-kc away', 'Ann w1-kc home'],
  },
  'players down, weeks merged over the games': {
    text: [
      'Family pool,,,,',
      ',Week 1,,Week 2,',
      'Name,BUF @ KC,Giants/Jets,KC @ BUF,Wins',
      'Sam,KC,Jets,BUF,3',
      'Ann,BUF,NYG,KC,0',
    ].join('\n'),
    kind: 'down',
    picks: [
      'Sam w1-kc home',
      'Ann w1-kc away',
      'Sam w1-nyj home',
      'Ann w1-nyj away',
      'Sam w2-buf home',
      'Ann w2-buf away',
    ],
  },
  'players down, games only numbered, the winners in the last row': {
    text: ['Week 1,Game 1,Game 2', 'Sam,KC,NYJ', 'Ann,BUF,NYG', 'Winner,KC,NYJ'].join('\n'),
    kind: 'down',
    picks: ['Sam w1-kc home', 'Ann w1-kc away', 'Sam w1-nyj home', 'Ann w1-nyj away'],
  },
  'players down, one pick for each week': {
    text: 'Name,Week 1,Week 2\nSam,KC,Chargers\nAnn,Jets,BUF\n',
    kind: 'down',
    picks: ['Sam w1-kc home', 'Sam w2-lac home', 'Ann w1-nyj home', 'Ann w2-buf home'],
  },
  'a list in which Team is the heading of something else': {
    text: 'Name,Team,Week,Pick\nSam,Sharks,1,KC\nAnn,Dallas fans,1,BUF\n',
    kind: 'list',
    picks: ['Sam w1-kc home', 'Ann w1-kc away'],
  },
  'cells that are named like parts of an object': {
    text: 'player,week,pick\nSam,1,constructor\nAnn,1,__proto__\nZoë,1,KC\n',
    kind: 'list',
    picks: ['Zoë w1-kc home'],
    problems: ["C2: 'constructor' is not a team.", "C3: '__proto__' is not a team."],
  },
  'cells that are not understood': {
    text: ['Week 1,Sam,Ann', 'BUF @ KC,Jets,KC/BUF', 'NYG @ NYJ,New York,Cubs', 'SF @ LAR,n/a,SF'].join('\n'),
    kind: 'across',
    picks: ['Ann w1-lar away'],
    problems: [
      'B2: NYJ does not play in the game named here, BUF and KC.',
      "C2: 'KC/BUF' may be the Chiefs or the Bills. Write which of them.",
      "B3: 'New York' may be the Jets or the Giants. Write which of them.",
      "C3: 'Cubs' is not a team.",
    ],
  },
  'a week and a bye that the pool does not have': {
    text: 'player,week,pick\nSam,1,KC\nSam,9,KC\nAnn,2,SF\n',
    kind: 'list',
    picks: ['Sam w1-kc home'],
    problems: ["C3: '9' is not a week of this pool.", 'C4: SF does not play in Week 2.'],
  },
  'games of weeks that the pool does not have, in the other order': {
    text: 'Game,Sam,Ann\nNYJ @ NYG,home,NYG\nLAC @ LAR,NO,away\nBUF @ KC,H,KC\nSF @ LAR,SF,\n',
    kind: 'across',
    picks: ['Sam w1-kc home', 'Ann w1-kc home', 'Sam w1-lar away'],
    problems: [
      'B2: NYJ does not play at NYG in this pool. Choose the week above.',
      'C2: NYJ does not play at NYG in this pool. Choose the week above.',
      'B3: NO does not play in the game named here, LAC and LAR.',
      'C3: LAC does not play at LAR in this pool. Choose the week above.',
    ],
  },
  'home and away as the sheet has them, in a week that is known': {
    text: 'Player,Away,Home,Pick\nSam,NYJ,NYG,Home\nAnn,NYJ,NYG,Away\n',
    tab: 'Week 1',
    kind: 'list',
    picks: ['Sam w1-nyj away', 'Ann w1-nyj home'],
  },
  'short names that are no codes': {
    text: 'Week 1,Sam,Ann\nBUFF at KC,BUFF,KC\nLV at WASH,WASH,LV\n',
    kind: 'across',
    picks: ['Sam w1-kc away', 'Ann w1-kc home', 'Sam w1-was home', 'Ann w1-was away'],
  },
  'players down who have paid or not, with other columns of teams': {
    text: [
      'Name,Survivor,Fav Team,G1,G2,Dues,Paid,Super Bowl,Lock,Team',
      'Sam,WAS,NO,KC,NYJ,NO,No,LAR,SF,SF',
      'Ann,LV,SF,BUF,NYG,YES,no,SF,LAR,LV',
    ].join('\n'),
    tab: 'Week 1',
    kind: 'down',
    picks: ['Sam w1-kc home', 'Sam w1-nyj home', 'Ann w1-kc away', 'Ann w1-nyj away'],
    problems: ["F2: 'NO' may be the Saints or no pick. Write which of them.", "F3: 'YES' is not a team."],
  },
  'a grid with results in a column without a heading': {
    text: 'Game,Sam,Ann,\nBUF @ KC,KC,,KC\nNYG @ NYJ,NYJ,NYG,NYJ\nLV @ WAS,LV,LV,20\n',
    tab: 'Week 1',
    kind: 'across',
    picks: ['Sam w1-kc home', 'Sam w1-nyj home', 'Ann w1-nyj away', 'Sam w1-was away', 'Ann w1-was away'],
    problems: ['D2: No player is named for this cell.', 'D3: No player is named for this cell.'],
  },
  'two grids side by side': {
    text: 'Game,Sam,Ann,Game,Sam,Ann\nNYG @ NYJ,NYJ,NYG,BUF @ KC,KC,\nSF @ LAR,SF,SF,LV @ WAS,,LV\n',
    tab: 'Week 1',
    kind: 'across',
    picks: ['Sam w1-nyj home', 'Ann w1-nyj away', 'Sam w1-lar away', 'Ann w1-lar away'],
    problems: ['E2: No player is named for this cell.', 'F3: No player is named for this cell.'],
  },
  'two grids side by side, with titles': {
    text: 'Week 1,,,Week 2,,\n,Sam,Ann,,Sam,Ann\n1,KC,BUF,1,BUF,\n2,SF,,2,LAR,LAC\n',
    kind: 'across',
    picks: ['Sam w1-kc home', 'Ann w1-kc away', 'Sam w1-lar away'],
    problems: ['E3', 'E4', 'F4'].map((cell) => `${cell}: No player is named for this cell.`),
  },
  'a grid of the week of its tab, with notes about another': {
    text: 'Standings through Week 2: Sam leads\n,Sam,Ann\n1,KC,BUF\nWinner of Week 2 was Sam\n2,LAR,\n',
    tab: 'Week 1',
    kind: 'across',
    picks: ['Sam w1-kc home', 'Ann w1-kc away', 'Sam w1-lar home'],
  },
  'players down, with a row of another week below': {
    text: 'Name,G1,G2\nSam,KC,SF\nAnn,BUF,LAR\nWeek 9,,\nZoë,BUF,\n',
    tab: 'Week 1',
    kind: 'down',
    picks: ['Sam w1-kc home', 'Sam w1-lar away', 'Ann w1-kc away', 'Ann w1-lar home'],
    problems: ['B5: No player is named for this cell.'],
  },
  'a grid with a title of a week that the pool does not have': {
    text: 'Week 1,Sam,Ann\n1,KC,BUF\nWeek 9\n1,SF,\n',
    kind: 'across',
    picks: ['Sam w1-kc home', 'Ann w1-kc away'],
    problems: ['B4: The week of the title above is not a week of this pool.'],
  },
  'the answers of a form, a question for each game': {
    text: [
      'Timestamp,Email Address,Name,Week 1 [BUF at KC],Week 1 [NYG at NYJ],Tiebreaker: total points of BUF at KC',
      '9/12/2024 18:03:11,sam@example.org,Sam,KC,NYG,44',
      '9/12/2024 19:12:40,ann@example.org,Ann,BUF,NYJ,38',
    ].join('\n'),
    kind: 'down',
    picks: ['Sam w1-kc home', 'Ann w1-kc away', 'Sam w1-nyj away', 'Ann w1-nyj home'],
  },
  'the answers of a form, with an entry and games of two weeks': {
    text: [
      'Timestamp,Who are you?,Entry,Week 1 [BUF @ KC],Week 2 [KC @ BUF]',
      '2024/09/12 6:03:11 PM EST,Sam,One,Chiefs,Bills',
      '2024/09/12 6:09:58 PM EST,Sam,Two,Bills,Bills',
    ].join('\n'),
    kind: 'down',
    picks: ['Sam/One w1-kc home', 'Sam/One w2-buf home', 'Sam/Two w1-kc away', 'Sam/Two w2-buf home'],
  },
  'a grid with names merged over the pick and its result': {
    text: ['Week 1,Sam,,Ann,', 'Game,Pick,W/L,Pick,W/L', 'BUF @ KC,KC,W,BUF,L', 'NYG @ NYJ,NYG,L,NYJ,W'].join('\n'),
    kind: 'across',
    picks: ['Sam w1-kc home', 'Ann w1-kc away', 'Sam w1-nyj away', 'Ann w1-nyj home'],
  },
  'a grid with names merged over the pick and the points': {
    text: ['Week 1,Sam,,Ann,', ',Pick,Pts,Pick,Pts', 'BUF @ KC,KC,1,BUF,0', 'NYG @ NYJ,NYG,0,NYJ,1'].join('\n'),
    kind: 'across',
    picks: ['Sam w1-kc home', 'Ann w1-kc away', 'Sam w1-nyj away', 'Ann w1-nyj home'],
  },
  'players down, with names merged over their rows of picks and results': {
    text: ['Week 1,,BUF @ KC,NYG @ NYJ', 'Sam,Pick,KC,NYG', ',W/L,W,L', 'Ann,Pick,BUF,NYJ', ',W/L,L,W'].join('\n'),
    kind: 'down',
    picks: ['Sam w1-kc home', 'Ann w1-kc away', 'Sam w1-nyj away', 'Ann w1-nyj home'],
  },
  'players down, first and last names in two columns': {
    text: 'First Name,Last Name,Email,Week 1,Week 2\nSam,Smith,s@x.org,KC,BUF\nSam,Jones,j@x.org,BUF,KC\nCher,,c@x.org,KC,\n',
    kind: 'down',
    picks: [
      ...['Sam Smith w1-kc home', 'Sam Smith w2-buf home', 'Sam Jones w1-kc away', 'Sam Jones w2-buf away'],
      'Cher w1-kc home',
    ],
  },
  'players down, last names before first names, with entries': {
    text: 'Last,First,Entry,BUF @ KC,NYG @ NYJ\nSmith,Sam,One,KC,NYG\nSmith,Sam,Two,BUF,NYJ\n',
    tab: 'Week 1',
    kind: 'down',
    picks: ['One w1-kc home', 'One w1-nyj away', 'Two w1-kc away', 'Two w1-nyj home'].map(
      (each) => `Sam Smith/${each}`,
    ),
  },
  'players across, first names over last names': {
    text: 'First,Sam,Sam\nLast,Smith,Jones\nBUF @ KC,KC,BUF\nNYG @ NYJ,NYG,NYJ\n',
    tab: 'Week 1',
    kind: 'across',
    picks: ['Sam Smith w1-kc home', 'Sam Jones w1-kc away', 'Sam Smith w1-nyj away', 'Sam Jones w1-nyj home'],
  },
  'a list with first and last names in two columns': {
    text: 'First Name,Last Name,Week,Pick\nSam,Smith,1,KC\nSam,Jones,1,BUF\n',
    kind: 'list',
    picks: ['Sam Smith w1-kc home', 'Sam Jones w1-kc away'],
  },
  'a list with full names beside first and last names': {
    text: 'Player,First,Last,Week,Pick\nSammy,Sam,Smith,1,KC\nAnn,Ann,Jones,1,BUF\n',
    kind: 'list',
    picks: ['Sammy w1-kc home', 'Ann w1-kc away'],
  },
  'players down, with footers': {
    text: 'Name,Week 1,Week 2\nSam,KC,BUF\nAnn,BUF,KC\nPicked by:,KC 1,BUF 1\nMost picked,KC,BUF\n',
    kind: 'down',
    picks: ['Sam w1-kc home', 'Ann w1-kc away', 'Sam w2-buf home', 'Ann w2-buf away'],
  },
  'a list with a footer': {
    text: 'Player,Week,Pick\nSam,1,KC\nAnn,1,BUF\nMost picked:,1,KC\n',
    kind: 'list',
    picks: ['Sam w1-kc home', 'Ann w1-kc away'],
  },
  'players whose names have colons': {
    text: 'Name,Week 1,Week 2\nSam:,KC,BUF\nAnn:,BUF,KC\n',
    kind: 'down',
    picks: ['Sam: w1-kc home', 'Ann: w1-kc away', 'Sam: w2-buf home', 'Ann: w2-buf away'],
  },
  'no week anywhere': {
    text: ',Sam,Ann\n,KC,BUF\n,NYJ,\n',
    kind: 'across',
    picks: [],
    problems: ['B2', 'C2', 'B3'].map((cell) => `${cell}: The week of this pick is not known. Choose it above.`),
  },
};

describe('A sheet of picks', () => {
  it.each(Object.entries(samples))('may be %s', (_what, { text, tab = '', kind, picks, problems = [] }) => {
    const table = tableOf(text, tab);
    const reading = read(table);
    expect(problemsOf(table, reading)).toEqual(problems);
    expect(reading.layout.kind).toBe(kind);
    expect(picksOf(reading).toSorted()).toEqual([...picks].toSorted());
  });
});

describe('The week of a sheet', () => {
  const grid = '\n,Sam,Ann\n1,KC,BUF\n2,LAR,\n';
  const week1Picks = ['Sam w1-kc home', 'Ann w1-kc away', 'Sam w1-lar home'];
  const week2Picks = ['Sam w2-buf away', 'Ann w2-buf home', 'Sam w2-lac away'];
  const sections = `Week 1${grid}Week 2\n1,BUF,KC\n`;

  it('is asked for even if the pool has only one', () => {
    const ofWeek1 = { ...context, games: games.filter(({ weekId }) => weekId === week1) };
    const reading = guessLayout(tableOf('Game,Sam\nKC @ BUF,home\nSF @ LAR,SF\n', 'Week 2'), ofWeek1);
    expect(reading && picksOf(reading)).toEqual(['Sam w1-lar away']);
    expect(reading?.asksWeek).toBe(true);
  });

  it.each([
    ['picks_week_1.csv', '', week1Picks],
    ['Week 2 picks.xlsx', 'Sheet1', week2Picks],
    ['Week 2.xlsx', 'Week 1', week1Picks],
    ['Standings through Week 1.csv', '', []],
  ])('may be that of its file, %s, unless its tab says it: %s', (file, tab, picks) => {
    const reading = guessLayout({ ...tableOf(grid, tab), file }, context);
    expect(reading && picksOf(reading)).toEqual(picks);
    expect(reading?.asksWeek).toBe(true);
  });

  it.each([
    ['of its tab, which may be corrected', grid, 'Week 1', undefined, week1Picks, true],
    ['chosen instead of the tab', grid, 'Week 1', week2, week2Picks, true],
    ['of its title, which may be corrected', `Week 1${grid}`, '', undefined, week1Picks, true],
    ['chosen instead of the title', `Week 1${grid}`, '', week2, week2Picks, true],
    ['asked for if the pool does not have that of the title', `Week 9${grid}`, '', undefined, [], true],
    ['asked for if title and tab contradict', `Week 2${grid}`, 'Week 1', undefined, [], true],
    [
      'none of a title below a lone pick',
      '\n,Sam,Ann\n,KC,\nWeek 2,,\n,KC,BUF\n',
      '',
      undefined,
      ['Sam w2-buf away', 'Ann w2-buf home'],
      true,
    ],
    ['chosen if title and tab contradict', `Week 2${grid}`, 'Week 1', week1, week1Picks, true],
    [
      'of each of several titles, whatever is chosen',
      sections,
      '',
      week2,
      [...week1Picks, 'Sam w2-buf home', 'Ann w2-buf away'],
      false,
    ],
  ])('is %s', (_what, text, tab, weekId, picks, asksWeek) => {
    const reading = guessLayout(tableOf(text, tab), context, weekId === undefined ? {} : { weekId });
    expect(reading && picksOf(reading)).toEqual(picks);
    expect(reading?.asksWeek).toBe(asksWeek);
  });
});

describe('The names of a sheet', () => {
  it.each([
    ['list', 'Nickname,Player,Week,Pick\nAce,Sam,1,KC\nJoker,Ann,1,BUF\n', 0, ['Ace', 'Joker']],
    ['down', 'Name,Team name,BUF @ KC\nSam,Aces,KC\nAnn,Jokers,BUF\n', 1, ['Aces', 'Jokers']],
    ['across', 'Aces,,One,Two\nWeek 1,Game,Sam,Ann\n,BUF @ KC,KC,BUF\n', 0, ['One', 'Two']],
  ] as const)('may be those that a person chooses in a %s', (kind, text, names, expected) => {
    const reading = guessLayout(tableOf(text, 'Week 1'), context, { kind, names });
    expect(reading?.names.map(({ player }) => player)).toEqual(expected);
  });
});

describe('First and last names', () => {
  it.each(['First,Last', 'Last,First'])('in columns called %s are labels', (heading) => {
    const { marks } = read(tableOf(`${heading},Week 1,Week 2\nSmith,Sam,KC,BUF\n`));
    expect(marks.map((row) => row.map((mark) => mark?.kind))).toEqual([
      ['label', 'label', 'label', 'label'],
      ['label', 'label', 'pick', 'pick'],
    ]);
  });
});

describe('What is left out of a sheet', () => {
  it.each([
    [
      'a column of a list',
      'Player,Week,Pick,Tiebreaker,\nSam,1,KC,44,\nAnn,1,BUF,38,late\n',
      ['column D (Tiebreaker)', 'column E (late)'],
    ],
    [
      'a row of a grid',
      'Week 1,Sam,Ann\nBUF @ KC,KC,BUF\nTie-breaker,44,38\nPoints,1,0\n',
      ['row 3 (Tie-breaker)', 'row 4 (Points)'],
    ],
    ['a column of players down', 'Name,BUF @ KC,Total points\nSam,KC,44\nAnn,BUF,38\n', ['column C (Total points)']],
    ['nothing, though a pick is missing', 'Week 1,Sam,Ann\nBUF @ KC,KC,-\nNYG @ NYJ,-,NYJ\n', []],
  ])('is named: %s', (_what, text, expected) => {
    const table = tableOf(text, 'Week 1');
    expect(leftOutLines(table, read(table))).toEqual(expected);
  });
});

const tiebreaks = { [week1]: 'w1-lar', [week2]: 'w2-lac' };
const withTiebreak: SheetContext = { ...context, tiebreaks };

/** The guesses as `Sam week1 44`. */
function guessesOf({ picks, names }: SheetReading): string[] {
  return picks.flatMap(({ kind, name, weekId, value }) =>
    kind === 'guess' ? [`${names[name]?.player} ${weekId.slice(5)} ${value}`] : [],
  );
}

describe('The guesses of tiebreak games', () => {
  const list = (heading: string) => `Player,Week,Pick,${heading}\nSam,1,KC,44\nAnn,2,BUF,38.0\n`;
  const ofList = ['Sam week1 44', 'Ann week2 38'];
  const both = ['Sam week1 44', 'Ann week1 38'];
  const down = (heading: string) => `Name,BUF @ KC,${heading}\nSam,KC,44\nAnn,BUF,38\n`;

  it.each<readonly [string, string, readonly string[]]>([
    ...['Tiebreaker', 'tie breaker', 'Tie-Break', 'TB', 'MNF Total', 'Monday night points', 'Guess', 'Your guess']
      .concat(['Total points MNF', 'Combined score', 'Tiebreaker: total points of BUF at KC'])
      .flatMap((heading) => [
        [`a column of a list called ${heading}`, list(heading), ofList] as const,
        [`a column of players down called ${heading}`, down(heading), both] as const,
      ]),
    ...['Total', 'Total points', 'Points total'].map(
      (heading) =>
        [`${heading} with totals of a game`, list(heading), heading === 'Points total' ? [] : ofList] as const,
    ),
    ['no scores called Total', list('Total').replace('44', '9').replace('38.0', '11'), []],
    ['no running scores called Total points', list('Total points').replace('44', '151'), []],
    [
      'no Total beside a Tiebreaker',
      'Name,BUF @ KC,Total,TB\nSam,KC,44,31\nAnn,BUF,38,52\n',
      ['Sam week1 31', 'Ann week1 52'],
    ],
    ['nothing of what came of them', down('Tiebreaker winner'), []],
    ['no picks of a game that is called so', down('Tiebreaker').replace('44', 'KC').replace('38', 'BUF'), []],
    ['a row of a grid', 'Week 1,Sam,Ann\nBUF @ KC,KC,BUF\nMNF total:,44,38\nTotal,1,0\n', both],
    [
      'a row of each week of a grid',
      'Week 1,Sam,Ann\nBUF @ KC,KC,BUF\nTie breaker,44,38\nWeek 2,Sam,Ann\nKC @ BUF,KC,BUF\nTie breaker,41,40\n',
      [...both, 'Sam week2 41', 'Ann week2 40'],
    ],
    [
      'a column of each week, whose games stand before it',
      ',Week 1,,Week 2,\nName,BUF @ KC,TB,KC @ BUF,TB\nSam,KC,44,BUF,41\nAnn,BUF,38,KC,40\n',
      [...both, 'Sam week2 41', 'Ann week2 40'].toSorted((a, b) => a.slice(4).localeCompare(b.slice(4))),
    ],
    [
      'a question of a form that names the week',
      'Name,Week 1 [BUF at KC],Week 2 [KC at BUF],Week 1 tiebreaker,Week 2 tiebreaker\nSam,KC,KC,44,41\n',
      ['Sam week1 44', 'Sam week2 41'],
    ],
    ['of the week of the game beside it', 'Player,Game,TB,Pick\nSam,SF @ LAR,44,SF\nAnn,SF @ LAR,38,LAR\n', both],
    ['none where a cell says so', down('Tiebreaker').replace('44', 'n/a'), ['Ann week1 38']],
    ['none of rows that are no players', `${down('Tiebreaker')}Winner,KC,51\n`, both],
  ])('may be %s', (_what, text, guesses) => {
    const reading = read(tableOf(text, text.includes('Week') ? '' : 'Week 1'), withTiebreak);
    expect(guessesOf(reading).toSorted()).toEqual([...guesses].toSorted());
    expect(reading.problems).toBe(0);
  });

  it('are not what is called Total in a confidence pool, where players score as much', () => {
    const reading = read(tableOf(down('Total'), 'Week 1'), { ...withTiebreak, hasValues: true });
    expect(guessesOf(reading)).toEqual([]);
    expect(guessesOf(read(tableOf(down('Total'), 'Week 1'), withTiebreak))).toEqual(both);
  });

  it('are not read in a pool without a tiebreak', () => {
    expect(guessesOf(read(tableOf(down('Tiebreaker'), 'Week 1')))).toEqual([]);
  });

  it('are problems if they are no whole numbers, or their week is not known', () => {
    const table = tableOf(`${down('Tiebreaker').replace('44', '24-20')}Zoë,KC,201\n`, 'Week 1');
    expect(problemsOf(table, read(table, withTiebreak))).toEqual([
      "C2: '24-20' is no guess: a whole number from 0 to 200.",
      "C4: '201' is no guess: a whole number from 0 to 200.",
    ]);
    const weekless = tableOf('Player,Pick,TB\nSam,KC,44\n');
    expect(problemsOf(weekless, read(weekless, withTiebreak))).toEqual([
      'B2: The week of this pick is not known. Choose it above.',
      'C2: The week of this guess is not known. Choose it above.',
    ]);
  });

  it('are where a person says, in all lines with that heading, or nowhere', () => {
    const table = tableOf(
      ',Week 1,,,Week 2,,\nName,BUF @ KC,TB,Bonus,KC @ BUF,TB,Bonus\nSam,KC,44,7,BUF,41,5\nAnn,BUF,38,3,KC,40,6\n',
    );
    const { layout } = read(table, withTiebreak);
    expect(tiebreakChoices(table, layout)).toEqual([
      { line: 2, text: 'Column C: TB, and 1 more' },
      { line: 3, text: 'Column D: Bonus, and 1 more' },
    ]);
    const chosen = (tiebreak: number | null) => guessLayout(table, withTiebreak, { kind: 'down', tiebreak });
    const bonus = chosen(3);
    expect(bonus && guessesOf(bonus)).toEqual(['Sam week1 7', 'Ann week1 3', 'Sam week2 5', 'Ann week2 6']);
    const none = chosen(null);
    expect(none && guessesOf(none)).toEqual([]);
    expect(none && leftOutLines(table, none)).toContain('column C (TB)');
  });
});

/** The values as `Sam w1-kc 12`; without one `Sam w1-kc`. */
function valuesOf({ picks, names }: SheetReading): string[] {
  return picks.flatMap((pick) => {
    if (pick.kind !== 'pick') return [];
    return [`${names[pick.name]?.player} ${pick.gid}${pick.points === null ? '' : ` ${pick.points}`}`];
  });
}

describe('The values of picks in a confidence pool', () => {
  const all = ['Sam w1-kc 2', 'Sam w1-nyj 1', 'Ann w1-kc 1', 'Ann w1-nyj 2'];
  const none = all.map((each) => each.slice(0, -2));
  const grid = (rows: readonly string[]) => ['Week 1,Sam,Ann', ...rows].join('\n');
  const [kc, nyj] = ['BUF @ KC', 'NYG @ NYJ'];
  const list = (heading: string, rows: readonly string[]) => [`Player,Week,Pick,${heading}`, ...rows].join('\n');
  const merged = (names: string, heads: string, first: string, second: string) =>
    [`Week 1,${names}`, `,${heads}`, `${kc},${first}`, `${nyj},${second}`].join('\n');

  it.each<readonly [string, string, readonly string[]]>([
    ...[
      'KC 2',
      'KC (2)',
      'KC [2]',
      'KC-2',
      'KC - 2',
      'KC: 2',
      'KC2',
      '2 KC',
      '2-KC',
      '(2) KC',
      '2. Chiefs',
      'KC 2 pts',
      'KC 2*',
    ].map((cell) => [`in the cell: ${cell}`, grid([`${kc},${cell},BUF 1`, `${nyj},NYJ 1,NYG 2`]), all] as const),
    ['beside a pick, under the name', merged('Sam,,Ann,', 'Pick,Conf,Pick,Conf', 'KC,2,BUF,1', 'NYJ,1,NYG,2'), all],
    ['beside a pick, without a heading', `Week 1,Sam,,Ann,\n${kc},KC,2.0,BUF,1.0\n${nyj},NYJ,1.0,NYG,2.0\n`, all],
    ['beside a pick, under their own', `Week 1,Sam,Conf,Ann,Conf\n${kc},KC,2,BUF,1\n${nyj},NYJ,1,NYG,2\n`, all],
    [
      'below each pick of a grid, not its totals',
      grid([`${kc},KC,BUF`, ',2,1', `${nyj},NYJ,NYG`, 'Conf,1,2', 'Points,3,0']),
      all,
    ],
    [
      'beside each pick of players down',
      `Week 1,${kc},Conf,${nyj},Conf,Total\nSam,KC,2,NYJ,1,3\nAnn,BUF,1,NYG,2,0\n`,
      all,
    ],
    ['below the picks of players down', `Week 1,${kc},${nyj}\nSam,KC,NYJ\n,2,1\nAnn,BUF,NYG\n,1,2\n`, all],
    ['in a column of a list', list('Confidence', ['Sam,1,KC,2', 'Sam,1,NYJ,1', 'Ann,1,BUF,1', 'Ann,1,NYG,2']), all],
    ['in the points of our own file', list('points', ['Sam,1,KC,2', 'Sam,1,NYJ,1', 'Ann,1,BUF,1', 'Ann,1,NYG,2']), all],
    [
      'beside the points that came of them',
      list('Points,Confidence', ['Sam,1,KC,0,2', 'Sam,1,NYJ,1,1', 'Ann,1,BUF,1,1', 'Ann,1,NYG,0,2']),
      all,
    ],
    ['missing: a line of the spread, and totals', grid([`${kc},KC -3.5,BUF`, `${nyj},NYJ,NYG`, 'Points,3,0']), none],
  ])('may be %s', (_what, text, values) => {
    const reading = read(tableOf(text), { ...context, hasValues: true });
    expect(valuesOf(reading).toSorted()).toEqual([...values].toSorted());
    expect(reading.problems).toBe(0);
  });

  it('are kept where a team is corrected, once for all of its values', () => {
    const table = tableOf(grid([`${kc},Chefs 2,Chefs 1`, `${nyj},NYJ 1,NYJ 2`]));
    const confidence = { ...context, hasValues: true };
    expect(read(table, confidence).unknownTeams).toEqual([{ text: 'Chefs', why: "'Chefs' is not a team.", cells: 2 }]);
    const reading = guessLayout(table, { ...confidence, teams: { chefs: 'KC' } }, { kind: 'across' });
    expect(reading && valuesOf(reading)).toEqual(['Sam w1-kc 2', 'Ann w1-kc 1', 'Sam w1-nyj 1', 'Ann w1-nyj 2']);
  });

  it('are no lines behind a team', () => {
    const table = tableOf(grid([`${kc},KC -3,BUF +3`]));
    expect(valuesOf(read(table, { ...context, hasValues: true }))).toEqual(['Sam w1-kc', 'Ann w1-kc']);
  });

  it('are not read in a pool without them', () => {
    expect(valuesOf(read(tableOf(grid([`${kc},KC 2,BUF 1`]))))).toEqual(['Sam w1-kc', 'Ann w1-kc']);
  });
});

describe('A small no', () => {
  it('is the Saints beside their game, and no pick beside another', () => {
    const saints = { gid: 'w1-det', weekId: week1, away: 'NO', home: 'DET' };
    const table = tableOf('Week 1,Sam,Ann\nNO @ DET,no,DET\nBUF @ KC,no,KC\n');
    const reading = read(table, { ...context, games: [...games, saints] });
    expect(picksOf(reading)).toEqual(['Sam w1-det away', 'Ann w1-det home', 'Ann w1-kc home']);
    expect(problemsOf(table, reading)).toEqual([]);
  });
});

describe('A cell that the spreadsheet made a date', () => {
  it('is a problem among picks, and nothing in a column of dates', () => {
    const table: SheetTable = {
      name: 'Week 1',
      rows: [
        ['Date', 'Game', 'Sam', 'Ann'],
        [{ date: 'September 10' }, 'BUF @ KC', 'KC', { date: 'June 3' }],
      ],
    };
    const reading = read(table);
    expect(picksOf(reading)).toEqual(['Sam w1-kc home']);
    expect(problemsOf(table, reading)).toEqual([
      'D2: This is a date, June 3: the spreadsheet may have changed what was typed.',
    ]);
  });
});

describe('Corrections of texts', () => {
  const table = tableOf('Week 1,Sam,Ann\nBUF @ KC,Chefs,chefs\nNYG @ NYJ,Cubs,NYJ\n');

  it('are asked for once for each text', () => {
    expect(read(table).unknownTeams).toEqual([
      { text: 'Chefs', why: "'Chefs' is not a team.", cells: 2 },
      { text: 'Cubs', why: "'Cubs' is not a team.", cells: 1 },
    ]);
  });

  it('apply to all cells with the text', () => {
    const reading = read(table, { ...context, teams: { chefs: 'KC', cubs: null } });
    expect(picksOf(reading)).toEqual(['Sam w1-kc home', 'Ann w1-kc home', 'Ann w1-nyj home']);
    expect(reading.problems).toBe(0);
    expect(reading.marks[2]?.[1]).toEqual({ kind: 'ignored', why: 'You left this text out.' });
  });
});

describe('Any table', () => {
  const text = fc.constantFrom(
    ...[
      '',
      '',
      'Sam',
      'Ann',
      'Week 1',
      '2',
      'KC',
      'BUF',
      'Bills at Chiefs',
      'NYG',
      'Jets',
      'H',
      'Total',
      'Tiebreaker',
      '44',
      '16.0',
      '6-3',
    ],
    ...['player', 'pick', 'Game', 'Away', 'Home', 'New York', 'Giants/Jets', 'KC -3.5', '\u00a0', '__proto__', 'Zoë'],
  );
  const cell: fc.Arbitrary<Cell> = fc.oneof(text, fc.string(), fc.constant({ date: 'June 3' }));
  const table = fc.record({ name: text, rows: fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 8 }) });

  it('is read without an error, and what is in each cell that is not empty is said', () => {
    fc.assert(
      fc.property(table, fc.constantFrom('list', 'across', 'down'), (any, kind) => {
        const reading = guessLayout(any, withTiebreak, { kind });
        if (reading === null) return;
        any.rows.forEach((row, r) => {
          row.forEach((each, c) => {
            const mark = reading.marks[r]?.[c];
            expect(mark !== undefined, `${cellName(r, c)} of ${JSON.stringify(any)}`).toBe(cellText(each) !== '');
          });
        });
        const marked = reading.marks.flatMap((row) =>
          row.flatMap((mark) => (mark?.kind === 'pick' ? [mark.pick] : [])),
        );
        expect(marked.toSorted((a, b) => a - b)).toEqual(reading.picks.map((_, at) => at));
      }),
      { numRuns: 500 },
    );
  });
});

describe('Any table of a survivor pool', () => {
  const text = fc.constantFrom(
    ...[
      '',
      '',
      'Sam',
      'Ann',
      'Week 1',
      'Week 2 Pick 2',
      'Week 1 Result',
      '1',
      '2',
      'KC',
      'KC/BUF',
      'NYG & KC',
      'W - KC',
    ],
    ...['OUT', 'Name', 'First', 'Last', 'Buyback?', 'yes', '9/25', 'Phone', 'Game', 'Survivor pick', 'Most picked:'],
  );
  const table = fc.record({ name: text, rows: fc.array(fc.array(text, { maxLength: 6 }), { maxLength: 8 }) });

  it('has a mark for each cell that is not empty, and a cell for each pick', () => {
    fc.assert(
      fc.property(table, fc.constantFrom('list', 'across', 'down'), (any, kind) => {
        const reading = guessLayout(any, { ...context, asksTeam: true }, { kind });
        if (reading === null) return;
        const { marks, picks } = reading;
        any.rows.forEach((row, r) => {
          row.forEach((each, c) => {
            expect(marks[r]?.[c] !== undefined, `${cellName(r, c)} of ${JSON.stringify(any)}`).toBe(each !== '');
          });
        });
        for (const { row, column } of picks) expect(marks[row]?.[column]?.kind).toBe('pick');
      }),
      { numRuns: 500 },
    );
  });
});

describe('A season of picks', () => {
  it('reads the same as a list and as a grid either way', () => {
    const rows = nflCsv('pools/straight_2024_picks.csv');
    const schedule = nflCsv('pools/straight_2024_games.csv');
    const season = schedule.map((game) => ({
      gid: `${game.week}-${game.game_no}`,
      weekId: nflverseWeekIdFromNumber(2024, Number(game.week)) ?? '',
      away: game.away ?? '',
      home: game.home ?? '',
    }));
    const of2024 = { games: season, known: [], teams: {} };
    const picked = rows.filter(({ pick }) => pick !== '');
    const expected = picked.map(({ player, week, game_no, side }) => `${player} ${week}-${game_no} ${side}`).toSorted();
    const list = { name: '', rows: [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))] };

    const players = [...new Set(rows.map(({ player = '' }) => player))];
    const byCell = new Map(rows.map(({ player, week, game_no, pick = '' }) => [`${player} ${week} ${game_no}`, pick]));
    let week = '';
    const across: string[][] = [['Week', 'Game', ...players]];
    for (const game of schedule) {
      const shown = game.week === week ? '' : `Week ${game.week}`;
      week = game.week ?? '';
      across.push([
        shown,
        `${game.away} @ ${game.home}`,
        ...players.map((p) => byCell.get(`${p} ${week} ${game.game_no}`) ?? ''),
      ]);
    }
    const down = (across[0] ?? []).map((_, column) => across.map((row) => row[column] ?? ''));
    for (const [kind, table] of [
      ['list', list],
      ['across', { name: '', rows: across }],
      ['down', { name: '', rows: down }],
    ] as const) {
      const reading = read(table, of2024);
      expect(reading.layout.kind).toBe(kind);
      expect(reading.problems).toBe(0);
      expect(picksOf(reading).toSorted()).toEqual(expected);
    }
  });
});

describe('A sheet with many columns that may have the picks', () => {
  function readsOf(columns: number): number {
    let reads = 0;
    const line = Array.from({ length: columns }, (_, at) => (at === 0 ? 'Sam' : 'KC'));
    const header = line.map((_, at) => (at === 0 ? 'Player' : 'Pick'));
    const counted = (row: readonly string[]) =>
      new Proxy(row, {
        get: (cells, name) => {
          reads += 1;
          return Reflect.get(cells, name);
        },
      });
    const rows = [header, ...Array.from({ length: 50 }, () => line)].map(counted);
    guessLayout({ name: '', rows }, context, { kind: 'list' });
    return reads;
  }

  it('is read a limited number of times: twice the columns are twice the work', () => {
    expect(readsOf(200) / readsOf(100)).toBeLessThan(2.5);
  });
});

describe('The sheet of a survivor pool', () => {
  const survivor = { ...context, asksTeam: true };
  /** The picks as `Sam w1-kc KC`, and the days of buy-backs as `Sam 9/25`. */
  const readAll = (text: string): string[] => {
    const reading = read(tableOf(text), survivor);
    const bought = reading.buyBacks.map(
      ({ name, day }) => `${reading.names[name]?.player} ${day ? `${day.month}/${day.day}` : 'some day'}`,
    );
    return [...picksOf(reading), ...bought];
  };

  it.each([
    [
      'players down, weeks across, with the day of a buy-back',
      'Name,Buy-back,Week 1,Week 2\nSam,,KC,BUF\nAnn,9/25/2026,NYG,LAC\n',
      ['Sam w1-kc KC', 'Sam w2-buf BUF', 'Ann w1-nyj NYG', 'Ann w2-lac LAC', 'Ann 9/25'],
    ],
    [
      'players across, weeks down',
      'Week,Sam,Ann\n1,KC,NYG\n2,BUF,LAC\nBuy-back date,,Sept. 25\n',
      ['Sam w1-kc KC', 'Sam w2-buf BUF', 'Ann w1-nyj NYG', 'Ann w2-lac LAC', 'Ann 9/25'],
    ],
    [
      'a list',
      'Player,Week,Team,Rebuy\nSam,1,Chiefs,\nSam,2,Bills,2026-09-25\n',
      ['Sam w1-kc KC', 'Sam w2-buf BUF', 'Sam 9/25'],
    ],
    [
      'what came of a team beside it, and who is out',
      'Name,Week 1,Week 2\nSam,KC W,BUF (L)\nAnn,NYG - W,LAC x\nBo,SF L,OUT\nCy,WAS,X\n',
      ['Sam w1-kc KC', 'Sam w2-buf BUF', 'Ann w1-nyj NYG', 'Ann w2-lac LAC', 'Bo w1-lar SF', 'Cy w1-was WAS'],
    ],
    [
      'two teams in a cell, however they are divided',
      'Name,Week 1,Week 2\nSam,KC/NYG,"BUF, LAR"\nAnn,KC & NYG,BUF + LAR\nBo,KC and Giants,BUF\nCy,,KC W / LAC L\n',
      [
        ...['Sam', 'Ann'].flatMap((name) => [`${name} w1-kc KC`, `${name} w1-nyj NYG`]),
        ...['Sam', 'Ann'].flatMap((name) => [`${name} w2-buf BUF`, `${name} w2-lac LAR`]),
        ...['Bo w1-kc KC', 'Bo w1-nyj NYG', 'Bo w2-buf BUF', 'Cy w2-buf KC', 'Cy w2-lac LAC'],
      ],
    ],
    [
      'players across, two teams in most cells',
      'Week,Sam,Ann\n1,KC/BUF,NYG/NYJ\n2,BUF/LAR,LAC\n',
      [
        ...['Sam w1-kc KC', 'Sam w1-kc BUF', 'Ann w1-nyj NYG', 'Ann w1-nyj NYJ'],
        ...['Sam w2-buf BUF', 'Sam w2-lac LAR', 'Ann w2-lac LAC'],
      ],
    ],
    [
      'a list with two teams in a cell',
      'Player,Week,Team\nSam,1,KC/NYG\nAnn,1,KC\n',
      ['Sam w1-kc KC', 'Sam w1-nyj NYG', 'Ann w1-kc KC'],
    ],
    [
      'weeks as bare numbers',
      `Name,Paid,${Array.from({ length: 18 }, (_, at) => at + 1)},Total\nSam,yes,KC,BUF${','.repeat(17)}2\nAnn,no,NYG,LAC${','.repeat(17)}1\n`,
      ['Sam w1-kc KC', 'Sam w2-buf BUF', 'Ann w1-nyj NYG', 'Ann w2-lac LAC'],
    ],
    [
      'weeks as bare numbers, beside ranks and over totals',
      'Rank,Name,1,2\n1,Sam,KC,BUF\n2,Ann,NYG,LAC\nTotal,,3,4\n',
      ['Sam w1-kc KC', 'Sam w2-buf BUF', 'Ann w1-nyj NYG', 'Ann w2-lac LAC'],
    ],
    [
      'headings of picks and results',
      'Name,Week 1 Pick,Week 1 Result,Wk 2 Team,Wk 2 W/L\nSam,KC,W,BUF,L\nAnn,NYG,Lost,LAC,KC\n',
      ['Sam w1-kc KC', 'Sam w2-buf BUF', 'Ann w1-nyj NYG', 'Ann w2-lac LAC'],
    ],
    ...['Survivor Pick', 'Your pick', 'My pick', 'Team pick', 'Your survivor pick?'].map(
      (pick) =>
        [
          `the answers of a form, to ${pick}`,
          `Timestamp,Name,Week,${pick}\n9/8/2026 18:03:11,Sam,1,KC\n9/8/2026 19:12:40,Ann,1,NYG\n9/15/2026 8:00:00,Sam,2,BUF\n`,
          ['Sam w1-kc KC', 'Ann w1-nyj NYG', 'Sam w2-buf BUF'],
        ] satisfies [string, string, string[]],
    ),
    [
      'the answers of a form, to a question of its own',
      'Timestamp,Email Address,Name,Which week?,Who wins?\n9/8/2026 18:03:11,s@x.org,Sam,Week 1,KC\n9/8/2026 19:12:40,a@x.org,Ann,Week 1,NYG\n',
      ['Sam w1-kc KC', 'Ann w1-nyj NYG'],
    ],
    [
      'what came of a team before it or with the score, and when a player was out',
      'Name,Week 1,Week 2\nSam,W - KC,*BUF*\nAnn,L - NYG,OUT - Wk 2\nBo,SF (W 27-24),LAC W 27-24\nCy,(L) WAS,Eliminated Week 1\nDi,W: LV,Out (week 2)\nEd,,❌ KC L\n',
      [
        ...['Sam w1-kc KC', 'Sam w2-buf BUF', 'Ann w1-nyj NYG', 'Bo w1-lar SF', 'Bo w2-lac LAC', 'Cy w1-was WAS'],
        ...['Di w1-was LV', 'Ed w2-buf KC'],
      ],
    ],
    [
      'few weeks among other columns',
      'Name,Paid,Phone,Nearest town,Week 1,Week 2,Total\nSam,yes,555-1234,Springfield,KC,BUF,2\nAnn,,(555) 123-4567,,NYG,LAC,1\n',
      ['Sam w1-kc KC', 'Sam w2-buf BUF', 'Ann w1-nyj NYG', 'Ann w2-lac LAC'],
    ],
    [
      'one week among other columns',
      'Name,Phone,Week 1\nSam,555-1234,KC\nAnn,555-4321,NYG\n',
      ['Sam w1-kc KC', 'Ann w1-nyj NYG'],
    ],
    [
      'two teams in a week',
      'Name,Week 1,Week 1,Week 2\nSam,KC,NYG,BUF\n',
      ['Sam w1-kc KC', 'Sam w1-nyj NYG', 'Sam w2-buf BUF'],
    ],
  ])('is read: %s', (_, text, expected) => {
    const reading = read(tableOf(text), survivor);
    expect(readAll(text).toSorted()).toEqual(expected.toSorted());
    expect(problemsOf(tableOf(text), reading)).toEqual([]);
  });

  it.each(['Week 1a,Week 1b', 'Week 1 Pick 1,Week 1 Pick 2', 'Week 1 (1),Week 1 (2)', 'Wk 1 #1,Wk 1 #2', '1a,1b'])(
    'may have two teams of a week under %s',
    (headings) => {
      const text = `Name,${headings},${headings === '1a,1b' ? '2' : 'Week 2'}\nSam,KC,NYG,BUF\n`;
      expect(readAll(text).toSorted()).toEqual(['Sam w1-kc KC', 'Sam w1-nyj NYG', 'Sam w2-buf BUF']);
      expect(problemsOf(tableOf(text), read(tableOf(text), survivor))).toEqual([]);
    },
  );

  it('says who is out, and asks about other texts', () => {
    const table = tableOf('Name,Week 1,Week 2\nSam,KC,OUT - Wk 2\nAnn,W - Cubs,Out of town\n');
    const reading = read(table, survivor);
    expect(reading.marks[1]?.[2]).toEqual({ kind: 'ignored', why: 'Out of the pool.' });
    expect(problemsOf(table, reading)).toEqual(["B3: 'W - Cubs' is not a team.", "C3: 'Out of town' is not a team."]);
  });

  it('never has a time as a player', () => {
    const text = '9/8/2026 18:03:11,Sam,1,KC\n9/8/2026 19:12:40,Ann,1,NYG\n';
    expect(readAll(text)).toEqual(['Sam w1-kc KC', 'Ann w1-nyj NYG']);
  });

  it('says why columns are not read', () => {
    const table = tableOf('Name,Phone,Week 1,Week 1 Result,Week 2\nSam,12,KC,W,BUF\n');
    const { marks } = read(table, survivor);
    expect(marks[1]?.[1]).toEqual({ kind: 'ignored', why: "'Phone' is not a week." });
    expect(marks[1]?.[3]).toEqual({ kind: 'ignored', why: "'Week 1 Result' is not a week." });
  });

  it('asks about teams under headings that may be weeks', () => {
    const table = tableOf('Name,Week 1,Turkey Day,Week 9,Week 2\nSam,KC,NYG,SF,BUF\nAnn,KC,Gaints,,BUF\n');
    expect(problemsOf(table, read(table, survivor))).toEqual([
      "C2: 'Turkey Day' is not a week of this pool.",
      "D2: 'Week 9' is not a week of this pool.",
      "C3: 'Turkey Day' is not a week of this pool.",
    ]);
  });

  it('keeps a player whose cells may name two teams', () => {
    const table = tableOf('Name,Week 1,Week 2\nSam,KC or BUF,KC vs BUF\nAnn,KC/NO,BUF\n');
    expect(problemsOf(table, read(table, survivor))).toEqual([
      "B2: 'KC or BUF' may be the Chiefs or the Bills. Write which of them.",
      "C2: 'KC vs BUF' is not a team.",
      'B3: NO does not play in Week 1.',
    ]);
    expect(picksOf(read(table, survivor))).toEqual(['Ann w2-buf BUF']);
  });

  it('marks a cell with two teams as the first of its picks', () => {
    const { marks, picks } = read(tableOf('Name,Week 1,Week 2\nSam,KC/NYG,BUF\n'), survivor);
    const first = picks.findIndex(({ column }) => column === 1);
    expect(picks.slice(first, first + 2)).toMatchObject([
      { row: 1, column: 1, value: 'KC' },
      { row: 1, column: 1, value: 'NYG' },
    ]);
    expect(marks[1]?.[1]).toEqual({ kind: 'pick', pick: first });
  });

  it('may say that players bought back, and when', () => {
    const text = [
      'Name,Buyback?,Buy back date,Buyback 2,Buyback 2,Week 1,Week 2',
      'Sam,yes,9/25,,,KC,BUF',
      'Ann,x,,$25,,NYG,LAC',
      'Bo,no,,-,0,SF,LAR',
    ].join('\n');
    expect(readAll(text).slice(6)).toEqual(['Sam 9/25', 'Ann some day', 'Ann some day']);
    const list = 'Player,Week,Team,Buyback?\nSam,1,KC,yes\nSam,2,BUF,yes\n';
    expect(readAll(list).slice(2)).toEqual(['Sam some day']);
  });

  it('counts the buy-backs of columns with the same heading', () => {
    expect(readAll('Name,Rebuy,Rebuy,Week 1\nSam,x,x,KC\nAnn,,9/25,NYG\n').slice(2)).toEqual([
      'Sam some day',
      'Sam some day',
      'Ann 9/25',
    ]);
  });

  it('asks for the day of a buy-back, or yes', () => {
    const table = tableOf('Name,Buy-back,Week 1\nSam,maybe,KC\nAnn,none,NYG\n');
    expect(problemsOf(table, read(table, survivor))).toEqual([
      'B2: Enter the date of the buy-back, such as 9/25, or yes.',
    ]);
  });
});
