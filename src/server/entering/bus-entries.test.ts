import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BodyOf } from '#contract/index.ts';
import { slotIn } from '#contract/live.ts';
import { setMembers } from '#server/members/store.ts';
import { recount } from '#server/standings/store.ts';
import { createUser } from '#server/users/store.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, storedChoices, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { withLeague } from '#tests/league.ts';
import type { WeekChoice } from '#tests/pick.ts';

const LATE = SUNDAY_1PM + 7 * HOUR;
const [FIRST_LOCK, LAST_LOCK] = [SUNDAY_1PM + 5 * MINUTE, LATE + 5 * MINUTE];
const REASON = 'phoned in';

describe('Orders, teams and guesses that an admin enters', () => {
  const league = withLeague('sqlite');
  let admin: Person;
  let sam: Person;
  let early: string;
  let late: string;
  let nextWeek: string;

  beforeAll(async () => {
    admin = await addPerson(league.deps, { isAdmin: true });
    sam = await addPerson(league.deps);
  });

  beforeEach(async () => {
    league.clock.set(SUNDAY_1PM - HOUR);
    const { db } = league.store;
    for (const table of ['picks', 'feed_games', 'week_scores', 'slate_games', 'games'] as const)
      await db.deleteFrom(table).execute();
    early = await addGame(league.deps, { home: 'NYJ', away: 'MIA' });
    late = await addGame(league.deps, { home: 'KC', away: 'LV', kickoff: LATE });
    nextWeek = await addGame(league.deps, { home: 'KC', away: 'MIA', weekId: WEEK_2, kickoff: LATE + 168 * HOUR });
  });

  const poolOf = (rules: object) => addPool(league.deps, { members: [sam, admin], weeks: [WEEK_1, WEEK_2], rules });

  interface More {
    readonly userId?: string;
    readonly weekId?: string;
    readonly reason?: string;
    readonly as?: Person;
    readonly isSecond?: boolean;
  }

  async function enter(poolId: string, entry: WeekChoice | null, more: More = {}) {
    const { userId = sam.userId, weekId = WEEK_1, reason = REASON, as = admin, isSecond = false } = more;
    const chosen = { ...(entry ?? { team: null }), weekId, ...(isSecond && { second: true as const }) };
    const entered = await league.enter(as, entryIdOf(poolId, userId), chosen, reason);
    return entered.code ?? entered.ok();
  }

  async function guess(poolId: string, total: number | null, more: More & { readonly gid?: string } = {}) {
    const { userId = sam.userId, weekId = WEEK_1, reason = REASON, as = admin, gid = late } = more;
    const entered = await league.enter(as, entryIdOf(poolId, userId), { gid, total, weekId }, reason);
    return entered.code ?? entered.ok();
  }

  async function view(poolId: string, weekId: string = WEEK_1) {
    const input = { as: admin, params: { entryId: entryIdOf(poolId, sam.userId) }, query: { week: weekId } };
    const { slots } = (await league.call('GET /api/entries/:entryId/picks', input)).ok();
    const [entry, second] = slots.filter(({ kind }) => kind === 'order' || kind === 'team');
    return { entry, second, guess: slots.find(({ kind }) => kind === 'guess') };
  }

  async function enterOwn(poolId: string, entry: WeekChoice | null, weekId: string = WEEK_1, basedOn?: number) {
    (await league.pick(sam, poolId, { ...(entry ?? { team: null }), weekId, basedOn })).ok();
  }

  async function guessOwn(poolId: string, total: number, basedOn?: number) {
    (await league.pick(sam, poolId, { gid: late, total, basedOn })).ok();
  }

  async function own(poolId: string) {
    const entry = await league.own(sam, poolId);
    const [guess, order, team] = (['guess', 'order', 'team'] as const).map((kind) => slotIn(entry, kind, WEEK_1));
    return { picks: entry.picks, guess, entry: order ?? team };
  }

  async function edit(gid: string, body: BodyOf<'PATCH /api/games/:gid'>) {
    (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body })).ok();
  }

  const end = (gid: string, awayScore: number, homeScore: number) =>
    edit(gid, { status: 'Final', awayScore, homeScore });

  async function scoreOf(poolId: string) {
    const query = league.store.db.selectFrom('week_scores').select('halves').where('pool_id', '=', poolId);
    const row = await query
      .where('entry_id', '=', entryIdOf(poolId, sam.userId))
      .where('week_id', '=', WEEK_1)
      .executeTakeFirst();
    expect(await recount(league.store)).toEqual([]);
    return (row?.halves ?? 0) / 2;
  }

  async function poolLog(poolId: string) {
    const { entries } = (await league.call('GET /api/pools/:poolId/log', { as: sam, params: { poolId } })).ok();
    return entries.filter(({ group }) => group === 'picks');
  }

  async function adminLog(poolId: string) {
    const reply = (await league.call('GET /api/admin/audit', { as: admin, query: { poolId } })).ok();
    return reply.entries.filter(({ group }) => group === 'picks');
  }

  const sealed = expect.objectContaining({ value: null, isSealed: true, isEntered: true, refusal: null });
  const none = expect.objectContaining({ value: null, isSealed: false, isEntered: false, refusal: null });
  const ownSealed = { value: null, isSealed: true, isEntered: false };

  describe('points', () => {
    const pickHomes = async (poolId: string) => {
      for (const gid of [early, late]) (await league.pick(sam, poolId, { gid, side: 'home' })).ok();
    };

    test('are entered where none are, marked, and the player reads why', async () => {
      const poolId = await poolOf({ format: 'confidence' });
      expect(await view(poolId)).toEqual({ entry: none, second: undefined, guess: undefined });
      expect(await enter(poolId, { order: [late, early] })).toEqual(sealed);
      expect((await own(poolId)).entry).toMatchObject({ value: { order: [late, early] }, revision: 1, reason: REASON });
      expect((await view(poolId)).entry).toEqual(sealed);
    });

    test("never replace a player's own while a game is open, and a try tells nothing but that they are there", async () => {
      const poolId = await poolOf({ format: 'confidence' });
      await enterOwn(poolId, { order: [late, early] });
      for (const now of [SUNDAY_1PM - HOUR, FIRST_LOCK]) {
        league.clock.set(now);
        for (const order of [[late, early], [early, late], [late]])
          expect(await enter(poolId, { order })).toBe('players_own_pick');
      }
      const { entry } = await view(poolId);
      expect(entry).toMatchObject(ownSealed);
      expect(entry?.refusal).toContain("can't be replaced here before the lock");
      expect((await own(poolId)).entry).toMatchObject({ value: { order: [late, early] }, revision: 1 });
      expect(await adminLog(poolId)).toEqual([]);
    });

    test('can be replaced as a whole once all games have locked; scores follow', async () => {
      const poolId = await poolOf({ format: 'confidence' });
      await pickHomes(poolId);
      await enterOwn(poolId, { order: [early, late] });
      league.clock.set(LAST_LOCK);
      await end(early, 10, 20);
      await end(late, 20, 10);
      expect(await scoreOf(poolId)).toBe(1);
      expect((await view(poolId)).entry).toMatchObject({ value: { order: [early, late] }, refusal: null });
      expect(await enter(poolId, { order: [late, early] }, { reason: ' mixed up ' })).toMatchObject({
        isEntered: true,
      });
      expect(await scoreOf(poolId)).toBe(2);
      expect((await poolLog(poolId))[0]?.fields).toEqual([
        {
          name: 'points',
          label: 'points',
          before: 'LV @ KC: 2, MIA @ NYJ: 1',
          after: 'MIA @ NYJ: 2, LV @ KC: 1',
        },
      ]);
    });

    test('are entered where none were after a lock too, also for the locked game', async () => {
      const poolId = await poolOf({ format: 'confidence' });
      await pickHomes(poolId);
      league.clock.set(FIRST_LOCK);
      await end(early, 10, 20);
      expect(await scoreOf(poolId)).toBe(1);
      await enter(poolId, { order: [late, early] });
      expect(await scoreOf(poolId)).toBe(2);
    });

    test('are sealed while a postponed game is open, until the first lock of the next week', async () => {
      const poolId = await poolOf({ format: 'confidence' });
      await addGame(league.deps, { weekId: WEEK_2, home: 'GB', away: 'CHI', kickoff: LAST_LOCK + HOUR - 5 * MINUTE });
      const body = { void: 'postponed' as const };
      (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid: late }, body })).ok();
      await enter(poolId, { order: [late, early] }, { reason: 'KC is a lock' });
      league.clock.set(LAST_LOCK + HOUR - 1);
      expect([await poolLog(poolId), (await view(poolId)).entry]).toEqual([[], sealed]);
      league.clock.set(LAST_LOCK + HOUR);
      expect(JSON.stringify(await poolLog(poolId))).toContain('MIA @ NYJ');
      expect((await view(poolId)).entry?.value).toEqual({ order: [late, early] });
    });

    test('are sealed in every log until all games have locked', async () => {
      const poolId = await poolOf({ format: 'confidence' });
      await enter(poolId, { order: [late, early] }, { reason: 'KC is a lock' });
      for (const now of [SUNDAY_1PM - HOUR, FIRST_LOCK, LAST_LOCK - 1]) {
        league.clock.set(now);
        expect(await poolLog(poolId)).toEqual([]);
        const [noted] = await adminLog(poolId);
        expect(noted?.act).toBe('order.enter');
        expect(JSON.stringify(noted)).not.toMatch(/KC|NYJ/);
      }
      league.clock.set(LAST_LOCK);
      expect(JSON.stringify(await poolLog(poolId))).toContain('MIA @ NYJ: 2');
      expect(JSON.stringify(await adminLog(poolId))).toContain('KC is a lock');
    });

    test('cannot be entered by the player after the first lock', async () => {
      const poolId = await poolOf({ format: 'confidence' });
      const mine = { userId: admin.userId };
      expect(await enter(poolId, { order: [late, early] }, mine)).toMatchObject({ isEntered: true });
      league.clock.set(FIRST_LOCK);
      expect(await enter(poolId, { order: [early, late] }, mine)).toBe('own_bus_pick');
      league.clock.set(LAST_LOCK);
      expect(await enter(poolId, { order: [early, late] }, mine)).toBe('own_bus_pick');
    });

    test('of games that the pool leaves out are refused, also for the player', async () => {
      const monday = await addGame(league.deps, { home: 'GB', away: 'CHI', kickoff: LATE + 24 * HOUR });
      const poolId = await poolOf({ format: 'confidence', slate: 'days', mondayGames: false });
      const params = { entryId: entryIdOf(poolId, sam.userId) };
      const ask = async (order: string[], as: Person, reason?: string) => {
        const body = {
          picks: [{ kind: 'order' as const, about: WEEK_1, value: { order } }],
          ...(reason && { reason }),
        };
        return (await league.call('PUT /api/entries/:entryId/picks', { as, params, body })).ok().picks;
      };
      const refused = [{ saved: false, code: 'game_left_out' }];
      expect(await ask([monday], admin, REASON)).toMatchObject(refused);
      expect(await ask([monday], sam)).toMatchObject(refused);
      expect(await storedChoices(league.store.db, 'order', poolId)).toEqual([]);
      expect(await ask([monday, late], sam)).toMatchObject([{ saved: true }]);
      expect(await ask([monday], sam)).toMatchObject(refused);
      expect((await own(poolId)).entry).toMatchObject({ revision: 1 });
    });

    test('of a week in which the pool plays no game are refused, and a stored one is shown as none', async () => {
      for (const gid of [early, late]) await edit(gid, { kickoff: LATE + 24 * HOUR });
      const poolId = await poolOf({ format: 'confidence' });
      await enter(poolId, { order: [late, early] });
      const seen = { rules: { slate: 'all', mondayGames: true } } as const;
      const body = { change: { rules: { slate: 'days', mondayGames: false } }, seen, reason: 'agreed' } as const;
      (await league.call('PATCH /api/pools/:poolId', { as: admin, params: { poolId }, body })).ok();
      expect(await enter(poolId, { order: [early, late] })).toBe('game_left_out');
      expect((await view(poolId)).entry).toMatchObject({ value: null, isSealed: false, isEntered: true });
    });

    test('stay under the mark of an admin until the player enters their own', async () => {
      const poolId = await poolOf({ format: 'confidence' });
      await enter(poolId, { order: [late, early] });
      await enter(poolId, { order: [early, late] });
      await enterOwn(poolId, { order: [late, early] });
      expect((await own(poolId)).entry).toMatchObject({ value: { order: [late, early] }, revision: 3 });
      expect(await enter(poolId, { order: [early, late] })).toBe('players_own_pick');
    });

    test.each([
      ['the same', () => [late, early], undefined],
      ['others', () => [early, late], undefined],
      ['the same, chosen offline before', () => [late, early], 0],
      ['others, chosen offline before', () => [early, late], 0],
    ])('become the player’s own once they enter %s, while a game is open', async (_, order, basedOn) => {
      const poolId = await poolOf({ format: 'confidence' });
      await enter(poolId, { order: [late, early] });
      league.clock.set(FIRST_LOCK - 1);
      await enterOwn(poolId, { order: order() }, WEEK_1, basedOn);
      expect((await own(poolId)).entry).toMatchObject({ value: { order: order() }, revision: 2 });
      await enterOwn(poolId, { order: order() });
      expect((await own(poolId)).entry?.revision).toBe(2);
      expect((await view(poolId)).entry).toMatchObject(ownSealed);
    });

    test('stay entered for the player once no game is open', async () => {
      const poolId = await poolOf({ format: 'confidence' });
      await enter(poolId, { order: [late, early] });
      league.clock.set(LAST_LOCK);
      for (const order of [
        [late, early],
        [early, late],
      ])
        await enterOwn(poolId, { order });
      expect((await own(poolId)).entry).toMatchObject({ value: { order: [late, early] }, revision: 1, reason: REASON });
    });

    test.each([
      ['a team in a pool with confidence', { gid: 'any', team: 'KC' }, 'other_format'],
      ['nothing', null, 'other_format'],
      ['a game of another week', { order: ['elsewhere'] }, 'game_not_found'],
    ])('refuse %s', async (_, entry, code) => {
      expect(await enter(await poolOf({ format: 'confidence' }), entry)).toBe(code);
    });

    test('need a reason, a member, and a week of the pool', async () => {
      const poolId = await poolOf({ format: 'confidence' });
      const order = { order: [late, early] };
      expect(await enter(poolId, order, { reason: '  ' })).toBe('bus_reason_missing');
      expect(await enter(poolId, order, { userId: 'nobody' })).toBe('pool_not_found');
      expect(await enter(poolId, order, { weekId: '2026-week7' })).toBe('week_not_found');
      expect(await enter(await poolOf({}), order)).toBe('other_format');
    });
  });

  describe('a team', () => {
    const survivor = () => poolOf({ format: 'survivor' });
    const kc = () => ({ gid: late, team: 'KC' });
    const jets = () => ({ gid: early, team: 'NYJ' });

    test('is entered where none is, changed, taken back, and sealed until its game locks', async () => {
      const poolId = await survivor();
      expect(await enter(poolId, kc())).toEqual(sealed);
      expect(await enter(poolId, jets())).toEqual(sealed);
      expect((await own(poolId)).entry).toMatchObject({ value: jets(), revision: 2, reason: REASON });
      league.clock.set(FIRST_LOCK);
      expect((await view(poolId)).entry).toMatchObject({ value: jets(), isEntered: true });
      expect(await enter(poolId, null)).toMatchObject({ value: null, isSealed: false });
      expect(JSON.stringify(await adminLog(poolId))).not.toMatch(/KC|NYJ/);
      expect(await poolLog(poolId)).toEqual([]);
      league.clock.set(LAST_LOCK);
      expect((await poolLog(poolId)).map(({ act }) => act)).toEqual(['team.clear', 'team.enter', 'team.enter']);
    });

    test('is logged as the second team of its week if it is', async () => {
      const poolId = await poolOf({ format: 'survivor', twoTeamsFrom: 1 });
      expect(await enter(poolId, jets())).toEqual(sealed);
      league.clock.set(FIRST_LOCK);
      expect(await enter(poolId, kc(), { isSecond: true })).toEqual(sealed);
      expect(JSON.stringify(await adminLog(poolId))).not.toContain('KC');
      league.clock.set(LAST_LOCK);
      expect((await poolLog(poolId)).map(({ fields }) => fields)).toEqual([
        [expect.objectContaining({ name: 'secondTeam', after: 'KC' })],
        [expect.objectContaining({ name: 'team', after: 'NYJ' })],
      ]);
      expect(await enter(poolId, { gid: early, team: 'MIA' }, { isSecond: true })).toBe('player_chose_game');
      expect(await enter(poolId, { gid: late, team: 'LV' }, { isSecond: true })).toMatchObject({ isEntered: true });
      expect((await view(poolId)).second).toMatchObject({ value: { gid: late, team: 'LV' } });
    });

    test('is entered with the second one before the lock, by who entered the first, and by nobody else', async () => {
      const other = await addPerson(league.deps, { isAdmin: true });
      const poolId = await poolOf({ format: 'survivor', twoTeamsFrom: 1 });
      expect(await enter(poolId, jets())).toEqual(sealed);
      expect(await enter(poolId, kc(), { isSecond: true, as: other })).toBe('players_team_ahead');
      expect(await enter(poolId, { gid: early, team: 'MIA' }, { isSecond: true })).toBe('player_chose_game');
      expect(await enter(poolId, kc(), { isSecond: true })).toEqual(sealed);
    });

    test('is entered together with the second one, each once', async () => {
      const poolId = await poolOf({ format: 'survivor', twoTeamsFrom: 1 });
      const [entryId, both] = [entryIdOf(poolId, sam.userId), [jets(), { ...kc(), second: true as const }]];
      expect((await league.enter(admin, entryId, [jets(), kc()])).code).toBe('invalid_input');
      expect((await league.enter(admin, entryId, both)).ok()).toEqual(sealed);
      league.clock.set(LAST_LOCK);
      expect([(await view(poolId)).entry, (await view(poolId)).second]).toMatchObject([
        { value: jets() },
        { value: kc() },
      ]);
    });

    test('is entered by a commissioner of the pool, who sees only what an admin sees, and by none of another', async () => {
      const [runner, other] = [await addPerson(league.deps), await addPerson(league.deps)];
      const weeks = [WEEK_1, WEEK_2];
      const rules = { format: 'survivor' } as const;
      const poolId = await addPool(league.deps, { members: [sam], commissioners: [runner], weeks, rules });
      await addPool(league.deps, { members: [sam], commissioners: [other], weeks, rules });
      expect(await enter(poolId, kc(), { as: other })).toBe('not_a_member');
      expect(await enter(poolId, kc(), { as: sam })).toBe('admin_only');
      expect((await own(poolId)).entry).toBeUndefined();
      expect(await enter(poolId, kc(), { as: runner })).toEqual(sealed);
      expect((await own(poolId)).entry).toMatchObject({ value: kc(), revision: 1, reason: REASON });
      await enterOwn(poolId, jets());
      expect(await enter(poolId, kc(), { as: runner })).toBe('players_own_pick');
      league.clock.set(LAST_LOCK);
      const [entered] = await poolLog(poolId);
      expect(entered).toMatchObject({ act: 'team.enter', actor: { id: runner.userId } });
    });

    test.each([
      ['the same', kc, undefined],
      ['another', jets, undefined],
      ['the same, chosen offline before', kc, 0],
      ['another, chosen offline before', jets, 0],
    ])('becomes the player’s own once they choose %s', async (_, team, basedOn) => {
      const poolId = await survivor();
      await enter(poolId, kc());
      await enterOwn(poolId, team(), WEEK_1, basedOn);
      expect((await own(poolId)).entry).toMatchObject({ value: team(), revision: 2 });
      await enterOwn(poolId, team());
      expect((await own(poolId)).entry?.revision).toBe(2);
      expect((await view(poolId)).entry).toMatchObject(ownSealed);
    });

    test('stays entered for the player once its game has locked, or is off', async () => {
      const poolId = await survivor();
      await enter(poolId, jets());
      league.clock.set(FIRST_LOCK);
      await enterOwn(poolId, jets());
      await edit(early, { void: 'cancelled' });
      await enterOwn(poolId, jets());
      expect((await own(poolId)).entry).toMatchObject({ value: jets(), revision: 1, reason: REASON });
    });

    test("never replaces a player's own before its lock; after it, with a reason, and scores follow", async () => {
      const poolId = await survivor();
      await enterOwn(poolId, jets());
      for (const entry of [jets(), kc(), { gid: early, team: 'MIA' }, null])
        expect(await enter(poolId, entry)).toBe('players_own_pick');
      expect((await view(poolId)).entry).toMatchObject(ownSealed);
      league.clock.set(LAST_LOCK);
      await end(early, 30, 3);
      expect(await scoreOf(poolId)).toBe(0);
      expect(await enter(poolId, { gid: early, team: 'MIA' }, { reason: 'told us so' })).toMatchObject({
        value: { gid: early, team: 'MIA' },
        isEntered: true,
      });
      expect(await scoreOf(poolId)).toBe(1);
    });

    test('that is used is refused, and a sealed one of another week is revealed by no refusal', async () => {
      const poolId = await survivor();
      await enterOwn(poolId, { gid: nextWeek, team: 'KC' }, WEEK_2);
      for (const entry of [kc(), jets()]) expect(await enter(poolId, entry)).toBe('players_team_ahead');
      await enterOwn(poolId, null, WEEK_2);
      await enterOwn(poolId, kc());
      league.clock.set(LAST_LOCK);
      expect(await enter(poolId, { gid: nextWeek, team: 'KC' }, { weekId: WEEK_2 })).toBe('player_used_team');
      expect(await enter(poolId, { gid: nextWeek, team: 'MIA' }, { weekId: WEEK_2 })).toEqual(sealed);
    });

    test('that is used is revealed with its week once its game has locked', async () => {
      const poolId = await survivor();
      await enterOwn(poolId, kc());
      expect((await view(poolId, WEEK_2)).entry?.used).toEqual({});
      await enterOwn(poolId, { gid: nextWeek, team: 'MIA' }, WEEK_2);
      expect((await view(poolId)).entry?.used).toEqual({});
      league.clock.set(LAST_LOCK);
      expect((await view(poolId, WEEK_2)).entry?.used).toEqual({ KC: WEEK_1 });
      expect((await view(poolId)).entry?.used).toEqual({});
    });

    test('is not entered for a player who is out', async () => {
      const poolId = await survivor();
      await enterOwn(poolId, kc());
      league.clock.set(LAST_LOCK);
      await end(late, 30, 3);
      expect(await enter(poolId, { gid: nextWeek, team: 'MIA' }, { weekId: WEEK_2 })).toBe('player_is_out');
    });

    test('cannot be entered for oneself once its game has locked', async () => {
      const poolId = await survivor();
      const mine = { userId: admin.userId };
      league.clock.set(FIRST_LOCK);
      expect(await enter(poolId, jets(), mine)).toBe('own_bus_pick');
      expect(await enter(poolId, kc(), mine)).toMatchObject({ value: kc(), isEntered: true });
    });

    test.each([
      ['an order', { order: ['any'] }, 'other_format'],
      ['a game that is not there', { gid: 'nowhere', team: 'KC' }, 'game_not_found'],
    ])('refuses %s', async (_, entry, code) => {
      expect(await enter(await survivor(), entry)).toBe(code);
    });

    test('plays in its game, which counts', async () => {
      const poolId = await survivor();
      expect(await enter(poolId, { gid: early, team: 'KC' })).toBe('team_not_found');
      const off = await addGame(league.deps, { home: 'SF', away: 'LAR', void: 'cancelled' });
      expect(await enter(poolId, { gid: off, team: 'SF' })).toBe('game_void');
    });
  });

  describe('a guess', () => {
    const closest = () => poolOf({ tiebreak: 'closest' });

    test('reveals to nobody who takes it back before the lock whether the player made one', async () => {
      const poolId = await poolOf({ tiebreak: 'closest' });
      const without = await guess(poolId, null);
      await guessOwn(poolId, 41);
      expect(await guess(poolId, null)).toEqual(without);
      expect(without).toEqual(none);
      expect((await own(poolId)).guess).toMatchObject({ value: { gid: late, total: 41 }, revision: 1 });
    });

    test('is entered where none is, marked, and the player reads why', async () => {
      const poolId = await closest();
      expect(await guess(poolId, 41)).toEqual(sealed);
      expect((await own(poolId)).guess).toMatchObject({ value: { gid: late, total: 41 }, revision: 1, reason: REASON });
      expect((await view(poolId)).guess).toEqual(sealed);
      expect(await guess(poolId, null)).toEqual(none);
      expect(await storedChoices(league.store.db, 'guess', poolId)).toMatchObject([
        { value: { gid: late, total: null }, enteredBy: admin.userId, reason: REASON },
      ]);
    });

    test.each([
      ['the same', 30, undefined],
      ['another', 41, undefined],
      ['the same, made offline before', 30, 0],
      ['another, made offline before', 41, 0],
    ])('becomes the player’s own once they guess %s', async (_, total, basedOn) => {
      const poolId = await closest();
      await guess(poolId, 30);
      await guessOwn(poolId, total, basedOn);
      expect((await own(poolId)).guess).toMatchObject({ value: { gid: late, total: total }, revision: 2 });
      await guessOwn(poolId, total);
      expect((await own(poolId)).guess?.revision).toBe(2);
      expect((await view(poolId)).guess).toEqual(none);
    });

    test('stays entered for the player once its game has locked', async () => {
      const poolId = await closest();
      await guess(poolId, 30);
      league.clock.set(LAST_LOCK);
      await guessOwn(poolId, 30);
      expect((await own(poolId)).guess).toMatchObject({ value: { gid: late, total: 30 }, revision: 1, reason: REASON });
    });

    test("never replaces a player's own before the lock, and only a try tells that it is there", async () => {
      const poolId = await closest();
      await guess(poolId, 30);
      await guessOwn(poolId, 41);
      expect((await own(poolId)).guess).toMatchObject({ value: { gid: late, total: 41 }, revision: 2 });
      for (const total of [41, 42]) expect(await guess(poolId, total)).toBe('players_own_pick');
      expect((await view(poolId)).guess).toEqual(none);
      league.clock.set(LAST_LOCK);
      expect((await view(poolId)).guess).toMatchObject({ value: { total: 41 }, refusal: null });
      expect(await guess(poolId, 44, { reason: 'a slip' })).toMatchObject({ value: { total: 44 }, isEntered: true });
      expect((await poolLog(poolId))[0]?.fields).toEqual([{ name: 'guess', label: 'guess', before: 41, after: 44 }]);
    });

    test('is sealed in every log until its game locks', async () => {
      const poolId = await closest();
      await guess(poolId, 199);
      expect(await poolLog(poolId)).toEqual([]);
      expect(JSON.stringify((await adminLog(poolId)).map(({ fields }) => fields))).not.toContain('199');
      league.clock.set(LAST_LOCK);
      expect(JSON.stringify(await poolLog(poolId))).toContain('199');
    });

    test('of another game than the tiebreak is sealed in every log until the whole week has locked', async () => {
      const poolId = await closest();
      const name = async (gid: string) => {
        const params = { poolId, weekId: WEEK_1 };
        const route = 'PUT /api/pools/:poolId/weeks/:weekId/tiebreak';
        (await league.call(route, { as: admin, params, body: { gid } })).ok();
      };
      await name(early);
      await guess(poolId, 199, { gid: early });
      await name(late);
      league.clock.set(FIRST_LOCK);
      expect(JSON.stringify(await poolLog(poolId))).not.toContain('199');
      expect(JSON.stringify((await adminLog(poolId)).map(({ fields }) => fields))).not.toContain('199');
      league.clock.set(LAST_LOCK);
      expect(JSON.stringify(await poolLog(poolId))).toContain('199');
    });

    test('needs a tiebreak game that is still the one, and nobody enters their own after the lock', async () => {
      const poolId = await closest();
      expect(await guess(poolId, 41, { gid: early })).toBe('tiebreak_changed');
      expect(await guess(await poolOf({}), 41)).toBe('no_tiebreak');
      expect(await guess(poolId, 41, { reason: '' })).toBe('bus_reason_missing');
      expect(await guess(poolId, 41, { userId: 'nobody' })).toBe('pool_not_found');
      league.clock.set(LAST_LOCK);
      expect(await guess(poolId, 41, { userId: admin.userId })).toBe('own_bus_pick');
    });
  });

  describe('for an entry that is linked to the account that entered it', () => {
    const kinds = {
      order: [{ format: 'confidence' }, (pool: string, userId: string) => enter(pool, { order: [late] }, { userId })],
      team: [
        { format: 'survivor' },
        (pool: string, userId: string) => enter(pool, { gid: late, team: 'KC' }, { userId }),
      ],
      guess: [{ tiebreak: 'closest' }, (pool: string, userId: string) => guess(pool, 41, { userId })],
    } as const;

    let other: Person;

    beforeAll(async () => {
      other = await addPerson(league.deps, { isAdmin: true });
    });

    const start = async (kind: keyof typeof kinds) => {
      const [rules, write] = kinds[kind];
      const tom = await createUser(league.store.db, { displayName: 'Old Tom', accountId: null }, 1);
      const poolId = await poolOf({ ...rules, entries: 2 });
      await setMembers(league.store.db, poolId, [tom], 1);
      return { entryId: entryIdOf(poolId, tom), write: () => write(poolId, tom) };
    };
    const path = '/api/entries/:entryId/link/:userId';
    const previewed = async (entryId: string, { userId }: Person) =>
      (await league.call(`GET ${path}`, { as: other, params: { entryId, userId } })).code;
    const linked = async (entryId: string, { userId }: Person) =>
      (await league.call(`POST ${path}`, { as: other, params: { entryId, userId } })).code;

    test.each(['order', 'team', 'guess'] as const)('a late %s keeps the link from being made', async (kind) => {
      const { entryId, write } = await start(kind);
      league.clock.set(LAST_LOCK);
      expect(await write()).toMatchObject({ isEntered: true });
      expect(await previewed(entryId, admin)).toBe('entered_late');
      expect(await linked(entryId, admin)).toBe('entered_late');
      expect(await write()).toMatchObject({ isEntered: true });
      expect(await linked(entryId, sam)).toBeNull();
    });

    test.each(['order', 'team', 'guess'] as const)(
      'one of before the lock may be a %s, and nothing comes after',
      async (kind) => {
        const { entryId, write } = await start(kind);
        await write();
        expect(await previewed(entryId, admin)).toBeNull();
        expect(await linked(entryId, admin)).toBeNull();
        league.clock.set(LAST_LOCK);
        expect(await write()).toBe('own_bus_pick');
      },
    );
  });
});
