import { beforeEach, describe, expect, test } from 'vitest';
import { compareRules } from '#core/rules/lab.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import type { Side } from '#core/types.ts';
import { markPoolStale, markStale } from '#server/journal/stale-store.ts';
import { ReceiptSweep } from '#server/locks/sweep.ts';
import { recount, staleWeeks, staleWeeksOf } from '#server/standings/store.ts';
import type { Person } from '#tests/builders.ts';
import { WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock } from '#tests/database-clock.ts';
import { usualEngines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { everythingRead } from '#tests/reads.ts';

const WEEK_3 = '2026-week3';
const weekIds = [WEEK_1, WEEK_2, WEEK_3];
const [LOCK, WEEK] = [5 * MINUTE, 7 * 24 * HOUR];

describe.each(usualEngines)('A limit of auto picks, on %s', (engine) => {
  const league = withLeague(engine);
  let [admin, ann, bob] = [] as unknown as [Person, Person, Person];
  let [poolId, first, second, third] = [] as unknown as [string, string, string, string];

  /** One game a week, on Sundays; Ann and Bob play from the start. */
  async function begin(rules: Partial<PoolRules>): Promise<void> {
    for (const table of ['lock_receipts', 'entry_defaults', 'picks', 'week_scores', 'stale_weeks', 'games'] as const)
      await league.store.db.deleteFrom(table).execute();
    await at(SUNDAY_1PM - HOUR);
    ({ admin, ann, bob, poolId, first, second, third } = await aLeague(league, {
      admins: ['admin'],
      members: ['ann', 'bob'],
      weeks: weekIds,
      rules: { missed: 'home', missedLimit: 1, ...rules },
      games: {
        first: { home: 'PHI', away: 'DAL' },
        second: { home: 'KC', away: 'LV', weekId: WEEK_2, kickoff: SUNDAY_1PM + WEEK },
        third: { home: 'SF', away: 'SEA', weekId: WEEK_3, kickoff: SUNDAY_1PM + 2 * WEEK },
      },
    }));
  }

  beforeEach(() => begin({}));

  async function at(now: number): Promise<void> {
    league.clock.set(now);
    if (engine === 'postgres') await setDatabaseClock(league.store, now);
  }

  const sweep = () => new ReceiptSweep({ ...league.deps, onError: (error) => expect(error).toBeNull() }).sweep();
  const entryOf = ({ userId }: Person) => entryIdOf(poolId, userId);
  const pick = async (as: Person, gid: string, side: Side) => (await league.pick(as, poolId, { gid, side })).ok();
  const enter = async (who: Person, gid: string, side: Side | null) =>
    (await league.enter(admin, entryOf(who), { gid, side })).ok();
  const edit = async (gid: string, body: object) =>
    (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body })).ok();

  /** The home side wins each of these games, five hours after its kick-off. */
  async function play(...gids: readonly string[]): Promise<void> {
    for (const gid of gids) {
      await at(SUNDAY_1PM + [first, second, third].indexOf(gid) * WEEK + 5 * HOUR);
      await edit(gid, { status: 'Final', homeScore: 24, awayScore: 20 });
    }
  }

  /** Letters and points of the weeks by name, as the Matchup has them; each is a recount's. */
  async function season(): Promise<Record<string, string>> {
    expect(await recount(league.store)).toEqual([]);
    const weeks = await Promise.all(
      weekIds.map(async (weekId) => {
        const params = { poolId, weekId };
        return (await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', { as: bob, params })).ok().rows;
      }),
    );
    const cell = ({ picks, weekHalves }: { picks: string; weekHalves: number }) => `${picks}${weekHalves / 2}`;
    const named = (weeks[0] ?? []).map(({ id, name }) => {
      const own = weeks.flatMap((rows) => rows.filter((row) => row.id === id).map(cell));
      return [name, own.join(' ')];
    });
    return Object.fromEntries(named);
  }

  async function autoUntil(as: Person) {
    const { entries } = (await league.call('GET /api/pools/:poolId/picks', { as, params: { poolId } })).ok();
    return entries[0]?.autoUntil;
  }

  async function want(value: { side: Side } | { teams: string[] }): Promise<void> {
    const params = { entryId: entryOf(ann) };
    (await league.call('PUT /api/entries/:entryId/default', { as: ann, params, body: { value } })).ok();
  }

  /** What has been picked, by games or weeks. */
  async function stored(): Promise<string[]> {
    const rows = await league.store.db.selectFrom('picks').select('about').where('value', 'is not', null).execute();
    return rows.map(({ about }) => about).sort();
  }

  test('ends with its last week, and a correction in an early week moves it', async () => {
    await pick(bob, first, 'home');
    await play(first);
    expect([await autoUntil(ann), await autoUntil(bob)]).toEqual([WEEK_1, undefined]);
    await at(SUNDAY_1PM + WEEK + LOCK - 1);
    expect(await season()).toEqual({ Ann: 'x1 -0 -0', Bob: 'h1 -0 -0' });
    await at(SUNDAY_1PM + WEEK + LOCK);
    expect(await season()).toEqual({ Ann: 'x1 -0 -0', Bob: 'h1 x0 -0' });
    await play(second, third);
    expect(await season()).toEqual({ Ann: 'x1 -0 -0', Bob: 'h1 x1 -0' });
    expect([await autoUntil(ann), await autoUntil(bob)]).toEqual([WEEK_1, WEEK_2]);
    await enter(ann, first, 'away');
    expect(await season()).toEqual({ Ann: 'a0 x1 -0', Bob: 'h1 x1 -0' });
    expect(await autoUntil(ann)).toBe(WEEK_2);
    await enter(ann, first, null);
    expect(await season()).toEqual({ Ann: 'x1 -0 -0', Bob: 'h1 x1 -0' });
    await edit(first, { void: 'cancelled' });
    expect(await season()).toEqual({ Ann: '-0 x1 -0', Bob: 'h0 x1 -0' });
    await edit(first, { void: null });
    expect(await season()).toEqual({ Ann: 'x1 -0 -0', Bob: 'h1 x1 -0' });
    const { rows } = (await league.call('GET /api/pools/:poolId/standings', { as: ann, params: { poolId } })).ok();
    expect(rows.map(({ name, totalHalves }) => `${name} ${totalHalves / 2}`)).toEqual(['Bob 2', 'Ann 1']);
  });

  test('does not count a week that the pool no longer plays', async () => {
    await play(first, second, third);
    expect(await season()).toEqual({ Ann: 'x1 -0 -0', Bob: 'x1 -0 -0' });
    const body = { enabled: false };
    const params = { poolId, weekId: WEEK_1 };
    (await league.call('PUT /api/pools/:poolId/weeks/:weekId', { as: admin, params, body })).ok();
    const { rows } = (await league.call('GET /api/pools/:poolId/standings', { as: ann, params: { poolId } })).ok();
    expect(rows.map(({ halves }) => halves)).toEqual([
      [2, 0],
      [2, 0],
    ]);
  });

  test('rescores the later weeks of its pools only, also where several are marked', async () => {
    await play(first, second, third);
    await markPoolStale(league.store.db, poolId, [WEEK_2]);
    expect((await staleWeeks(league.store.db)).map(({ weekId, poolIds }) => [weekId, [...poolIds]])).toEqual([
      [WEEK_3, [poolId]],
      [WEEK_2, [poolId]],
    ]);
    expect(await staleWeeksOf(league.store.db, poolId)).toEqual(new Set([WEEK_3, WEEK_2]));
    const limited = poolId;
    await begin({ missedLimit: 'none' });
    await play(first, second, third);
    await markPoolStale(league.store.db, poolId, [WEEK_2]);
    const weeks = await staleWeeks(league.store.db);
    expect(weeks.map(({ weekId }) => weekId)).toEqual([WEEK_2]);
    expect(weeks.some(({ poolIds }) => poolIds.has(limited))).toBe(false);
  });

  test('rescores the later weeks of a pool that no longer plays the marked one, also if all pools are to be scored', async () => {
    await play(first, second, third);
    const { db } = league.store;
    await db.updateTable('pool_weeks').set({ enabled: 0 }).where('week_id', '=', WEEK_1).execute();
    await markPoolStale(db, poolId, [WEEK_1]);
    await markStale(db, [WEEK_1]);
    expect(await staleWeeksOf(db, poolId)).toEqual(new Set([WEEK_2, WEEK_3, WEEK_1]));
  });

  test('is that of side tables and the lab, where it can be tried', async () => {
    // The picks of other weeks are not read for it.
    const terms = {
      from: WEEK_2,
      to: WEEK_3,
      games: 'sunday',
      measure: 'right',
      who: { kind: 'all' },
      cents: 0,
    } as const;
    const body = { tables: [{ name: 'Sundays', ...terms }], seen: [] };
    (await league.call('PUT /api/pools/:poolId/side-tables', { as: admin, params: { poolId }, body })).ok();
    await pick(bob, first, 'home');
    await play(first, second, third);
    const shown = (await league.call('GET /api/pools/:poolId/side-tables', { as: ann, params: { poolId } })).ok();
    expect(shown.tables[0]?.rows.map(({ name, value }) => `${name} ${value}`)).toEqual(['Bob 1', 'Ann 0']);
    const reply = (await league.call('GET /api/pools/:poolId/lab', { as: ann, params: { poolId } })).ok();
    const entries = reply.entries.map(({ picks, ...entry }) => {
      const own = reply.games.filter((_, place) => picks[place] === 'h');
      return {
        ...entry,
        picks: Object.fromEntries(own.map(({ gid }) => [gid, { side: 'home' as const, bus: false }])),
      };
    });
    expect(Object.fromEntries(entries.map(({ name, missedWeeks }) => [name, missedWeeks]))).toEqual({
      Ann: weekIds,
      Bob: [WEEK_2, WEEK_3],
    });
    const lab = { weekIds: reply.weeks, games: reply.games, entries };
    const rules = (missedLimit: PoolRules['missedLimit']) => rulesWith({ missed: 'home', missedLimit });
    const totals = (limit: PoolRules['missedLimit']) =>
      compareRules(lab, rules(1), rules(limit)).rows.map(({ name, total, otherTotal }) => [
        name,
        total / 2,
        otherTotal / 2,
      ]);
    expect(totals(2)).toEqual([
      ['Bob', 2, 3],
      ['Ann', 1, 2],
    ]);
    expect(totals('none')).toEqual([
      ['Ann', 1, 3],
      ['Bob', 2, 3],
    ]);
  });

  test.each([
    ['sides', {}, { side: 'home' }],
    ['teams', { format: 'survivor', lives: 3 }, { teams: ['PHI', 'KC', 'SF'] }],
  ] as const)('stores no default after its weeks (%s)', async (_what, rules, value) => {
    await begin({ missed: 'own', missedLimit: 2, ...rules });
    await want('teams' in value ? { teams: [...value.teams] } : value);
    const made = async () =>
      (await league.call('GET /api/pools/:poolId/picks', { as: ann, params: { poolId } })).ok().entries[0]
        ?.defaultWeeks;
    expect(await made()).toEqual([]);
    for (const gid of [first, second, third]) {
      await at(SUNDAY_1PM + [first, second, third].indexOf(gid) * WEEK + LOCK);
      await sweep();
    }
    expect(await made()).toEqual([WEEK_1, WEEK_2]);
    expect(await stored()).toEqual(('teams' in value ? [WEEK_1, WEEK_2] : [first, second]).toSorted());
    expect(await recount(league.store)).toEqual([]);
  });

  test('stores no default after its weeks, also if several weeks are stored with a choice', async () => {
    await begin({ missed: 'own', format: 'survivor', lives: 3 });
    await want({ teams: ['PHI', 'KC', 'SF'] });
    await at(SUNDAY_1PM + WEEK + LOCK);
    const picks = [{ kind: 'team' as const, about: WEEK_3, value: { gid: third, team: 'SEA' } }];
    const params = { entryId: entryOf(ann) };
    (await league.call('PUT /api/entries/:entryId/picks', { as: ann, params, body: { picks } })).ok();
    expect(await stored()).toEqual([WEEK_1, WEEK_3]);
  });

  test('before the lock nothing visible to others depends on a side', async () => {
    await play(first);
    const entryId = entryOf(bob);
    const params = {
      poolId,
      weekId: WEEK_2,
      gid: second,
      userId: bob.userId,
      entryId,
    };
    const everything = () => Promise.all([bob, admin].map(({ cookie }) => everythingRead(league.app, params, cookie)));
    await at(SUNDAY_1PM + WEEK + LOCK - 1);
    await sweep();
    await pick(ann, second, 'home');
    const atHome = await everything();
    await pick(ann, second, 'away');
    expect(await everything()).toEqual(atHome);
    expect(await season()).toEqual({ Ann: 'x1 ?0 -0', Bob: 'x1 -0 -0' });
  });
});
