import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setMembers } from '#server/store/members.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import { addGame, addPerson, addPool, removeMember } from '#tests/builders.ts';
import { parseCsv } from '../csv/csv-table.ts';
import { joinPlayer, partPlayer } from '../store/player-joins.ts';
import { createUser } from '../store/users.ts';
import type { PoolWish } from './picks-plan.ts';
import { planPicks } from './picks-plan.ts';
import { parsePicks, pickColumns } from './picks-rows.ts';

describe('A player in a file of picks', () => {
  let app: TestApp;
  let poolId: string;

  beforeEach(async () => {
    app = await createTestApp('sqlite');
    await addGame(app.deps);
    poolId = await addPool(app.deps);
  });

  afterEach(() => app.close());

  async function addSam(hasAccount: boolean, name = 'Sam'): Promise<string> {
    const { store, clock } = app.deps;
    const id = hasAccount
      ? (await addPerson(app.deps, { name })).userId
      : await createUser(store.db, { displayName: name, accountId: null }, clock.now());
    await setMembers(store.db, poolId, [id], clock.now());
    return id;
  }

  async function plan(wish: Partial<PoolWish> = {}) {
    const { rows, flaws } = parseCsv('season,week,player,pick\n2026,1,Sam,PHI', pickColumns);
    const picks = parsePicks(rows, flaws);
    const { players, newPlayers } = await planPicks(app.store.db, picks, { pool: poolId, ...wish }, flaws);
    return { id: players.get('Sam')?.id, newPlayers, flaws: flaws.map((flaw) => flaw.message) };
  }

  it('is the member of that name without an account, before one with', async () => {
    await addSam(true);
    const imported = await addSam(false);
    expect(await plan()).toEqual({ id: imported, newPlayers: [], flaws: [] });
  });

  it('is the member with an account where there is no other', async () => {
    const sam = await addSam(true);
    expect(await plan({ create: true })).toEqual({ id: sam, newPlayers: [], flaws: [] });
  });

  it('is a member of today before a former one, and a former one before a new one', async () => {
    const former = await addSam(false);
    await removeMember(app.deps, poolId, former);
    expect(await plan({ create: true })).toEqual({ id: former, newPlayers: [], flaws: [] });
    const today = await addSam(false);
    expect((await plan()).id).toBe(today);
  });

  it('is found by what was stored before names were cleaned', async () => {
    const turned = await addSam(false, '\u202eSam');
    expect(await plan({ create: true })).toEqual({ id: turned, newPlayers: [], flaws: [] });
  });

  it('is nobody in particular where two share the name', async () => {
    await addSam(false);
    await addSam(false);
    expect((await plan()).flaws).toEqual(['player: 2 members are named Sam.']);
  });

  it('is the account that he was joined to, under the name he was imported by; parted he is himself again', async () => {
    const admin = await addPerson(app.deps, { isAdmin: true });
    const kim = await addPerson(app.deps, { name: 'Kim' });
    const imported = await addSam(false);
    await addSam(true);
    await joinPlayer(app.store, imported, kim.userId, admin.userId, 1);
    expect(await plan({ create: true })).toEqual({ id: kim.userId, newPlayers: [], flaws: [] });
    const second = await addSam(false);
    await joinPlayer(app.store, second, kim.userId, admin.userId, 1);
    expect((await plan()).id).toBe(kim.userId);
    await partPlayer(app.store, second, kim.userId, admin.userId, 2);
    await removeMember(app.deps, poolId, second);
    await partPlayer(app.store, imported, kim.userId, admin.userId, 2);
    expect((await plan()).id).toBe(imported);
  });

  it('is new in a pool that has nobody of that name, only with --create', async () => {
    expect(await plan({ create: true })).toEqual({ id: undefined, newPlayers: ['Sam'], flaws: [] });
    expect((await plan()).flaws).toEqual(['player: Sam is not a member of this pool. --create adds players.']);
  });
});

describe('A pool', () => {
  it('is found by its id where several have the name', async () => {
    const app = await createTestApp('sqlite');
    await addGame(app.deps);
    const first = await addPool(app.deps, { name: 'Twins' });
    const second = await addPool(app.deps, { name: 'Twins' });
    const find = (pool: string) => planPicks(app.store.db, [], { pool }, []);
    const refused = find('Twins');
    await expect(refused).rejects.toThrow("2 pools are named 'Twins'. Say --pool with the id of one of them:");
    await expect(refused).rejects.toThrow(first);
    expect((await find(second)).pool?.id).toBe(second);
    await app.close();
  });
});
