import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MoneyPlan, MoneySeason, MoneyWeek, Prize } from './money.ts';
import { fixedFlaw, hasMoney, NO_MONEY, placeText, planFor, planTotal, prizesOf, SEASON, tidyPlan } from './money.ts';
import type { FixedFees, PlacePrize } from './prize-shares.ts';
import { feesPaying, fixFees, NOT_FIXED, percentOf, placeCents, planFlaw, weekPlaces } from './prize-shares.ts';
import { rulesWith } from './rules/pool-rules.ts';
import { otherPlaces } from './week-winners.ts';

const players = ['Ann', 'Bob', 'Cy', 'Dee'].map((name) => ({ id: name, name }));
const of = (...percents: number[]): PlacePrize[] => percents.map((percent) => ({ percent }));

const open: MoneyWeek = { id: '', state: 'open', winners: [] };
const won: MoneyWeek = {
  id: '',
  state: 'decided',
  winners: ['Cy'],
  others: [
    { id: 'Ann', rank: 2 },
    { id: 'Bob', rank: 2 },
    { id: 'Dee', rank: 4 },
  ],
};
const nobody: MoneyWeek = { id: '', state: 'decided', winners: [] };

const season = (weeks: readonly MoneyWeek[], more: Partial<MoneySeason> = {}): MoneySeason => {
  return { weeks: weeks.map((week, at) => ({ ...week, id: `w${at + 1}` })), final: null, players, ...more };
};

/** `45 about: Ann 30, Bob 15` for each prize. */
const told = (prizes: readonly Prize[]) =>
  prizes.map(({ cents, isAbout, shares }) => {
    const won = shares.map((share) => `${share.id} ${share.cents}`).join(', ');
    return `${cents}${isAbout ? ' about' : ''}${won && `: ${won}`}`;
  });

test('The places of a week pay the same in all of the fees that follow from it, to a cent each', () => {
  const anyPlace = fc.oneof(fc.nat({ max: 500 }), fc.record({ percent: fc.nat({ max: 33 }) }));
  fc.assert(
    fc.property(fc.array(anyPlace, { minLength: 1, maxLength: 3 }), fc.nat({ max: 100_000 }), (places, fees) => {
      const cents = placeCents(places, fees);
      const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0);
      const again = placeCents(places, feesPaying(places, sum(cents)));
      expect(sum(again)).toBe(sum(cents));
      for (const [at, each] of again.entries()) expect(Math.abs(each - (cents[at] ?? 0))).toBeLessThanOrEqual(1);
    }),
  );
});

describe('The prizes of the places of a week', () => {
  const plan = (week: MoneyPlan['week']): MoneyPlan => ({ ...NO_MONEY, week });

  test.each<[string, MoneyPlan['week'], MoneyWeek[], string[]]>([
    ['go by place, and are pooled by those who are level', [500, 301, 200], [won], ['1001: Cy 500, Ann 251, Bob 250']],
    [
      'are pooled by several winners',
      [500, 300],
      [{ ...won, winners: ['Cy', 'Dee'], others: [] }],
      ['800: Cy 400, Dee 400'],
    ],
    ['stay if nobody takes the place', [500, 300], [{ ...won, others: [] }], ['800: Cy 500']],
    [
      'are carried over to the first place of the next',
      [500, 300],
      [nobody, won],
      ['800', '1600: Cy 1300, Ann 150, Bob 150'],
    ],
  ])('%s', (_what, week, weeks, expected) => {
    expect(told(prizesOf(plan(week), season(weeks)).slice(0, -1))).toEqual(expected);
  });

  test.each<[string, number[], string[], string]>([
    ['by the points of the week', [9, 7, 5, 3], ['Ann'], 'Bob 2, Cy 3'],
    ['with shared ranks', [9, 7, 7, 3], ['Ann'], 'Bob 2, Cy 2'],
    ['level for the third, too', [9, 7, 5, 5], ['Ann'], 'Bob 2, Cy 3, Dee 3'],
    ['after the tiebreak, which decides the first only', [9, 9, 9, 3], ['Bob'], 'Ann 2, Cy 2'],
    ['after several winners', [9, 9, 5, 3], ['Ann', 'Bob'], 'Cy 3'],
    ['never after three winners', [9, 9, 9, 3], ['Ann', 'Bob', 'Cy'], ''],
    ['never with 0 points', [9, 0, 0, 0], ['Ann'], ''],
  ])('are taken %s', (_what, scores, winners, expected) => {
    const all = players.map(({ id }, at) => ({ id, score: scores[at] ?? 0 }));
    expect(
      otherPlaces(all, winners, 3)
        .map(({ id, rank }) => `${id} ${rank}`)
        .join(', '),
    ).toBe(expected);
  });
});

