import { beforeEach, describe, expect, test } from 'vitest';
import { slotIn } from '#contract/live.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { MAX_GUESS } from '#core/tiebreak.ts';
import { addWeeks, nameTiebreak, writeGames } from '#server/game-changes/store.ts';
import { importWeeks } from '#server/imports/picks-store.ts';
import { pickWriter } from '#server/picks/store.ts';
import { connect } from '#server/platform/db/connect.ts';
import { createUser } from '#server/users/store.ts';
import type { Person } from '#tests/builders.ts';
import {
  addGame,
  addPerson,
  addPool,
  historyOf,
  importPicks,
  ownWish,
  putChoice,
  removeMember,
  storedChoices,
  WEEK_1,
  WEEK_2,
} from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { engines, usualEngines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { withLiveLeague } from '#tests/live-league.ts';
import { steadyReads } from '#tests/reads.ts';
import { until } from '#tests/until.ts';

const LATE = SUNDAY_1PM + 7 * HOUR;
const FIRST_LOCK = SUNDAY_1PM + 5 * MINUTE;
const LATE_LOCK = LATE + 5 * MINUTE;

describe.each(engines)('Guesses on %s', (engine) => {
  const { live, league, admin, ann, bob } = withLiveLeague(engine);
  let poolId: string;
  let plainId: string;
  let early: string;
  let late: string;

  beforeEach(async () => {
    league.clock.set(SUNDAY_1PM - HOUR);
    const { db } = league.store;
    for (const table of ['picks', 'feed_games', 'week_scores', 'games'] as const) await db.deleteFrom(table).execute();
    const members = [ann, bob];
    poolId = await addPool(league.deps, { members, rules: { tiebreak: 'closest' } });
    plainId = await addPool(league.deps, { members });
    early = await addGame(league.deps);
    late = await addGame(league.deps, { home: 'KC', away: 'LV', kickoff: LATE });
  });

  interface GuessInput {
    readonly gid?: string;
    readonly pool?: string;
    readonly basedOn?: number;
  }

  async function guess(
    as: Person | undefined,
    total: number | null,
    { gid = late, pool = poolId, basedOn }: GuessInput = {},
  ) {
    const reply = await league.pick(as, pool, { gid, total, basedOn });
    return reply.code ?? reply.ok().revision;
  }

  async function own(as: Person, pool = poolId) {
    return slotIn(await league.own(as, pool), 'guess', WEEK_1);
  }

  async function name(as: Person | undefined, gid: string, pool = poolId) {
    const params = { poolId: pool, weekId: WEEK_1 };
    const reply = await league.call('PUT /api/pools/:poolId/weeks/:weekId/tiebreak', { as, params, body: { gid } });
    return reply.code ?? 'named';
  }

  async function tiebreaks(pool = poolId) {
    return (await league.call('GET /api/pools/:poolId', { as: ann, params: { poolId: pool } })).ok().tiebreaks;
  }

  async function pick(as: Person, gid: string, side: 'home' | 'away' | null, pool = poolId) {
    (await league.pick(as, pool, { gid, side })).ok();
  }

  async function edit(gid: string, body: object) {
    (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body })).ok();
  }

  const end = (gid: string, awayScore: number, homeScore: number) =>
    edit(gid, { status: 'Final', awayScore, homeScore });

  const history = async () =>
    (await historyOf(league.store.db, 'guess', poolId)).map(({ revision, value }) => [revision, value]);

  test('of two devices, the last one counts; one made offline is replaced by a newer one', async () => {
    const both = await Promise.all([guess(ann, 41), guess(ann, 44)]);
    expect([...both].sort()).toEqual([1, 2]);
    const stored = await own(ann);
    expect(stored).toMatchObject({ revision: 2, value: { total: both[0] === 2 ? 41 : 44 } });
    expect(await guess(ann, 50, { basedOn: 1 })).toBe('newer_guess');
    expect(await guess(ann, 50, { basedOn: 2 })).toBe(3);
  });

  test('a guess and a naming at the same moment agree', async () => {
    const nodes = engine === 'sqlite' ? [] : [connect(league.store.location)];
    const other = nodes[0] ?? league.store;
    for (let time = 0; time < 12; time += 1) {
      const [gid, next] = time % 2 === 0 ? [late, early] : [early, late];
      const write = ownWish(
        { poolId, userId: ann.userId },
        { kind: 'guess', about: WEEK_1, value: { gid, total: time } },
      );
      const actor = { adminId: admin.userId, now: league.clock.now() };
      const [saved] = await Promise.all([
        pickWriter(league.store, league.clock.now).add(write),
        nameTiebreak(other, actor, { poolId, weekId: WEEK_1, gid: next }, league.clock.now),
      ]);
      if (!saved.saved) expect(saved.refusal).toBe('tiebreak_changed');
      expect((await own(ann))?.value?.total ?? null).toBeNull();
      const [row] = await storedChoices(league.store.db, 'guess', poolId);
      if (row?.value && 'total' in row.value && row.value.gid === next) expect(row.value.total).toBeNull();
    }
    for (const node of nodes) await node.close();
  });

  // What follows is SQL that both databases run alike.
  if (!usualEngines.includes(engine)) return;

  test('are saved, changed, taken back, and read by their owner alone', async () => {
    expect(await own(ann)).toBeUndefined();
    expect(await guess(ann, 41)).toBe(1);
    expect(await own(ann)).toMatchObject({ value: { gid: late, total: 41 }, revision: 1 });
    expect(await guess(ann, 41)).toBe(1);
    expect(await guess(ann, 0)).toBe(2);
    expect(await guess(ann, MAX_GUESS)).toBe(3);
    expect(await guess(ann, null)).toBe(4);
    expect(await own(ann)).toMatchObject({ value: { gid: late, total: null }, revision: 4 });
    expect(await own(bob)).toBeUndefined();
    expect(await guess(bob, null)).toBe(0);
    expect(await own(bob)).toBeUndefined();
  });

  test('are in the Matchup once their game is locked in the pool, and not before', async () => {
    await guess(ann, 41);
    await guess(bob, 0);
    const matchup = async (as: Person) => {
      const params = { poolId, weekId: WEEK_1 };
      const { rows } = (await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', { as, params })).ok();
      return rows.map((row) => [row.ownerId, row.guess]).sort();
    };
    league.clock.set(LATE_LOCK - 1);
    for (const as of [admin, ann, bob])
      expect(await matchup(as)).toEqual([ann, bob].map(({ userId }) => [userId, undefined]).sort());
    league.clock.set(LATE_LOCK);
    const told = [
      [ann.userId, 41],
      [bob.userId, 0],
    ].sort();
    for (const as of [admin, ann, bob]) expect(await matchup(as)).toEqual(told);
  });

  test('keep their history, of one second the last', async () => {
    await guess(ann, 41);
    await guess(ann, 42);
    league.clock.advance(1000);
    await guess(ann, 43);
    expect(await history()).toEqual([
      [2, { gid: late, total: 42 }],
      [3, { gid: late, total: 43 }],
    ]);
  });

  test.each<[string, unknown]>([
    ['below 0', -1],
    ['above the most', MAX_GUESS + 1],
    ['no whole number', 41.5],
    ['a text', '41'],
    ['missing', undefined],
  ])('are refused where they are %s', async (_, total) => {
    expect(await guess(ann, total as number)).toBe('invalid_input');
    expect(await own(ann)).toBeUndefined();
  });

  test('are refused for whom, for what and where they cannot be', async () => {
    const outsider = await addPerson(league.deps);
    const former = await addPerson(league.deps);
    const itsPool = await addPool(league.deps, { members: [former], rules: { tiebreak: 'closest' } });
    await removeMember(league.deps, itsPool, former.userId);
    expect(await guess(undefined, 41)).toBe('not_signed_in');
    const ofAnn = { entryId: entryIdOf(poolId, ann.userId) };
    for (const [as, code] of [
      [outsider, 'not_a_member'],
      [admin, 'other_player'],
      [bob, 'other_player'],
    ] as const)
      expect((await league.pick(as, ofAnn, { gid: late, total: 41 })).code).toBe(code);
    expect(await guess(former, 41, { pool: itsPool })).toBe('not_a_member');
    expect(await guess(ann, 41, { gid: early })).toBe('tiebreak_changed');
    expect(await guess(ann, 41, { gid: 'no-such-game' })).toBe('tiebreak_changed');
    expect(await guess(ann, 41, { pool: plainId })).toBe('no_tiebreak');
    expect(await guess(ann, 41, { pool: 'no-such-pool' })).toBe('pool_not_found');
    const elsewhere = await league.pick(ann, poolId, { gid: late, total: 41, weekId: WEEK_2 });
    expect(elsewhere.code).toBe('week_not_found');
    expect(await history()).toEqual([]);
  });

  test("lock with their game, not with the week's first", async () => {
    league.clock.set(LATE_LOCK - 1);
    expect(await guess(ann, 41)).toBe(1);
    league.clock.set(LATE_LOCK);
    expect(await guess(ann, 42)).toBe('guess_locked');
    expect(await guess(ann, null)).toBe('guess_locked');
    expect(await guess(bob, 42, { basedOn: 0 })).toBe('guess_locked');
    expect(await own(ann)).toMatchObject({ value: { total: 41 } });
  });

  test("lock with the pool's deadline", async () => {
    const rules: Partial<PoolRules> = { tiebreak: 'closest', deadline: 'week' };
    const pool = await addPool(league.deps, { members: [ann], rules });
    league.clock.set(FIRST_LOCK - 1);
    expect(await guess(ann, 41, { pool })).toBe(1);
    league.clock.set(FIRST_LOCK);
    expect(await guess(ann, 42, { pool })).toBe('guess_locked');
    expect(await guess(ann, 42)).toBe(1);
  });

  test('lock at once when an admin starts the game, and stay locked', async () => {
    await edit(late, { status: 'In Progress' });
    expect(await guess(ann, 41)).toBe('guess_locked');
    await edit(late, { status: 'Not Started' });
    expect(await guess(ann, 41)).toBe('guess_locked');
  });

  test('of a game that is called off are refused', async () => {
    await guess(ann, 41);
    await edit(late, { void: 'cancelled' });
    expect(await tiebreaks()).toEqual({ [WEEK_1]: late });
    expect(await guess(ann, 42)).toBe('game_void');
  });

  test('make the game stay: a later one that is added is not the tiebreak', async () => {
    expect(await tiebreaks()).toEqual({ [WEEK_1]: late });
    const later = await addGame(league.deps, { home: 'SF', away: 'LAR', kickoff: LATE + HOUR });
    expect(await tiebreaks()).toEqual({ [WEEK_1]: later });
    await guess(ann, 41, { gid: later });
    await addGame(league.deps, { home: 'CHI', away: 'GB', kickoff: LATE + 2 * HOUR });
    expect(await tiebreaks()).toEqual({ [WEEK_1]: later });
    expect(await own(ann)).toMatchObject({ value: { total: 41 } });
    expect(await tiebreaks(plainId)).toBeUndefined();
  });

  test("without a guess the game stays from the week's first lock on, wherever games move", async () => {
    league.clock.set(FIRST_LOCK);
    await edit(early, { kickoff: LATE + 5 * HOUR });
    await addGame(league.deps, { home: 'CHI', away: 'GB', kickoff: LATE + 2 * HOUR });
    expect(await tiebreaks()).toEqual({ [WEEK_1]: late });
  });

  test('a game that an admin starts is the first lock, too', async () => {
    await edit(early, { status: 'In Progress' });
    await addGame(league.deps, { home: 'CHI', away: 'GB', kickoff: LATE + 2 * HOUR });
    expect(await tiebreaks()).toEqual({ [WEEK_1]: late });
    expect(await name(admin, early)).toBe('tiebreak_settled');
  });

  test('are cleared when an admin names another game, which is shown to their owners and logged', async () => {
    await guess(ann, 41);
    expect(await name(admin, early)).toBe('named');
    expect(await tiebreaks()).toEqual({ [WEEK_1]: early });
    expect(await own(ann)).toMatchObject({ value: { gid: late, total: null, cleared: true }, revision: 2 });
    expect(await own(bob)).toBeUndefined();
    expect(await history()).toEqual([
      [1, { gid: late, total: 41 }],
      [2, { gid: late, total: null, cleared: true }],
    ]);
    expect(await guess(ann, 41, { basedOn: 2 })).toBe('tiebreak_changed');
    expect(await guess(ann, 38, { gid: early, basedOn: 2 })).toBe(3);
    expect(await own(ann)).toMatchObject({ value: { gid: early, total: 38 }, revision: 3 });
    const log = (await league.call('GET /api/pools/:poolId/log', { as: bob, params: { poolId } })).ok().entries[0];
    expect(log).toMatchObject({ act: 'tiebreak.name', words: 'named another tiebreak game', weekId: WEEK_1 });
    expect(log?.fields.map(({ label, before, after }) => [label, before, after])).toEqual([
      ['tiebreak game', 'LV @ KC', 'DAL @ PHI'],
    ]);
    const mine = (await league.call('GET /api/audit/mine', { as: ann })).ok();
    expect(mine.entries[0]).toMatchObject({ act: 'tiebreak.name' });
    expect(JSON.stringify([log, mine])).not.toMatch(/:"?41\b/);
  });

  test('stay if the same game is named', async () => {
    await guess(ann, 41);
    expect(await name(admin, late)).toBe('named');
    expect(await own(ann)).toMatchObject({ value: { total: 41 } });
  });

  test('no one else can name a game, and no one after the first lock', async () => {
    expect(await name(undefined, early)).toBe('not_signed_in');
    expect(await name(ann, early)).toBe('admin_only');
    expect(await name(admin, early, plainId)).toBe('no_tiebreak');
    expect(await name(admin, 'no-such-game')).toBe('game_not_found');
    expect(await name(admin, early, 'no-such-pool')).toBe('pool_not_found');
    await guess(ann, 41);
    league.clock.set(FIRST_LOCK);
    expect(await name(admin, early)).toBe('tiebreak_settled');
    expect(await own(ann)).toMatchObject({ value: { total: 41 } });
    expect(await tiebreaks()).toEqual({ [WEEK_1]: late });
  });

  test('come and go with the rule until the pool locks, then it is settled', async () => {
    const change = async (tiebreak: PoolRules['tiebreak'], seen: PoolRules['tiebreak']) => {
      const body = { change: { rules: { tiebreak } }, seen: { rules: { tiebreak: seen } }, reason: 'A try' };
      return (await league.call('PATCH /api/pools/:poolId', { as: admin, params: { poolId }, body })).code;
    };
    expect(await change('none', 'closest')).toBeNull();
    expect(await tiebreaks()).toBeUndefined();
    expect(await guess(ann, 41)).toBe('no_tiebreak');
    expect(await change('closest-under', 'none')).toBeNull();
    expect(await tiebreaks()).toEqual({ [WEEK_1]: late });
    league.clock.set(FIRST_LOCK);
    expect(await change('none', 'closest-under')).toBe('rule_settled');
  });

  test('lose the mark of who entered them when they are cleared', async () => {
    const entryId = entryIdOf(poolId, bob.userId);
    (await league.enter(admin, entryId, { gid: late, total: 44 }, 'No phone')).ok();
    expect((await own(bob))?.reason).toBe('No phone');
    await name(admin, early);
    await importWeeks(league.store, poolId, [{ weekId: WEEK_1, entryId, value: { total: 30 } }], 1);
    expect(await own(bob)).toMatchObject({ value: { gid: late, total: null, cleared: true }, revision: 2 });
    expect((await own(bob))?.reason).toBeUndefined();
    const cleared = { value: { gid: late, total: null, cleared: true }, reason: null };
    expect(await storedChoices(league.store.db, 'guess', poolId)).toMatchObject([{ userId: bob.userId, ...cleared }]);
  });

  test('hold their game where the rule is taken away and comes back', async () => {
    await guess(ann, 41);
    const change = async (tiebreak: PoolRules['tiebreak'], seen: PoolRules['tiebreak']) => {
      const body = { change: { rules: { tiebreak } }, seen: { rules: { tiebreak: seen } } };
      (await league.call('PATCH /api/pools/:poolId', { as: admin, params: { poolId }, body })).ok();
    };
    await change('none', 'closest');
    await change('closest', 'none');
    await addGame(league.deps, { home: 'SF', away: 'SEA', kickoff: LATE + HOUR });
    expect(await tiebreaks()).toEqual({ [WEEK_1]: late });
    expect(await own(ann)).toMatchObject({ value: { gid: late, total: 41 }, revision: 1 });
  });

  describe('decide who wins a week, and nothing else', () => {
    async function winners(pool = poolId) {
      return (await league.call('GET /api/pools/:poolId/standings', { as: ann, params: { poolId: pool } })).ok()
        .winners;
    }

    async function leaders(pool = poolId) {
      const params = { poolId: pool, weekId: WEEK_1 };
      return (await league.call('GET /api/pools/:poolId/weeks/:weekId/leader', { as: ann, params })).ok().ownerIds;
    }

    async function matchupWinners() {
      const params = { poolId, weekId: WEEK_1 };
      return (await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', { as: ann, params })).ok().winners;
    }

    /** Another pool, of Ann and an imported player who picked the early game and guessed. */
    async function withImported(total: number) {
      const now = league.clock.now();
      const tom = await createUser(league.store.db, { displayName: 'Old Tom', accountId: null }, 1);
      const pool = await addPool(league.deps, { members: [ann, { userId: tom }], rules: { tiebreak: 'closest' } });
      const entryId = entryIdOf(pool, tom);
      await importWeeks(league.store, pool, [{ weekId: WEEK_1, entryId, value: { total } }], now);
      await importPicks(league.store.db, engine, [
        { poolId: pool, gid: early, userId: tom, side: 'home', madeAt: now },
      ]);
      return { pool, tom };
    }

    async function link(entryId: string, { userId }: Person) {
      const params = { entryId, userId };
      (await league.call('POST /api/entries/:entryId/link/:userId', { as: admin, params })).ok();
    }

    beforeEach(async () => {
      for (const pool of [poolId, plainId]) {
        await pick(ann, early, 'home', pool);
        await pick(bob, late, 'home', pool);
      }
      await guess(ann, 45);
      await guess(bob, 30);
    });

    test('the closest of those who are level, once all is over', async () => {
      league.clock.set(LATE_LOCK);
      await end(early, 10, 20);
      expect([await winners(), await matchupWinners(), await leaders()]).toEqual([{}, undefined, [ann.userId]]);
      await end(late, 20, 23);
      expect(await winners()).toEqual({ [WEEK_1]: [{ id: entryIdOf(poolId, ann.userId), guess: 45, difference: 2 }] });
      expect(await leaders()).toEqual([ann.userId]);
      expect(await matchupWinners()).toEqual([entryIdOf(poolId, ann.userId)]);
      const both = [ann.userId, bob.userId].sort();
      expect([await winners(plainId), (await leaders(plainId)).sort()]).toEqual([undefined, both]);
      const { rows } = (await league.call('GET /api/pools/:poolId/standings', { as: ann, params: { poolId } })).ok();
      expect(rows.map(({ rank, totalHalves }) => [rank, totalHalves])).toEqual([
        [1, 2],
        [1, 2],
      ]);
    });

    test('follow a corrected score', async () => {
      league.clock.set(LATE_LOCK);
      await end(early, 10, 20);
      await end(late, 20, 23);
      await edit(late, { awayScore: 3 });
      expect(await winners()).toEqual({ [WEEK_1]: [{ id: entryIdOf(poolId, bob.userId), guess: 30, difference: 4 }] });
      expect(await leaders()).toEqual([bob.userId]);
    });

    test('nothing where their game is called off: the week is shared', async () => {
      const third = await addGame(league.deps, { home: 'SF', away: 'LAR' });
      await pick(bob, third, 'home');
      league.clock.set(LATE_LOCK);
      for (const gid of [early, third]) await end(gid, 10, 20);
      await edit(late, { void: 'cancelled' });
      const both = [ann.userId, bob.userId];
      const entryIds = both.map((userId) => entryIdOf(poolId, userId));
      expect((await winners())?.[WEEK_1]?.map(({ id }) => id).sort()).toEqual(entryIds.sort());
      expect((await leaders()).sort()).toEqual([...both].sort());
    });

    test('the guess of an imported player for the account that gets their entry after its lock', async () => {
      const { pool, tom } = await withImported(44);
      await pick(ann, early, 'home', pool);
      await guess(ann, 40, { pool });
      const account = await addPerson(league.deps);
      league.clock.set(LATE_LOCK);
      await link(entryIdOf(pool, tom), account);
      expect(await own(account, pool)).toMatchObject({ value: { gid: late, total: 44 }, revision: 1 });
      await end(early, 10, 20);
      await end(late, 20, 23);
      expect(await winners(pool)).toEqual({ [WEEK_1]: [{ id: entryIdOf(pool, tom), guess: 44, difference: 1 }] });
    });

    test('the guess of an imported player for the account whose entry is filled with theirs, unless it guessed', async () => {
      const { pool, tom } = await withImported(44);
      await guess(ann, 40, { pool });
      league.clock.set(LATE_LOCK);
      await link(entryIdOf(pool, tom), ann);
      expect(await own(ann, pool)).toMatchObject({ value: { gid: late, total: 40 }, revision: 1 });
      const other = await withImported(44);
      await link(entryIdOf(other.pool, other.tom), ann);
      expect(await own(ann, other.pool)).toMatchObject({ value: { gid: late, total: 44 }, revision: 1 });
    });

    test('shared while a game that was fixed is played in another week, and decided once it is over there', async () => {
      await pick(bob, early, 'home');
      const third = await addGame(league.deps, { home: 'SF', away: 'LAR' });
      await pick(ann, third, 'home');
      await pick(bob, late, null);
      league.clock.set(FIRST_LOCK);
      await addWeeks(league.store.db, [WEEK_2]);
      const moved = { gid: late, weekId: WEEK_2, home: 'KC', away: 'LV', kickoff: LATE + 48 * HOUR, timeTbd: false };
      await league.store.db.transaction().execute((tx) => writeGames(tx, engine, [moved], league.clock.now, 'feed'));
      league.deps.live.changed({ kind: 'everything' });
      expect(await tiebreaks()).toEqual({ [WEEK_1]: late });
      expect(await guess(ann, 46)).toBe(2);
      await end(early, 10, 20);
      await end(third, 20, 10);
      expect((await winners())?.[WEEK_1]?.map(({ id }) => id).sort()).toEqual(
        [ann, bob].map(({ userId }) => entryIdOf(poolId, userId)).sort(),
      );
      league.clock.set(LATE_LOCK + 48 * HOUR);
      expect(await guess(ann, 47)).toBe('guess_locked');
      await end(late, 20, 23);
      expect(await winners()).toEqual({ [WEEK_1]: [{ id: entryIdOf(poolId, ann.userId), guess: 46, difference: 3 }] });
    });

    test('never for somebody who has fewer points', async () => {
      await pick(bob, early, 'home');
      league.clock.set(LATE_LOCK);
      await end(early, 10, 20);
      await end(late, 20, 25);
      expect(await winners()).toEqual({ [WEEK_1]: [{ id: entryIdOf(poolId, bob.userId) }] });
    });
  });

  /** Everything that somebody can read by the calls. */
  async function everything(as: Person): Promise<string[]> {
    const values: Record<string, string> = { poolId, weekId: WEEK_1, gid: late, userId: bob.userId };
    const told: string[] = [];
    for (const call of steadyReads) {
      const path = (call.split(' ')[1] ?? '').replace(/:(\w+)/g, (_, key) => values[key] ?? bob.userId);
      const { headers, body } = await league.app.inject({ url: path, headers: { cookie: as.cookie } });
      told.push(`${call} ${headers.etag} ${body}`);
    }
    return told;
  }

  test('no call reveals one before its lock to any caller, even if all other games are over', async () => {
    await pick(ann, early, 'home');
    await guess(bob, 30);
    await guess(ann, 30);
    league.clock.set(LATE_LOCK - 1);
    await end(early, 10, 20);
    // Else the first read of the receipts would write them.
    await league.deps.receipts.sweep();
    const told: string[][][] = [];
    for (const total of [30, 177]) {
      const value = { gid: late, total };
      await putChoice(league.store, { poolId, userId: bob.userId, kind: 'guess', about: WEEK_1, value });
      league.deps.live.changed({ kind: 'everything' });
      told.push([await everything(ann), await everything(admin), await everything(live.stranger)]);
    }
    expect(told[1]).toEqual(told[0]);
    expect(await everything(bob)).not.toEqual(told[0]?.[0]);
    expect(JSON.stringify(await everything(bob))).toContain('177');
  });

  test('reach the open pages of their owner, and nobody else', async () => {
    const entries = { kind: 'picks', poolId } as const;
    const [his, hers] = [await live.open({ as: bob }), await live.open({ as: ann })];
    for (const page of [his, hers]) await page.watching(entries);
    await guess(bob, 177);
    await until(() => his.received.includes('"total":177'));
    expect(hers.received).not.toContain('"total":');
    await name(admin, early);
    await until(() => his.received.includes('"cleared":true'));
    for (const page of [his, hers]) await page.close();
  });
});
