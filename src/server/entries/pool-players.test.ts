import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, WEEK_1 } from '#tests/builders.ts';
import { MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';

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
  const rename = async (playerId: string, displayName: string, pool = poolId) =>
    (
      await league.call('PATCH /api/pools/:poolId/players/:playerId', {
        as: chris,
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
    const params = { poolId, gid: 'early', entryId: entryIdOf(poolId, id) };
    const body = { side: 'home', reason: 'He called' } as const;
    (await league.call('PUT /api/pools/:poolId/picks/:gid/bus/:entryId', { as: chris, params, body })).ok();
    const { entries } = (await league.call('GET /api/pools/:poolId/log', { as: ann, params: { poolId } })).ok();
    expect(entries.at(-1)).toMatchObject({ act: 'player.add', person: { name: 'Grandpa' } });
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

  test('are renamed by commissioners of their only pool alone, and no accounts', async () => {
    const { id } = (await add('Grandma')).ok();
    const other = await addPool(league.deps, { members: [{ userId: id }], commissioners: [chris] });
    expect(await rename(id, 'Nana')).toBe('player_not_found');
    expect(await rename(id, 'Nana', other)).toBe('player_not_found');
    const own = await addPerson(league.deps);
    const third = await addPool(league.deps, { members: [own], commissioners: [chris] });
    expect(await rename(own.userId, 'Nana', third)).toBe('player_not_found');
  });

  test('join no survivor pool that has begun', async () => {
    const pool = await addPool(league.deps, { commissioners: [chris], rules: { format: 'survivor' } });
    expect((await add('In time', pool)).code).toBeNull();
    league.clock.set(SUNDAY_1PM + 5 * MINUTE);
    expect((await add('Too late', pool)).code).toBe('survivor_begun');
  });
});