describe('Shares of the fees', () => {
  test.each<[string, PlacePrize[], number, number[]]>([
    ['round down', of(60, 30), 99, [60, 29]],
    ['give missing cents to the first places', of(50, 50), 101, [51, 50]],
    ['stand beside amounts', [700, { percent: 10 }], 99, [700, 9]],
    ['are nothing of nothing', of(60, 40), 0, [0, 0]],
  ])('%s', (_what, places, fees, expected) => {
    expect(placeCents(places, fees)).toEqual(expected);
  });

  test.each<[string, Partial<MoneyPlan>, MoneySeason, string[]]>([
    [
      'are of the season, for a week of its equal part',
      { week: of(50), places: of(20, 10) },
      season([won, open], { due: 10_000 }),
      ['2500 about: Cy 2500', '2500 about', '3000 about'],
    ],
    [
      'come after the dollars of weeks, season and side tables',
      { week: [100, { percent: 50 }], places: [1000, { percent: 50 }] },
      season([open, open], { due: 10_000, sides: [{ id: 't', name: 'T', cents: 800, isDecided: false, winners: [] }] }),
      ['2100 about', '2100 about', '800', '5000 about'],
    ],
    [
      'are nothing if the dollars take all',
      { places: [9000, { percent: 100 }] },
      season([], { due: 5000 }),
      ['9000 about'],
    ],
    [
      'are final with the season',
      { places: of(60, 40) },
      season([], {
        due: 1001,
        final: [
          { id: 'Bob', rank: 1 },
          { id: 'Cy', rank: 1 },
        ],
      }),
      ['1001 about: Bob 501, Cy 500'],
    ],
    [
      "are of the week's fees with weekly play",
      { fee: 1000, week: of(60, 30) },
      season([
        { ...won, players: 4 },
        { ...open, players: 2 },
      ]),
      ['3600 about: Cy 2400, Ann 600, Bob 600', '1800 about', '0'],
    ],
    [
      'of the season are of what weeks have left with weekly play',
      { fee: 1000, week: [500, { percent: 90 }], places: of(10) },
      season([
        { ...won, players: 4 },
        { ...open, players: 1 },
      ]),
      ['3650 about: Cy 500, Ann 1575, Bob 1575', '950 about', '400 about'],
    ],
    [
      'of the season are less with weekly play if the dollars take more than the fees of a week',
      { fee: 500, week: [5000], places: of(100) },
      season([
        { ...open, players: 1 },
        { ...open, players: 20 },
      ]),
      ['5000', '5000', '500 about'],
    ],
  ])('%s', (_what, some, facts, expected) => {
    expect(told(prizesOf({ ...NO_MONEY, ...some }, facts))).toEqual(expected);
  });

  test('are estimated for a plan', () => {
    const plan: MoneyPlan = { ...NO_MONEY, week: [100, { percent: 50 }], places: of(30) };
    expect(planTotal(plan, 2, [800], 10_000)).toBe(1000 + (9000 * 80) / 100);
    expect(planTotal(plan, 0, [], 1000)).toBe(300);
  });
});

