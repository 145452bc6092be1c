import { expect, test } from 'vitest';
import { rulesWith } from '#core/rules/pool-rules.ts';
import type { PlaceDraft, Plan } from './plan-draft.ts';
import { aboutText, draftOf, draftUnder, dueUnder, placeOf, planOf, planTexts } from './plan-draft.ts';

const plan: Plan = {
  fee: 2000,
  week: [1000, { percent: 30 }],
  places: [{ percent: 60 }, 0, { percent: 10 }],
};

test('A plan is the same after its form, which has a row for each place', () => {
  expect(planOf(draftOf(plan, { weekly: false }))).toEqual(plan);
  const nothing = { fee: 0, week: 0, places: [] };
  const form = draftOf(nothing, { weekly: false });
  expect([form.week.length, form.places.length, draftOf(nothing, { weekly: true }).week.length]).toEqual([1, 1, 0]);
  expect(planOf(form)).toEqual(nothing);
});

test('A form under weekly play has no empty row of a week, without it one, and keeps what was typed', () => {
  const form = draftOf({ fee: 2000, week: 0, places: [] }, { weekly: false });
  const weekly = draftUnder(form, { weekly: true });
  expect(weekly).toEqual({ ...form, week: [] });
  expect(draftUnder(weekly, { weekly: false })).toEqual(form);
  const typed = draftOf(plan, { weekly: false });
  for (const each of [true, false]) expect(draftUnder(typed, { weekly: each })).toEqual(typed);
});

test.each<[PlaceDraft, ReturnType<typeof placeOf>]>([
  [{ amount: '$12.50', unit: '$' }, 1250],
  [{ amount: '60', unit: '%' }, { percent: 60 }],
  [{ amount: ' 60 % ', unit: '%' }, { percent: 60 }],
  [{ amount: '', unit: '%' }, 0],
  [{ amount: '101', unit: '%' }, null],
  [{ amount: '12.5', unit: '%' }, null],
  [{ amount: 'ten', unit: '$' }, null],
])('%j is the prize %j', (draft, expected) => {
  expect(placeOf(draft)).toEqual(expected);
});

test('A plan in words names amounts and shares', () => {
  const season = rulesWith({});
  const weekly = rulesWith({ weekly: true });
  const survivor = rulesWith({ format: 'survivor', buyBacks: 1 });
  expect(planTexts(plan, season, [])).toEqual([
    'Entry fee: $20',
    "Each week, 1st place gets $10, and 2nd 30% of the week's part of the fees after prizes in dollars",
    'For the season, 1st place gets 60% and 3rd 10% of all fees after prizes in dollars',
  ]);
  const shares = [{ percent: 10 }];
  expect(planTexts({ fee: 0, week: 0, places: shares }, season, [{ cents: 100 }])).toEqual([
    'For the season, 1st place gets 10% of all fees after prizes in dollars',
    'There is no entry fee yet',
  ]);
  expect(planTexts({ fee: 0, week: shares, places: [5000, ...shares] }, weekly, [{ cents: 100 }])).toEqual([
    "Each week, 1st place gets 10% of that week's fees",
    'For the season, 1st place gets $50, and 2nd 10% of all fees',
    'There is no entry fee yet',
  ]);
  expect(planTexts({ fee: 500, week: 0, places: [5000] }, weekly, [])).toEqual([
    'Entry fee: $5 a week played',
    "Each week, 1st place gets 100% of that week's fees",
    'For the season, 1st place gets $50',
  ]);
  expect(
    planTexts({ fee: 2500, buyBack: 2500, week: 0, places: [{ percent: 100 }] }, survivor, [{ cents: 0 }]),
  ).toEqual(['Entry fee: $25', 'Buy-back: $25', 'For the season, 1st place gets 100% of all fees and buy-backs']);
  expect(planTexts({ fee: 0, week: 1000, places: [] }, season, [])).toEqual(['Each week, 1st place gets $10']);
  expect(planTexts({ fee: 2500, week: 0, places: [] }, rulesWith({ entries: 3 }), [])).toEqual([
    'Entry fee: $25 for each entry',
  ]);
  expect([aboutText(4500, true), aboutText(4500, undefined)]).toEqual(['about $45', '$45']);
});

test('The fees of a plan are those of all who play, with their weeks and buy-backs', () => {
  const entry = { id: '', ownerId: '', name: '', paid: 0, noted: null, isPlaying: true };
  const entries = [
    { ...entry, due: 2000 },
    { ...entry, due: 3000 },
    { ...entry, due: 0, isPlaying: false },
  ];
  const present = { ...plan, buyBack: 1000 };
  expect(dueUnder({ ...present, fee: 100, buyBack: 10 }, { plan: present, entries })).toBe(210);
  const weekly = [
    { ...entry, due: 6000, weeks: 3 },
    { ...entry, due: 2000, weeks: 1, isPlaying: false },
  ];
  expect(dueUnder({ ...plan, fee: 100 }, { plan, entries: weekly })).toBe(400);
});
