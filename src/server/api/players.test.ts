import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Side } from '#core/types.ts';
import { setMembers } from '#server/store/members.ts';
import { recount, rescoreAllStale } from '#server/store/scores.ts';
import { createUser } from '#server/store/users.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, putPick, removeMember, storedChoices } from '#tests/builders.ts';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { dumpTables } from '#tests/database.ts';
import { withLeague } from '#tests/league.ts';

const BEFORE = SUNDAY_1PM - HOUR;
const AFTER = SUNDAY_1PM + HOUR;

describe('Players without an account', () => {
  const league = withLeague('sqlite');
  let admin: Person;
  let kim: Person;
  let tom: string;
  let poolId: string;
  let games: [string, string, string, string];

  beforeAll(async () => {
    admin = await addPerson(league.deps, { isAdmin: true });
  });

  beforeEach(async () => {
    const { deps, clock, store } = league;
    clock.set(AFTER);
    kim = await addPerson(deps, { name: 'Kim' });
    tom = await createUser(store.db, { displayName: 'Old Tom', accountId: null }, BEFORE);
    poolId = await addPool(deps, { name: 'Old Boys' });
    const final = { status: 'Final', homeScore: 7 } as const;
    games = [
      await addGame(deps, final),
      await addGame(deps, final),
      await addGame(deps, final),
      await addGame(deps, { kickoff: AFTER + 24 * HOUR }),
    ];
    await setMembers(store.db, poolId, [tom], BEFORE);
    await give(tom, ['home', 'home', 'away', null]);
    await rescoreAllStale(store);
  });

  afterEach(async () => {
    expect(await recount(league.store), 'stored scores are those of a recount').toEqual([]);
  });

  /** Picks of the games, in order; those that are left out are not touched, null clears one. */
  async function give(userId: string, sides: readonly (Side | null | undefined)[]): Promise<void> {
    const { db } = league.store;
    for (const [at, side] of sides.entries()) {
      if (side === undefined) continue;
      await putPick(league.store, { poolId, gid: games[at] ?? '', userId, side, madeAt: BEFORE });
    }
    await db
      .insertInto('stale_weeks')
      .values({ week_id: '2026-week1', mark: 'x' })
      .onConflict((c) => c.doNothing())
      .execute();
    await rescoreAllStale(league.store);
  }

  async function sidesOf(userId: string): Promise<(Side | null | undefined)[]> {
    const query = league.store.db.selectFrom('game_picks').select(['gid', 'side']).where('pool_id', '=', poolId);
    const rows = await query.where('user_id', '=', userId).execute();
    return games.map((gid) => rows.find((row) => row.gid === gid)?.side);
  }

  const params = () => ({ playerId: tom, userId: kim.userId });
  const preview = () => league.call('GET /api/admin/players/:playerId/link/:userId', { as: admin, params: params() });
  const link = () => league.call('POST /api/admin/players/:playerId/link/:userId', { as: admin, params: params() });
  const unlink = () => league.call('DELETE /api/admin/players/:playerId/link/:userId', { as: admin, params: params() });

  async function listing() {
    const { players } = (await league.call('GET /api/admin/players', { as: admin })).ok();
    return players.find((player) => player.id === tom);
  }

  async function standings(): Promise<Record<string, number>> {
    const reply = await league.call('GET /api/pools/:poolId/standings', { as: admin, params: { poolId } });
    return Object.fromEntries(reply.ok().rows.map((row) => [row.name, row.totalHalves / 2]));
  }

  async function pick(at: number, side: Side) {
    const input = { as: kim, params: { poolId, gid: games[at] ?? '' }, body: { side } };
    return (await league.call('PUT /api/pools/:poolId/picks/:gid', input)).ok();
  }

  async function log() {
    const rows = await league.store.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).execute();
    return rows.map(({ act, actor_id, user_id, before, after }) => {
      return { act, by: actor_id, userId: user_id, before: JSON.parse(before), after: JSON.parse(after) };
    })[0];
  }

  /** What a link must give back when it is undone. */
  async function holdings() {
    const { pool_members, users, week_scores } = await dumpTables(league.store.db);
    const picks = (await storedChoices(league.store.db, 'pick')).map((row) => JSON.stringify(row)).sort();
    const concerned = (rows: readonly string[] | undefined) =>
      (rows ?? [])
        .filter((row) => row.includes(tom) || row.includes(kim.userId))
        .filter((row) => !row.includes('"halves":0'));
    return {
      picks: concerned(picks),
      members: concerned(pool_members),
      users: concerned(users),
      scores: concerned(week_scores),
    };
  }

  test('are listed with their pools and picks', async () => {
    await addPool(league.deps, { name: 'Another', members: [{ userId: tom }] });
    expect(await listing()).toEqual({
      id: tom,
      name: 'Old Tom',
      pools: [
        { id: expect.any(String), name: 'Another', picks: 0 },
        { id: poolId, name: 'Old Boys', picks: 3 },
      ],
      linked: null,
    });
    expect(JSON.stringify((await league.call('GET /api/admin/players', { as: admin })).ok())).not.toContain(kim.userId);
  });

  describe('Linked to an account', () => {
    test('they leave the standings, and the account has their place, their picks and their score', async () => {
      expect(await standings()).toEqual({ 'Old Tom': 2 });
      const counts = { taken: 3, waiting: 0, same: 0, differing: 0, sealed: 0 };
      expect((await link()).ok()).toEqual({
        player: { id: tom, name: 'Old Tom' },
        account: { id: kim.userId, name: 'Kim', email: kim.email },
        pools: [{ id: poolId, name: 'Old Boys', becomesMember: true, ...counts }],
        ...counts,
      });
      expect(await standings()).toEqual({ Kim: 2 });
      expect(await sidesOf(kim.userId)).toEqual(['home', 'home', 'away', undefined]);
      expect(await listing()).toMatchObject({ linked: { userId: kim.userId, name: 'Kim', at: AFTER } });
      expect(await log()).toEqual({
        act: 'player.link',
        by: admin.userId,
        userId: kim.userId,
        before: {},
        after: { name: 'Old Tom', ...counts },
      });
    });

    test('admins neither see nor change them as a user until they are unlinked', async () => {
      const listed = async () => {
        const { users } = (await league.call('GET /api/users', { as: admin })).ok();
        return users.some((user) => user.id === tom);
      };
      expect(await listed()).toBe(true);
      (await link()).ok();
      expect(await listed()).toBe(false);
      const enabling = { as: admin, params: { userId: tom }, body: { isEnabled: true } };
      expect((await league.call('PATCH /api/users/:userId', enabling)).code).toBe('player_linked');
      (await unlink()).ok();
      expect(await listed()).toBe(true);
    });

    test('picks of the account stay where it has some, a cleared one too; those of the player are kept', async () => {
      await setMembers(league.store.db, poolId, [kim.userId], BEFORE);
      await give(kim.userId, ['away', 'home', 'home', undefined]);
      await give(kim.userId, [undefined, undefined, null]);
      expect((await link()).ok()).toMatchObject({ taken: 0, same: 1, differing: 2, pools: [{ becomesMember: false }] });
      expect(await sidesOf(kim.userId)).toEqual(['away', 'home', null, undefined]);
      expect(await sidesOf(tom)).toEqual(['home', 'home', 'away', null]);
      expect(await standings()).toEqual({ Kim: 1 });
    });

    test('a preview says the same and changes nothing', async () => {
      await give(kim.userId, ['away']);
      const before = await dumpTables(league.store.db);
      const told = (await preview()).ok();
      expect(await dumpTables(league.store.db)).toEqual(before);
      expect((await link()).ok()).toEqual(told);
    });

    test('of games that are not locked it is not told whether both picked the same', async () => {
      await give(tom, [undefined, undefined, undefined, 'home']);
      const told: string[] = [];
      for (const side of ['home', 'away'] as const) {
        await give(kim.userId, [undefined, undefined, undefined, side]);
        told.push((await preview()).text);
      }
      expect(told[0]).toBe(told[1]);
      expect(JSON.parse(told[0] ?? '')).toMatchObject({ taken: 3, sealed: 1, same: 0, differing: 0 });
    });

    test('a membership that the player had lost is neither given nor taken away, one that the account had lost comes back', async () => {
      const lost = await addPool(league.deps, { members: [{ userId: tom }] });
      const kept = await addPool(league.deps, { members: [{ userId: tom }, kim] });
      for (const pool of [lost, kept]) await removeMember(league.deps, pool, tom);
      await setMembers(league.store.db, poolId, [kim.userId], BEFORE, false);
      const { pools } = (await link()).ok();
      expect(Object.fromEntries(pools.map((pool) => [pool.id, pool.becomesMember]))).toEqual({
        [lost]: false,
        [kept]: false,
        [poolId]: true,
      });
      const { db } = league.store;
      const members = db.selectFrom('pool_members').select('pool_id').where('user_id', '=', kim.userId);
      const enabled = (await members.where('enabled', '=', 1).execute()).map((row) => row.pool_id);
      expect(enabled.sort()).toEqual([kept, poolId].sort());
    });

    test('they are linked once, also where several try at the same moment', async () => {
      const replies = await Promise.all([link(), link(), link()]);
      expect(replies.map((reply) => reply.code).sort()).toEqual([null, 'player_linked', 'player_linked'].sort());
      expect((await preview()).code).toBe('player_linked');
      expect(await sidesOf(kim.userId)).toEqual(['home', 'home', 'away', undefined]);
    });

    test('a pick that the account saves at the same moment is not lost', async () => {
      await setMembers(league.store.db, poolId, [kim.userId], BEFORE);
      await give(tom, [undefined, undefined, undefined, 'home']);
      await Promise.all([link(), pick(3, 'away')]);
      expect((await sidesOf(kim.userId))[3]).toBe('away');
    });

    test('both must be what they are called', async () => {
      const wrong = { playerId: kim.userId, userId: admin.userId };
      const input = { as: admin, params: wrong };
      expect((await league.call('POST /api/admin/players/:playerId/link/:userId', input)).code).toBe(
        'player_not_found',
      );
    });
  });

  describe('Unlinked again', () => {
    test('both have exactly what they had', async () => {
      await give(kim.userId, ['away', undefined, undefined, 'home']);
      const before = await holdings();
      (await link()).ok();
      expect(await holdings()).not.toEqual(before);
      expect((await unlink()).ok()).toEqual({ returned: 2, kept: 0 });
      expect(await holdings()).toEqual(before);
      expect(await standings()).toEqual({ 'Old Tom': 2 });
      expect(await listing()).toMatchObject({ linked: null });
      expect(await log()).toMatchObject({
        act: 'player.unlink',
        userId: kim.userId,
        after: { name: 'Old Tom', returned: 2, kept: 0 },
      });
    });

    test('the account keeps what was changed since, also where it was changed back; the player has their own back all the same', async () => {
      (await link()).ok();
      await give(kim.userId, ['away', 'away']);
      await give(kim.userId, [undefined, 'home']);
      expect((await unlink()).ok()).toEqual({ returned: 1, kept: 2 });
      expect(await sidesOf(kim.userId)).toEqual(['away', 'home', undefined, undefined]);
      expect(await sidesOf(tom)).toEqual(['home', 'home', 'away', null]);
    });

    test('a membership that an admin changed since stays as the admin left it', async () => {
      (await link()).ok();
      await removeMember(league.deps, poolId, kim.userId);
      (await unlink()).ok();
      const members = league.store.db.selectFrom('pool_members').select('enabled').where('pool_id', '=', poolId);
      expect(await members.where('user_id', '=', kim.userId).execute()).toEqual([{ enabled: 0 }]);
    });

    test('of several players of one pool the last one first, so that nothing is lost between them', async () => {
      const tim = await createUser(league.store.db, { displayName: 'Tim', accountId: null }, BEFORE);
      await setMembers(league.store.db, poolId, [tim], BEFORE);
      const before = await holdings();
      (await link()).ok();
      const later = { as: admin, params: { playerId: tim, userId: kim.userId } };
      (await league.call('POST /api/admin/players/:playerId/link/:userId', later)).ok();
      expect((await unlink()).code).toBe('later_link');
      expect(await standings()).toEqual({ Kim: 2 });
      (await league.call('DELETE /api/admin/players/:playerId/link/:userId', later)).ok();
      (await unlink()).ok();
      expect(await holdings()).toEqual(before);
    });

    test('they can be linked again, and unlinked only from the account they are linked to', async () => {
      expect((await unlink()).code).toBe('player_not_linked');
      (await link()).ok();
      const others = { playerId: tom, userId: admin.userId };
      const reply = await league.call('DELETE /api/admin/players/:playerId/link/:userId', {
        as: admin,
        params: others,
      });
      expect(reply.code).toBe('player_not_linked');
      (await unlink()).ok();
      (await link()).ok();
      expect(await standings()).toEqual({ Kim: 2 });
    });
  });
});