describe('What shares are of', () => {
  const plan: MoneyPlan = { ...NO_MONEY, fee: 1000, week: of(60, 40) };
  const fixedOf = (facts: MoneySeason, own = plan) => fixFees(own, facts);

  test('is fixed once a week is decided or off, and the season once it is over', () => {
    const shared = { ...plan, week: of(50), places: of(50) };
    const facts = season([won, { ...open, state: 'off' }, open], { due: 9000 });
    expect(fixedOf(facts, shared)).toEqual({ weeks: { w1: 3000, w2: 3000 } });
    const over = season([won, won], { due: 9000, final: [] });
    expect(fixedOf(over, shared)).toEqual({ weeks: { w1: 4500, w2: 4500 }, season: { weeks: 2, cents: 9000 } });
    expect(fixedOf(over, { ...shared, week: 500 })).toEqual({ weeks: {}, season: { weeks: 2, cents: 8000 } });
    expect(fixedOf(over, { ...shared, places: [] })).toEqual({ weeks: { w1: 4500, w2: 4500 } });
  });

  test('stays when fees change, and when the week is open and decided again', () => {
    const fixed: FixedFees = { weeks: { w1: 3000 }, season: { weeks: 1, cents: 3000 } };
    const own = { ...plan, week: of(50), places: of(50) };
    for (const week of [open, won]) {
      const facts = season([week], { due: 9000, fixed });
      expect(fixedOf(facts, own)).toEqual(fixed);
      expect(prizesOf(own, facts).map(({ cents }) => cents)).toEqual([1500, 1500]);
    }
    // Another week makes another season.
    expect(prizesOf(own, season([won, open], { due: 9000, fixed })).at(-1)?.cents).toBe(4500);
  });

  test('is less for the others if the fixed shares leave less', () => {
    const fixed: FixedFees = { weeks: { w1: 3000, w2: 3000 } };
    const facts = season([won, won, open], { due: 7000, fixed });
    expect(prizesOf(plan, facts).map(({ cents }) => cents)).toEqual([3000, 3000, 1000, 0]);
    const shared = { ...plan, week: of(90), places: of(10) };
    expect(prizesOf(shared, season([won, won], { due: 5500, fixed })).map(({ cents }) => cents)).toEqual([
      2700, 2700, 100,
    ]);
  });

  test('is about until it is fixed', () => {
    const shared = { ...plan, week: of(50), places: of(50) };
    const facts = season([won, { ...open, state: 'off' }], { due: 9000, final: [] });
    const about = (fixed: FixedFees) => prizesOf(shared, { ...facts, fixed }).map(({ isAbout = false }) => isAbout);
    expect(about({ weeks: { w1: 4500 } })).toEqual([false, true, true]);
    expect(about(fixFees(shared, facts))).toEqual([false, false, false]);
  });

  test('cannot be kept by a plan whose dollars or fees leave less, unless it pays no more than before', () => {
    const before = { ...plan, fee: 2500, week: of(100) };
    const fixed = { weeks: { w1: 3750 } };
    const of3 = (own: MoneyPlan, count = 3) => {
      return { plan: own, season: season([won, open], { due: count * own.fee, fixed }) };
    };
    const changed = (some: Partial<MoneyPlan>, count?: number) =>
      fixedFlaw(of3(before, count), of3({ ...before, ...some }, count))?.text ?? null;
    expect(changed({ places: [7000] })).toBe(
      'Shares that are fixed make all shares $37.50, but after prizes in dollars the fees leave $5. Remove the shares and save, then set them again.',
    );
    expect(changed({ places: [3750] })).toBeNull();
    expect(changed({ fee: 1000 })).toContain('leave $30');
    // Two have left since: $12.50 are missing already.
    expect(changed({ week: of(90), fee: 2400 }, 1)).toBeNull();
    expect(changed({ fee: 2400 }, 1)).toContain('leave $24');
  });

  const place = fc.oneof(fc.integer({ min: 0, max: 5000 }), fc.record({ percent: fc.integer({ min: 0, max: 60 }) }));
  const anyWeek = fc.constantFrom(won, open, nobody, { ...open, state: 'off' as const });
  const anyPlan = fc
    .record({
      fee: fc.integer({ min: 0, max: 5000 }),
      week: fc.array(place, { maxLength: 3 }),
      places: fc.array(place, { maxLength: 5 }),
    })
    .map(tidyPlan);

  test('is never more than the fees: with the dollars all shares add up to at most what is due, to the cent', () => {
    fc.assert(
      fc.property(
        anyPlan,
        fc.array(anyWeek, { minLength: 1, maxLength: 18 }),
        fc.nat(9),
        fc.boolean(),
        anyPlan,
        (own, weeks, count, weekly, next) => {
          fc.pre(planFlaw(own, { weekly }) === null);
          const due = own.fee * count * (weekly ? weeks.length : 1);
          const playing = weeks.map((week) => (weekly ? { ...week, players: count } : week));
          const facts = season(playing, { due });
          const fixed = fixFees(own, facts);
          for (const known of [NOT_FIXED, fixed]) {
            const prizes = prizesOf(own, { ...facts, fixed: known });
            const promised = prizes.reduce((sum, { cents, rolled }) => sum + cents - rolled, 0);
            const dollars = planTotal(own, weeks.length);
            expect(promised - dollars).toBeLessThanOrEqual(Math.max(0, due - (weekly ? 0 : dollars)));
            for (const { cents, rolled, shares } of prizes) {
              expect(Number.isSafeInteger(cents) && cents >= rolled).toBe(true);
              const paid = shares.reduce((sum, share) => sum + share.cents, 0);
              expect(paid).toBeLessThanOrEqual(cents);
            }
          }
          // Another plan is refused, or pays no more than its fees either.
          const under = (plan: MoneyPlan) => {
            return { plan, season: { ...facts, due: plan.fee * count * (weekly ? weeks.length : 1), fixed } };
          };
          if (planFlaw(next, { weekly }) === null && fixedFlaw(under(own), under(next)) === null) {
            const dollars = planTotal(next, weeks.length);
            const promised = prizesOf(next, under(next).season).reduce(
              (sum, { cents, rolled }) => sum + cents - rolled,
              0,
            );
            expect(promised - dollars).toBeLessThanOrEqual(
              Math.max(0, under(next).season.due - (weekly ? 0 : dollars)),
            );
          }
          const cents = placeCents(own.places, due).reduce((sum, each) => sum + each, 0);
          const ofDollars = placeCents(own.places, 0).reduce((sum, each) => sum + each, 0);
          expect(cents - ofDollars).toBe(Math.floor((due * percentOf(own.places)) / 100));
        },
      ),
    );
  });
});

