import { expect, it } from 'vitest';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { ownRows, storedEntry } from './own-rows.ts';

const WEEK = '2026-week1';
const row = (id: string, ownerId: string) => ({
  id,
  ownerId,
  name: id,
  picks: 'h?',
  weekHalves: 2,
  overallHalves: 2,
  values: [2, null],
});
const matchup = { games: ['g1', 'g2'], rows: [row('ann', 'ann'), row('ann2', 'ann'), row('bob', 'bob')] };
const second = storedEntry(
  {
    id: 'ann2',
    picks: { g1: { side: null, revision: 2 }, g2: { side: 'away', revision: 1 } },
    weeks: { [WEEK]: { entry: { order: ['g2', 'g1'] }, revision: 1 } },
  },
  WEEK,
);

it('opens the sealed picks of every own entry, and of nobody else', () => {
  const first = { id: 'ann', picks: { g2: { side: 'home', bus: false } as const }, order: [] };
  const own = ownRows(matchup, [first, second], rulesWith({}), null);
  expect([...own].map(([id, { picks }]) => [id, picks])).toEqual([
    ['ann', 'hh'],
    ['ann2', 'ha'],
  ]);
});

it('gives games the values of the order that each entry has', () => {
  const game = { void: null, status: 'Not Started', lockAt: 0 } as const;
  const games = { g1: { gid: 'g1', ...game }, g2: { gid: 'g2', ...game } };
  const own = ownRows(matchup, [second], rulesWith({ format: 'confidence' }), { games });
  expect(own.get('ann2')?.values).toEqual([2, 1]);
});

it('knows no row of an entry that is not in the table yet', () => {
  expect(ownRows({ ...matchup, rows: [] }, [second], rulesWith({}), null).size).toBe(0);
});
