import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createUser } from '#server/users/store.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import { auditRows } from '#tests/audit-rows.ts';
import type { Person } from '#tests/builders.ts';
import { addPerson, addPool, addSession, setEnabled } from '#tests/builders.ts';
import { dumpTables } from '#tests/database.ts';

describe('An admin', () => {
  let league: TestApp;
  let boss: Person;
  let sam: Person;

  beforeEach(async () => {
    league = await createTestApp('sqlite');
    boss = await addPerson(league.deps, { name: 'Boss', isAdmin: true });
    sam = await addPerson(league.deps, { name: 'Sam' });
  });

  afterEach(() => league.close());

  const change = (userId: string, body: { isEnabled?: boolean; isAdmin?: boolean }, as = boss) =>
    league.call('PATCH /api/users/:userId', { as, params: { userId }, body });

  const verify = (person: Person) =>
    league.store.db.updateTable('accounts').set({ emailVerified: 1 }).where('id', '=', person.accountId).execute();

  const enabledAdmins = async () => {
    const query = league.store.db
      .selectFrom('users')
      .select('id')
      .where('is_admin', '=', 1)
      .where('is_enabled', '=', 1);
    return (await query.execute()).map((row) => row.id);
  };

  test('disables a user, whose sessions end, and enables them again', async () => {
    const poolId = await addPool(league.deps, { members: [sam] });
    const standings = () => league.call('GET /api/pools/:poolId/standings', { as: sam, params: { poolId } });
    expect((await standings()).ok().rows).toHaveLength(1);
    expect((await change(sam.userId, { isEnabled: false })).ok()).toEqual({
      id: sam.userId,
      email: sam.email,
      displayName: 'Sam',
      isEnabled: false,
      isAdmin: false,
      emailVerified: false,
      hasSecondFactor: false,
    });
    expect((await standings()).code).toBe('not_signed_in');
    (await change(sam.userId, { isEnabled: true })).ok();
    expect((await standings()).code).toBe('not_signed_in');
    sam = { ...sam, ...(await addSession(league.deps, sam.accountId)) };
    expect((await standings()).ok().rows).toHaveLength(1);
    const about = { actorId: boss.userId, userId: sam.userId };
    expect(await auditRows(league.store.db)).toEqual([
      { act: 'user.disable', ...about, before: { isEnabled: true }, after: { isEnabled: false } },
      { act: 'user.enable', ...about, before: { isEnabled: false }, after: { isEnabled: true } },
    ]);
  });

  test('makes only users with a verified address admins', async () => {
    const refused = await change(sam.userId, { isAdmin: true });
    expect([refused.status, refused.code]).toEqual([409, 'never_verified']);
    const player = await createUser(league.store.db, { displayName: 'Imported', accountId: null }, 1);
    expect((await change(player, { isAdmin: true })).code).toBe('never_verified');
    expect(await auditRows(league.store.db)).toEqual([]);
    await verify(sam);
    expect((await change(sam.userId, { isAdmin: true })).ok()).toMatchObject({ isAdmin: true, emailVerified: true });
    expect((await league.call('GET /api/users', { as: sam })).status).toBe(200);
    (await change(sam.userId, { isAdmin: false })).ok();
    expect((await league.call('GET /api/users', { as: sam })).code).toBe('admin_only');
    expect((await auditRows(league.store.db)).map(({ act, after }) => [act, after])).toEqual([
      ['admin.grant', { isAdmin: true }],
      ['admin.revoke', { isAdmin: false }],
    ]);
  });

  test('repeats a change, and nothing is logged', async () => {
    const before = await dumpTables(league.store.db);
    (await change(sam.userId, { isEnabled: true, isAdmin: false })).ok();
    (await change(sam.userId, {})).ok();
    expect(await dumpTables(league.store.db)).toEqual(before);
  });

  test('cannot do it to themselves, nor to an unknown user', async () => {
    await addPerson(league.deps, { isAdmin: true });
    const before = await dumpTables(league.store.db);
    for (const body of [{ isEnabled: false }, { isAdmin: false }, { isEnabled: true, isAdmin: true }]) {
      const refused = await change(boss.userId, body);
      expect([refused.status, refused.code]).toEqual([403, 'not_on_oneself']);
    }
    const nobody = await change('nobody', { isEnabled: false });
    expect([nobody.status, nobody.code]).toEqual([404, 'player_not_found']);
    expect(await dumpTables(league.store.db)).toEqual(before);
  });

  test('cannot demote a disabled admin if they are the only enabled one', async () => {
    const off = await addPerson(league.deps, { isAdmin: true });
    await setEnabled(league.deps, off.userId, false);
    expect((await change(off.userId, { isAdmin: false })).status).toBe(200);
    expect(await enabledAdmins()).toEqual([boss.userId]);
  });

  test.each(['isEnabled', 'isAdmin'] as const)('and another at the same moment never both lose %s', async (field) => {
    for (let round = 0; round < 8; round += 1) {
      const [ann, bob] = [
        await addPerson(league.deps, { isAdmin: true }),
        await addPerson(league.deps, { isAdmin: true }),
      ];
      const others = (await enabledAdmins()).filter((id) => id !== ann.userId && id !== bob.userId);
      for (const id of others) await setEnabled(league.deps, id, false);
      const replies = await Promise.all([
        change(bob.userId, { [field]: false }, ann),
        change(ann.userId, { [field]: false }, bob),
      ]);
      expect(replies.map((reply) => reply.status === 200).sort()).toEqual([false, true]);
      expect(['last_admin', 'admin_only', 'not_signed_in']).toContain(replies.find(({ code }) => code)?.code);
      expect(await enabledAdmins()).toHaveLength(1);
    }
  });

  test('and others who enable and disable users at the same time never deadlock', async () => {
    const switched = [sam, ...(await Promise.all([1, 2].map(() => addPerson(league.deps, { isAdmin: true }))))];
    const statuses = new Set<number>();
    const workers = Array.from({ length: 12 }, async (_, worker) => {
      for (let at = 0; at < 12; at += 1) {
        const person = switched[(at * 7 + worker) % switched.length] ?? sam;
        statuses.add((await change(person.userId, { isEnabled: (at * 5 + worker) % 4 > 1 })).status);
      }
    });
    await Promise.all(workers);
    expect(statuses).toEqual(new Set([200]));
  });

  test('who was just disabled can do nothing, even if others remain', async () => {
    const [ann, bob] = [
      await addPerson(league.deps, { isAdmin: true }),
      await addPerson(league.deps, { isAdmin: true }),
    ];
    const replies = await Promise.all([
      change(bob.userId, { isEnabled: false }, ann),
      change(ann.userId, { isEnabled: false }, bob),
    ]);
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(await enabledAdmins()).toHaveLength(2);
  });
});
