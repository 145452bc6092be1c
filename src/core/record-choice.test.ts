import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullerRecord, isComplete } from '#core/record-choice.ts';
import { recordOf } from '#core/team-record.ts';
import { aFinal, aGame, HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';

const none = { wins: 0, losses: 0, ties: 0 };
const record = (wins: number, losses: number, ties = 0) => recordOf({ wins, losses, ties }, none);

describe('Of the feed’s record and the own', () => {
  it.each([
    ['the own finals count until the feed brings them', record(5, 2), record(6, 2), 'own'],
    ['the feed’s where it has all of them', record(6, 2), record(6, 2), 'feed'],
    ['the feed’s where own games are missing', record(6, 2), record(5, 2), 'feed'],
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

  it.each([
    ['when all that must be over have their result', 'PHI', [aFinal(1, 2)], true],
    ['before its first game', 'PHI', [aGame({ kickoff: evening })], true],
    ['while a game may still be on', 'PHI', [aGame({ kickoff: evening - 2 * HOUR })], true],
    ['not while a result is missing', 'PHI', [aFinal(1, 2), aGame()], false],
    ['a game that was called off has none', 'PHI', [aGame({ void: 'cancelled' })], true],
    ['not without a schedule', 'KC', [aFinal(1, 2)], false],
    ['not with the post-season alone', 'PHI', [aFinal(1, 2, { weekId: '2026-wild-card' })], false],
    ['under any of its codes', 'WSH', [aFinal(1, 2, { home: 'WAS' })], true],
  ])('%s', (_, abbr, games, expected) => {
    expect(isComplete(abbr, games, evening)).toBe(expected);
  });
});
