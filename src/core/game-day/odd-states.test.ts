import { expect, it } from 'vitest';
import { choiceOf } from '#core/pick-letters.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import type { Game, GamePick } from '#core/types.ts';
import { aFinal, aGame, HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { gameDay } from './game-day.ts';
import type { VisibleWeek } from './visible-week.ts';
import { dayWeekOf } from './visible-week.ts';
import { dayStage, endWords, hopeText, ownWords } from './words.ts';

const NOW = SUNDAY_1PM + 2 * HOUR;
const teams = [
  ['KC', 'LV'],
  ['BUF', 'NYJ'],
  ['SF', 'SEA'],
] as const;
const names = ['Me', 'Ann', 'Bob'];

const running = (situation: string, lead = 0) =>
  aGame({ status: 'In Progress', situation, homeScore: 20 + lead, awayScore: 20 });
const won = aFinal(10, 20);
const off = aGame({ void: 'cancelled' });
const offLate = aFinal(10, 20, { void: 'postponed' });
const later = aGame({ kickoff: NOW + HOUR });

/** Games with a letter for each pick of the viewer, Ann and Bob, and their guesses of the last game. */
function told(
  games: readonly Game[],
  letters: readonly string[],
  {
    guesses = [],
    viewerId = 'p0',
    ...rules
  }: Partial<PoolRules> & { guesses?: readonly number[]; viewerId?: string } = {},
): VisibleWeek {
  const gids = games.map((_, at) => `g${at}`);
  const own = gids.flatMap((gid, at): [string, GamePick][] => {
    const choice = choiceOf(letters[0]?.[at]);
    return choice === 'home' || choice === 'away' ? [[gid, { side: choice, bus: false }]] : [];
  });
  return {
    rules: rulesWith({ ...rules, ...(guesses.length > 0 && { tiebreak: 'closest' }) }),
    games: games.map((game, at) => ({
      ...game,
      gid: `g${at}`,
      home: teams[at]?.[0] ?? '',
      away: teams[at]?.[1] ?? '',
    })),
    gids,
    rows: letters.map((picks, at) => ({ id: `p${at}`, name: names[at] ?? '', picks, guess: guesses[at] })),
    viewerId,
    own: { p0: { picks: Object.fromEntries(own), values: null, guess: guesses[0] ?? null } },
    tiebreakGid: guesses.length > 0 ? (gids.at(-1) ?? null) : null,
    fixed: {},
    now: NOW,
  };
}

const say = (week: VisibleWeek) => {
  const day = gameDay(dayWeekOf(week));
  const words = ownWords(week, day) ?? (day.games.length === 0 ? endWords(week, day) : null);
  return [day.players.map(hopeText).join(' '), words && `${words.headline}: ${words.sentence}`];
};

const CLINCHED = 'Clinched: Whatever happens now, you win the week, alone or tied.';
const OUT = "Out: You can't win the week anymore, unless a game ends in a tie or a push, or is called off.";
const NO_WINNER = 'No winner: Nobody has a point this week.';
const needs = (often: string) => `${often}: You win the week if BUF wins, but can't if NYJ wins.`;

it.each<[string, VisibleWeek, string, string | null]>([
  ['overtime, level', told([won, running('OT 5:00')], ['hh', 'ha']), 'about 50% about 50%', needs('About 50%')],
  ['overtime with a lead', told([won, running('OT 5:00', 3)], ['hh', 'ha']), 'about 80% about 20%', needs('About 80%')],
  [
    'a second overtime without a clock',
    told([won, running('2OT')], ['hh', 'ha']),
    'about 50% about 50%',
    needs('About 50%'),
  ],
  [
    'the end of overtime, level',
    told([won, running('OT 0:00')], ['hh', 'ha']),
    'about 50% about 50%',
    needs('About 50%'),
  ],
  [
    'the end of overtime, decided',
    told([won, running('OT 0:00', 3)], ['hh', 'ha']),
    'about 99% about 1%',
    needs('About 99%'),
  ],
  ['half-time', told([won, running('Half-time', 7)], ['hh', 'ha']), 'about 79% about 21%', needs('About 79%')],
  ['the last whistle', told([won, running('Q4 0:00', 1)], ['hh', 'ha']), 'about 99% about 1%', needs('About 99%')],
  [
    'a delay before the kick-off',
    told([won, running('Delayed', 7)], ['hh', 'ha']),
    'about 50% about 50%',
    needs('About 50%'),
  ],
  [
    'a delay with a clock',
    told([won, running('Delayed · Q3 5:00', 7)], ['hh', 'ha']),
    'about 83% about 17%',
    needs('About 83%'),
  ],
  [
    'a game that is suspended',
    told([won, running('Suspended · Q1 5:00', 7)], ['hh', 'ha']),
    'about 73% about 27%',
    needs('About 73%'),
  ],
  ['no clock', told([won, running('Regular Season', 7)], ['hh', 'ha']), 'about 82% about 18%', needs('About 82%')],
  ['no situation', told([won, running('', 7)], ['hh', 'ha']), 'about 82% about 18%', needs('About 82%')],
  ['a kick-off that is late', told([won, aGame()], ['hh', 'ha']), 'about 50% about 50%', needs('About 50%')],
  [
    'all over, level, one guess nearer',
    told([won, won], ['hh', 'hh'], { guesses: [30, 31] }),
    'Clinched Out',
    'You win: The week is yours alone.',
  ],
  [
    'nothing locked',
    told([later, later], ['h-', '??', '--']),
    'about 50% about 1% about 1%',
    "About 50%: No single game is a must-win for you. Picks that aren't locked yet can still change this.",
  ],
  ['one player without picks', told([won, running('Q2 1:00')], ['--']), 'Out', OUT],
  [
    'nobody picked, one game open',
    told([won, later], ['--', '--']),
    'about 1% about 1%',
    "About 1%: No single game is a must-win for you. Picks that aren't locked yet can still change this.",
  ],
  ['all called off', told([off, off], ['hh', 'ha']), 'Out Out', NO_WINNER],
  ['no games', told([], ['', '']), 'Out Out', NO_WINNER],
  ['no players', told([won, running('Half-time')], []), '', null],
  [
    'a viewer who does not play',
    told([won, running('Half-time')], ['hh', 'ha'], { viewerId: 'x' }),
    'about 50% about 50%',
    null,
  ],
  [
    'two level, the tiebreak game still played',
    told([won, running('Q4 1:00', 3)], ['hh', 'hh', 'ah'], { guesses: [40, 50] }),
    'about 50% about 50% Out',
    'About 50%: No single game is a must-win for you. The total points of the tiebreak game decide who wins a tie.',
  ],
  [
    'two level with the same guess',
    told([won, running('Q4 1:00', 3)], ['hh', 'hh', 'ah'], { guesses: [40, 40] }),
    'Clinched Clinched Out',
    CLINCHED,
  ],
  [
    'two level, and only one guessed',
    told([won, running('Q4 1:00', 3)], ['hh', 'hh', 'ah'], { guesses: [40] }),
    'Clinched Out Out',
    CLINCHED,
  ],
  [
    'the tiebreak game called off after all was over',
    told([won, offLate], ['hh', 'ha'], { guesses: [40, 50] }),
    'Clinched Clinched',
    'You win: You share the week with Ann.',
  ],
  [
    'a game called off after all was over',
    told([offLate, won], ['ah', 'ha']),
    'Clinched Out',
    'You win: The week is yours alone.',
  ],
])('%s: is shown correctly', (_, week, hopes, words) => {
  expect(say(week)).toEqual([hopes, words]);
});

it.each([
  [[off, off], 'empty'],
  [[], 'empty'],
  [[later, off], 'coming'],
  [[won, later], 'playing'],
  [[aGame(), later], 'playing'],
  [[won, offLate], 'over'],
] as const)('how far a week is, case %#', (games, stage) => {
  expect(dayStage(games, NOW)).toBe(stage);
});

it('more than 20 unfinished games are refused, and the page says so', () => {
  const week = (games: number) =>
    told(
      Array.from({ length: games }, () => running('Half-time')),
      ['h'.repeat(games)],
    );
  expect(() => gameDay(dayWeekOf(week(21)))).toThrow(RangeError);
  expect(gameDay(dayWeekOf(week(20))).players[0]?.chance).toBeCloseTo(1 - 2 ** -20, 9);
});
