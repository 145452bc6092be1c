import { beforeEach, describe, expect, test } from 'vitest';
import type { BodyOf } from '#contract/index.ts';
import { setPoolWeeks } from '#server/game-changes/deadline-store.ts';
import { setMembers } from '#server/members/store.ts';
import type { Person } from '#tests/builders.ts';
import {
  addGame,
  addPerson,
  addPool,
  deletePool,
  historyOf,
  plannerOf,
  putChoice,
  removeMember,
  setEnabled,
  WEEK_1,
  WEEK_2,
} from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { shortPick, shortPicks } from '#tests/pick.ts';

const DAY = 24 * HOUR;
const LOCK = SUNDAY_1PM + 5 * MINUTE;

type Edit = BodyOf<'PATCH /api/games/:gid'>;

describe('Picks', () => {
  const league = withLeague('sqlite');
  let admin: Person;
  let sam: Person;
  let poolId: string;
  let gid: string;

  beforeEach(async () => {
    ({ admin, sam, poolId, gid } = await aLeague(league, { admins: ['admin'], members: ['sam'], games: { gid: {} } }));
  });

  async function pick(side: 'home' | 'away' | null, more: { basedOn?: number } = {}) {
    const reply = await league.pick(sam, poolId, { gid, side, ...more });
    return reply.code ?? shortPick(reply.ok());
  }

  /** Somebody picks for an entry of a player. @returns why not, or null */
  async function pickFor(player: Person, side: 'home' | null, as: Person) {
    return (await league.pick(as, { entryId: entryIdOf(poolId, player.userId) }, { gid, side })).code;
  }

  async function edit(body: Edit): Promise<void> {
    (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body })).ok();
  }

  async function ownPicks(as = sam) {
    return shortPicks(await league.own(as, poolId));
  }

  async function history() {
    const states = await historyOf(league.store.db, 'pick');
    return states.filter(({ about }) => about === gid);
  }

  test('a pick is stored and read back', async () => {
    expect(await ownPicks()).toEqual({});
    expect(await pick('home')).toEqual({ side: 'home', revision: 1 });
    expect(await ownPicks()).toEqual({ [gid]: { side: 'home', revision: 1 } });
  });

  test('a pick can be changed until the lock; the history records who picked what, and when', async () => {
    await pick('home');
    league.clock.advance(MINUTE);
    expect(await pick('away')).toEqual({ side: 'away', revision: 2 });
    expect(await history()).toMatchObject([
      { userId: sam.userId, value: { side: 'home' }, revision: 1, madeAt: SUNDAY_1PM - HOUR },
      { userId: sam.userId, value: { side: 'away' }, revision: 2, madeAt: SUNDAY_1PM - HOUR + MINUTE },
    ]);
  });

  test('choosing the same side again changes nothing', async () => {
    await pick('home');
    league.clock.advance(MINUTE);
    expect(await pick('home')).toEqual({ side: 'home', revision: 1 });
    expect(await history()).toHaveLength(1);
  });

  test('the same game is picked in each pool on its own', async () => {
    const first = poolId;
    await pick('home');
    poolId = await addPool(league.deps, { members: [sam] });
    expect(await ownPicks()).toEqual({});
    await pick('away');
    expect(await ownPicks()).toEqual({ [gid]: { side: 'away', revision: 1 } });
    poolId = first;
    expect(await ownPicks()).toEqual({ [gid]: { side: 'home', revision: 1 } });
  });

  describe('A pick that is taken back', () => {
    test('is gone for its player and for the pool, and the history keeps it', async () => {
      await pick('home');
      league.clock.advance(MINUTE);
      expect(await pick(null)).toEqual({ side: null, revision: 2 });
      expect(await ownPicks()).toEqual({ [gid]: { side: null, revision: 2 } });
      const params = { poolId, weekId: WEEK_1 };
      const { rows, games } = (
        await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', { as: sam, params })
      ).ok();
      const place = games.indexOf(gid);
      expect(rows.find(({ ownerId }) => ownerId === sam.userId)?.picks[place]).toBe('-');
      expect((await history()).map(({ value }) => value)).toEqual([{ side: 'home' }, null]);
    });

    test('can be made again', async () => {
      await pick('home');
      await pick(null);
      expect(await pick('away')).toEqual({ side: 'away', revision: 3 });
    });

    test('does nothing if there is none, and leaves no trace', async () => {
      expect(await pick(null)).toEqual({ side: null, revision: 0 });
      expect(await history()).toEqual([]);
    });

    test('stays once the game is locked', async () => {
      await pick('home');
      league.clock.set(LOCK);
      expect(await pick(null)).toBe('game_locked');
      expect(await ownPicks()).toEqual({ [gid]: { side: 'home', revision: 1 } });
    });

    test("stays where a newer one was made since, and is nobody else's to take back", async () => {
      await pick('home');
      await pick('away');
      expect(await pick(null, { basedOn: 1 })).toBe('newer_pick');
      const other = await addPerson(league.deps);
      await setMembers(league.store.db, poolId, [other.userId], league.clock.now());
      expect(await pickFor(sam, null, other)).toBe('other_player');
      expect(await pickFor(sam, null, admin)).toBe('other_player');
      expect(await ownPicks()).toEqual({ [gid]: { side: 'away', revision: 2 } });
    });

    test('does not let an earlier offline pick return', async () => {
      await pick('home');
      await pick(null);
      expect(await pick('home', { basedOn: 1 })).toBe('newer_pick');
      expect(await pick('home', { basedOn: 2 })).toEqual({ side: 'home', revision: 3 });
    });
  });

  describe('A game locks', () => {
    test('five minutes after its kick-off, to the millisecond', async () => {
      league.clock.set(LOCK - 1);
      expect(await pick('home')).toEqual({ side: 'home', revision: 1 });
      league.clock.set(LOCK);
      expect(await pick('away')).toBe('game_locked');
      expect(await ownPicks()).toEqual({ [gid]: { side: 'home', revision: 1 } });
    });

    test('also for players without a pick', async () => {
      league.clock.set(LOCK);
      expect(await pick('home')).toBe('game_locked');
      expect(await history()).toEqual([]);
    });

    test('but a repeated call confirms a pick that was stored before', async () => {
      await pick('home');
      league.clock.set(LOCK);
      expect(await pick('home')).toEqual({ side: 'home', revision: 1 });
    });

    test.each(['In Progress', 'Final'] as const)('at once when its status becomes %s', async (status) => {
      await edit({ status });
      expect(await pick('home')).toBe('game_locked');
    });

    test('for good: no later status or time opens it again', async () => {
      await edit({ status: 'In Progress' });
      await edit({ status: 'Not Started' });
      expect(await pick('home')).toBe('game_locked');
      await edit({ kickoff: SUNDAY_1PM + 7 * DAY });
      expect(await pick('home')).toBe('game_locked');
    });

    test('for good also when it locked by time', async () => {
      league.clock.set(LOCK);
      await edit({ kickoff: SUNDAY_1PM + 7 * DAY });
      expect(await pick('home')).toBe('game_locked');
    });

    test('later when its kick-off is moved before it locked', async () => {
      await edit({ kickoff: SUNDAY_1PM + DAY });
      league.clock.set(LOCK + DAY - 1);
      expect(await pick('home')).toEqual({ side: 'home', revision: 1 });
      league.clock.set(LOCK + DAY);
      expect(await pick('away')).toBe('game_locked');
    });

    test('at 09:30 Eastern of its date while its time is not known', async () => {
      gid = await addGame(league.deps, { kickoff: SUNDAY_1PM + 7 * DAY - 13 * HOUR, timeTbd: true });
      const lock = SUNDAY_1PM + 7 * DAY - 3.5 * HOUR;
      league.clock.set(lock - 1);
      expect(await pick('home')).toEqual({ side: 'home', revision: 1 });
      league.clock.set(lock);
      expect(await pick('away')).toBe('game_locked');
    });
  });

  describe('Refused are', () => {
    test('a postponed game that has no pick; one that it has stays open past the old lock', async () => {
      await edit({ void: 'postponed' });
      expect(await pick('away')).toBe('game_void');
      await edit({ void: null });
      await pick('home');
      await edit({ void: 'postponed' });
      league.clock.set(SUNDAY_1PM + 7 * DAY + HOUR);
      expect(await pick('away')).toEqual({ side: 'away', revision: 2 });
      expect(await pick(null)).toEqual({ side: null, revision: 3 });
      expect(await pick('away')).toBe('game_void');
    });

    test('a cancelled game, until it is replayed', async () => {
      await pick('home');
      await edit({ void: 'cancelled' });
      expect(await pick('away')).toBe('game_void');
      expect(await ownPicks()).toEqual({ [gid]: { side: 'home', revision: 1 } });
      await edit({ void: null });
      expect(await pick('away')).toEqual({ side: 'away', revision: 2 });
    });

    test('a game that does not exist', async () => {
      gid = 'no-such-game';
      expect(await pick('home')).toBe('game_not_found');
    });

    test('a game of a week that the pool does not play, or no longer plays', async () => {
      gid = await addGame(league.deps, { weekId: WEEK_2 });
      expect(await pick('home')).toBe('game_not_found');
      await setPoolWeeks(league.store.db, plannerOf(league), poolId, [WEEK_2]);
      expect(await pick('home')).toEqual({ side: 'home', revision: 1 });
      await setPoolWeeks(league.store.db, plannerOf(league), poolId, [WEEK_2], false);
      expect(await pick('away')).toBe('game_not_found');
    });

    test('non-members, including admins', async () => {
      const stranger = await addPerson(league.deps);
      expect(await pickFor(sam, 'home', stranger)).toBe('not_a_member');
      expect(await pickFor(sam, 'home', admin)).toBe('other_player');
      for (const as of [admin, stranger]) expect(await pickFor(as, 'home', as)).toBe('pool_not_found');
      expect(await history()).toEqual([]);
    });

    test('a removed member, whose picks are kept for their return', async () => {
      await pick('home');
      await removeMember(league.deps, poolId, sam.userId);
      expect(await pick('away')).toBe('not_a_member');
      await league.store.db.updateTable('pool_members').set({ enabled: 1 }).where('pool_id', '=', poolId).execute();
      expect(await ownPicks()).toEqual({ [gid]: { side: 'home', revision: 1 } });
    });

    test('a disabled account', async () => {
      await setEnabled(league.deps, sam.userId, false);
      expect(await pick('home')).toBe('account_disabled');
    });

    test('a deleted pool', async () => {
      await deletePool(league.deps, poolId);
      expect(await pick('home')).toBe('pool_not_found');
    });

    test('a pick that another player made on this device', async () => {
      const other = await addPerson(league.deps);
      await setMembers(league.store.db, poolId, [other.userId], league.clock.now());
      const { status, code } = await league.pick(
        sam,
        { entryId: entryIdOf(poolId, other.userId) },
        { gid, side: 'home' },
      );
      expect([status, code]).toEqual([409, 'other_player']);
      expect(await pickFor(sam, 'home', sam)).toBeNull();
      expect(await ownPicks(other)).toEqual({});
    });
  });

  describe('An offline pick', () => {
    test('is stored if there is nothing newer', async () => {
      expect(await pick('home', { basedOn: 0 })).toEqual({ side: 'home', revision: 1 });
      expect(await pick('away', { basedOn: 1 })).toEqual({ side: 'away', revision: 2 });
    });

    test('is replaced by a newer pick of the same player', async () => {
      await pick('home');
      await pick('away');
      expect(await pick('home', { basedOn: 0 })).toBe('newer_pick');
      expect(await pick('home', { basedOn: 1 })).toBe('newer_pick');
      expect(await ownPicks()).toEqual({ [gid]: { side: 'away', revision: 2 } });
    });

    test('that equals the stored pick is no conflict', async () => {
      await pick('home');
      await pick('away');
      expect(await pick('away', { basedOn: 0 })).toEqual({ side: 'away', revision: 2 });
    });

    test('comes too late after the lock', async () => {
      league.clock.set(LOCK);
      expect(await pick('home', { basedOn: 0 })).toBe('game_locked');
    });
  });

  test("a player's own pick takes the place of the bus driver's, and its mark", async () => {
    const entered = { enteredBy: admin.userId, reason: 'ill' };
    const value = { side: 'home' } as const;
    await putChoice(league.store, { poolId, userId: sam.userId, kind: 'pick', about: gid, value, ...entered });
    expect(await pick('away')).toEqual({ side: 'away', revision: 2 });
    expect(await history()).toMatchObject([
      { value: { side: 'home' }, ...entered },
      { value: { side: 'away' }, enteredBy: null, reason: null },
    ]);
  });
});
