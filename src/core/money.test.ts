import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MoneyPlan, MoneySeason, MoneySide, MoneyWeek, Prize } from './money.ts';
import {
  balanceOf,
  FEE,
  feeDue,
  formatDollars,
  hasMoney,
  isSidePurpose,
  MAX_CENTS,
  NO_MONEY,
  parseDollars,
  planFor,
  planTotal,
  pricesOf,
  prizesOf,
  SEASON,
  sidePurpose,
  splitCents,
  tidyPlan,
  totalsOf,
  typedDollars,
} from './money.ts';
import { defaultRules, rulesWith } from './rules/pool-rules.ts';

const BUY_BACKS = { format: 'survivor', buyBacks: 1 } as const;

const names = ['Ann', 'Bob', 'Cy', 'Dee'];
const players = names.toReversed().map((name) => ({ id: name, name }));

const open: MoneyWeek = { id: '', state: 'open', winners: [] };
const off: MoneyWeek = { ...open, state: 'off' };
const wonBy = (...winners: string[]): MoneyWeek => ({ id: '', state: 'decided', winners });

/** Weeks of $10 and one cent each, numbered from 1. */
function weeks(...all: MoneyWeek[]): Prize[] {
  const season = { weeks: all.map((week, at) => ({ ...week, id: String(at + 1) })), final: null, players };
  return prizesOf({ ...NO_MONEY, week: 1001 }, season).slice(0, -1);
}

/** Each player's share of a prize: `Ann 501, Bob 500`. */
const told = (prize: Prize | undefined) => prize?.shares.map(({ id, cents }) => `${id} ${cents}`).join(', ');

describe('The prize of a week', () => {
  test.each<[string, MoneyWeek[], string[]]>([
    ['goes to the winner', [wonBy('Bob')], ['Bob 1001']],
    ['is shared, the odd cent to the first by name', [wonBy('Cy', 'Ann')], ['Ann 501, Cy 500']],
    ['waits until the week is decided', [open], ['']],
    ['rolls over if nobody wins', [wonBy(), wonBy('Ann')], ['', 'Ann 2002']],
    ['rolls over if all games are off', [off, wonBy('Ann')], ['', 'Ann 2002']],
    [
      'rolls over again and again',
      [wonBy(), off, wonBy(), wonBy('Ann', 'Bob', 'Dee')],
      ['', '', '', 'Ann 1335, Bob 1335, Dee 1334'],
    ],
    ['does not come back to a week before', [wonBy('Ann'), wonBy()], ['Ann 1001', '']],
    ['waits at a week that is open, whatever is decided after it', [wonBy(), open, wonBy('Ann')], ['', '', 'Ann 1001']],
  ])('%s', (_what, all, expected) => {
    expect(weeks(...all).map(told)).toEqual(expected);
  });

  test('includes what was carried over from earlier weeks', () => {
    const prizes = weeks(wonBy(), open, wonBy('Ann'));
    expect(prizes.map(({ cents, rolled, isDecided }) => [cents, rolled, isDecided])).toEqual([
      [1001, 0, true],
      [2002, 1001, false],
      [1001, 0, true],
    ]);
  });

  test('is none in a survivor pool', () => {
    const plan = { fee: 2000, week: 1000, places: [5000] };
    const [survivor, confidence] = [
      rulesWith({ format: 'survivor', buyBacks: 1 }),
      rulesWith({ format: 'confidence' }),
    ];
    expect(planFor(plan, survivor)).toEqual({ ...plan, week: 0 });
    expect(planFor(plan, confidence)).toEqual(plan);
    const withBuyBacks = { ...plan, buyBack: 500 };
    expect(planFor(withBuyBacks, survivor)).toEqual({ ...withBuyBacks, week: 0 });
    expect(planFor(withBuyBacks, confidence)).toEqual(plan);
    expect(planFor(withBuyBacks, { ...survivor, buyBacks: 0 })).toEqual({ ...plan, week: 0 });
  });
});

describe('With weekly play the prize of a week', () => {
  const playedBy = (players: number, week: MoneyWeek): MoneyWeek => ({ ...week, players });
  const pots = (...all: MoneyWeek[]) => {
    const season = { weeks: all.map((week, at) => ({ ...week, id: String(at + 1) })), final: null, players };
    return prizesOf({ ...NO_MONEY, fee: 1001 }, season).slice(0, -1);
  };

  test.each<[string, MoneyWeek[], [number, string][]]>([
    ['is the fees of those who played it', [playedBy(3, wonBy('Bob'))], [[3003, 'Bob 3003']]],
    ['grows until it is decided', [playedBy(2, open)], [[2002, '']]],
    ['is shared', [playedBy(3, wonBy('Bob', 'Ann'))], [[3003, 'Ann 1502, Bob 1501']]],
    ['is nothing if nobody played', [playedBy(0, wonBy())], [[0, '']]],
    [
      'rolls over on top of the next',
      [playedBy(2, wonBy()), playedBy(1, off), playedBy(4, wonBy('Cy'))],
      [
        [2002, ''],
        [3003, ''],
        [7007, 'Cy 7007'],
      ],
    ],
  ])('%s', (_what, all, expected) => {
    expect(pots(...all).map((prize) => [prize.cents, told(prize)])).toEqual(expected);
  });

  test('takes the place of an amount in the plan', () => {
    const plan = { fee: 1000, week: 500, places: [5000] };
    expect(planFor(plan, rulesWith({ weekly: true }))).toEqual({ ...plan, week: 0 });
  });
});

