import { beforeEach, describe, expect, test } from 'vitest';
import { setMembers } from '#server/members/store.ts';
import { createUser } from '#server/users/store.ts';
import type { Person } from '#tests/builders.ts';
import { addPerson, addPool, removeMember, setEnabled } from '#tests/builders.ts';
import { MINUTE } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { withLeague } from '#tests/league.ts';

describe('The people of a pool', () => {
  const league = withLeague('sqlite');
  /** Runs the pool, and does not play in it. */
  let runner: Person;
  let ann: Person;
  let zoe: Person;
  let poolId: string;

  beforeEach(async () => {
    runner = await addPerson(league.deps, { name: 'Mick' });
    ann = await addPerson(league.deps, { name: 'ann' });
    zoe = await addPerson(league.deps, { name: 'Zoe' });
    poolId = await addPool(league.deps, { members: [zoe, ann], commissioners: [runner, zoe] });
  });

  const read = async (as: Person) =>
    (await league.call('GET /api/pools/:poolId/members', { as, params: { poolId } })).ok();
  const names = async () => (await read(ann)).people.map(({ name }) => name);

  test('are shown to its members by name, with their role', async () => {
    const { deps } = league;
    const paper = await createUser(deps.store.db, { displayName: 'Paper Pete', accountId: null }, deps.clock.now());
    await setMembers(deps.store.db, poolId, [paper], deps.clock.now());
    const entriesOf = (userId: string, name: string) => [{ id: entryIdOf(poolId, userId), name }];
    const [anns, papers, zoes] = [
      entriesOf(ann.userId, 'ann'),
      entriesOf(paper, 'Paper Pete'),
      entriesOf(zoe.userId, 'Zoe'),
    ];
    expect(await read(ann)).toEqual({
      people: [
        { id: ann.userId, name: 'ann', plays: true, entries: anns, isCommissioner: false, isPaper: false },
        { id: runner.userId, name: 'Mick', plays: false, entries: [], isCommissioner: true, isPaper: false },
        { id: paper, name: 'Paper Pete', plays: true, entries: papers, isCommissioner: false, isPaper: true },
        { id: zoe.userId, name: 'Zoe', plays: true, entries: zoes, isCommissioner: true, isPaper: false },
      ],
    });
  });

  test('with the same name are distinguished: the first to join keeps it', async () => {
    league.clock.advance(MINUTE);
    const { userId } = await addPerson(league.deps, { name: 'ANN' });
    await setMembers(league.store.db, poolId, [userId], league.clock.now());
    expect(await names()).toEqual(['ann', 'ANN (2)', 'Mick', 'Zoe']);
  });

  test('who were removed are shown to those who can let them in again', async () => {
    await removeMember(league.deps, poolId, ann.userId);
    const admin = await addPerson(league.deps, { isAdmin: true });
    for (const as of [runner, zoe, admin]) {
      expect((await read(as)).removed).toEqual([{ id: ann.userId, name: 'ann' }]);
    }
    const bob = await addPerson(league.deps, { name: 'Bob' });
    await setMembers(league.store.db, poolId, [bob.userId], league.clock.now());
    expect(Object.keys(await read(bob))).toEqual(['people']);
    await setEnabled(league.deps, ann.userId, false);
    expect((await read(runner)).removed).toEqual([]);
  });

  test('who ask to join are shown to those who can answer, with an address to admins only', async () => {
    const dan = await addPerson(league.deps, { name: 'Dan' });
    const admin = await addPerson(league.deps, { isAdmin: true });
    const waiting = async (as: Person) =>
      (await league.call('GET /api/pools', { as })).ok().pools.find(({ id }) => id === poolId)?.requests;
    expect([await waiting(runner), await waiting(admin), await waiting(ann)]).toEqual([0, 0, undefined]);
    (await league.call('POST /api/pools/:poolId/requests', { as: dan, params: { poolId } })).ok();
    expect((await read(runner)).requests).toMatchObject([{ userId: dan.userId, displayName: 'Dan', email: null }]);
    expect((await read(admin)).requests).toMatchObject([{ userId: dan.userId, email: dan.email }]);
    expect([await waiting(runner), await waiting(admin), await waiting(ann)]).toEqual([1, 1, undefined]);
  });

  test('whose accounts are disabled are none', async () => {
    await setEnabled(league.deps, zoe.userId, false);
    await setEnabled(league.deps, runner.userId, false);
    expect(await names()).toEqual(['ann']);
  });

  test('know which pools they run', async () => {
    const listed = async (as: Person) =>
      (await league.call('GET /api/pools', { as })).ok().pools.find(({ id }) => id === poolId);
    expect(await listed(runner)).toMatchObject({ isMember: false, isCommissioner: true });
    expect((await listed(runner))?.details).not.toBeNull();
    expect(await listed(zoe)).toMatchObject({ isMember: true, isCommissioner: true });
    expect(await listed(ann)).toMatchObject({ isMember: true, isCommissioner: false });
    await removeMember(league.deps, poolId, ann.userId);
    expect(await listed(ann)).toMatchObject({ isMember: false, isCommissioner: false, details: null });
  });
});