describe('A plan with shares', () => {
  test.each<[string, Partial<MoneyPlan>, boolean, string | null]>([
    ['100 percent in a week', { week: of(60, 40) }, false, null],
    ['100 percent of the season', { places: of(60, 40) }, false, null],
    ['both from the same fees', { week: of(60), places: of(40) }, false, null],
    [
      'more than 100 percent in a week',
      { week: of(60, 41) },
      false,
      'week: The shares of a week add up to 101%. At most 100% can be won.',
    ],
    [
      'more than 100 percent of the season',
      { places: of(101) },
      false,
      'places: The shares of the season add up to 101%. At most 100% can be won.',
    ],
    [
      'more than 100 percent in all',
      { week: of(60), places: of(41) },
      true,
      'places: The shares of weeks and season are of the same fees and add up to 101%. At most 100% can be won.',
    ],
    [
      'a share of the season where weeks take all',
      { places: of(10) },
      true,
      "places: All of a week's fees are its prize. Split them first to leave a share for the season.",
    ],
    ['ten places', { places: Array(10).fill(1) }, false, null],
    [
      'eleven places',
      { places: Array(11).fill(1) },
      false,
      'places: At most 10 places of the season can have a prize.',
    ],
  ])('of %s', (_what, some, weekly, expected) => {
    const flaw = planFlaw({ ...NO_MONEY, ...some }, { weekly });
    expect(flaw && `${flaw.field}: ${flaw.text}`).toBe(expected);
  });

  test('keeps more places than can be set, but gets no others', () => {
    const flawOf = (places: number) => planFlaw({ ...NO_MONEY, places: Array(places).fill(1) }, { weekly: false });
    expect([10, 11].map((places) => flawOf(places)?.field)).toEqual([undefined, 'places']);
    const stored = { ...NO_MONEY, places: Array(12).fill(1) };
    expect(planFlaw(stored, { weekly: false }, stored)).toBeNull();
    expect(planFlaw({ ...stored, places: Array(13).fill(1) }, { weekly: false }, stored)?.field).toBe('places');
  });

  test.each<[MoneyPlan['week'], boolean, MoneyPlan['week']]>([
    [[500], false, 500],
    [[500], true, [500]],
    [500, true, 0],
    [of(60), true, of(60)],
    [[500, 300], false, [500, 300]],
    [[0, { percent: 0 }], false, 0],
  ])('%j for a week, weekly play %j, is %j', (week, weekly, expected) => {
    const plan = planFor(tidyPlan({ ...NO_MONEY, week }), rulesWith({ weekly }));
    expect(plan.week).toEqual(expected);
    expect(hasMoney(plan)).toBe(weekPlaces(plan).length > 0);
  });

  test('names amounts and percent', () => {
    expect([5000, { percent: 60 }].map(placeText)).toEqual(['$50', '60%']);
    expect(prizesOf({ ...NO_MONEY, places: of(60) }, season([])).at(-1)?.of).toBe(SEASON);
  });
});
