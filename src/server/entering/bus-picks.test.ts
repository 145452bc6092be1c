import { beforeEach, describe, expect, test } from 'vitest';
import { setMembers } from '#server/members/store.ts';
import { recount } from '#server/standings/store.ts';
import { createUser } from '#server/users/store.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, deletePool, removeMember, setEnabled, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { inPoints, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { wish } from '#tests/pick.ts';

const LOCK = SUNDAY_1PM + 5 * MINUTE;

interface Entry {
  readonly side: 'home' | 'away' | null;
  readonly reason?: string;
}

const REASON = 'phoned in';

describe('Bus picks', () => {
  const league = withLeague('sqlite');
  let admin: Person;
  let sam: Person;
  let poolId: string;
  let gid: string;

  beforeEach(async () => {
    ({ admin, sam, poolId, gid } = await aLeague(league, {
      admins: ['admin'],
      members: ['sam', 'admin'],
      games: { gid: {} },
    }));
  });

  async function enter({ side, reason = REASON }: Entry, userId = sam.userId, as = admin) {
    const entered = await league.enter(as, entryIdOf(poolId, userId), { gid, side }, reason);
    return entered.code ?? entered.ok();
  }

  async function pick(side: 'home' | 'away' | null, more: { basedOn?: number; best?: boolean } = {}) {
    const reply = await league.pick(sam, poolId, { gid, side, ...more });
    return reply.code ?? reply.ok();
  }

  const stored = () =>
    league.store.db
      .selectFrom('game_picks')
      .select(['side', 'entered_by', 'reason', 'made_at'])
      .where('entry_id', '=', entryIdOf(poolId, sam.userId))
      .where('gid', '=', gid)
      .executeTakeFirst();

  async function log() {
    const query = league.store.db.selectFrom('audit_log').selectAll().where('pool_id', '=', poolId).orderBy('id');
    return (await query.execute()).map(({ act, actor_id, user_id, before, after }) => {
      return [act, actor_id, user_id, JSON.parse(before), JSON.parse(after)];
    });
  }

  async function dialog(userId = sam.userId, as = admin) {
    const input = { as, params: { entryId: entryIdOf(poolId, userId) }, query: { week: WEEK_1 } };
    const { slots } = (await league.call('GET /api/entries/:entryId/picks', input)).ok();
    return slots.find(({ about }) => about === gid);
  }

  async function busColumn(as = admin) {
    const params = { poolId, weekId: WEEK_1 };
    const { rows } = (await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', { as, params })).ok();
    return rows.find((row) => row.ownerId === sam.userId)?.bus;
  }

  test('a missing pick is entered, with who, when and why', async () => {
    const sealed = { kind: 'pick', about: gid, value: null, isSealed: true, isEntered: true, refusal: null };
    expect(await enter({ side: 'home', reason: '  called me from the stadium ' })).toEqual(sealed);
    expect(await stored()).toEqual({
      side: 'home',
      entered_by: admin.userId,
      reason: 'called me from the stadium',
      made_at: league.clock.now(),
    });
    expect(await log()).toEqual([
      ['bus.enter', admin.userId, sam.userId, { side: null }, { side: 'home', reason: 'called me from the stadium' }],
    ]);
  });

  test('the player sees the mark of their own with the reason, of others only admins do, with the count', async () => {
    await enter({ side: 'home', reason: 'ill' });
    const own = async () => Object.values((await league.own(sam, poolId)).picks);
    const slot = { kind: 'pick', about: gid } as const;
    expect(await own()).toEqual([{ ...slot, value: { side: 'home' }, revision: 1, reason: 'ill' }]);
    await enter({ side: 'away' });
    expect(await own()).toEqual([{ ...slot, value: { side: 'away' }, revision: 2, reason: REASON }]);
    expect(await busColumn(sam)).toBeUndefined();
    expect(await busColumn()).toEqual([gid]);
    await enter({ side: null });
    expect(await own()).toEqual([{ ...slot, value: null, revision: 3 }]);
    expect(await busColumn()).toEqual([]);
  });

  test('it can be changed and cleared, by any admin', async () => {
    const other = await addPerson(league.deps, { isAdmin: true });
    await enter({ side: 'home' });
    await enter({ side: 'away' }, sam.userId, other);
    expect(await stored()).toMatchObject({ side: 'away', entered_by: other.userId, reason: REASON });
    expect(await enter({ side: null, reason: 'wrong player' })).toMatchObject({
      value: null,
      isSealed: false,
      isEntered: false,
    });
    expect(await stored()).toMatchObject({ side: null, entered_by: admin.userId, reason: 'wrong player' });
    expect((await log()).map(([act, by, , before, after]) => [act, by, before, after])).toEqual([
      ['bus.enter', admin.userId, { side: null }, { side: 'home', reason: REASON }],
      ['bus.enter', other.userId, { side: 'home' }, { side: 'away', reason: REASON }],
      ['bus.clear', admin.userId, { side: 'away' }, { side: null, reason: 'wrong player' }],
    ]);
  });

  test.each(['', '  '])('it needs its reason: %j is none', async (reason) => {
    const body = { picks: [wish({ gid, side: 'home' })], reason };
    const input = { as: admin, params: { entryId: entryIdOf(poolId, sam.userId) }, body };
    const reply = await league.call('PUT /api/entries/:entryId/picks', input);
    expect([reply.status, JSON.parse(reply.text).error.field]).toEqual([400, 'reason']);
    expect([await stored(), await log()]).toEqual([undefined, []]);
  });

  test('without a reason nobody enters one for somebody else, and with one only who runs the pool', async () => {
    const params = { entryId: entryIdOf(poolId, sam.userId) };
    const body = { picks: [wish({ gid, side: 'home' })] };
    expect((await league.call('PUT /api/entries/:entryId/picks', { as: admin, params, body })).code).toBe(
      'other_player',
    );
    expect(await enter({ side: 'home' }, sam.userId, sam)).toBe('admin_only');
    expect([await stored(), await log()]).toEqual([undefined, []]);
  });

  test('clearing a missing pick changes nothing', async () => {
    expect(await enter({ side: null })).toMatchObject({ value: null, isSealed: false });
    expect([await stored(), await log()]).toEqual([undefined, []]);
  });

  test('before the lock the same side is written and logged again, so that trying does not reveal it', async () => {
    await enter({ side: 'home' });
    await enter({ side: 'home' });
    expect(await log()).toHaveLength(2);
    league.clock.set(LOCK);
    await enter({ side: 'home' });
    expect(await log()).toHaveLength(2);
  });

  describe('Before the lock a player’s own pick', () => {
    test('is not replaced, and not cleared', async () => {
      await pick('home');
      expect(await dialog()).toEqual({
        kind: 'pick',
        about: gid,
        value: null,
        isSealed: true,
        isEntered: false,
        refusal: "This was entered by the player or by an import. It can't be replaced here before the lock.",
      });
      expect(await enter({ side: 'away' })).toBe('players_own_pick');
      expect(await enter({ side: 'home' })).toBe('players_own_pick');
      expect(await enter({ side: null })).toBe('players_own_pick');
      expect([(await stored())?.side, await log()]).toEqual(['home', []]);
    });

    test('takes the place of the bus pick and is none; the same side makes it a pick of the player too', async () => {
      await enter({ side: 'home', reason: 'ill' });
      await pick('away');
      expect(await stored()).toMatchObject({ side: 'away', entered_by: null, reason: null });
      expect(await enter({ side: 'home' })).toBe('players_own_pick');
      gid = await addGame(league.deps);
      await enter({ side: 'home' });
      await pick('home');
      expect(await stored()).toMatchObject({ side: 'home', entered_by: null });
      expect(await enter({ side: 'away' })).toBe('players_own_pick');
    });

    test.each([
      ['side', {}],
      ['side, with a mark', { best: true }],
      ['side, without a mark', { best: false }],
      ['side, chosen offline before', { basedOn: 0 }],
    ])('takes the place of the bus pick, whichever %s it is', async (_, more) => {
      poolId = await addPool(league.deps, { members: [sam, admin], rules: { bestBets: 2 } });
      for (const side of ['home', 'away'] as const) {
        gid = await addGame(league.deps);
        await enter({ side: 'home' });
        expect(await pick(side, more)).toMatchObject({ value: { side }, revision: 2 });
        expect(await pick(side, more)).toMatchObject({ value: { side }, revision: 2 });
        expect(await stored()).toMatchObject({ side, entered_by: null, reason: null });
        expect(await dialog()).toMatchObject({ value: null, isSealed: true, isEntered: false });
      }
    });

    test('leaves the bus pick as it is once its game has locked', async () => {
      await enter({ side: 'home' });
      league.clock.set(LOCK);
      expect([await pick('home'), await pick('away')]).toMatchObject([
        { value: { side: 'home' }, revision: 1 },
        'game_locked',
      ]);
      expect(await stored()).toMatchObject({ side: 'home', entered_by: admin.userId });
    });

    test('that the player took back can be filled in', async () => {
      await pick('home');
      await pick(null);
      expect(await enter({ side: 'away' })).toMatchObject({ isSealed: true, isEntered: true });
    });

    test('is never overwritten, however close both are', async () => {
      for (let round = 0; round < 40; round += 1) {
        gid = await addGame(league.deps);
        const saving = () => pick('home');
        const entering = () => enter({ side: 'away' });
        const acts = round % 2 === 0 ? [saving, entering] : [entering, saving];
        await Promise.all(acts.map((act) => act()));
        expect(await stored()).toMatchObject({ side: 'home', entered_by: null });
      }
    });
  });

  describe('After the lock', () => {
    beforeEach(() => league.clock.set(LOCK));

    test('an admin fills in a missing pick, and sees its side', async () => {
      expect(await dialog()).toMatchObject({ value: null, isSealed: false, isEntered: false, refusal: null });
      expect(await enter({ side: 'away' })).toMatchObject({ value: { side: 'away' }, isEntered: true });
      expect(await pick('home')).toBe('game_locked');
    });

    test('no one can enter, change or clear their own; before it they can', async () => {
      const text = "You can't enter anything for yourself after the lock.";
      expect(await dialog(admin.userId)).toMatchObject({ refusal: text });
      expect(await enter({ side: 'home' }, admin.userId)).toBe('own_bus_pick');
      expect(await enter({ side: null }, admin.userId)).toBe('own_bus_pick');
      league.clock.set(LOCK - 1);
      expect(await enter({ side: 'home' }, admin.userId)).toMatchObject({ isEntered: true });
    });

    test('nor through a link: an entry for which they entered a pick after its lock never becomes theirs', async () => {
      const other = await addPerson(league.deps, { isAdmin: true });
      const tom = await createUser(league.store.db, { displayName: 'Old Tom', accountId: null }, 1);
      await setMembers(league.store.db, poolId, [tom], 1);
      await enter({ side: 'home' }, tom);
      const params = { entryId: entryIdOf(poolId, tom), userId: admin.userId };
      for (const method of ['GET', 'POST'] as const) {
        const link = (as: Person) => league.call(`${method} /api/entries/:entryId/link/:userId`, { as, params });
        expect([(await link(admin)).code, (await link(other)).code]).toEqual(['own_account', 'entered_late']);
      }
    });

    test('the scores of a game that is over follow, and stay those of a recount', async () => {
      const edit = { status: 'Final', homeScore: 7, awayScore: 3 } as const;
      (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body: edit })).ok();
      const total = async () => {
        const { rows } = (await league.call('GET /api/pools/:poolId/standings', { as: sam, params: { poolId } })).ok();
        return inPoints(rows.find((row) => row.ownerId === sam.userId)?.totalHalves);
      };
      expect(await total()).toBe(0);
      await enter({ side: 'home' });
      expect(await total()).toBe(1);
      await enter({ side: 'away' });
      expect(await total()).toBe(0);
      await enter({ side: 'home' });
      await enter({ side: null });
      expect(await total()).toBe(0);
      expect(await recount(league.store)).toEqual([]);
    });
  });

  describe('Refused are', () => {
    test('games that do not count', async () => {
      (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body: { void: 'postponed' } })).ok();
      expect(await enter({ side: 'home' })).toBe('game_void');
      expect(await dialog()).toMatchObject({
        refusal: "This game is postponed or cancelled, so it can't be picked.",
      });
    });

    test('games that are not there, or of a week that the pool does not play', async () => {
      gid = await addGame(league.deps, { weekId: WEEK_2 });
      expect(await enter({ side: 'home' })).toBe('game_not_found');
      gid = 'no-such-game';
      expect(await enter({ side: 'home' })).toBe('game_not_found');
    });

    test('users who are not enabled members', async () => {
      expect(await enter({ side: 'home' }, 'nobody')).toBe('pool_not_found');
      expect(await enter({ side: 'home' }, (await addPerson(league.deps)).userId)).toBe('pool_not_found');
      await removeMember(league.deps, poolId, sam.userId);
      expect(await enter({ side: 'home' })).toBe('entry_not_found');
      await setMembers(league.store.db, poolId, [sam.userId], 1);
      await setEnabled(league.deps, sam.userId, false);
      expect(await enter({ side: 'home' })).toBe('entry_not_found');
    });

    test('deleted pools', async () => {
      await deletePool(league.deps, poolId);
      expect(await enter({ side: 'home' })).toBe('pool_not_found');
    });
  });

  test('a player without an account can have one', async () => {
    const userId = await createUser(league.store.db, { displayName: 'Old Tom', accountId: null }, 1);
    await setMembers(league.store.db, poolId, [userId], 1);
    expect(await enter({ side: 'home' }, userId)).toMatchObject({ isEntered: true });
  });
});
