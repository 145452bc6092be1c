import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullerRecord, isComplete } from '#core/record-choice.ts';
import { recordOf } from '#core/team-record.ts';
import type { Game } from '#core/types.ts';
import { aFinal, aGame, HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';

const WEEK = 7 * 24 * HOUR;
const none = { wins: 0, losses: 0, ties: 0 };
const record = (wins: number, losses: number, ties = 0) => recordOf({ wins, losses, ties }, none);

describe('Of the feed’s record and the league’s own, the chosen one is', () => {
  it.each([
    ['the own finals count until the feed brings them', record(5, 2), record(6, 2), 'own'],
    ['the feed’s if it has all of them', record(6, 2), record(6, 2), 'feed'],
    ['the feed’s if own games are missing', record(6, 2), record(5, 2), 'feed'],
    ['a tie is a game, too', record(6, 2), record(6, 2, 1), 'own'],
  ])('%s', (_, ofFeed, own, wanted) => {
    expect(fullerRecord(ofFeed, own)).toBe(wanted === 'own' ? own : ofFeed);
  });

  it('never the one with fewer games', () => {
    const any = fc.tuple(fc.nat(10), fc.nat(7), fc.nat(2)).map(([wins, losses, ties]) => record(wins, losses, ties));
    const games = ({ wins, losses, ties }: ReturnType<typeof record>) => wins + losses + ties;
    fc.assert(
      fc.property(any, any, (a, b) => {
        expect(games(fullerRecord(a, b))).toBe(Math.max(games(a), games(b)));
      }),
    );
  });
});

describe('A team’s own games stand for its record', () => {
  const evening = SUNDAY_1PM + 9 * HOUR;
  const inWeek = (number: number, changes: Partial<Game> = {}) =>
    aFinal(1, 2, { weekId: `2026-week${number}`, kickoff: SUNDAY_1PM + (number - 1) * WEEK, ...changes });
  const others = (number: number) => inWeek(number, { home: 'KC', away: 'LV' });

  it.each([
    ['when all that must be over have their result', 'PHI', [aFinal(1, 2)], true],
    ['before its first game', 'PHI', [aGame({ kickoff: evening })], true],
    ['while a game may still be on', 'PHI', [aGame({ kickoff: evening - 2 * HOUR })], true],
    ['not while a result is missing', 'PHI', [aFinal(1, 2), aGame()], false],
    ['not while a game still runs', 'PHI', [aFinal(1, 2), aGame({ status: 'In Progress' })], false],
    ['a game that was called off has none', 'PHI', [aGame({ void: 'cancelled' })], true],
    ['not without a schedule', 'KC', [aFinal(1, 2)], false],
    ['not with the post-season alone', 'PHI', [aFinal(1, 2, { weekId: '2026-wild-card' })], false],
    ['under any of its codes', 'WSH', [aFinal(1, 2, { home: 'WAS' })], true],
  ])('%s', (_, abbr, games, expected) => {
    expect(isComplete(abbr, games, evening)).toBe(expected);
  });

  it.each([
    ['with every week up to then', [inWeek(1), inWeek(2), inWeek(3)], true],
    ['with its bye', [inWeek(1), others(2), inWeek(3)], true],
    ['not if it plays in too few of them', [inWeek(1), others(1), others(2), others(3)], false],
    ['not without the first week', [inWeek(2), inWeek(3)], false],
    ['not without one between', [inWeek(1), inWeek(3)], false],
    ['not if the current week is missing', [inWeek(1), inWeek(2)], false],
    ['not with a coming week alone', [inWeek(9)], false],
  ])('%s', (_, games, expected) => {
    expect(isComplete('PHI', games, SUNDAY_1PM + 2 * WEEK + 9 * HOUR)).toBe(expected);
  });

  it('between two weeks, even if the next one is not loaded yet, and after the last one', () => {
    const tuesday = SUNDAY_1PM + 48 * HOUR;
    expect(isComplete('PHI', [inWeek(1)], tuesday)).toBe(true);
    const season = Array.from({ length: 18 }, (_, week) => inWeek(week + 1));
    expect(isComplete('PHI', season, SUNDAY_1PM + 30 * WEEK)).toBe(true);
    expect(isComplete('PHI', season.slice(0, 17), SUNDAY_1PM + 30 * WEEK)).toBe(false);
  });
});
