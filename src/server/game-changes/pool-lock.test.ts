import { beforeEach, describe, expect, test } from 'vitest';
import type { BodyOf } from '#contract/index.ts';
import { slotIn } from '#contract/live.ts';
import { easternToUtc } from '#core/eastern-time.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { syncGames } from '#server/feed/sync.ts';
import { setMembers } from '#server/members/store.ts';
import { revealedPicks } from '#server/picks/reads.ts';
import { weekOfPool } from '#server/pools/week-reads.ts';
import { createUser } from '#server/users/store.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPool, importPicks, putChoice, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { withLiveLeague } from '#tests/live-league.ts';
import { steadyReads } from '#tests/reads.ts';
import { until } from '#tests/until.ts';

const FIRST = SUNDAY_1PM - 3 * HOUR;
const DEADLINE = FIRST + 5 * MINUTE;

type Change = BodyOf<'PATCH /api/games/:gid'>;

describe("The pool's lock", () => {
  const { live, league, admin, ann, bob } = withLiveLeague('sqlite');
  /** A pool whose weeks lock as a whole, and one with the same people whose games lock one by one. */
  let poolId: string;
  let otherId: string;
  let first: string;
  let late: string;

  beforeEach(async () => {
    league.clock.set(FIRST - HOUR);
    await league.store.db.deleteFrom('picks').execute();
    await league.store.db.deleteFrom('feed_games').execute();
    await league.store.db.deleteFrom('slate_games').execute();
    await league.store.db.deleteFrom('games').execute();
    const members = [ann, bob, admin];
    poolId = await addPool(league.deps, { members, rules: { deadline: 'week' } });
    otherId = await addPool(league.deps, { members });
    first = await addGame(league.deps, { kickoff: FIRST });
    late = await addGame(league.deps, { home: 'KC', away: 'LV', kickoff: SUNDAY_1PM });
  });

  async function pick(as: Person, gid: string, side: 'home' | 'away' | null, pool = poolId, more = {}) {
    const reply = await league.pick(as, pool, { gid, side, ...more });
    return reply.code ?? 'saved';
  }

  async function edit(gid: string, body: Change): Promise<void> {
    (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body })).ok();
  }

  async function changeRule(deadline: PoolRules['deadline'], seen: PoolRules['deadline']) {
    const body = { change: { rules: { deadline } }, seen: { rules: { deadline: seen } }, reason: 'We voted' };
    return (await league.call('PATCH /api/pools/:poolId', { as: admin, params: { poolId }, body })).code;
  }

  async function deadlines(pool = poolId) {
    return (await league.call('GET /api/pools/:poolId', { as: ann, params: { poolId: pool } })).ok().deadlines;
  }

  const week = (pool: string) => ({ poolId: pool, weekId: WEEK_1 });

  /** What somebody is shown of Bob's picks of the week, in games by kick-off. */
  async function shown(as: Person, pool = poolId) {
    const params = week(pool);
    const { rows } = (await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', { as, params })).ok();
    return rows.find(({ ownerId }) => ownerId === bob.userId)?.picks;
  }

  async function sharesOf(pool = poolId) {
    const { games } = (
      await league.call('GET /api/pools/:poolId/weeks/:weekId/shares', { as: ann, params: week(pool) })
    ).ok();
    return games.map(({ gid }) => gid);
  }

  async function busView(pool = poolId) {
    const input = { as: admin, params: { entryId: entryIdOf(pool, bob.userId) }, query: { week: WEEK_1 } };
    const { slots } = (await league.call('GET /api/entries/:entryId/picks', input)).ok();
    const slot = slots.find(({ about }) => about === late);
    return slot?.kind === 'pick' ? (slot.value?.side ?? null) : undefined;
  }

  test("a pick after the pool's deadline is refused, though its game is open", async () => {
    league.clock.set(DEADLINE - 1);
    expect(await pick(ann, late, 'home')).toBe('saved');
    league.clock.set(DEADLINE);
    expect(await pick(ann, late, 'away')).toBe('game_locked');
    expect(await pick(ann, late, null)).toBe('game_locked');
    expect(await pick(bob, late, 'away')).toBe('game_locked');
    expect(await pick(ann, late, 'away', poolId, { basedOn: 1 })).toBe('game_locked');
    expect(await shown(ann)).toBe('--');
    expect(await pick(ann, late, 'away', otherId)).toBe('saved');
  });

  test('every side is sealed until the deadline and revealed at it, in this pool only', async () => {
    for (const pool of [poolId, otherId]) await pick(bob, late, 'home', pool);
    const { db } = league.store;
    const exported = async (pool: string) => {
      const { games } = await weekOfPool(db, pool, WEEK_1);
      return (await revealedPicks(db, pool, games, league.clock.now())).length;
    };
    league.clock.set(DEADLINE - 1);
    for (const pool of [poolId, otherId]) {
      expect([await shown(ann, pool), await shown(admin, pool), await busView(pool)]).toEqual(['-?', '-?', null]);
      expect([await sharesOf(pool), await exported(pool)]).toEqual([[], 0]);
    }
    league.clock.set(DEADLINE);
    expect([await shown(ann), await shown(admin), await busView()]).toEqual(['-h', '-h', 'home']);
    expect([await sharesOf(), await exported(poolId)]).toEqual([[first, late], 1]);
    expect([await shown(ann, otherId), await shown(admin, otherId), await busView(otherId)]).toEqual([
      '-?',
      '-?',
      null,
    ]);
    expect([await sharesOf(otherId), await exported(otherId)]).toEqual([[first], 0]);
  });

  /** Everything that somebody can read by the calls. */
  async function everything(as: Person): Promise<string[]> {
    const entryId = entryIdOf(poolId, bob.userId);
    const values: Record<string, string> = { poolId, weekId: WEEK_1, gid: late, entryId, userId: bob.userId };
    const told: string[] = [];
    for (const name of steadyReads) {
      const path = (name.split(' ')[1] ?? '').replace(/:(\w+)/g, (_, key) => values[key] ?? bob.userId);
      told.push((await league.app.inject({ url: path, headers: { cookie: as.cookie } })).body);
    }
    return told;
  }

  test('no call reveals a side before it to any caller', async () => {
    league.clock.set(DEADLINE - 1);
    const told: unknown[] = [];
    await pick(bob, late, 'home');
    for (const side of ['home', 'away'] as const) {
      await putChoice(league.store, { poolId, userId: bob.userId, kind: 'pick', about: late, value: { side } });
      league.deps.live.changed({ kind: 'everything' });
      told.push([await everything(ann), await everything(admin)]);
    }
    expect(told[0]).toEqual(told[1]);
  });

  test('open pages are shown the sides when it is reached, though nobody writes', async () => {
    await pick(bob, late, 'home');
    league.clock.set(DEADLINE - 50);
    const page = await live.open({ as: ann });
    const matchup = { kind: 'matchup', poolId, weekId: WEEK_1 } as const;
    await page.watching(matchup);
    const picks = () => page.state(matchup)?.rows[entryIdOf(poolId, bob.userId)]?.picks;
    expect(picks()).toBe('-?');
    league.clock.set(DEADLINE);
    await until(() => picks() === '-h');
    await page.close();
  });

  test('an admin enters picks as after a lock, and the log reveals their sides in this pool alone', async () => {
    const enter = async (pool: string, side: 'home' | 'away') => {
      return (await league.enter(admin, entryIdOf(pool, bob.userId), { gid: late, side })).code;
    };
    for (const pool of [poolId, otherId]) await pick(bob, late, 'home', pool);
    expect(await enter(poolId, 'away')).toBe('players_own_pick');
    league.clock.set(DEADLINE);
    expect([await enter(poolId, 'away'), await enter(otherId, 'away')]).toEqual([null, 'players_own_pick']);
    await pick(bob, late, null, otherId);
    expect(await enter(otherId, 'home')).toBe(null);
    const sidesIn = async (pool: string) => {
      const query = { poolId: pool };
      const logs = [
        await league.call('GET /api/admin/audit', { as: admin, query }),
        await league.call('GET /api/pools/:poolId/log', { as: ann, params: query }),
      ];
      return logs.map((reply) => reply.ok().entries[0]?.fields.find(({ name }) => name === 'side')?.after);
    };
    expect(await sidesIn(poolId)).toEqual(['away', 'away']);
    expect(await sidesIn(otherId)).toEqual(['sealed', undefined]);
  });

  test('nobody is missing picks after it, and an invitation counts to it', async () => {
    const open = async (pool: string) =>
      (await league.call('GET /api/pools/:poolId/weeks/:weekId/missing', { as: admin, params: week(pool) })).ok()
        .openGames;
    const invited = async () => {
      const { url } = (await league.call('POST /api/pools/:poolId/invite', { as: admin, params: { poolId } })).ok();
      const body = { token: url.split('token=')[1] ?? '' };
      return (await league.call('POST /api/invites/find', { body })).ok().nextLock;
    };
    expect([await open(poolId), await open(otherId), await invited()]).toEqual([2, 2, FIRST]);
    league.clock.set(DEADLINE);
    expect([await open(poolId), await open(otherId), await invited()]).toEqual([0, 1, null]);
  });

  test("a link withdraws picks until the pool's lock, and fills an entry with them from then on", async () => {
    const { db } = league.store;
    const tom = await createUser(db, { displayName: 'Tom', accountId: null }, 1);
    await setMembers(db, poolId, [tom], 1);
    await importPicks(db, 'sqlite', [{ poolId, gid: late, userId: tom, side: 'home', madeAt: FIRST - 2 * HOUR }]);
    const params = { entryId: entryIdOf(poolId, tom), userId: ann.userId };
    const input = { as: admin, params };
    league.clock.set(DEADLINE - 1);
    const preview = (await league.call('GET /api/entries/:entryId/link/:userId', input)).ok();
    expect(preview).toMatchObject({ withdrawn: 1, filled: 0 });
    league.clock.set(DEADLINE);
    const link = (await league.call('POST /api/entries/:entryId/link/:userId', input)).ok();
    expect(link).toMatchObject({ withdrawn: 0, filled: 1 });
    expect(slotIn(await league.own(ann, poolId), 'pick', late)?.value?.side).toBe('home');
    const undo = { as: admin, params, body: { reason: '' } };
    const back = (await league.call('DELETE /api/entries/:entryId/link', undo)).ok();
    expect(back).toMatchObject({ returned: 1, kept: 0 });
  });

  test('its deadline follows the games, the rule and the weeks of the pool', async () => {
    expect([await deadlines(), await deadlines(otherId)]).toEqual([{ [WEEK_1]: DEADLINE }, {}]);
    await edit(first, { kickoff: FIRST + HOUR });
    expect(await deadlines()).toEqual({ [WEEK_1]: DEADLINE + HOUR });
    await edit(first, { void: 'postponed' });
    expect(await deadlines()).toEqual({ [WEEK_1]: SUNDAY_1PM + 5 * MINUTE });
    await edit(first, { void: null });
    await syncGames(league.store, [{ gid: late, weekId: WEEK_1, kickoff: FIRST, timeTbd: false }], league.clock.now);
    expect(await deadlines()).toEqual({ [WEEK_1]: DEADLINE });
    const earlier = await addGame(league.deps, { home: 'SEA', away: 'NE', kickoff: FIRST - 30 * MINUTE });
    expect(await deadlines()).toEqual({ [WEEK_1]: DEADLINE - 30 * MINUTE });
    await edit(earlier, { kickoff: easternToUtc('2026-09-09', '20:20') });
    expect(await deadlines()).toEqual({ [WEEK_1]: DEADLINE - 30 * MINUTE });
    await edit(earlier, { void: 'cancelled' });
    await addGame(league.deps, { weekId: WEEK_2, kickoff: SUNDAY_1PM + 170 * HOUR });
    await league.call('PUT /api/pools/:poolId/weeks/:weekId', {
      as: admin,
      params: { poolId, weekId: WEEK_2 },
      body: { enabled: true },
    });
    expect(await deadlines()).toMatchObject({ [WEEK_2]: SUNDAY_1PM + 170 * HOUR + 5 * MINUTE });
    const copy = (await league.call('POST /api/pools/:poolId/duplicate', { as: admin, params: { poolId } })).ok();
    expect(await deadlines(copy.id)).toMatchObject({ [WEEK_2]: SUNDAY_1PM + 170 * HOUR + 5 * MINUTE });
  });

  test('a new rule applies to every week at once, and pages hear of it', async () => {
    const page = await live.open({ as: ann });
    const topic = { kind: 'pool', poolId } as const;
    await page.watching(topic);
    expect(await changeRule('game', 'week')).toBe(null);
    expect(await deadlines()).toEqual({});
    await until(() => JSON.stringify(page.state(topic)).includes('"deadlines":{}'));
    expect(await changeRule('sunday', 'game')).toBe(null);
    expect(await deadlines()).toEqual({ [WEEK_1]: DEADLINE });
    await page.close();
  });

  test('a deadline that was reached stays, whatever becomes of the games', async () => {
    await pick(bob, late, 'home');
    league.clock.set(DEADLINE);
    await edit(first, { kickoff: SUNDAY_1PM + HOUR });
    await edit(late, { kickoff: SUNDAY_1PM + 2 * HOUR });
    await edit(first, { void: 'cancelled' });
    expect(await deadlines()).toEqual({ [WEEK_1]: DEADLINE });
    expect(await pick(ann, late, 'home')).toBe('game_locked');
    expect(await shown(ann)).toContain('h');
    const added = await addGame(league.deps, { home: 'SEA', away: 'NE', kickoff: SUNDAY_1PM + 3 * HOUR });
    expect(await pick(ann, added, 'home')).toBe('game_locked');
  });

  test('a week that leaves the pool and comes back is closed as before', async () => {
    league.clock.set(DEADLINE);
    const put = (enabled: boolean) =>
      league.call('PUT /api/pools/:poolId/weeks/:weekId', { as: admin, params: week(poolId), body: { enabled } });
    await put(false);
    await edit(first, { kickoff: SUNDAY_1PM + HOUR });
    await put(true);
    expect(await deadlines()).toEqual({ [WEEK_1]: DEADLINE });
    expect(await pick(ann, late, 'home')).toBe('game_locked');
  });

  test('a game marked as begun by mistake locks itself only', async () => {
    await edit(first, { status: 'In Progress' });
    expect(await deadlines()).toEqual({ [WEEK_1]: DEADLINE });
    expect([await pick(ann, first, 'home'), await pick(ann, late, 'home')]).toEqual(['game_locked', 'saved']);
  });

  test("when picks lock no longer changes after the pool's first lock, unless a week is far enough away", async () => {
    const hasLocked = async () =>
      (await league.call('GET /api/admin/pools/:poolId', { as: admin, params: { poolId } })).ok().hasLocked;
    expect(await hasLocked()).toBe(false);
    league.clock.set(DEADLINE);
    expect(await hasLocked()).toBe(true);
    for (const rule of ['game', 'sunday'] as const) expect(await changeRule(rule, 'week')).toBe('rule_too_late');
    expect(await pick(ann, late, 'home')).toBe('game_locked');
  });

  test('a late change of games reaches the guesses on open pages', async () => {
    const sunday = SUNDAY_1PM + 168 * HOUR;
    const rules = { tiebreak: 'closest' } as const;
    const late = { slate: 'days', mondayGames: false } as const;
    await addGame(league.deps, { weekId: WEEK_2, home: 'KC', away: 'LV', kickoff: sunday });
    const monday = await addGame(league.deps, { weekId: WEEK_2, kickoff: sunday + 31 * HOUR });
    const own = await addPool(league.deps, { members: [ann], rules, weeks: [WEEK_1, WEEK_2] });
    (await league.pick(ann, own, { gid: monday, total: 41, weekId: WEEK_2 })).ok();
    league.clock.set(DEADLINE);
    const page = await live.open({ as: ann });
    const topic = { kind: 'picks', poolId: own } as const;
    await page.watching(topic);
    const hasGuess = () => JSON.stringify(page.state(topic)).includes('"total":41');
    expect(hasGuess()).toBe(true);
    const seen = { rules: { slate: 'all', mondayGames: true } as const };
    const body = { change: { rules: late }, seen, reason: 'We voted' };
    (await league.call('PATCH /api/pools/:poolId', { as: admin, params: { poolId: own }, body })).ok();
    await until(() => !hasGuess());
    await page.close();
  });

  test('a pool that begins within the season chooses freely until a game of its own locks', async () => {
    league.clock.set(DEADLINE + HOUR);
    const young = await addPool(league.deps, { members: [ann], weeks: [WEEK_1] });
    const body = { change: { rules: { deadline: 'sunday' as const } }, seen: { rules: { deadline: 'game' as const } } };
    const params = { poolId: young };
    (await league.call('PATCH /api/pools/:poolId', { as: admin, params, body })).ok();
    const seen = (await league.call('GET /api/admin/pools/:poolId', { as: admin, params })).ok();
    expect([seen.hasLocked, seen.settings.rules.deadline]).toEqual([false, 'sunday']);
  });

  test("rules that still change need a reason after the pool's first lock, which its members read", async () => {
    const body = { change: { rules: { tie: 'half' as const } }, seen: { rules: { tie: 'nobody' as const } } };
    const change = (reason?: string) =>
      league.call('PATCH /api/pools/:poolId', { as: admin, params: { poolId }, body: { ...body, reason } });
    league.clock.set(DEADLINE);
    for (const reason of [undefined, '', '  ']) {
      const refused = await change(reason);
      expect([refused.status, JSON.parse(refused.text).error]).toMatchObject([
        400,
        { code: 'rule_reason_missing', field: 'reason' },
      ]);
    }
    const input = { as: ann, params: { poolId } };
    expect((await league.call('GET /api/pools/:poolId', input)).ok().rules.tie).toBe('nobody');
    (await change(' All want it ')).ok();
    expect((await league.call('GET /api/pools/:poolId', input)).ok().rules.tie).toBe('half');
    const { entries } = (await league.call('GET /api/pools/:poolId/log', { ...input, query: {} })).ok();
    const fields = entries[0]?.fields.map(({ name, before, after }) => [name, before, after]);
    expect(fields).toEqual([
      ['tie', 'nobody', 'half'],
      ['why', null, 'All want it'],
    ]);
  });
});
