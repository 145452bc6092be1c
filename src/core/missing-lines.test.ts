import { describe, expect, it } from 'vitest';
import { aGame, HOUR, MINUTE, SUNDAY_1PM, straightUp, withSpread } from '#tests/core-samples.ts';
import { linesClose, missingLines } from './missing-lines.ts';
import { rulesWith } from './rules/pool-rules.ts';
import type { Game } from './types.ts';

const DAY = 24 * HOUR;
/** Tuesday, 12:00 in New York. */
const FREEZE = SUNDAY_1PM - 5 * DAY - HOUR;
const frozen = rulesWith({ useSpread: true, line: 'frozen' });

describe('A second source sets a line', () => {
  it.each([
    ['until the week freezes', {}, FREEZE, FREEZE],
    ['until a day before the kick-off, if nothing freezes', {}, null, SUNDAY_1PM - DAY],
    ['until a day before the kick-off, if the week freezes later', {}, SUNDAY_1PM, SUNDAY_1PM - DAY],
    ['until the lock of a game that locked early', { lockAt: FREEZE - HOUR }, FREEZE, FREEZE - HOUR],
  ])('%s', (_, changes: Partial<Game>, ofWeek, closesAt) => {
    expect(linesClose(aGame(changes), ofWeek)).toBe(closesAt);
  });
});

describe('Commissioners are notified of a missing line', () => {
  const games = [aGame({ gid: 'without' }), aGame({ gid: 'with', spread: 3 })];

  it.each([
    ['a day before the freeze, if lines freeze', frozen, FREEZE - DAY, FREEZE],
    ['a day before the spread lock, if lines move', withSpread, SUNDAY_1PM - 2 * DAY, SUNDAY_1PM - DAY],
    ['if upsets depend on it', rulesWith({ upset: 1 }), SUNDAY_1PM - 2 * DAY, SUNDAY_1PM - DAY],
  ])('%s', (_, rules, from, closesAt) => {
    expect(missingLines(games, rules, FREEZE, from - 1)).toBeNull();
    const missing = { games: [games[0]], closesAt };
    expect(missingLines(games, rules, FREEZE, from)).toEqual(missing);
    expect(missingLines(games, rules, FREEZE, closesAt - 1)).toEqual(missing);
    expect(missingLines(games, rules, FREEZE, closesAt)).toBeNull();
  });

  it.each<[string, Partial<Game>]>([
    ['has a line', { spread: 0 }],
    ['is called off', { void: 'cancelled' }],
    ['is postponed', { void: 'postponed' }],
    ['has begun', { status: 'In Progress' }],
  ])('not if the game %s', (_, changes) => {
    expect(missingLines([aGame(changes)], frozen, FREEZE, FREEZE - HOUR)).toBeNull();
  });

  it('not in a pool without lines', () => {
    expect(missingLines(games, straightUp, FREEZE, SUNDAY_1PM - DAY - MINUTE)).toBeNull();
  });

  it('of all that are open, as soon as the first closes', () => {
    const late = aGame({ gid: 'late', kickoff: SUNDAY_1PM + DAY });
    expect(missingLines([late, games[0] ?? late], withSpread, null, SUNDAY_1PM - 2 * DAY)?.games).toHaveLength(2);
  });
});