describe("The prizes of the season's places", () => {
  const plan: MoneyPlan = { fee: 0, week: 1000, places: [10_000, 5000, 2500] };
  const season = (ranks: readonly number[] | null, weeks: readonly MoneyWeek[] = []): MoneySeason => {
    return { weeks, final: ranks?.map((rank, at) => ({ id: names[at] ?? '', rank })) ?? null, players };
  };
  const shares = (ranks: readonly number[] | null, weeks?: readonly MoneyWeek[]) =>
    told(prizesOf(plan, season(ranks, weeks)).at(-1));

  test.each<[string, readonly number[] | null, string]>([
    ['wait until the season is over', null, ''],
    ['go by rank', [2, 1, 4, 3], 'Bob 10000, Ann 5000, Dee 2500'],
    ['are pooled by those who share the first', [1, 1, 4, 3], 'Ann 7500, Bob 7500, Dee 2500'],
    ['are pooled with places that have none', [1, 2, 3, 3], 'Ann 10000, Bob 5000, Cy 1250, Dee 1250'],
    ['are shared by all if all are level', [1, 1, 1, 1], 'Ann 4375, Bob 4375, Cy 4375, Dee 4375'],
    ['give odd cents in the order of names', [4, 1, 1, 1], 'Bob 5834, Cy 5833, Dee 5833'],
    ['stay if nobody takes the place', [1, 2], 'Ann 10000, Bob 5000'],
    ['go to nobody in a pool without players', [], ''],
  ])('%s', (_what, ranks, expected) => {
    expect(shares(ranks)).toBe(expected);
  });

  test('the first gets what the last weeks carried over', () => {
    const all = [wonBy('Dee'), wonBy(), off];
    expect(shares([1, 2, 3, 4], all)).toBe('Ann 12000, Bob 5000, Cy 2500');
    expect(shares([1, 1, 3, 4], all)).toBe('Ann 8500, Bob 8500, Cy 2500');
    expect(prizesOf(plan, season([1, 2, 3, 4], all)).at(-1)).toMatchObject({ cents: 19_500, rolled: 2000 });
  });

  test('the first gets it even if places have no prizes', () => {
    const [, prize] = prizesOf({ ...NO_MONEY, week: 1000 }, season([1, 2, 3, 4], [wonBy()]));
    expect(told(prize)).toBe('Ann 1000');
  });
});

const anyPlayers = fc
  .array(fc.constantFrom('Ann', 'Bob', 'Cy', 'Sam', 'Édouard'), { minLength: 1, maxLength: 12 })
  .map((all) => all.map((name, at) => ({ id: `u${at}`, name })));

/** A pool whose season is over, with any ties and no more places than players. */
const anySeason = anyPlayers.chain((all) => {
  const ids = all.map(({ id }) => id);
  const week = fc.record({
    state: fc.constantFrom('decided' as const, 'off' as const),
    winners: fc.subarray(ids),
  });
  const scores = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: ids.length, maxLength: ids.length });
  const cents = fc.integer({ min: 0, max: MAX_CENTS });
  return fc
    .record({
      weeks: fc.array(week, { maxLength: 18 }),
      scores,
      week: cents,
      places: fc.array(cents, { maxLength: ids.length }),
    })
    .map((drawn) => ({
      plan: { fee: 0, week: drawn.week, places: drawn.places } satisfies MoneyPlan,
      season: {
        players: all,
        weeks: drawn.weeks.map(({ state, winners }, at) => ({
          id: `w${at}`,
          state,
          winners: state === 'off' ? [] : winners,
        })),
        final: ids.map((id, at) => ({
          id,
          rank: 1 + drawn.scores.filter((score) => score > (drawn.scores[at] ?? 0)).length,
        })),
      } satisfies MoneySeason,
    }));
});

const total = (amounts: readonly { readonly cents: number }[]) => amounts.reduce((sum, { cents }) => sum + cents, 0);

