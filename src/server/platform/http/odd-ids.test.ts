import { describe, expect, test } from 'vitest';
import { recount } from '#server/standings/store.ts';
import { addPerson, addPool, WEEK_1 } from '#tests/builders.ts';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { usualEngines } from '#tests/engines.ts';
import { withLeague } from '#tests/league.ts';
import { seasonFile } from '#tests/season-file.ts';

const gids = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
const homes = ['KC', 'BUF', 'PHI', 'SF'];
const aways = ['LV', 'MIA', 'DAL', 'SEA'];

describe.each(usualEngines)('Games whose ids are names of every object on %s', (engine) => {
  const league = withLeague(engine);

  const file = (score: { home_score?: number; away_score?: number }) =>
    seasonFile(...gids.map((game_id, at) => ({ game_id, home: homes[at] ?? '', away: aways[at] ?? '', ...score })));

  test('are imported, picked and scored like all others', async () => {
    const { deps, clock } = league;
    clock.set(SUNDAY_1PM - HOUR);
    const admin = await addPerson(deps, { isAdmin: true });
    const ann = await addPerson(deps, { name: '__proto__' });
    const load = async (text: string) => {
      const body = { source: 'file', season: 2026, text } as const;
      return (await league.call('POST /api/admin/season', { as: admin, body })).ok();
    };
    expect(await load(file({}))).toMatchObject({ games: 4, added: 4 });
    const poolId = await addPool(deps, { members: [ann] });
    for (const gid of gids) {
      (await league.pick(ann, poolId, { gid, side: 'home' })).ok();
    }
    const week = { as: ann, params: { poolId, weekId: WEEK_1 } };
    expect(
      Object.values((await league.own(ann, poolId)).picks)
        .map(({ about }) => about)
        .sort(),
    ).toEqual(gids.toSorted());
    clock.set(SUNDAY_1PM + 4 * HOUR);
    expect(await load(file({ home_score: 24, away_score: 3 }))).toMatchObject({ changed: 4 });
    const matchup = (await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', week)).ok();
    expect(matchup.rows).toMatchObject([{ name: '__proto__', picks: 'hhhh', weekHalves: 8, overallHalves: 8 }]);
    const standings = (await league.call('GET /api/pools/:poolId/standings', { as: ann, params: { poolId } })).ok();
    expect(standings.rows).toMatchObject([{ name: '__proto__', totalHalves: 8 }]);
    expect(await recount(league.store)).toEqual([]);
  });
});
