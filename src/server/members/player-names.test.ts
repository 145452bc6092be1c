import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { linkEntry } from '#server/entry-changes/link-store.ts';
import { createUser } from '#server/users/store.ts';
import type { Person } from '#tests/builders.ts';
import { addPerson, addPool } from '#tests/builders.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { withLeague } from '#tests/league.ts';

describe('A player without an account is renamed', () => {
  const league = withLeague('sqlite');
  let admin: Person;
  let tom: string;

  beforeAll(async () => {
    admin = await addPerson(league.deps, { isAdmin: true });
  });

  beforeEach(async () => {
    tom = await createUser(league.store.db, { displayName: 'Old Tom', accountId: null }, 1);
    await league.store.db.deleteFrom('audit_log').execute();
  });

  const rename = (displayName: string, playerId = tom) =>
    league.call('PATCH /api/admin/players/:playerId', { as: admin, params: { playerId }, body: { displayName } });

  const log = () => league.store.db.selectFrom('audit_log').selectAll().execute();

  test('to a name that profiles take, trimmed, and that is in the log', async () => {
    expect((await rename('  Tom the Elder ')).ok()).toMatchObject({ id: tom, name: 'Tom the Elder' });
    expect(await log()).toMatchObject([
      {
        act: 'user.rename',
        actor_id: admin.userId,
        user_id: tom,
        before: '{"displayName":"Old Tom"}',
        after: '{"displayName":"Tom the Elder"}',
      },
    ]);
  });

  test('in one line of whole characters that nothing turns around', async () => {
    expect((await rename('T\u202eom\nB\u0007\ud800')).ok().name).toBe('Tom B');
    expect(await log()).toMatchObject([{ after: '{"displayName":"Tom B"}' }]);
  });

  test('and nothing is logged if they had that name', async () => {
    (await rename('Old Tom')).ok();
    expect(await log()).toEqual([]);
  });

  test.each(['', '   ', '\u202e\u0007', 'x'.repeat(51)])('to no other: %j', async (name) => {
    const reply = await rename(name);
    expect([reply.status, JSON.parse(reply.text).error.field]).toEqual([400, 'displayName']);
  });

  test('only if they have none, and are linked to none', async () => {
    const kim = await addPerson(league.deps);
    expect((await rename('Kim II', kim.userId)).code).toBe('player_not_found');
    const poolId = await addPool(league.deps, { members: [{ userId: tom }] });
    const by = { userId: admin.userId, isAdmin: true, clock: league.clock.now };
    expect(await linkEntry(league.store, entryIdOf(poolId, tom), kim.userId, by)).toMatchObject({ way: 'given' });
    expect((await rename('Tom')).code).toBe('player_linked');
  });
});