describe('The prize of a side table', () => {
  const table = { id: 't', name: 'Mondays', cents: 1001, isDecided: true, winners: ['Bob', 'Ann'] };
  const prizes = (changes: Partial<MoneySide>, plan = NO_MONEY) =>
    prizesOf(plan, {
      weeks: [{ id: 'w', state: 'open', winners: [] }],
      sides: [{ ...table, ...changes }],
      final: null,
      players,
    });
  const of = sidePurpose('t');

  test('is split evenly, odd cents by name', () => {
    const shares = [
      { id: 'Ann', cents: 501 },
      { id: 'Bob', cents: 500 },
    ];
    expect(prizes({})).toEqual([{ of, name: 'Mondays', cents: 1001, rolled: 0, isDecided: true, shares }]);
  });

  test.each<[string, Partial<MoneySide>]>([
    ['waits until it is decided', { isDecided: false }],
    ['stays in the pot if nobody wins it', { winners: [] }],
  ])('%s', (_, changes) => {
    expect(prizes(changes)).toMatchObject([{ cents: 1001, shares: [] }]);
  });

  test('comes after those of the weeks and before that of the season, and counts in the total', () => {
    const plan = { fee: 0, week: 100, places: [500] };
    const all = prizes({}, plan);
    expect(all.map((prize) => prize.of)).toEqual(['w', of, SEASON]);
    expect(total(all)).toBe(planTotal(plan, 1, [1001]));
    expect([of, 'w', SEASON, FEE].map(isSidePurpose)).toEqual([true, false, false, false]);
  });
});

describe('What goes in comes out', () => {
  test('to the cent once the season is over, whatever the ties, and no share is negative', () => {
    fc.assert(
      fc.property(anySeason, ({ plan, season }) => {
        const shares = prizesOf(plan, season).flatMap((prize) => prize.shares);
        expect(total(shares)).toBe(planTotal(plan, season.weeks.length));
        for (const { cents } of shares) expect(Number.isSafeInteger(cents) && cents > 0).toBe(true);
      }),
    );
  });

  test('to the cent while weeks are open: won or carried over', () => {
    fc.assert(
      fc.property(anySeason, fc.array(fc.nat(17)), ({ plan, season }, stillOpen) => {
        const weeks = season.weeks.map((week, at) =>
          stillOpen.includes(at) ? { ...week, state: 'open' as const, winners: [] } : week,
        );
        const prizes = prizesOf(plan, { ...season, weeks, final: null });
        const won = total(prizes.flatMap((prize) => prize.shares));
        const waiting = total(prizes.filter(({ isDecided }) => !isDecided));
        // What the last weeks carry over waits for the end of the season.
        const ends = weeks.slice(weeks.findLastIndex((week) => week.state === 'open' || week.winners.length > 0) + 1);
        expect(won + waiting + plan.week * ends.length).toBe(planTotal(plan, weeks.length));
      }),
    );
  });

  test('in any order of players, winners and ranks', () => {
    fc.assert(
      fc.property(anySeason, ({ plan, season }) => {
        const turned = {
          players: season.players.toReversed(),
          final: season.final.toReversed(),
          weeks: season.weeks.map((week) => ({ ...week, winners: week.winners.toReversed() })),
        };
        expect(prizesOf(plan, turned)).toEqual(prizesOf(plan, season));
      }),
    );
  });

  test('split as evenly as cents can be', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_CENTS }), anyPlayers, (cents, all) => {
        const shares = splitCents(cents, all);
        expect(total(shares)).toBe(cents);
        const amounts = all.map(({ id }) => shares.find((share) => share.id === id)?.cents ?? 0);
        expect(Math.max(...amounts) - Math.min(...amounts)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('What somebody is owed', () => {
  test.each<[string, { cents: number; paid: number }[], object]>([
    ['nothing without a prize', [], { won: 0, paid: 0, owed: 0, over: 0 }],
    ['the prize that was not paid', [{ cents: 1000, paid: 0 }], { owed: 1000, over: 0 }],
    ['nothing once it was', [{ cents: 1000, paid: 1000 }], { owed: 0, over: 0 }],
    [
      'less if a corrected score removed a paid prize',
      [
        { cents: 0, paid: 1000 },
        { cents: 1500, paid: 0 },
      ],
      { owed: 500, over: 0 },
    ],
    ['nothing if more was paid than won', [{ cents: 500, paid: 1000 }], { owed: 0, over: 500 }],
  ])('is %s', (_what, amounts, expected) => {
    expect(balanceOf(amounts)).toMatchObject(expected);
  });
});

describe("A pool's money", () => {
  test('adds up what came in, what is promised, what went out and what is lacking', () => {
    const fees = [{ paid: 2000 }, { paid: 2000 }, { paid: 0 }];
    const prizes = [
      { of: 'w1', cents: 1000, rolled: 0, shares: [] },
      { of: 'w2', cents: 2000, rolled: 1000, shares: [{ paid: 1500 }, { paid: 0 }] },
      { of: sidePurpose('mondays'), cents: 1000, rolled: 0, shares: [] },
      { of: SEASON, cents: 4000, rolled: 0, shares: [] },
    ];
    const totals = { pot: 4000, prizes: 7000, paidOut: 1500, left: 2500, missing: 3000 };
    const plan = { places: [2500, { percent: 10 }] };
    expect(totalsOf(fees, prizes, defaultRules, plan)).toEqual(totals);
    expect(totalsOf([], prizes, defaultRules, plan)).toMatchObject({ left: -1500, missing: 7000 });
    // With weekly play fees pay for the weeks, and for the season's shares of $15.
    expect(totalsOf(fees, prizes, { weekly: true }, plan)).toEqual({ ...totals, missing: 0 });
    expect(totalsOf([], prizes, { weekly: true }, plan)).toMatchObject({ missing: 3500 });
  });

  test('has no places after the last one with a prize', () => {
    expect(tidyPlan({ fee: 1, week: 2, places: [300, 0, 100, 0, 0] })).toEqual({
      fee: 1,
      week: 2,
      places: [300, 0, 100],
    });
    expect(tidyPlan({ ...NO_MONEY, buyBack: 0 })).toEqual(NO_MONEY);
    expect(hasMoney(tidyPlan({ ...NO_MONEY, buyBack: 1 }))).toBe(true);
    expect(hasMoney(tidyPlan({ fee: 0, week: 0, places: [0, 0] }))).toBe(false);
    expect([{ fee: 1 }, { week: 1 }, { places: [1] }].every((plan) => hasMoney({ ...NO_MONEY, ...plan }))).toBe(true);
  });
});

describe('Amounts', () => {
  test.each<[string, number | null]>([
    ['', 0],
    ['20', 2000],
    ['$20', 2000],
    [' 12.5 ', 1250],
    ['12.05', 1205],
    ['.50', 50],
    ['1,000', 100_000],
    ['1,000,000.00', MAX_CENTS],
    ['1000000.01', null],
    ['10,00', null],
    ['12.345', null],
    ['-5', null],
    ['1e3', null],
    ['ten', null],
  ])('typed as "%s"', (text, cents) => {
    expect(parseDollars(text)).toBe(cents);
  });

  test('are read as they are typed and shown', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_CENTS }), (cents) => {
        expect(parseDollars(typedDollars(cents))).toBe(cents);
        expect(parseDollars(formatDollars(cents))).toBe(cents);
      }),
    );
    expect([formatDollars(123_450), formatDollars(2000), typedDollars(2000)]).toEqual(['$1,234.50', '$20', '20']);
  });
});

