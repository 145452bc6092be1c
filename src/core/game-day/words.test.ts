import { describe, expect, it } from 'vitest';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import type { Game } from '#core/types.ts';
import { sides } from '#core/types.ts';
import { aFinal, aGame, HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { gameDay } from './game-day.ts';
import type { VisibleWeek } from './visible-week.ts';
import { dayWeekOf } from './visible-week.ts';
import { chanceText, dayStage, endWords, hopeText, ownWords, rootFor, sideChanceText, swingText } from './words.ts';

const running = (gid: string, more: Partial<Game> = {}) =>
  aGame({ gid, status: 'In Progress', situation: 'Half-time', ...more });
const open = (gid: string) => aGame({ gid, kickoff: SUNDAY_1PM + HOUR });
const home = (gid: string) => aFinal(3, 20, { gid });

const states: Readonly<Record<string, (gid: string) => Game>> = { r: running, o: open, h: home };
const teams = [
  ['KC', 'LV'],
  ['BUF', 'NYJ'],
  ['SF', 'SEA'],
  ['DAL', 'NYG'],
] as const;

/** A week with a letter for each game (running, open, over for home), and one for each pick of the viewer, Ann and Bob. */
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
    ['rr', ['hh', 'aa'], {}, '50%: No single game is a must.'],
    ['rr', ['hh', 'ha'], {}, "50%: You need BUF to win. One game doesn't matter to you."],
    ['hr', ['ah', 'ha'], {}, '25%: You need BUF to win.'],
    ['hrr', ['ahh', 'haa'], { useSpread: true }, '25%: You need BUF and SF to cover.'],
    ['hhr', ['hhh', 'aah'], {}, 'Clinched: Whatever happens now, you win the week, alone or level.'],
    [
      'hhr',
      ['aah', 'hha'],
      {},
      'Out: No way is left to win the week, barring a tie, a push or a game that is called off.',
    ],
    [
      'hro',
      ['hhh', 'aa?'],
      {},
      '88%: No single game is a must. Picks of games that are not locked can still change this.',
    ],
    [
      'hro',
      ['hh-', 'aa?'],
      {},
      '75%: No single game is a must. You can still pick one game: this takes quick fill for it.',
    ],
    [
      'roo',
      ['h--', 'a??'],
      {},
      '50%: No single game is a must. You can still pick 2 games: this takes quick fill for them.',
    ],
    ['hh', ['hh', 'ha'], {}, 'You win: The week is yours alone.'],
    ['hh', ['ha', 'ah', 'aa'], {}, 'You win: You share the week with Ann.'],
    ['hh', ['aa', 'ha'], {}, 'Ann wins: The week goes to Ann.'],
    ['hh', ['aa', 'ha', 'ah'], {}, '2 level: The week goes to Ann and Bob.'],
    ['r', ['h'], {}, '50%: You need KC to win.'],
    ['hr', ['hh'], {}, 'Clinched: Whatever happens now, you win the week, alone or level.'],
    [
      'rr',
      ['--', '--'],
      {},
      'Out: No way is left to win the week, barring a tie, a push or a game that is called off.',
    ],
    [
      'ro',
      ['--', '--'],
      {},
      "<1%: No single game is a must. One game doesn't matter to you. You can still pick one game: this takes quick fill for it.",
    ],
    ['rr', ['hh', '--'], {}, '75%: No single game is a must.'],
    ['hr', ['hh', 'hh'], { tiebreak: 'closest' }, 'Clinched: Whatever happens now, you win the week, alone or level.'],
    ['h', ['a', '-'], {}, 'No winner: Nobody has a point this week.'],
  ] as const)('%s with %j is described', (games, letters, rules, words) => {
    expect(say(told(games, letters, rules))).toBe(words);
  });

  it('lists games against the own pick separately', () => {
    const week = told('hrr', ['aaa', 'haa'], { format: 'confidence' }, [
      [1, 2, 3],
      [1, 3, 2],
    ]);
    expect(say(week)).toBe('13%: You need SEA to win, and BUF against your own pick.');
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
  [0, '0%'],
  [1e-9, '<1%'],
  [0.0049, '<1%'],
  [0.005, '1%'],
  [0.344, '34%'],
  [0.9949, '99%'],
  [0.995, '>99%'],
  [1, '100%'],
])('the chance %d is shown as %s', (chance, text) => {
  expect(chanceText(chance)).toBe(text);
});

it.each([
  [0.4, 0, false, ['40%', '0%']],
  [0.4, 0, true, ['40%', '<1%']],
  [null, null, false, [null, null]],
])('%d if the home side wins and %d if not, picks open: %s', (ifHome, ifAway, isOpen, texts) => {
  expect(sides.map((side) => sideChanceText({ ifHome, ifAway }, side, { isOpen }))).toEqual(texts);
});

it('a player who can still win never has a chance of 0', () => {
  expect(hopeText({ hope: 'alive', chance: 0 })).toBe('<1%');
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
  ['the side that helps', { ifHome: 0.4, ifAway: 0.1, must: null }, { side: 'home', swing: 30 }],
  ['the other one', { ifHome: 0.1, ifAway: 0.4, must: null }, { side: 'away', swing: 30 }],
  ['the side that helps a little', { ifHome: 0.0002, ifAway: 0.0001, must: null }, { side: 'home', swing: 0 }],
  ['nobody if it makes no difference', { ifHome: 0.1 + 0.2, ifAway: 0.3, must: null }, null],
  [
    'a side that must win, however little it helps',
    { ifHome: 0.001, ifAway: 0, must: 'home' as const },
    { side: 'home', swing: 0 },
  ],
  ['nobody for a viewer who does not play', { ifHome: null, ifAway: null, must: null }, null],
])('one roots for %s', (_, report, expected) => {
  expect(rootFor(report)).toEqual(expected);
});

it.each([
  [{ ifHome: 0.4, ifAway: 0.1, must: null, matters: true }, 'Worth 30 points of chance'],
  [{ ifHome: 0.11, ifAway: 0.1, must: null, matters: true }, 'Worth 1 point of chance'],
  [{ ifHome: 0.001, ifAway: 0, must: 'home' as const, matters: true }, 'Worth less than a point of chance'],
  [{ ifHome: 0.2, ifAway: 0.2, must: null, matters: true }, 'Hardly matters to you'],
  [{ ifHome: 0.2, ifAway: 0.2, must: null, matters: false }, "Doesn't matter to you"],
])('%j is said to be: %s', (report, text) => {
  expect(swingText({ gid: 'g1', ...report }, 'g2')).toBe(text);
});

it('the tiebreak game is never listed as irrelevant', () => {
  const report = { gid: 'g1', ifHome: 0.5, ifAway: 0.5, must: null, matters: false };
  expect(swingText(report, 'g1')).toBe('Its points decide between those who are level');
  expect(swingText({ ...report, ifHome: 0.6 }, 'g1')).toBe('Worth 10 points of chance');
});
