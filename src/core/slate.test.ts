import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aGame, HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import { rulesWith } from './rules/pool-rules.ts';
import type { Slate, SlateHistory } from './slate.ts';
import { chosenSlate, isInSlate, plannedSlate } from './slate.ts';
import { DAY_MS } from './time.ts';

const [thursday, friday, saturday, sunday, night, monday] = [
  aGame({ gid: 'thursday', kickoff: SUNDAY_1PM - 3 * DAY_MS + 7 * HOUR }),
  aGame({ gid: 'friday', kickoff: SUNDAY_1PM - 2 * DAY_MS }),
  aGame({ gid: 'saturday', kickoff: SUNDAY_1PM - DAY_MS }),
  aGame({ gid: 'sunday' }),
  // 8:15 PM Eastern on Sunday is Monday in UTC.
  aGame({ gid: 'night', kickoff: SUNDAY_1PM + 7.25 * HOUR }),
  aGame({ gid: 'monday', kickoff: SUNDAY_1PM + DAY_MS + 7.25 * HOUR }),
];
const week = [thursday, friday, saturday, sunday, night, monday];
const BEFORE = thursday.lockAt - HOUR;
const days = (some: Partial<PoolRules>) => rulesWith({ slate: 'days', ...some });
const chosen = rulesWith({ slate: 'chosen' });
const none: Slate = new Map();
const fresh: SlateHistory = { since: 0, settlesAt: null };
const all: Slate = new Map(week.map(({ gid }) => [gid, true]));
const without = (...gids: string[]): Slate => new Map(week.map(({ gid }) => [gid, !gids.includes(gid)]));

/** The games that a slate leaves out. */
function outOf(slate: Slate, games = week): string[] {
  return games.filter((game) => !isInSlate(game, slate)).map(({ gid }) => gid);
}

