import { beforeEach, describe, expect, test } from 'vitest';
import { linkEntry, unlinkEntry } from '#server/entry-changes/link-store.ts';
import { recount } from '#server/standings/store.ts';
import { createUser } from '#server/users/store.ts';
import { auditRows } from '#tests/audit-rows.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPool, setEnabled, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { dumpTables } from '#tests/database.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';

describe('Members of a pool', () => {
  const league = withLeague('sqlite');
  let admin: Person;
  let sam: Person;
  let poolId: string;

  beforeEach(async () => {
    ({ admin, sam, poolId } = await aLeague(league, { admins: ['admin'], strangers: ['sam'] }));
  });

  const setMember = (userId: string, enabled: boolean) =>
    league.call('PUT /api/pools/:poolId/members/:userId', { as: admin, params: { poolId, userId }, body: { enabled } });
  const setWeek = (weekId: string, enabled: boolean) =>
    league.call('PUT /api/pools/:poolId/weeks/:weekId', { as: admin, params: { poolId, weekId }, body: { enabled } });
  const setWeeks = (weekIds: string[]) =>
    league.call('PUT /api/pools/:poolId/weeks', { as: admin, params: { poolId }, body: { weekIds } });
  const clear = () => league.call('DELETE /api/pools/:poolId/weeks', { as: admin, params: { poolId } });
  const acts = async () => (await auditRows(league.store.db, poolId)).map((entry) => entry.act);
  const totals = async () => {
    const reply = await league.call('GET /api/pools/:poolId/standings', { as: admin, params: { poolId } });
    return reply.ok().rows.map((each) => each.totalHalves / 2);
  };

  async function unchanged<T>(act: () => Promise<T>): Promise<T> {
    const before = await dumpTables(league.store.db);
    const result = await act();
    expect(await dumpTables(league.store.db)).toEqual(before);
    return result;
  }

  /** Sam was right about the one game of a week. */
  async function playWeek(weekId: string): Promise<void> {
    const gid = await addGame(league.deps, { weekId });
    (await league.pick(sam, poolId, { gid, side: 'home' })).ok();
    const final = { status: 'Final' as const, homeScore: 7 };
    (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body: final })).ok();
  }

  describe('a member', () => {
    test('who never was one cannot be removed, nor be removed as commissioner', async () => {
      await unchanged(async () => expect((await setMember(sam.userId, false)).code).toBe('player_not_found'));
      const params = { poolId, userId: sam.userId };
      const removed = await league.call('PUT /api/pools/:poolId/commissioners/:userId', {
        as: admin,
        params,
        body: { enabled: false },
      });
      expect(removed.code).toBe('player_not_found');
    });

    test('is added at once, removed at once, and returns with everything', async () => {
      expect((await setMember(sam.userId, true)).ok()).toEqual({ activeUsers: 1, activeWeeks: 1 });
      await playWeek(WEEK_1);
      expect(await totals()).toEqual([1]);
      expect((await setMember(sam.userId, false)).ok()).toEqual({ activeUsers: 0, activeWeeks: 1 });
      expect(await totals()).toEqual([]);
      const standings = await league.call('GET /api/pools/:poolId/standings', { as: sam, params: { poolId } });
      expect(standings.code).toBe('not_a_member');
      (await setMember(sam.userId, true)).ok();
      expect(await totals()).toEqual([1]);
      const about = { actorId: admin.userId, poolId, userId: sam.userId };
      const [no, yes] = [{ member: false }, { member: true }];
      expect(await auditRows(league.store.db, poolId)).toEqual([
        { act: 'member.enable', ...about, before: no, after: yes },
        { act: 'member.disable', ...about, before: yes, after: no },
        { act: 'member.enable', ...about, before: no, after: yes },
      ]);
    });

    test('who already is one, or no longer is, is unchanged, and nothing is logged', async () => {
      (await setMember(sam.userId, true)).ok();
      await unchanged(async () => (await setMember(sam.userId, true)).ok());
      (await setMember(sam.userId, false)).ok();
      await unchanged(async () => (await setMember(sam.userId, false)).ok());
    });

    test('is logged once if two admins add a user at the same time', async () => {
      const replies = await Promise.all([1, 2, 3, 4].map(() => setMember(sam.userId, true)));
      expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200]);
      expect(await acts()).toEqual(['member.enable']);
    });

    test('can only be an existing, enabled user; a disabled one can still be removed', async () => {
      const nobody = await unchanged(() => setMember('nobody', true));
      expect([nobody.status, nobody.code]).toEqual([404, 'player_not_found']);
      (await setMember(sam.userId, true)).ok();
      await setEnabled(league.deps, sam.userId, false);
      (await setMember(sam.userId, false)).ok();
      const disabled = await unchanged(() => setMember(sam.userId, true));
      expect([disabled.status, disabled.code]).toEqual([409, 'player_disabled']);
    });

    test('cannot be a player who is linked to an account; that player does not count as removed', async () => {
      const tom = await createUser(league.store.db, { displayName: 'Old Tom', accountId: null }, 1);
      (await setMember(tom, true)).ok();
      const by = { userId: admin.userId, isAdmin: true, clock: league.clock.now };
      expect(await linkEntry(league.store, entryIdOf(poolId, tom), sam.userId, by)).toMatchObject({ way: 'given' });
      const refused = await unchanged(() => setMember(tom, true));
      expect([refused.status, refused.code]).toEqual([409, 'player_linked']);
      const people = await league.call('GET /api/pools/:poolId/members', { as: admin, params: { poolId } });
      expect(people.ok().removed).toEqual([]);
      const edit = await league.call('GET /api/admin/pools/:poolId', { as: admin, params: { poolId } });
      expect(edit.ok().users.map(({ id }) => id)).not.toContain(tom);
      await unlinkEntry(league.store, entryIdOf(poolId, tom), { ...by, reason: 'not Sam' });
      (await setMember(tom, false)).ok();
      (await setMember(tom, true)).ok();
    });
  });

  describe('a week', () => {
    beforeEach(async () => {
      (await setMember(sam.userId, true)).ok();
      await league.store.db.deleteFrom('audit_log').execute();
    });

    test('comes in and goes out at once; a pick of it is never lost', async () => {
      await addPool(league.deps, { weeks: [WEEK_2] });
      expect((await setWeek(WEEK_2, true)).ok()).toEqual({ activeUsers: 1, activeWeeks: 2 });
      await playWeek(WEEK_2);
      expect(await totals()).toEqual([1]);
      expect((await setWeek(WEEK_2, false)).ok()).toEqual({ activeUsers: 1, activeWeeks: 1 });
      expect(await totals()).toEqual([0]);
      (await setWeek(WEEK_2, true)).ok();
      expect(await totals()).toEqual([1]);
      const weeks = (await auditRows(league.store.db, poolId)).map(({ act, weekId, after }) => [act, weekId, after]);
      expect(weeks).toEqual([
        ['week.enable', WEEK_2, { enabled: true }],
        ['week.disable', WEEK_2, { enabled: false }],
        ['week.enable', WEEK_2, { enabled: true }],
      ]);
    });

    test('that is already enabled, or disabled, is unchanged, and nothing is logged', async () => {
      await unchanged(async () => (await setWeek(WEEK_1, true)).ok());
      await addPool(league.deps, { weeks: [WEEK_2] });
      await unchanged(async () => (await setWeek(WEEK_2, false)).ok());
    });

    test('that is not loaded is unknown', async () => {
      await addPool(league.deps, { weeks: [WEEK_2] });
      const replies = await unchanged(() =>
        Promise.all([setWeek('2031-week1', true), setWeeks([WEEK_2, '2031-week1'])]),
      );
      expect(replies.map((reply) => reply.code)).toEqual(['unknown_week', 'unknown_week']);
    });

    test('comes in with many others as one act, which names those that were not there', async () => {
      await addPool(league.deps, { weeks: [WEEK_2, '2026-week3'] });
      (await setWeek(WEEK_2, true)).ok();
      await playWeek(WEEK_2);
      (await setWeek(WEEK_2, false)).ok();
      await league.store.db.deleteFrom('audit_log').execute();
      const all = ['2026-week3', WEEK_2, WEEK_1, WEEK_2];
      expect((await setWeeks(all)).ok()).toEqual({ activeUsers: 1, activeWeeks: 3 });
      expect(await totals()).toEqual([1]);
      const change = { before: { weeks: [] }, after: { weeks: [WEEK_2, '2026-week3'] } };
      const entry = { act: 'weeks.enable', actorId: admin.userId, poolId, ...change };
      expect(await auditRows(league.store.db, poolId)).toEqual([entry]);
      await unchanged(async () => (await setWeeks(all)).ok());
    });

    test('that is enabled late has the scores of games played meanwhile', async () => {
      const gid = await addGame(league.deps);
      (await league.pick(sam, poolId, { gid, side: 'home' })).ok();
      (await setWeek(WEEK_1, false)).ok();
      const final = { status: 'Final' as const, homeScore: 7 };
      (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body: final })).ok();
      (await setWeek(WEEK_1, true)).ok();
      expect(await totals()).toEqual([1]);
      expect(await recount(league.store)).toEqual([]);
    });

    test('is cleared with all others; picks stay, and clearing again is nothing', async () => {
      await addPool(league.deps, { weeks: [WEEK_2] });
      (await setWeek(WEEK_2, true)).ok();
      await playWeek(WEEK_1);
      const picks = async () => (await dumpTables(league.store.db)).picks;
      const before = await picks();
      await league.store.db.deleteFrom('audit_log').execute();
      expect((await clear()).ok()).toEqual({ activeUsers: 1, activeWeeks: 0 });
      expect(await picks()).toEqual(before);
      const change = { before: { weeks: [WEEK_1, WEEK_2] }, after: { weeks: [] } };
      const entry = { act: 'weeks.clear', actorId: admin.userId, poolId, ...change };
      expect(await auditRows(league.store.db, poolId)).toEqual([entry]);
      await unchanged(async () => (await clear()).ok());
      (await setWeek(WEEK_1, true)).ok();
      expect(await totals()).toEqual([1]);
    });
  });

  test('nothing of it is done to a pool that is deleted', async () => {
    (await league.call('DELETE /api/pools/:poolId', { as: admin, params: { poolId } })).ok();
    const replies = await unchanged(() => Promise.all([setMember(sam.userId, true), setWeek(WEEK_1, false), clear()]));
    expect(replies.map((reply) => reply.code)).toEqual(['pool_not_found', 'pool_not_found', 'pool_not_found']);
  });
});
