/** Players who change their picks all at once, and whether every acknowledged pick is on disk afterward. */
import type { Side } from '#core/types.ts';
import { sides } from '#core/types.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import type { Engine } from '#server/platform/db/connect.ts';
import { connect } from '#server/platform/db/connect.ts';
import type { Player } from '#tests/direct-league.ts';
import { addPlayers, withLeague } from '#tests/direct-league.ts';
import { duel } from '../duel.ts';
import { addGames, addPool, gamesOf } from '../league.ts';
import type { PlannedRequest, Target } from '../load.ts';
import type { Line, Plan } from '../measure.ts';
import { makeDatabase, startOwn, startRaw } from '../servers.ts';

/** The ratio to reach. */
const aims: Readonly<Record<Engine, number>> = { sqlite: 3, postgres: 1.5 };

interface Saver extends Player {
  readonly entryId: string;
}

interface League {
  readonly location: string;
  readonly poolId: string;
  readonly gids: readonly string[];
  readonly players: readonly Saver[];
}

export async function measureSaves(plan: Plan, engine: Engine): Promise<Line[]> {
  const [league, rawLeague] = [await makeLeague(plan, engine), await makeLeague(plan, engine)];
  await using own = await startOwn(league.location);
  await using raw = await startRaw(rawLeague.location);
  const ours = targetOf(own.port, league, ({ entryId }, gid, side) => ({
    path: `/api/entries/${entryId}/picks`,
    body: JSON.stringify({ picks: [{ kind: 'pick', about: gid, value: { side } }] }),
    expected: `{"picks":[{"saved":true,"pick":{"kind":"pick","about":"${gid}","value":{"side":"${side}"`,
  }));
  const theirs = targetOf(raw.port, rawLeague, (_, gid, side) => ({
    path: `/api/pools/${rawLeague.poolId}/picks/${gid}`,
    body: JSON.stringify({ side }),
    expected: `{"side":"${side}"`,
  }));
  const name = `picks saved, ${plan.players} players`;
  const { line, answered } = await duel(plan, { name, engine, aim: { ratio: aims[engine] } }, ours, theirs);
  await own.kill();
  return [{ ...line, problems: [...line.problems, ...(await missingPicks(league, answered))] }];
}

async function makeLeague({ cleanup, players: count }: Plan, engine: Engine): Promise<League> {
  const location = await makeDatabase(engine, cleanup);
  return withLeague(location, async (deps) => {
    const players = await addPlayers(deps, count);
    const weeks = await addGames(deps, 1, 'Not Started');
    const poolId = await addPool(deps, players, weeks);
    const entries = new Map((await entriesOfPool(deps.store.db, poolId)).map(({ id, ownerId }) => [ownerId, id]));
    const withEntries = players.map((player) => ({ ...player, entryId: entries.get(player.userId) ?? '' }));
    return { location, players: withEntries, poolId, gids: gamesOf(weeks[0] ?? '') };
  });
}

/** How a server is asked to save the side of a game, and how its reply begins. */
type Save = (player: Saver, gid: string, side: Side) => Pick<PlannedRequest, 'path' | 'body' | 'expected'>;

/** One side of every game and then the other, so that each request writes. */
function targetOf(port: number, { gids, players }: League, save: Save): Target {
  const requestsOf = (player: Saver): PlannedRequest[] => {
    const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', cookie: player.cookie };
    return sides.flatMap((side) => gids.map((gid) => ({ ...save(player, gid, side), method: 'PUT', headers })));
  };
  return { port, players: players.map(requestsOf) };
}

/** Each acknowledged change raised the revision of its pick, before the server was killed. @param answered how many requests of each player */
async function missingPicks({ location, players, gids }: League, answered: readonly number[]): Promise<string[]> {
  const store = connect(location);
  try {
    const picks = await store.db.selectFrom('game_picks').select(['entry_id', 'gid', 'revision']).execute();
    if (picks.length === 0) return ['no pick was saved'];
    const stored = new Map(picks.map(({ entry_id, gid, revision }) => [`${entry_id} ${gid}`, revision]));
    const missing = players.flatMap(({ entryId }, player) =>
      gids.flatMap((gid, game) => {
        const expected = Math.ceil(((answered[player] ?? 0) - game) / gids.length);
        const found = stored.get(`${entryId} ${gid}`) ?? 0;
        return found >= expected ? [] : [`a pick is at revision ${found} instead of ${expected}`];
      }),
    );
    return missing.slice(0, 5);
  } finally {
    await store.close();
  }
}