test.each([
  [{ fee: 2000 }, { buyBacks: 3 }, 2000],
  [{ fee: 2000, buyBack: 501 }, {}, 2000],
  [{ fee: 2000, buyBack: 501 }, { buyBacks: 3 }, 3503],
  [{ fee: 0, buyBack: 500 }, { buyBacks: 1 }, 500],
  [{ fee: 1001 }, { weeks: 3 }, 3003],
  [{ fee: 1001 }, { weeks: 0 }, 0],
])('An entry with the plan %j and %j owes %i cents', (some, counts, due) => {
  expect(feeDue({ ...NO_MONEY, ...some }, counts)).toBe(due);
});

test.each([
  ['nothing', { fee: 0 }, {}, ''],
  ['nothing, with buy-backs', { fee: 0 }, BUY_BACKS, ''],
  ['a fee', { fee: 2500, buyBack: 1500 }, {}, 'Entry fee: $25'],
  ['a fee and buy-backs', { fee: 2500, buyBack: 1500 }, BUY_BACKS, 'Entry fee: $25; Buy-back: $15'],
  ['a fee, with free buy-backs', { fee: 2500 }, BUY_BACKS, 'Entry fee: $25; Buy-back: Free'],
  ['buy-backs alone', { fee: 0, buyBack: 1500 }, BUY_BACKS, 'Buy-back: $15'],
  ['a fee for each of several entries', { fee: 2500 }, { entries: 3 }, 'Entry fee: $25 for each entry'],
  ['a fee with weekly play', { fee: 500 }, { weekly: true }, 'Entry fee: $5 a week played'],
  ['both', { fee: 500 }, { weekly: true, entries: 2 }, 'Entry fee: $5 a week played, for each entry'],
] as const)('The prices of a pool that costs %s are stated', (_what, plan, rules, text) => {
  expect([...pricesOf(plan, { ...defaultRules, ...rules })].map((price) => price.join(': ')).join('; ')).toBe(text);
});
