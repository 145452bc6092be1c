import { beforeEach, describe, expect, test } from 'vitest';
import { easternToUtc } from '#core/eastern-time.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { buyBackWindowsOf } from '#server/entries/reads.ts';
import { findPool } from '#server/pools/reads.ts';
import { scalesOf } from '#server/pools/week-reads.ts';
import { loadStandings } from '#server/standings/reads.ts';
import { readSurvivorTable } from '#server/standings/season-reads.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock } from '#tests/database-clock.ts';
import { engines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { withLeague } from '#tests/league.ts';
import { bringPoolsUpToDate } from './pools-store.ts';

const WEEK = 7 * 24 * HOUR;
const WEEK_3 = '2026-week3';
/** Week 1 is over, Week 2 has two games, five hours apart. */
const NOW = SUNDAY_1PM + 2 * 24 * HOUR;
const NEXT = SUNDAY_1PM + WEEK + 5 * MINUTE;
const LATER = NEXT + 5 * HOUR;
const FIRST_LOCK = SUNDAY_1PM + 5 * MINUTE;

describe.each(engines)('What an upgrade stores about pools on %s', (engine) => {
  const league = withLeague(engine);
  let [ann, bob] = [] as unknown as [Person, Person];
  let gids: string[];

  beforeEach(async () => {
    const { db } = league.store;
    for (const table of ['buy_back_windows', 'picks', 'games', 'pool_weeks'] as const)
      await db.deleteFrom(table).execute();
    await db.updateTable('pools').set({ deleted_at: 1 }).execute();
    await at(SUNDAY_1PM - HOUR);
    [ann, bob] = [await addPerson(league.deps, { name: 'Ann' }), await addPerson(league.deps, { name: 'Bob' })];
    gids = [];
    for (const [weekId, kickoff] of [
      [WEEK_1, SUNDAY_1PM],
      [WEEK_1, SUNDAY_1PM],
      [WEEK_2, SUNDAY_1PM + WEEK],
      [WEEK_2, SUNDAY_1PM + WEEK + 5 * HOUR],
      [WEEK_3, SUNDAY_1PM + 2 * WEEK],
    ] as const)
      gids.push(await addGame(league.deps, { weekId, kickoff }));
  });

  async function at(now: number): Promise<void> {
    league.clock.set(now);
    if (engine === 'postgres') await setDatabaseClock(league.store, now);
  }

  /** A pool as the version before stored it. */
  async function poolBefore(rules: Partial<PoolRules>): Promise<string> {
    const poolId = await addPool(league.deps, { members: [ann, bob], weeks: [WEEK_1, WEEK_2, WEEK_3], rules });
    const { survivors: _, ...known } = rulesWith(rules);
    const stored = { rules: JSON.stringify(known) };
    await league.store.db.updateTable('pools').set(stored).where('id', '=', poolId).execute();
    return poolId;
  }

  const upgrade = (now: number) => league.store.db.transaction().execute((tx) => bringPoolsUpToDate(tx, engine, now));
  const rulesOf = async (poolId: string) => (await findPool(league.store.db, poolId))?.rules;

  test('separates survivors by wins in pools that have begun, which is what they have played by', async () => {
    const poolId = await poolBefore({ format: 'survivor' });
    await at(SUNDAY_1PM);
    await upgrade(SUNDAY_1PM);
    expect(await rulesOf(poolId)).toMatchObject({ survivors: 'share' });
    await at(NOW);
    await upgrade(NOW);
    expect(await rulesOf(poolId)).toMatchObject({ survivors: 'wins' });
  });

  test('leaves survivors to a rule that a running pool has chosen', async () => {
    const poolId = await poolBefore({ format: 'survivor' });
    const rules = JSON.stringify(rulesWith({ format: 'survivor', survivors: 'share' }));
    await league.store.db.updateTable('pools').set({ rules }).where('id', '=', poolId).execute();
    await at(NOW);
    await upgrade(NOW);
    expect(await rulesOf(poolId)).toMatchObject({ survivors: 'share' });
  });

  describe('the windows of buy-backs as they stand:', () => {
    /** Ann chose a team that lost, which was known at a given moment. */
    async function lose(changedAt: number): Promise<string> {
      const poolId = await poolBefore({ format: 'survivor', buyBacks: 1 });
      const { db } = league.store;
      const [gid = ''] = gids;
      const made = { entry_id: entryIdOf(poolId, ann.userId), revision: 1, made_at: 1 };
      const value = JSON.stringify({ gid, team: 'DAL' });
      await db
        .insertInto('picks')
        .values({ ...made, kind: 'team', about: WEEK_1, value })
        .execute();
      const other = { ...made, entry_id: entryIdOf(poolId, bob.userId), value: JSON.stringify({ gid, team: 'PHI' }) };
      await db
        .insertInto('picks')
        .values({ ...other, kind: 'team', about: WEEK_1 })
        .execute();
      const over = { status: 'Final' as const, home_score: 20, away_score: 10, updated_at: changedAt };
      await db.updateTable('games').set(over).where('gid', 'in', gids.slice(0, 2)).execute();
      return poolId;
    }
    const windowOf = async (poolId: string) =>
      (await buyBackWindowsOf(league.store.db, poolId)).get(entryIdOf(poolId, ann.userId))?.get(WEEK_1);

    test('one that is open until the next week begins', async () => {
      const poolId = await lose(SUNDAY_1PM + 3 * HOUR);
      await at(NOW);
      await upgrade(NOW);
      expect(await windowOf(poolId)).toMatchObject({ closesAt: NEXT, isCorrected: false, stands: true });
    });

    test('one that a late correction left open until the next lock, and that nothing opens again', async () => {
      const poolId = await lose(NEXT + HOUR);
      await at(NEXT + 2 * HOUR);
      await upgrade(NEXT + 2 * HOUR);
      expect(await windowOf(poolId)).toMatchObject({ closesAt: LATER, isCorrected: true });
      const pool = { id: poolId, rules: rulesWith({ format: 'survivor', buyBacks: 1 }) };
      const { rows } = await readSurvivorTable(league.store.db, pool, LATER + HOUR);
      expect(rows.find(({ name }) => name === 'Ann')).toMatchObject({ buyBackEnd: LATER, mayBuyBack: null });
    });
  });

  test('the values that confidence weeks which have begun were played with', async () => {
    const [playoffs, sixteen] = [
      await poolBefore({ format: 'confidence', scale: 'playoffs' }),
      await poolBefore({ format: 'confidence', scale: 'sixteen' }),
    ];
    await at(NOW);
    await upgrade(NOW);
    expect(await scalesOf(league.store.db, playoffs)).toEqual({ [WEEK_1]: [8, 16] });
    expect(await scalesOf(league.store.db, sixteen)).toEqual({ [WEEK_1]: [15, 16] });
  });

  test('the values that its games are worth if one that is off comes back', async () => {
    const poolId = await poolBefore({ format: 'confidence', scale: 'playoffs' });
    const { db } = league.store;
    const [gid = ''] = gids;
    await db.updateTable('games').set({ void: 'cancelled' }).where('gid', '=', gid).execute();
    await at(NOW);
    await upgrade(NOW);
    expect(await scalesOf(db, poolId)).toEqual({ [WEEK_1]: [8, 16] });
  });

  test("deadlines of a pool's own by the minute, with one line; one that was reached stays", async () => {
    const poolId = await poolBefore({ deadline: 'own', deadlineDay: 'saturday', deadlineTime: '12:00' });
    const { db } = league.store;
    const noons = [12, 19, 26].map((day) => easternToUtc(`2026-09-${day}`, '12:00'));
    for (const [week, noon] of noons.entries())
      await db
        .updateTable('pool_weeks')
        .set({ deadline: noon + 5 * MINUTE })
        .where('pool_id', '=', poolId)
        .where('week_id', '=', [WEEK_1, WEEK_2, WEEK_3][week] ?? '')
        .execute();
    await at(NOW);
    expect(await upgrade(NOW)).toEqual([expect.stringContaining('five minutes earlier')]);
    const rows = await db
      .selectFrom('pool_weeks')
      .select('deadline')
      .where('pool_id', '=', poolId)
      .orderBy('week_id')
      .execute();
    expect(rows.map(({ deadline }) => deadline)).toEqual([(noons[0] ?? 0) + 5 * MINUTE, noons[1], noons[2]]);
    const acts = await db.selectFrom('audit_log').select('act').where('pool_id', '=', poolId).execute();
    expect(acts.filter(({ act }) => act === 'lock.earlier')).toHaveLength(1);
    expect(await upgrade(NOW)).toEqual([]);
  });

  /** A pool in which Cy joined after its deadline and before the last game's own lock, and a default picked for Bob. */
  async function withLateMember() {
    const table = { id: 't', name: 'Fewest', from: WEEK_1, to: WEEK_3, games: 'all', measure: 'fewest', cents: 0 };
    const poolId = await poolBefore({ lateJoin: 'lowest', deadline: 'week', missed: 'own' });
    const { db } = league.store;
    const [first = '', second = ''] = gids;
    // The second game locks by itself after Cy joined, the pool before.
    await db
      .updateTable('games')
      .set({ lock_at: FIRST_LOCK + 5 * HOUR })
      .where('gid', '=', second)
      .execute();
    const [anns, bobs] = [entryIdOf(poolId, ann.userId), entryIdOf(poolId, bob.userId)];
    const late = await addPerson(league.deps, { name: 'Cy' });
    await at(FIRST_LOCK + HOUR);
    const join = { as: await addPerson(league.deps, { isAdmin: true }), params: { poolId, userId: late.userId } };
    (await league.call('PUT /api/pools/:poolId/members/:userId', { ...join, body: { enabled: true } })).ok();
    const made = { kind: 'pick' as const, revision: 1, made_at: 1 };
    const [right, auto] = [JSON.stringify({ side: 'home' }), JSON.stringify({ side: 'home', auto: true })];
    await db
      .insertInto('picks')
      .values([
        { ...made, entry_id: anns, about: first, value: right },
        { ...made, entry_id: anns, about: second, value: right },
        { ...made, entry_id: bobs, about: first, value: auto },
      ])
      .execute();
    const over = { status: 'Final' as const, home_score: 20, away_score: 10 };
    await db.updateTable('games').set(over).where('gid', 'in', [first, second]).execute();
    const tables = JSON.stringify([{ ...table, who: { kind: 'all' } }]);
    await db.updateTable('pools').set({ side_tables: tables }).where('id', '=', poolId).execute();
    const score = { pool_id: poolId, week_id: WEEK_1 };
    await db.deleteFrom('week_scores').where('pool_id', '=', poolId).execute();
    await db
      .insertInto('week_scores')
      .values([
        { ...score, entry_id: anns, halves: 4, correct: 2 },
        { ...score, entry_id: bobs, halves: 2, correct: 1 },
      ])
      .execute();
    return { poolId, name: (await findPool(db, poolId))?.name ?? '' };
  }

  test('what it recounts, once, with a line for each place that changes', async () => {
    const { poolId, name } = await withLateMember();
    await at(NOW);
    expect(await upgrade(NOW)).toEqual([
      `${name}, counted anew: Week 1, Cy: 0 points, now 2 points.`,
      `${name}, counted anew: Fewest, Bob: 1 point, now not in it.`,
    ]);
    const news = (await league.call('GET /api/pools/:poolId', { as: ann, params: { poolId } })).ok();
    expect(JSON.stringify(news)).toContain('Week 1, Cy: 0 points, now 2 points');
  });

  test('nothing about a pool without weeks, whatever it counts for late joiners', async () => {
    const rules = JSON.stringify(rulesWith({ lateJoin: 'lowest' }));
    const poolId = await addPool(league.deps, { members: [ann], weeks: [] });
    await league.store.db.updateTable('pools').set({ rules }).where('id', '=', poolId).execute();
    await at(NOW);
    expect(await upgrade(NOW)).toEqual([]);
  });

  test('decided weeks that come to something else than was stored', async () => {
    const poolId = await poolBefore({});
    const { db } = league.store;
    const [anns, bobs] = [entryIdOf(poolId, ann.userId), entryIdOf(poolId, bob.userId)];
    const over = { status: 'Final' as const, home_score: 20, away_score: 10 };
    await db.updateTable('games').set(over).where('gid', 'in', gids.slice(0, 2)).execute();
    await db.deleteFrom('week_scores').where('pool_id', '=', poolId).execute();
    const score = { pool_id: poolId, week_id: WEEK_1 };
    await db
      .insertInto('week_scores')
      .values({ ...score, entry_id: anns, halves: 4, correct: 2 })
      .execute();
    const result = (halves: number) => JSON.stringify({ winners: [bobs], points: { [bobs]: halves } });
    await db
      .insertInto('announced_weeks')
      .values([
        { ...score, result: result(2), since: 1 },
        { ...score, week_id: WEEK_2, result: result(2), since: 1 },
      ])
      .execute();
    await at(NOW);
    const lines = await upgrade(NOW);
    expect(lines.map((line) => line.split('counted anew: ')[1]).toSorted()).toEqual([
      'Week 1, Ann: 0 points, now 2 points.',
      'Week 1, Bob: 1 point, now 0 points.',
      'Week 2: decided, now open.',
    ]);
  });

  test('nothing of a finished pool, which keeps what it was counted by', async () => {
    const { poolId, name } = await withLateMember();
    const { db } = league.store;
    const standings = async () => {
      const { state } = await loadStandings(db, poolId, NOW);
      return state.rows.map((row) => `${row.name} ${row.totalHalves}`).toSorted();
    };
    const coming = db.updateTable('pool_weeks').set({ enabled: 0 }).where('pool_id', '=', poolId);
    await coming.where('week_id', 'in', [WEEK_2, WEEK_3]).execute();
    await at(NOW);
    expect(await standings()).toEqual(['Ann 4', 'Bob 2', 'Cy 4']);
    expect((await upgrade(NOW)).filter((line) => line.startsWith(name))).toEqual([]);
    expect(await standings()).toEqual(['Ann 4', 'Bob 2', 'Cy 0']);
    const { tables } = (await league.call('GET /api/pools/:poolId/side-tables', { as: ann, params: { poolId } })).ok();
    expect(tables[0]?.rows.map(({ name: each }) => each)).toContain('Bob');
  });
});
