import { describe, expect, test } from 'vitest';
import type { PoolEditReply } from '#contract/pools.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { ownFilling, ownLineText } from './own-line.tsx';

const settings = { rules: rulesWith({}) } as PoolEditReply['settings'];
const ownLine = {
  storedAt: 100,
  firstLock: 200,
  weekIds: ['w1'],
  known: [{ entryId: 'mine', kind: 'pick' as const, about: 'g2' }],
};
const games = [
  { gid: 'g1', weekId: 'w1', lockAt: 50, void: null },
  { gid: 'g2', weekId: 'w1', lockAt: 50, void: null },
  { gid: 'g3', weekId: 'w2', lockAt: 90, void: null },
];
const pick = (gid: string, weekId = 'w1') => ({ kind: 'pick' as const, gid, weekId });

describe('A plan has picks of the importer', () => {
  const fills = (own: PoolEditReply['ownLine'], now = 150) => ownFilling({ ownLine: own, settings }, games, [], now);

  test('as new ones, of weeks that were over before and slots without history, until the first lock', () => {
    const may = fills(ownLine);
    expect([may('mine', pick('g1')), may('mine', pick('g2')), may('mine', pick('g3', 'w2'))]).toEqual([
      true,
      false,
      false,
    ]);
    expect(fills(ownLine, 200)('mine', pick('g1'))).toBe(false);
    expect(fills({ ...ownLine, firstLock: null }, 10_000)('mine', pick('g1'))).toBe(true);
    expect(fills(null)('mine', pick('g1'))).toBe(false);
  });

  test('also of weeks that a survivor pool gets with them, if they were over before it came', () => {
    const may = (storedAt: number) =>
      ownFilling({ ownLine: { ...ownLine, storedAt }, settings }, games, ['w2'], 150)('mine', pick('g3', 'w2'));
    expect([may(100), may(90)]).toEqual([true, false]);
  });

  test('in a confidence pool only in weeks without history', () => {
    const confidence = { rules: rulesWith({ format: 'confidence' }) } as PoolEditReply['settings'];
    expect(ownFilling({ ownLine, settings: confidence }, games, [], 150)('mine', pick('g1'))).toBe(false);
  });
});

test('Own picks are announced with what they win', () => {
  const change = { of: '2026-week1', what: 'winners', before: 'Ann', after: 'Runner' } as const;
  const begin =
    "2 picks of your own will be imported and announced to members. They're from weeks that ended before this pool moved here, and you can do this once.";
  expect(ownLineText(2, undefined)).toBe(begin);
  expect(ownLineText(2, { own: 2, changes: [change] })).toBe(`${begin} Week 1: won by Runner instead of Ann.`);
  expect(ownLineText(2, { own: 2, changes: [] })).toBe(`${begin} No winner and no prize changes.`);
});