describe('The slate of a week', () => {
  test.each<[string, PoolRules, string[]]>([
    ['has all games by default', rulesWith({}), []],
    ['has all games of days that are played', days({}), []],
    ['leaves out Thursday', days({ thursdayGames: false }), ['thursday']],
    ['leaves out Friday and Saturday', days({ fridayGames: false, saturdayGames: false }), ['friday', 'saturday']],
    ['leaves out Monday, but not Sunday night', days({ mondayGames: false }), ['monday']],
    ['has all games until a commissioner chose', chosen, []],
  ])('%s', (_, rules, out) => {
    expect(outOf(plannedSlate(rules, week, none, BEFORE, fresh))).toEqual(out);
  });

  const noThursday = days({ thursdayGames: false });
  const moved = (game: typeof sunday, kickoff: number) =>
    week.map((each) => (each.gid === game.gid ? aGame({ gid: game.gid, kickoff }) : each));
  const added = [...week, aGame({ gid: 'new', kickoff: thursday.kickoff })];
  const addedLate = [...week, aGame({ gid: 'new', kickoff: monday.kickoff })];
  const out = without('thursday');
  const after = friday.lockAt;

  test.each<[string, PoolRules, typeof week, Slate, number, string[]]>([
    ['lets a game that moves to another day in', noThursday, moved(thursday, sunday.kickoff), out, BEFORE, []],
    [
      'leaves a game out that moves to a day off',
      noThursday,
      moved(sunday, thursday.kickoff),
      out,
      BEFORE,
      ['thursday', 'sunday'],
    ],
    [
      'keeps a game that is out from its first lock on',
      noThursday,
      moved(thursday, monday.kickoff),
      out,
      after,
      ['thursday'],
    ],
    [
      'keeps a game that is in',
      days({ mondayGames: false }),
      moved(sunday, monday.kickoff),
      without('monday'),
      after,
      ['monday'],
    ],
    ['leaves out a game that comes to a day off', noThursday, added, out, after, ['thursday', 'new']],
    ['takes in a game that comes to another day', noThursday, addedLate, out, after, ['thursday']],
    ['takes in a game that comes to a week nobody touched', chosen, addedLate, all, BEFORE, []],
    ['leaves out a game that comes to a week of chosen games', chosen, addedLate, out, BEFORE, ['thursday', 'new']],
    ['leaves out a game that comes after the first lock of such a pool', chosen, addedLate, all, after, ['new']],
    [
      'is not settled by a game that is left out',
      days({}),
      week,
      without('thursday', 'monday'),
      friday.lockAt - HOUR,
      ['thursday'],
    ],
    ['does not take in a game that has locked by itself', rulesWith({}), week, out, thursday.lockAt, ['thursday']],
  ])('%s', (_, rules, games, before, now, expected) => {
    expect(outOf(plannedSlate(rules, games, before, now, fresh), games)).toEqual(expected);
  });

  const withVoid = week.map((game) => (game === thursday ? { ...game, void: 'cancelled' as const } : game));

  test.each<[string, number | null, string[]]>([
    ['stays settled, though the game that locked first is cancelled', thursday.lockAt, []],
    ['is not settled by a game that was cancelled before its lock', friday.lockAt, ['monday']],
    ['is not settled by a cancelled game if nobody saw it lock', null, ['monday']],
  ])('%s', (_, settlesAt, expected) => {
    const rules = days({ mondayGames: false });
    const now = thursday.lockAt + HOUR;
    expect(outOf(plannedSlate(rules, withVoid, all, now, { since: 0, settlesAt }))).toEqual(expected);
  });

  test('is not settled by a lock from before the pool was created', () => {
    const created = saturday.lockAt - HOUR;
    expect(outOf(plannedSlate(noThursday, week, all, created, { since: created, settlesAt: null }))).toEqual([
      'thursday',
    ]);
    expect(outOf(plannedSlate(noThursday, week, all, created, fresh))).toEqual([]);
  });

  test.each<[string, PoolRules, Slate, string[], number, string | string[]]>([
    ['leaves out what a commissioner says', chosen, all, ['monday'], BEFORE, ['monday']],
    ['takes a game back in', chosen, out, [], BEFORE, []],
    ['takes in no game that has locked by itself', chosen, out, [], thursday.lockAt, 'game_locked'],
    [
      'can change while only games that are out have locked',
      chosen,
      out,
      ['thursday', 'monday'],
      thursday.lockAt,
      ['thursday', 'monday'],
    ],
    ['cannot change from its first lock on', chosen, all, ['monday'], thursday.lockAt, 'slate_settled'],
    ['is never empty', chosen, all, week.map(({ gid }) => gid), BEFORE, 'slate_empty'],
    ['has only games of the week', chosen, all, ['elsewhere'], BEFORE, 'game_not_found'],
    ['is chosen only where the rules say so', noThursday, all, ['monday'], BEFORE, 'slate_not_chosen'],
  ])('%s', (_, rules, before, leftOut, now, expected) => {
    const slate = chosenSlate(rules, week, before, leftOut, now, fresh);
    expect(typeof slate === 'string' ? slate : outOf(slate)).toEqual(expected);
  });

  test('is chosen in a new pool though a game of it has locked before', () => {
    const now = thursday.lockAt + HOUR;
    const slate = chosenSlate(chosen, week, all, ['monday'], now, { since: now - 1, settlesAt: null });
    expect(typeof slate === 'string' ? slate : outOf(slate)).toEqual(['monday']);
  });

  test('is empty with games that are off alone', () => {
    const games = week.map((game) => (game.gid === 'sunday' ? game : { ...game, void: 'cancelled' as const }));
    expect(chosenSlate(chosen, games, all, ['sunday'], BEFORE, fresh)).toBe('slate_empty');
  });

  test('never changes from its first lock on, whatever becomes of the times of its games', () => {
    const anyDay = fc.boolean();
    const anyDays = fc.record({
      thursdayGames: anyDay,
      fridayGames: anyDay,
      saturdayGames: anyDay,
      mondayGames: anyDay,
      slate: fc.constantFrom('days' as const, 'chosen' as const),
    });
    const anyMoves = fc.array(fc.integer({ min: -4, max: 3 }), { minLength: week.length, maxLength: week.length });
    fc.assert(
      fc.property(anyDays, anyMoves, (some, moves) => {
        const rules = rulesWith(some);
        const slate = plannedSlate(rules, week, none, BEFORE, fresh);
        const games = week.map((game, at) => ({ ...game, kickoff: game.kickoff + (moves[at] ?? 0) * DAY_MS }));
        expect(plannedSlate(rules, games, slate, sunday.lockAt, fresh)).toEqual(slate);
      }),
    );
  });
});
