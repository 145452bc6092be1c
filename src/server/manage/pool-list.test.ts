import { beforeEach, describe, expect, test } from 'vitest';
import type { QueryOf } from '#contract/index.ts';
import type { Person } from '#tests/builders.ts';
import { addPerson, addPool, deletePool, setEnabled, WEEK_1 } from '#tests/builders.ts';
import { usualEngines } from '#tests/engines.ts';
import { aLeague, withLeague } from '#tests/league.ts';

describe.each(usualEngines)('The list of pools for admins on %s', (engine) => {
  const league = withLeague(engine);
  let admin: Person;
  let sam: Person;

  beforeEach(async () => {
    await league.store.db.deleteFrom('join_requests').execute();
    await league.store.db.updateTable('pools').set({ deleted_at: 1 }).execute();
    const { poolId, ...people } = await aLeague(league, { admins: ['admin'], strangers: ['sam'] });
    ({ admin, sam } = people);
    await deletePool(league.deps, poolId);
  });

  const list = async (query: QueryOf<'GET /api/admin/pools'> = {}) =>
    (await league.call('GET /api/admin/pools', { as: admin, query })).ok();
  const namesOf = async (query: QueryOf<'GET /api/admin/pools'> = {}) =>
    (await list(query)).pools.map(({ name }) => name);
  const summary = async () => (await league.call('GET /api/admin/summary', { as: admin })).ok();

  /** Adds pools, the oldest first. */
  async function add(...names: readonly string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const [at, name] of names.entries()) {
      const id = await addPool(league.deps, { name });
      await league.store.db
        .updateTable('pools')
        .set({ created_at: 1000 + at })
        .where('id', '=', id)
        .execute();
      ids.push(id);
    }
    return ids;
  }

  test('is read page by page, newest first, without deleted pools', async () => {
    const ids = await add('A', 'B', 'C', 'D', 'E');
    await deletePool(league.deps, ids[3] ?? '');
    const first = await list({ limit: '2' });
    expect([first.pools.map(({ name }) => name), first.next]).toEqual([['E', 'C'], ids[2]]);
    await deletePool(league.deps, ids[2] ?? '');
    const second = await list({ limit: '2', before: first.next ?? '' });
    expect([second.pools.map(({ name }) => name), second.next]).toEqual([['B', 'A'], null]);
  });

  test('has 50 pools to a page by default', async () => {
    await add(...Array.from({ length: 51 }, (_, at) => `Pool ${at}`));
    const { pools, next } = await list();
    expect(pools).toHaveLength(50);
    expect(await namesOf({ before: next ?? '' })).toEqual(['Pool 0']);
  });

  test('is searched by name, in capitals or not', async () => {
    await add('Élan', 'Sunday Legends', 'Legendary 100%', 'Office');
    expect(await namesOf({ search: ' LEGEND ' })).toEqual(['Legendary 100%', 'Sunday Legends']);
    expect(await namesOf({ search: 'élan' })).toEqual(['Élan']);
    expect(await namesOf({ search: '0%' })).toEqual(['Legendary 100%']);
    expect(await namesOf({ search: '_' })).toEqual([]);
    const first = await list({ search: 'legend', limit: '1' });
    expect(await namesOf({ search: 'legend', before: first.next ?? '' })).toEqual(['Sunday Legends']);
  });

  test.each<[string, object]>([
    ['a text longer than any name', { search: 'x'.repeat(1000) }],
    ['no pool', { before: 'no pool' }],
    ['no number', { limit: 'ten' }],
    ['too many', { limit: '201' }],
  ])('refuses %s', async (_what, query) => {
    const reply = await league.call('GET /api/admin/pools', { as: admin, query });
    expect([reply.status, reply.code]).toEqual([400, 'invalid_input']);
  });

  test('has a summary: how many pools and requests, the newest, and whether players can join or have joined', async () => {
    const { season } = await summary();
    const none = { pools: 0, requests: 0, isOpen: false, newest: null, season };
    expect(await summary()).toEqual(none);
    const [first = '', second = ''] = await add('First', 'Second');
    const two = { ...none, pools: 2, newest: { id: second, name: 'Second' } };
    expect(await summary()).toEqual(two);
    (await league.call('POST /api/pools/:poolId/requests', { as: sam, params: { poolId: first } })).ok();
    expect(await summary()).toEqual({ ...two, requests: 1 });
    await setEnabled(league.deps, sam.userId, false);
    expect(await summary()).toEqual(two);
    (await league.call('POST /api/pools/:poolId/invite', { as: admin, params: { poolId: first } })).ok();
    expect(await summary()).toEqual({ ...two, isOpen: true });
    await deletePool(league.deps, first);
    expect(await summary()).toEqual({ ...two, pools: 1 });
  });

  test('says that players have joined once a pool has two of them', async () => {
    const [ann, bob] = [await addPerson(league.deps), await addPerson(league.deps)];
    await addPool(league.deps, { members: [ann], weeks: [WEEK_1] });
    await addPool(league.deps, { members: [bob] });
    expect((await summary()).isOpen).toBe(false);
    await addPool(league.deps, { members: [ann, bob] });
    expect((await summary()).isOpen).toBe(true);
    await setEnabled(league.deps, bob.userId, false);
    expect((await summary()).isOpen).toBe(false);
  });
});
