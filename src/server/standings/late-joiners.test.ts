import { beforeEach, describe, expect, test } from 'vitest';
import { compareRules } from '#core/rules/lab.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, WEEK_1 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { withLeague } from '#tests/league.ts';
import { readPlayedSeason } from './lab-reads.ts';
import { rescoreAllStale } from './store.ts';

const LOCK = SUNDAY_1PM + 5 * MINUTE;
const MONDAY = SUNDAY_1PM + 31 * HOUR;

describe('Who joined late, where that counts the lowest score', () => {
  const league = withLeague('sqlite');
  let [ann, bob, late] = [] as unknown as [Person, Person, Person];
  let gids: string[];

  beforeEach(async () => {
    const { db } = league.store;
    for (const table of ['picks', 'week_scores', 'games'] as const) await db.deleteFrom(table).execute();
    league.clock.set(SUNDAY_1PM - HOUR);
    [ann, bob, late] = [await addPerson(league.deps), await addPerson(league.deps), await addPerson(league.deps)];
    gids = [await addGame(league.deps, { kickoff: SUNDAY_1PM }), await addGame(league.deps, { kickoff: MONDAY })];
  });

  /** Ann picks both games right; the late one joins an hour after the first kick-off. Both games end with a home win. */
  async function play(rules: Partial<PoolRules>, bobs?: object, isFirstOff = false) {
    const poolId = await addPool(league.deps, { members: [ann, bob], weeks: [WEEK_1], rules });
    const { db } = league.store;
    const pick = (person: Person, gid: string, value: object) => ({
      entry_id: entryIdOf(poolId, person.userId),
      kind: 'pick' as const,
      about: gid,
      value: JSON.stringify(value),
      revision: 1,
      made_at: 1,
    });
    const [first = '', second = ''] = gids;
    await db
      .insertInto('picks')
      .values([
        pick(ann, first, { side: 'home' }),
        pick(ann, second, { side: 'home' }),
        ...(bobs ? [pick(bob, first, bobs)] : []),
      ])
      .execute();
    league.clock.set(LOCK + HOUR);
    const join = { as: await admin(), params: { poolId, userId: late.userId }, body: { enabled: true } };
    (await league.call('PUT /api/pools/:poolId/members/:userId', join)).ok();
    const over = { status: 'Final' as const, home_score: 20, away_score: 10 };
    await db.updateTable('games').set(over).where('gid', 'in', gids).execute();
    if (isFirstOff) await db.updateTable('games').set({ void: 'cancelled' }).where('gid', '=', first).execute();
    league.clock.set(MONDAY + 5 * HOUR);
    await db.insertInto('stale_weeks').values({ week_id: WEEK_1, mark: 'test' }).execute();
    await rescoreAllStale(league.store, league.clock.now);
    const { rows } = (await league.call('GET /api/pools/:poolId/standings', { as: ann, params: { poolId } })).ok();
    const halves = rows.find(({ ownerId }) => ownerId === late.userId)?.totalHalves;
    const { weekIds, games, entries } = await readPlayedSeason(db, poolId, league.clock.now());
    const counted = entries.map((entry) => ({
      ...entry,
      picks: Object.fromEntries([...entry.picks].map(([gid, each]) => [gid, { ...each, bus: false }])),
    }));
    const all = rulesWith(rules);
    const lab = compareRules({ weekIds, games, entries: counted, totals: undefined }, all, all);
    const inLab = lab.rows.find(({ id }) => id === entryIdOf(poolId, late.userId))?.total;
    return { halves, inLab };
  }

  const admin = () => addPerson(league.deps, { isAdmin: true });

  test('is asked with the lock of the pool, in the table as in the rule lab', async () => {
    const rules = { lateJoin: 'lowest', deadline: 'week' } as const;
    expect(await play(rules, { side: 'home' })).toEqual({ halves: 2, inLab: 2 });
  });

  test('is nobody before the last lock', async () => {
    expect(await play({ lateJoin: 'lowest' }, { side: 'home' })).toEqual({ halves: 0, inLab: 0 });
  });

  test('gets the lowest score of those who picked, which a default does for nobody', async () => {
    const rules = { lateJoin: 'lowest', deadline: 'week', missed: 'own' } as const;
    expect(await play(rules, { side: 'away', auto: true })).toEqual({ halves: 4, inLab: 4 });
    expect(await play(rules, { side: 'away' })).toEqual({ halves: 0, inLab: 0 });
  });

  test('gets the lowest score of those who picked, which an auto pick does for nobody', async () => {
    const rules = { lateJoin: 'lowest', deadline: 'week', missed: 'away' } as const;
    expect(await play(rules)).toEqual({ halves: 4, inLab: 4 });
    expect(await play(rules, { side: 'away' })).toEqual({ halves: 0, inLab: 0 });
  });

  test('gets the lowest score of those who picked a game that counts', async () => {
    const rules = { lateJoin: 'lowest', deadline: 'week' } as const;
    expect(await play(rules, { side: 'away' }, true)).toEqual({ halves: 2, inLab: 2 });
  });
});
