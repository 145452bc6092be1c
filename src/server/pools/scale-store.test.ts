import { beforeEach, describe, expect, test } from 'vitest';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { editGame } from '#server/game-changes/edit-store.ts';
import { weekScores } from '#server/standings/season-reads.ts';
import { rescoreAllStale } from '#server/standings/store.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, WEEK_1 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock } from '#tests/database-clock.ts';
import { usualEngines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { withLeague } from '#tests/league.ts';
import { scalesOf } from './week-reads.ts';

const LOCK = SUNDAY_1PM + 5 * MINUTE;

describe.each(usualEngines)('The values of a confidence week on %s', (engine) => {
  const league = withLeague(engine);
  let [ann, bob] = [] as unknown as [Person, Person];
  let gids: string[];

  beforeEach(async () => {
    await at(SUNDAY_1PM - HOUR);
    for (const table of ['picks', 'week_scores', 'games'] as const) await league.store.db.deleteFrom(table).execute();
    ann = await addPerson(league.deps, { name: 'Ann' });
    bob = await addPerson(league.deps, { name: 'Bob' });
    gids = [];
    for (const hours of [0, 3, 6]) gids.push(await addGame(league.deps, { kickoff: SUNDAY_1PM + hours * HOUR }));
  });

  async function at(now: number): Promise<void> {
    league.clock.set(now);
    if (engine === 'postgres') await setDatabaseClock(league.store, now);
  }

  const pool = (scale: 'ranks' | 'sixteen') =>
    addPool(league.deps, { members: [ann, bob], weeks: [WEEK_1], rules: { format: 'confidence', scale } });
  const stored = async (poolId: string) => (await scalesOf(league.store.db, poolId))[WEEK_1];
  const lock = async () => {
    await at(LOCK);
    await league.deps.receipts.sweep();
  };

  test('are stored with the first lock, and sent to pages', async () => {
    const poolId = await pool('sixteen');
    await league.deps.receipts.sweep();
    expect(await stored(poolId)).toBeUndefined();
    await lock();
    expect(await stored(poolId)).toEqual([14, 15, 16]);
    const reply = (await league.call('GET /api/pools/:poolId', { as: ann, params: { poolId } })).ok();
    expect(reply.scales).toEqual({ [WEEK_1]: [14, 15, 16] });
  });

  test('never change then: not by a game that is called off, nor by the rules', async () => {
    const poolId = await pool('ranks');
    await lock();
    await editGame(league.store, gids[2] ?? '', { void: 'cancelled' }, league.clock.now);
    const rules = JSON.stringify(rulesWith({ format: 'confidence', scale: 'sixteen' }));
    await league.store.db.updateTable('pools').set({ rules }).where('id', '=', poolId).execute();
    await at(LOCK + 3 * HOUR);
    await league.deps.receipts.sweep();
    expect(await stored(poolId)).toEqual([1, 2, 3]);
  });

  test('decide its scores, and are in the Matchup', async () => {
    const poolId = await pool('ranks');
    const { db } = league.store;
    const made = { entry_id: entryIdOf(poolId, ann.userId), revision: 1, made_at: 1 };
    const [gid = ''] = gids;
    const picked = [
      { ...made, kind: 'pick' as const, about: gid, value: '{"side":"home"}' },
      { ...made, kind: 'order' as const, about: WEEK_1, value: JSON.stringify({ order: gids.toReversed() }) },
    ];
    await db.insertInto('picks').values(picked).execute();
    await lock();
    // As an upgrade stores what a week was played with.
    await db.updateTable('pool_weeks').set({ scale: '[6,8,12]' }).where('pool_id', '=', poolId).execute();
    await editGame(league.store, gid, { status: 'Final', homeScore: 7 }, league.clock.now);
    await rescoreAllStale(league.store, league.clock.now);
    expect((await weekScores(db, poolId)).get(made.entry_id)).toEqual({ [WEEK_1]: 24 });
    const asked = { as: bob, params: { poolId, weekId: WEEK_1 } };
    const { rows } = (await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', asked)).ok();
    expect(rows.find(({ id }) => id === made.entry_id)?.values).toEqual([12, null, null]);
  });
});
