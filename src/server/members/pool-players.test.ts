import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Change } from '#server/platform/live/changes.ts';
import { holdPool } from '#server/pools/reads.ts';
import { createUser } from '#server/users/store.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, removeMember, WEEK_1 } from '#tests/builders.ts';
import { MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { whileHeld } from '#tests/database-clock.ts';
import { engines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { addPlayer, renamePoolPlayer } from './player-store.ts';
import { enableMember, setMembers } from './store.ts';

describe('Players without an account in a pool', () => {
  const league = withLeague('sqlite');
  let chris: Person;
  let ann: Person;
  let poolId: string;

  beforeAll(async () => {
    await addGame(league.deps, { gid: 'early' });
  });

  beforeEach(async () => {
    ({ chris, ann, poolId } = await aLeague(league, { members: ['chris', 'ann'], commissioners: ['chris'] }));
  });

  const add = (displayName: string, pool = poolId) =>
    league.call('POST /api/pools/:poolId/players', { as: chris, params: { poolId: pool }, body: { displayName } });
  const rename = async (playerId: string, displayName: string, pool = poolId, as = chris) =>
    (
      await league.call('PATCH /api/pools/:poolId/players/:playerId', {
        as,
        params: { poolId: pool, playerId },
        body: { displayName },
      })
    ).code ?? 'done';
  const names = async () => {
    const params = { poolId, weekId: WEEK_1 };
    const { rows } = (await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', { as: ann, params })).ok();
    return rows.map(({ name }) => name).sort();
  };

  test('are added by name, play with bus picks, and are logged', async () => {
    const { id } = (await add(' Grandpa\u202e ')).ok();
    expect(await names()).toEqual(['Ann', 'Grandpa', chris.name].sort());
    (await league.enter(chris, entryIdOf(poolId, id), { gid: 'early', side: 'home' }, 'He called')).ok();
    const { entries } = (await league.call('GET /api/pools/:poolId/log', { as: ann, params: { poolId } })).ok();
    expect(entries.at(-1)).toMatchObject({ act: 'player.add', person: { name: 'Grandpa' } });
  });

  test('are listed for admins with their picks, in survivor pools with their teams', async () => {
    const survivor = await addPool(league.deps, { commissioners: [chris], rules: { format: 'survivor' } });
    const { id } = (await add('Survivor', survivor)).ok();
    await league.store.db
      .insertInto('picks')
      .values({
        entry_id: entryIdOf(survivor, id),
        kind: 'team',
        about: WEEK_1,
        value: '{"gid":"early","team":"PHI"}',
        revision: 1,
        made_at: 1,
      })
      .execute();
    const admin = await addPerson(league.deps, { isAdmin: true });
    const { players } = (await league.call('GET /api/admin/players', { as: admin })).ok();
    expect(players.find((player) => player.id === id)?.pools).toMatchObject([{ id: survivor, picks: 1 }]);
  });

  test.each(['', ' \u200b', 'x'.repeat(51)])('have a name that can be shown: not %j', async (name) => {
    expect((await add(name)).code).toBe('invalid_input');
  });

  test('have a name of their own in the pool', async () => {
    const { id } = (await add('Grandpa')).ok();
    expect((await add('  grandpa')).code).toBe('name_taken');
    expect((await add('ANN')).code).toBe('name_taken');
    expect(await rename(id, 'Ann')).toBe('name_taken');
    expect(await rename(id, 'Grandpa Joe')).toBe('done');
    expect(await names()).toContain('Grandpa Joe');
  });

  test('are renamed by commissioners of all their pools, by admins, and no accounts', async () => {
    const { id } = (await add('Grandma')).ok();
    const both = await addPool(league.deps, { members: [{ userId: id }], commissioners: [chris] });
    expect([await rename(id, 'Nana'), await rename(id, 'Nan', both)]).toEqual(['done', 'done']);
    const bob = await addPerson(league.deps, { name: 'Bob' });
    const foreign = await addPool(league.deps, { members: [{ userId: id }, bob] });
    expect([await rename(id, 'Granny'), await rename(id, 'Granny', foreign)]).toEqual([
      'player_elsewhere',
      'admin_only',
    ]);
    const admin = await addPerson(league.deps, { isAdmin: true });
    expect([await rename(id, 'Bob', poolId, admin), await rename(id, 'Granny', poolId, admin)]).toEqual([
      'name_taken',
      'done',
    ]);
    expect(await rename(bob.userId, 'Bobby', poolId, admin)).toBe('player_not_found');
    const own = await addPerson(league.deps);
    const third = await addPool(league.deps, { members: [own], commissioners: [chris] });
    expect(await rename(own.userId, 'Nana', third)).toBe('player_not_found');
  });

  test('are renamed on the pages of their pools alone', async () => {
    const changes: Change[] = [];
    league.deps.live.onChange((change) => changes.push(change));
    const { id } = (await add('Uncle')).ok();
    changes.length = 0;
    expect(await rename(id, 'Uncle Joe')).toBe('done');
    await league.deps.afterCommit.idle();
    expect(changes).toEqual([{ kind: 'pools', poolIds: [poolId], userIds: [id] }]);
    expect(await names()).toContain('Uncle Joe');
  });

  test('are at most 300 in a pool, those who were removed included', async () => {
    const { db } = league.store;
    const now = league.clock.now();
    const ids: string[] = [];
    for (let at = 0; at < 299; at += 1) ids.push(await createUser(db, { displayName: `P${at}`, accountId: null }, now));
    await setMembers(db, poolId, ids, now);
    await removeMember(league.deps, poolId, ids[0] ?? '');
    expect((await add('Number 300')).code).toBeNull();
    expect((await add('Number 301')).code).toBe('too_many_players');
  });

  test('join no survivor pool that has begun', async () => {
    const pool = await addPool(league.deps, { commissioners: [chris], rules: { format: 'survivor' } });
    expect((await add('In time', pool)).code).toBeNull();
    league.clock.set(SUNDAY_1PM + 5 * MINUTE);
    expect((await add('Too late', pool)).code).toBe('survivor_begun');
  });
});

test.each(engines)(
  'On %s no player without an account gets the name of another who is added elsewhere at once',
  async (engine) => {
    const { league, chris, poolId } = await aLeague(engine, { members: ['chris'], commissioners: ['chris'] });
    try {
      const { store, deps, clock } = league;
      const actor = { adminId: chris.userId, isAdmin: true, now: clock.now() };
      const added = await addPlayer(store, actor, poolId, 'Grandpa', clock.now);
      const playerId = 'id' in added ? added.id : '';
      const other = await addPool(deps, { members: [{ userId: playerId }] });
      const renamed = await whileHeld(
        store,
        async (tx) => {
          await holdPool(tx, store, other);
          await enableMember(tx, other, await createUser(tx, { displayName: 'Joe', accountId: null }, 1), 1);
        },
        () => renamePoolPlayer(store, actor, { poolId, playerId }, 'joe'),
        () => {},
      );
      expect(renamed).toBe('name_taken');
    } finally {
      await league.close();
    }
  },
);
