/** Players who change their picks at the same time, and whether every acknowledged pick is on disk afterward. */
import { sides } from '#core/types.ts';
import type { Engine } from '#server/platform/db/connect.ts';
import { connect } from '#server/platform/db/connect.ts';
import { addPlayers, withLeague } from '#tests/direct-league.ts';
import { duel } from '../duel.ts';
import { addEmptyPool, addWeeks, entryIdsOf, gamesOf } from '../league.ts';
import type { Line, Plan } from '../measure.ts';
import { makeDatabase, requestOf, startOwn, startRaw } from '../servers.ts';

/** The ratio to reach. */
const aims: Readonly<Record<Engine, number>> = { sqlite: 3, postgres: 1.5 };

type League = Awaited<ReturnType<typeof makeLeague>>;

export async function measureSaves(plan: Plan, engine: Engine): Promise<Line[]> {
  const league = await makeLeague(plan, engine);
  const { line, answered } = await saveInTurns(plan, engine, league);
  return [{ ...line, problems: [...line.problems, ...(await missingPicks(league, answered))] }];
}

/** Kills the servers at the end. */
async function saveInTurns(plan: Plan, engine: Engine, { location, players, gids }: League) {
  await using own = await startOwn(location);
  await using raw = await startRaw(location);
  // One side of every game and then the other, so that each request writes.
  const requests = players.map(({ entryId, cookie }) =>
    sides.flatMap((side) =>
      gids.map((gid) => ({
        ...requestOf(cookie, 'PUT', { picks: [{ kind: 'pick', about: gid, value: { side } }] }),
        path: `/api/entries/${entryId}/picks`,
        expected: `{"picks":[{"saved":true,"pick":{"kind":"pick","about":"${gid}","value":{"side":"${side}"`,
      })),
    ),
  );
  const name = `picks saved, ${plan.players} players`;
  return await duel(plan, { name, engine, aim: { ratio: aims[engine] } }, { own, raw }, requests);
}

async function makeLeague({ cleanup, players: count }: Plan, engine: Engine) {
  const location = await makeDatabase(engine, cleanup);
  return withLeague(location, async (deps) => {
    const members = await addPlayers(deps, count);
    const weeks = await addWeeks(deps, 1, 'Not Started');
    const poolId = await addEmptyPool(deps, { members, weeks });
    const entryIds = await entryIdsOf(deps, poolId, members);
    const players = members.map(({ cookie }, at) => ({ cookie, entryId: entryIds[at] ?? '' }));
    return { location, players, gids: weeks.flatMap(gamesOf) };
  });
}

/** Each acknowledged change raised the revision of its pick. @param answered the number of replies to each player */
async function missingPicks({ location, players, gids }: League, answered: readonly number[]): Promise<string[]> {
  const store = connect(location);
  const picks = await store.db.selectFrom('game_picks').select(['entry_id', 'gid', 'revision']).execute();
  await store.close();
  const stored = new Map(picks.map(({ entry_id, gid, revision }) => [`${entry_id} ${gid}`, revision]));
  const missing = players.flatMap(({ entryId }, player) =>
    gids.flatMap((gid, game) => {
      const expected = Math.ceil(((answered[player] ?? 0) - game) / gids.length);
      const found = stored.get(`${entryId} ${gid}`) ?? 0;
      return found >= expected ? [] : [`a pick is at revision ${found} instead of ${expected}`];
    }),
  );
  return missing.slice(0, 5);
}
