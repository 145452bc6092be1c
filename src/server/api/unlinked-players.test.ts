import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Side } from '#core/types.ts';
import { createUser } from '#server/store/users.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, forgetPicks, importPicks, WEEK_1 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { withLeague } from '#tests/league.ts';

const BEFORE = SUNDAY_1PM - HOUR;
const LOCK = SUNDAY_1PM + 5 * MINUTE;

/** What the account picks after the link; the player's pick is 'home'. */
const words = ['home', 'away'] as const;

describe('A player unlinked from an account before a game locks', () => {
  const league = withLeague('sqlite');
  let admin: Person;
  let kim: Person;
  let tom: string;
  let poolId: string;
  let gid: string;

  beforeAll(async () => {
    admin = await addPerson(league.deps, { isAdmin: true });
  });

  beforeEach(async () => {
    const { deps, clock, store } = league;
    clock.set(BEFORE);
    kim = await addPerson(deps, { name: 'Kim' });
    tom = await createUser(store.db, { displayName: 'Old Tom', accountId: null }, BEFORE);
    poolId = await addPool(deps, { members: [kim, { userId: tom }] });
    gid = await addGame(deps);
    await importPicks(store.db, 'sqlite', [{ poolId, gid, userId: tom, side: 'home', madeAt: BEFORE }]);
  });

  const pair = () => ({ as: admin, params: { playerId: tom, userId: kim.userId } });
  const unlink = () => league.call('DELETE /api/admin/players/:playerId/link/:userId', pair());

  async function link(): Promise<void> {
    (await league.call('POST /api/admin/players/:playerId/link/:userId', pair())).ok();
  }

  async function save(side: Side | null): Promise<void> {
    const body = { side };
    (await league.call('PUT /api/pools/:poolId/picks/:gid', { as: kim, params: { poolId, gid }, body })).ok();
  }

  /** The newest entry, without what is of itself another in every entry. */
  async function newest(name: 'GET /api/admin/audit' | 'GET /api/audit/mine', as: Person) {
    const { entries } = (await league.call(name, { as, query: { limit: '1' } })).ok();
    return entries.map(({ id, at, ...entry }) => entry);
  }

  async function matchup(): Promise<string> {
    const params = { poolId, weekId: WEEK_1 };
    return (await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', { as: admin, params })).text;
  }

  async function sideOf(userId: string): Promise<Side | null | undefined> {
    const query = league.store.db.selectFrom('game_picks').select('side').where('gid', '=', gid);
    return (await query.where('user_id', '=', userId).executeTakeFirst())?.side;
  }

  async function forget(): Promise<void> {
    await forgetPicks(league.store.db, { userId: kim.userId });
  }

  test('nothing that is told depends on whether both picked the same', async () => {
    const told: unknown[] = [];
    for (const side of words) {
      await link();
      await save(side);
      const { text } = await unlink();
      const entries = [await newest('GET /api/admin/audit', admin), await newest('GET /api/audit/mine', kim)];
      told.push({ text, entries, matchup: await matchup() });
      await forget();
    }
    expect(told[0]).toMatchObject({ text: '{"returned":0,"kept":0}' });
    expect(told).toEqual(words.map(() => told[0]));
  });

  test('leaves the account its pick, or that it took one back, or nothing where it had none, and gives the player back their own', async () => {
    for (const side of [...words, null, undefined]) {
      await link();
      if (side === null) await save('home');
      if (side !== undefined) await save(side);
      expect((await unlink()).ok()).toEqual({ returned: 0, kept: 0 });
      expect(await sideOf(kim.userId)).toBe(side);
      expect(await sideOf(tom)).toBe('home');
      await forget();
    }
  });

  test('is told the same of the account when the player is linked again', async () => {
    const told: string[] = [];
    for (const side of words) {
      await link();
      await save(side);
      (await unlink()).ok();
      told.push((await league.call('GET /api/admin/players/:playerId/link/:userId', pair())).text);
      await forget();
    }
    expect(told).toEqual(words.map(() => told[0]));
  });

  test('from the lock on a pick goes back that is as the link gave it', async () => {
    await link();
    league.clock.set(LOCK);
    await league.deps.linkedPicks.look();
    expect((await unlink()).ok()).toEqual({ returned: 1, kept: 0 });
    expect(await sideOf(kim.userId)).toBeUndefined();
  });

  test('leaves the account whatever it has of a game that is not locked', async () => {
    league.clock.set(LOCK);
    await link();
    const { db } = league.store;
    await db
      .updateTable('games')
      .set({ lock_at: LOCK + HOUR })
      .where('gid', '=', gid)
      .execute();
    expect((await unlink()).ok()).toEqual({ returned: 0, kept: 1 });
    expect(await sideOf(kim.userId)).toBe('home');
  });
});
