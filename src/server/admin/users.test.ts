import { describe, expect, test } from 'vitest';
import { createUser } from '#server/users/store.ts';
import { addPerson, addPool, deletePool } from '#tests/builders.ts';
import { withLeague } from '#tests/league.ts';

describe('People', () => {
  const league = withLeague('sqlite');

  test('are listed to admins by e-mail, capitals aside, imported players last', async () => {
    const admin = await addPerson(league.deps, { isAdmin: true });
    const off = await addPerson(league.deps, { isEnabled: false });
    const { db } = league.store;
    const setEmail = (id: string, email: string) =>
      db.updateTable('accounts').set({ email }).where('id', '=', id).execute();
    await setEmail(admin.accountId, 'Zoe@example.org');
    await setEmail(off.accountId, 'adam@example.org');
    await createUser(db, { displayName: 'Imported', accountId: null }, league.clock.now());
    const emailVerified = 1;
    await db.updateTable('accounts').set({ emailVerified }).where('id', '=', admin.accountId).execute();
    const { users } = (await league.call('GET /api/users', { as: admin })).ok();
    const usual = { isEnabled: true, isAdmin: false, emailVerified: false, hasSecondFactor: false };
    expect(users).toEqual([
      { ...usual, id: off.userId, email: 'adam@example.org', displayName: off.name, isEnabled: false },
      {
        id: admin.userId,
        email: 'Zoe@example.org',
        displayName: admin.name,
        isEnabled: true,
        isAdmin: true,
        emailVerified: true,
        hasSecondFactor: false,
      },
      { ...usual, id: expect.any(String), email: null, displayName: 'Imported' },
    ]);
  });

  describe('change their display name', () => {
    const rename = async (displayName: string, as?: { cookie: string }) =>
      league.call('PATCH /api/profile', { as: as ?? (await addPerson(league.deps)), body: { displayName } });

    test.each(['', ' ', '\t\n ', '\u202e\u0007', '\ud800'])('but not to nothing: %j', async (displayName) => {
      const reply = await rename(displayName);
      const error = { code: 'invalid_input', field: 'displayName', message: 'Display name cannot be empty' };
      expect([reply.status, JSON.parse(reply.text)]).toEqual([400, { error }]);
    });

    test('to 50 characters at most, an emoji being one', async () => {
      expect((await rename('🏈'.repeat(50))).ok().displayName).toBe('🏈'.repeat(50));
      expect((await rename('x'.repeat(51))).code).toBe('invalid_input');
    });

    test('a few times in a row, and then after a while, because it makes all viewers reload', async () => {
      const sam = await addPerson(league.deps);
      for (let at = 0; at < 10; at += 1) (await rename(`Sam ${at}`, sam)).ok();
      const late = await rename('Sam 10', sam);
      expect([late.status, late.code]).toEqual([429, 'too_many_attempts']);
      expect((await rename('Sam 9', sam)).ok().displayName).toBe('Sam 9');
      (await rename('Other')).ok();
    });

    test('without the spaces around it, and nothing else of themselves', async () => {
      const sam = await addPerson(league.deps);
      const poolId = await addPool(league.deps, { members: [sam] });
      const before = (await league.call('GET /api/session', { as: sam })).ok().user;
      const reply = await rename('  Samantha  ', sam);
      expect(reply.ok()).toEqual({ ...before, displayName: 'Samantha' });
      expect((await league.call('GET /api/session', { as: sam })).ok().user).toEqual(reply.ok());
      const standings = await league.call('GET /api/pools/:poolId/standings', { as: sam, params: { poolId } });
      expect(standings.ok().rows.map((row) => row.name)).toEqual(['Samantha']);
    });

    test.each([
      ['A\u202elex\nB', 'Alex B'],
      ['\ud800Al\u0007ex', 'Alex'],
      ['\u2067Alex 👩‍🚀 שם\u2069', 'Alex 👩‍🚀 שם'],
    ])('to one line of whole characters that nothing turns around: %j', async (typed, stored) => {
      const sam = await addPerson(league.deps);
      expect((await rename(typed, sam)).ok().displayName).toBe(stored);
      expect((await league.call('GET /api/session', { as: sam })).ok().user?.displayName).toBe(stored);
    });

    test('and nobody else', async () => {
      const other = await addPerson(league.deps, { name: 'Other' });
      await rename('Changed');
      expect((await league.call('GET /api/session', { as: other })).ok().user?.displayName).toBe('Other');
    });
  });

  test('keep the pool they chose last, for devices without their own choice', async () => {
    const sam = await addPerson(league.deps);
    const [poolId, gone] = [await addPool(league.deps), await addPool(league.deps)];
    await deletePool(league.deps, gone);
    const choose = (defaultPool: string) => league.call('PATCH /api/profile', { as: sam, body: { defaultPool } });
    const kept = async () => (await league.call('GET /api/session', { as: sam })).ok().user?.defaultPool;
    expect(await kept()).toBe('');
    expect((await choose(poolId)).ok()).toMatchObject({ defaultPool: poolId });
    for (const unknown of [gone, 'nowhere']) expect((await choose(unknown)).code).toBe('pool_not_found');
    expect(await kept()).toBe(poolId);
    expect(await league.call('PATCH /api/profile', { as: sam, body: {} }).then((reply) => reply.ok().defaultPool)).toBe(
      poolId,
    );
  });

  test('all 32 teams are sent to every signed-in user', async () => {
    const { teams } = (await league.call('GET /api/teams', { as: await addPerson(league.deps) })).ok();
    expect(teams.map((team) => team.abbr).slice(0, 3)).toEqual(['KC', 'LV', 'NE']);
    expect(teams).toHaveLength(32);
  });
});
