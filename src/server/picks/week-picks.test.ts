import { beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { dumpTables } from '#tests/database.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import type { Chosen } from '#tests/pick.ts';
import { shortPick, shortPicks } from '#tests/pick.ts';

describe('Several picks in one call', () => {
  const league = withLeague('sqlite');
  let sam: Person;
  let kim: Person;
  let poolId: string;
  let early: string;
  let late: string;

  beforeEach(async () => {
    ({ sam, kim, poolId, early, late } = await aLeague(league, {
      members: ['sam', 'kim'],
      games: { early: {}, late: { kickoff: SUNDAY_1PM + 3 * HOUR } },
    }));
  });

  const pick = async (...choices: Chosen[]) =>
    (await league.pick(sam, poolId, ...choices)).each.map((answer) =>
      answer.saved ? { saved: true, pick: shortPick(answer.pick) } : answer,
    );

  const stored = async () => shortPicks(await league.own(sam, poolId));

  test('stores each, and leaves those alone that are not named', async () => {
    expect(await pick({ gid: early, side: 'home' }, { gid: late, side: 'away' })).toEqual([
      { saved: true, pick: { side: 'home', revision: 1 } },
      { saved: true, pick: { side: 'away', revision: 1 } },
    ]);
    await pick({ gid: late, side: null });
    expect(await stored()).toEqual({
      [early]: { side: 'home', revision: 1 },
      [late]: { side: null, revision: 2 },
    });
  });

  test('of one game named twice the last word counts', async () => {
    expect(await pick({ gid: late, side: 'home' }, { gid: late, side: 'away' })).toEqual([
      { saved: true, pick: { side: 'away', revision: 1 } },
      { saved: true, pick: { side: 'away', revision: 1 } },
    ]);
    expect(await stored()).toMatchObject({ [late]: { side: 'away' } });
  });

  test('takes as many as sixty-six: sixty-four games, an order and a guess', async () => {
    const many = Array.from({ length: 66 }, () => ({ gid: early, side: 'home' as const }));
    expect(await pick(...many)).toHaveLength(66);
    expect(await stored()).toEqual({ [early]: { side: 'home', revision: 1 } });
  });

  test('updates the live pages once it is stored, and sends nothing if nothing changed', async () => {
    const changes: unknown[] = [];
    league.deps.live.onChange((change) => changes.push(change));
    const one = { gid: late, side: 'home' } as const;
    await pick(one);
    await pick(one);
    expect(changes).toEqual([{ kind: 'picks', poolId, weekId: WEEK_1, userId: sam.userId }]);
  });

  test('refuses some without affecting the others, and says why', async () => {
    league.clock.set(SUNDAY_1PM + HOUR);
    const postponed = await addGame(league.deps, { kickoff: SUNDAY_1PM + 9 * HOUR, void: 'postponed' });
    const elsewhere = await addGame(league.deps, { weekId: WEEK_2, kickoff: SUNDAY_1PM + 200 * HOUR });
    expect(
      await pick(
        { gid: early, side: 'home' },
        { gid: late, side: 'home' },
        { gid: elsewhere, side: 'home' },
        { gid: 'no-such-game', side: 'home' },
        { gid: postponed, side: 'home' },
      ),
    ).toEqual([
      {
        saved: false,
        code: 'game_locked',
        message: 'This game is locked. Picks can no longer be changed.',
      },
      { saved: true, pick: { side: 'home', revision: 1 } },
      { saved: false, code: 'game_not_found', message: 'Game not found' },
      { saved: false, code: 'game_not_found', message: 'Game not found' },
      {
        saved: false,
        code: 'game_void',
        message: "This game is postponed or cancelled, so it can't be picked.",
      },
    ]);
    expect(await stored()).toEqual({ [late]: { side: 'home', revision: 1 } });
  });

  test('changes nothing for anybody else, or with nothing or too much in it', async () => {
    const admin = await addPerson(league.deps, { isAdmin: true });
    const one: Chosen = { gid: early, side: 'home' };
    const code = async (as: Person, ...choices: Chosen[]) =>
      (await league.pick(as, { entryId: entryIdOf(poolId, sam.userId) }, ...choices)).code;
    const before = await dumpTables(league.store.db);
    expect(await code(admin, one)).toBe('other_player');
    expect(await code(kim, one)).toBe('other_player');
    expect(await code(sam)).toBe('invalid_input');
    expect(await code(sam, ...Array.from({ length: 67 }, () => one))).toBe('invalid_input');
    expect(await dumpTables(league.store.db)).toEqual(before);
  });
});
