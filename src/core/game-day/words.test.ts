import { describe, expect, it } from 'vitest';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import type { Game } from '#core/types.ts';
import { aFinal, aGame, HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { gameDay } from './game-day.ts';
import type { VisibleWeek } from './visible-week.ts';
import { dayWeekOf } from './visible-week.ts';
import {
  agreedGamesText,
  dayStage,
  endWords,
  headlineLabel,
  hopeText,
  openGames,
  openGamesText,
  ownWords,
  rootFor,
  stakeStep,
  stakeText,
  whatIfText,
} from './words.ts';

const running = (gid: string, more: Partial<Game> = {}) =>
  aGame({ gid, status: 'In Progress', situation: 'Half-time', ...more });
const open = (gid: string) => aGame({ gid, kickoff: SUNDAY_1PM + HOUR });
const favored = (gid: string) => aGame({ gid, kickoff: SUNDAY_1PM + HOUR, spread: 3 });
const home = (gid: string) => aFinal(3, 20, { gid });

const states: Readonly<Record<string, (gid: string) => Game>> = { r: running, o: open, f: favored, h: home };
const teams = [
  ['KC', 'LV'],
  ['BUF', 'NYJ'],
  ['SF', 'SEA'],
  ['DAL', 'NYG'],
] as const;

/** A week with a letter for each game (running, open, open with a favorite, over for home), and one for each pick of the viewer, Ann and Bob. */
function told(
  games: string,
  letters: readonly string[],
  more: Partial<PoolRules> = {},
  values?: number[][],
): VisibleWeek {
  const gids = [...games].map((_, at) => `g${at}`);
  const week = [...games].map((state, at) => {
    const game = states[state]?.(`g${at}`) ?? open(`g${at}`);
    return { ...game, home: teams[at]?.[0] ?? '', away: teams[at]?.[1] ?? '' };
  });
  const names = ['Me', 'Ann', 'Bob'];
  const rows = letters.map((picks, at) => ({ id: `p${at}`, name: names[at] ?? '', picks, values: values?.[at] }));
  const own = gids.flatMap((gid, at) => {
    const letter = letters[0]?.[at];
    return letter === 'h' || letter === 'a'
      ? [[gid, { side: letter === 'h' ? 'home' : 'away', bus: false } as const] as const]
      : [];
  });
  return {
    rules: rulesWith(more),
    games: week,
    gids,
    rows,
    viewerId: 'p0',
    own: {
      p0: {
        picks: Object.fromEntries(own),
        values: values ? Object.fromEntries(gids.map((gid, at) => [gid, values[0]?.[at] ?? 0])) : null,
        guess: null,
      },
    },
    tiebreakGid: null,
    fixed: {},
    now: SUNDAY_1PM + 10 * 60_000,
  };
}

const say = (week: VisibleWeek) => {
  const words = ownWords(week, gameDay(dayWeekOf(week)));
  return words && `${words.headline}: ${words.sentence}`;
};

describe('What game day says', () => {
  it.each([
    ['rr', ['hh', 'aa'], {}, 'About 50%: You win the week, alone or tied, if KC or BUF wins.'],
    ['rr', ['hh', 'ha'], {}, "About 50%: You win the week if BUF wins, but can't if NYJ wins."],
    ['hr', ['ah', 'ha'], {}, "About 25%: You win the week, alone or tied, if BUF wins, but can't if NYJ wins."],
    ['hrr', ['ahh', 'haa'], { useSpread: true }, 'About 25%: You need BUF and SF to cover.'],
    ['hhr', ['hhh', 'aah'], {}, 'Clinched: Whatever happens now, you win the week, alone or tied.'],
    [
      'hhr',
      ['aah', 'hha'],
      {},
      "Out: You can't win the week anymore, unless a game ends in a tie or a push, or is called off.",
    ],
    [
      'hro',
      ['hhh', 'aa?'],
      {},
      "About 88%: You win the week if BUF wins. Picks that aren't locked yet can still change this.",
    ],
    [
      'hrf',
      ['hh-', 'aa?'],
      {},
      "About 75%: You win the week if BUF wins. This guesses that you'll take the favorite in your open game.",
    ],
    [
      'rff',
      ['h--', 'a??'],
      {},
      "About 50%: No single game is a must-win for you. This guesses that you'll take the favorites in your 2 open games.",
    ],
    [
      'rof',
      ['h--', 'a??'],
      {},
      "About 50%: No single game is a must-win for you. This guesses that you'll take the favorite in 1 of your 2 open games.",
    ],
    [
      'roo',
      ['h--', 'a??'],
      {},
      "About 50%: No single game is a must-win for you. Picks that aren't locked yet can still change this.",
    ],
    [
      'rff',
      ['hh-', 'a??'],
      { games: 2 },
      "About 35%: You win the week, alone or tied, if KC wins. Picks that aren't locked yet can still change this.",
    ],
    ['hh', ['hh', 'ha'], {}, 'You win: The week is yours alone.'],
    ['hh', ['ha', 'ah', 'aa'], {}, 'You win: You share the week with Ann.'],
    ['hh', ['aa', 'ha'], {}, 'Ann wins: The week goes to Ann.'],
    ['hh', ['aa', 'ha', 'ah'], {}, '2 tied: The week goes to Ann and Bob.'],
    ['r', ['h'], {}, "About 50%: You win the week if KC wins, but can't if LV wins."],
    ['hr', ['hh'], {}, 'Clinched: Whatever happens now, you win the week, alone or tied.'],
    [
      'rr',
      ['--', '--'],
      {},
      "Out: You can't win the week anymore, unless a game ends in a tie or a push, or is called off.",
    ],
    [
      'ro',
      ['--', '--'],
      {},
      "About 1%: No single game is a must-win for you. Picks that aren't locked yet can still change this.",
    ],
    ['rrr', ['hhh', 'aaa'], {}, 'About 50%: No single game is a must-win for you.'],
    ['rr', ['hh', '--'], {}, 'About 75%: You win the week if KC or BUF wins.'],
    ['hr', ['hh', 'hh'], { tiebreak: 'closest' }, 'Clinched: Whatever happens now, you win the week, alone or tied.'],
    ['h', ['a', '-'], {}, 'No winner: Nobody has a point this week.'],
  ] as const)('%s with %j is described', (games, letters, rules, words) => {
    expect(say(told(games, letters, rules))).toBe(words);
  });

  it('lists games against the own pick separately', () => {
    const week = told('hrr', ['aaa', 'haa'], { format: 'confidence' }, [
      [1, 2, 3],
      [1, 3, 2],
    ]);
    expect(say(week)).toBe('About 13%: You need SEA to win, and BUF against your own pick.');
  });

  it('is empty for a viewer who does not play', () => {
    const week = { ...told('rr', ['hh', 'ha']), viewerId: 'somebody' };
    expect(say(week)).toBeNull();
    expect(
      endWords({ ...told('hh', ['hh', 'ha']), viewerId: 'x' }, gameDay(dayWeekOf(told('hh', ['hh', 'ha'])))),
    ).toEqual({
      headline: 'Me wins',
      look: 'open',
      sentence: 'The week goes to Me.',
    });
  });
});

it.each([
  [0, 'about 1%'],
  [0.0049, 'about 1%'],
  [0.344, 'about 34%'],
  [0.9949, 'about 99%'],
  [1, 'about 99%'],
])('the estimate %d is shown as %s', (chance, text) => {
  expect(hopeText({ hope: 'alive', chance })).toBe(text);
});

it('what is certain of a player is a word', () => {
  expect(hopeText({ hope: 'clinched', chance: 0.5 })).toBe('Clinched');
  expect(hopeText({ hope: 'out', chance: 0 })).toBe('Out');
});

it.each([
  ['nothing counts', [{ ...open('g'), void: 'cancelled' as const }], 'empty'],
  ['no game', [], 'empty'],
  ['nothing is locked', [open('g')], 'coming'],
  ['one game is locked', [running('f'), open('g')], 'playing'],
  ['all are over but one that is off', [home('f'), { ...open('g'), void: 'postponed' as const }], 'over'],
])('the stage of a week in which %s', (_, games, stage) => {
  expect(dayStage(games, SUNDAY_1PM + 10 * 60_000)).toBe(stage);
});

it.each([
  ['the side that helps', { ifHome: 0.4, ifAway: 0.1, must: null }, 'home'],
  ['the other one', { ifHome: 0.1, ifAway: 0.4, must: null }, 'away'],
  ['the side that helps a little', { ifHome: 0.0002, ifAway: 0.0001, must: null }, 'home'],
  ['nobody if it makes no difference', { ifHome: 0.1 + 0.2, ifAway: 0.3, must: null }, null],
  ['a side that must win, however little it helps', { ifHome: 0.001, ifAway: 0, must: 'home' as const }, 'home'],
  ['nobody for a viewer who does not play', { ifHome: null, ifAway: null, must: null }, null],
])('one roots for %s', (_, report, expected) => {
  expect(rootFor(report)).toEqual(expected);
});

const straight = { rules: rulesWith({}), tiebreakGid: 'g2' };
const buffalo = { home: 'BUF', away: 'KC' };
const stake = (ifHome: number | null, ifAway: number | null, more: Partial<Parameters<typeof stakeText>[0]> = {}) => {
  return { gid: 'g1', ifHome, ifAway, must: null, clinches: [], matters: true, ...more };
};

it.each([
  [stake(0.09, 0.001), 'If BUF wins: about 9%, otherwise about 1%.'],
  [stake(0.12, 0.66), 'If KC wins: about 66%, otherwise about 12%.'],
  [stake(1, 0.5), 'If BUF wins: about 99%, otherwise about 50%.'],
  [stake(1, 0.5, { clinches: ['home'] }), 'If BUF wins, you win the week; otherwise about 50%.'],
  [
    stake(1, 0, { clinches: ['home'], must: 'home' }),
    "If BUF wins, you win the week; if KC wins, you can't win anymore.",
  ],
  [stake(0.3, 0, { must: 'home' }), "If BUF wins: about 30%; if KC wins, you can't win anymore."],
  [stake(0.001, 0, { must: 'home' }), "If BUF wins: about 1%; if KC wins, you can't win anymore."],
  [stake(0.5, 0.2, { clinches: ['home'] }), 'If BUF wins, you win the week, alone or tied; otherwise about 20%.'],
  [stake(0.104, 0.1), ''],
  [stake(0.2, 0.2), ''],
  [stake(0.2, 0.2, { matters: false }), ''],
  [stake(0.2, 0.2, { matters: false, gid: 'g2' }), 'Its total points decide who wins a tie.'],
  [stake(0.6, 0.2, { gid: 'g2' }), 'If BUF wins: about 60%, otherwise about 20%.'],
  [stake(null, null), ''],
])('%j is said to be: %s', (report, text) => {
  expect(stakeText(report, buffalo, straight)).toBe(text);
});

it('with a spread, a side covers', () => {
  expect(
    stakeText(stake(0.3, 0, { must: 'home' }), buffalo, { ...straight, rules: rulesWith({ useSpread: true }) }),
  ).toBe("If BUF covers: about 30%; if KC covers, you can't win anymore.");
});

it.each([
  ['decides the week for the viewer', stake(0.3, 0.29, { must: 'home' }), 3],
  ['wins it', stake(1, 0.99, { clinches: ['home'] }), 3],
  ['changes their chance by ten points', stake(0.3, 0.2), 2],
  ['changes it by a point', stake(0.2, 0.21), 1],
  ['changes it by less', stake(0.204, 0.2), 0],
  ['is nothing to somebody who does not play', stake(null, null), 0],
])('the step of a game that %s', (_, report, step) => {
  expect(stakeStep(report)).toBe(step);
});

it.each([
  ['rr', ['hh', 'ha'], 'g0', 'about 50% (now about 50%)'],
  ['rr', ['hh', 'ha'], 'g1', 'clinched (now about 50%)'],
] as const)('a what-if in %s with %j and %s says what it changes: %s', (games, letters, supposed, text) => {
  const week = told(games, letters);
  const day = (fixed: VisibleWeek['fixed']) => gameDay(dayWeekOf({ ...week, fixed }));
  const fixed = { [supposed]: 'home' as const };
  expect(whatIfText({ ...week, fixed }, day(fixed), day({}))).toBe(text);
});

it.each([
  ['rr', ['hh', 'aa'], 'Your chance to win the week'],
  ['hhr', ['hhh', 'aah'], 'The week'],
  ['hh', ['hh', 'ha'], 'The week'],
] as const)('%s with %j is headed: %s', (games, letters, label) => {
  const week = told(games, letters);
  expect(headlineLabel(week, gameDay(dayWeekOf(week)))).toBe(label);
});

it('the games that are still open to pick are those of the viewer, on one line', () => {
  const week = told('roff', ['hh--', 'a???']);
  expect(openGames(week).map(({ gid }) => gid)).toEqual(['g2', 'g3']);
  expect(openGames({ ...week, viewerId: 'somebody' })).toEqual([]);
  expect([1, 6].map((count) => openGamesText(count, rulesWith({})))).toEqual([
    'One game is still open to pick.',
    '6 games are still open to pick.',
  ]);
  expect(openGamesText(6, rulesWith({ games: 2 }))).toBe("6 games that you haven't picked.");
  expect([1, 3].map(agreedGamesText)).toEqual(['Everybody agrees on one game.', 'Everybody agrees on 3 games.']);
});
