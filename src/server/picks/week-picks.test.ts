import { beforeEach, describe, expect, test } from 'vitest';
import type { BodyOf } from '#contract/index.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { dumpTables } from '#tests/database.ts';
import { aLeague, withLeague } from '#tests/league.ts';

type WeekPicks = BodyOf<'PUT /api/pools/:poolId/weeks/:weekId/picks'>;

describe('All picks of a week in one call', () => {
  const league = withLeague('sqlite');
  let sam: Person;
  let poolId: string;
  let early: string;
  let late: string;

  beforeEach(async () => {
    ({ sam, poolId, early, late } = await aLeague(league, {
      members: ['sam'],
      games: { early: {}, late: { kickoff: SUNDAY_1PM + 3 * HOUR } },
    }));
  });

  async function pick(
    picks: WeekPicks['picks'],
    { as = sam, weekId = WEEK_1, ...more }: { as?: Person; weekId?: string; playerId?: string } = {},
  ) {
    const params = { poolId, weekId };
    const body = { picks, ...more };
    const reply = await league.call('PUT /api/pools/:poolId/weeks/:weekId/picks', { as, params, body });
    return reply.code ?? reply.ok().picks;
  }

  async function stored() {
    const params = { poolId, weekId: WEEK_1 };
    return (await league.call('GET /api/pools/:poolId/weeks/:weekId/picks', { as: sam, params })).ok().picks;
  }

  test('stores each, and leaves those alone that are not named', async () => {
    expect(
      await pick([
        { gid: early, side: 'home' },
        { gid: late, side: 'away' },
      ]),
    ).toEqual([
      { gid: early, saved: true, side: 'home', revision: 1 },
      { gid: late, saved: true, side: 'away', revision: 1 },
    ]);
    await pick([{ gid: late, side: null }]);
    expect(await stored()).toEqual({
      [early]: { side: 'home', revision: 1 },
      [late]: { side: null, revision: 2 },
    });
  });

  test('of one game named twice the last word counts', async () => {
    expect(
      await pick([
        { gid: late, side: 'home' },
        { gid: late, side: 'away' },
      ]),
    ).toEqual([
      { gid: late, saved: true, side: 'away', revision: 1 },
      { gid: late, saved: true, side: 'away', revision: 1 },
    ]);
    expect(await stored()).toMatchObject({ [late]: { side: 'away' } });
  });

  test('takes as many as sixty-four', async () => {
    const many = Array.from({ length: 64 }, () => ({ gid: early, side: 'home' as const }));
    expect(await pick(many)).toHaveLength(64);
    expect(await stored()).toEqual({ [early]: { side: 'home', revision: 1 } });
  });

  test('updates the live pages once it is stored, and sends nothing if nothing changed', async () => {
    const changes: unknown[] = [];
    league.deps.live.onChange((change) => changes.push(change));
    const one = [{ gid: late, side: 'home' as const }];
    await pick(one);
    await pick(one);
    expect(changes).toEqual([{ kind: 'picks', poolId, weekId: WEEK_1, userId: sam.userId }]);
  });

  test('refuses some without affecting the others, and says why', async () => {
    league.clock.set(SUNDAY_1PM + HOUR);
    const postponed = await addGame(league.deps, { kickoff: SUNDAY_1PM + 9 * HOUR, void: 'postponed' });
    const elsewhere = await addGame(league.deps, { weekId: WEEK_2, kickoff: SUNDAY_1PM + 200 * HOUR });
    expect(
      await pick([
        { gid: early, side: 'home' },
        { gid: late, side: 'home' },
        { gid: elsewhere, side: 'home' },
        { gid: 'no-such-game', side: 'home' },
        { gid: postponed, side: 'home' },
      ]),
    ).toEqual([
      {
        gid: early,
        saved: false,
        code: 'game_locked',
        message: 'This game is locked. Picks can no longer be changed.',
      },
      { gid: late, saved: true, side: 'home', revision: 1 },
      { gid: elsewhere, saved: false, code: 'game_not_found', message: 'Game not found' },
      { gid: 'no-such-game', saved: false, code: 'game_not_found', message: 'Game not found' },
      {
        gid: postponed,
        saved: false,
        code: 'game_void',
        message: "This game is postponed or cancelled, so it can't be picked.",
      },
    ]);
    expect(await stored()).toEqual({ [late]: { side: 'home', revision: 1 } });
  });

  test('changes nothing for anybody else, in another week or with nothing in it', async () => {
    const admin = await addPerson(league.deps, { isAdmin: true });
    const one: WeekPicks['picks'] = [{ gid: early, side: 'home' }];
    const before = await dumpTables(league.store.db);
    expect(await pick(one, { as: admin })).toBe('not_a_member');
    expect(await pick(one, { weekId: WEEK_2 })).toBe('week_not_found');
    expect(await pick(one, { playerId: admin.userId })).toBe('other_player');
    expect(await pick([])).toBe('invalid_input');
    expect(await pick(Array.from({ length: 65 }, () => one[0] ?? { gid: early, side: null }))).toBe('invalid_input');
    expect(await dumpTables(league.store.db)).toEqual(before);
  });
});
