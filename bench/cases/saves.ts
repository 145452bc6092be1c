/** Players who change their picks all at once, and whether every acknowledged pick is on disk afterward. */
import type { Side } from '#core/types.ts';
import { sides } from '#core/types.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import type { Engine } from '#server/platform/db/connect.ts';
import { connect } from '#server/platform/db/connect.ts';
import type { Player } from '#tests/direct-league.ts';
import { addPlayers, withLeague } from '#tests/direct-league.ts';
import { duel } from '../duel.ts';
import { addGames, addPool, GAMES_A_WEEK, gameId } from '../league.ts';
import type { PlannedRequest, Target } from '../load.ts';
import type { Line, Plan } from '../measure.ts';
import { startOwn, startRaw } from '../servers.ts';

/** The ratio to reach. */
const aims: Readonly<Record<Engine, number>> = { sqlite: 3, postgres: 1.5 };

interface SavingLeague {
  readonly location: string;
  readonly poolId: string;
  readonly weekId: string;
  readonly players: readonly Player[];
  /** By the person who owns them. */
  readonly entryIds: ReadonlyMap<string | null, string>;
}

export async function measureSaves(plan: Plan, engine: Engine): Promise<Line[]> {
  const [league, rawLeague] = [await makeLeague(plan, engine), await makeLeague(plan, engine)];
  const own = await startOwn(league.location);
  const raw = await startRaw(rawLeague.location);
  try {
    const name = `picks saved, ${plan.players} players`;
    const aim = { of: 'ratio', is: 'at least', value: aims[engine] } as const;
    const [ours, theirs] = [targetOf(own.port, league, ownSave), targetOf(raw.port, rawLeague, rawSave)];
    const { line, answered } = await duel(plan, { name, engine, aim }, ours, theirs);
    await own.kill();
    return [{ ...line, problems: [...line.problems, ...(await missingPicks(league, answered))] }];
  } finally {
    await Promise.all([own.kill(), raw.kill()]);
  }
}

async function makeLeague({ places, players: count }: Plan, engine: Engine): Promise<SavingLeague> {
  const location = await places.make(engine);
  return withLeague(location, async (deps) => {
    const players = await addPlayers(deps, count);
    const weeks = await addGames(deps, 1, 'Not Started');
    const poolId = await addPool(deps, players, weeks);
    const entryIds = new Map((await entriesOfPool(deps.store.db, poolId)).map(({ id, ownerId }) => [ownerId, id]));
    return { location, players, poolId, weekId: weeks[0] ?? '', entryIds };
  });
}

/** How a server is asked to save the side of a game for somebody, and how its reply begins. */
type Save = (
  league: SavingLeague,
  userId: string,
  gid: string,
  side: Side,
) => Pick<PlannedRequest, 'path' | 'body' | 'expected'>;

const ownSave: Save = ({ entryIds }, userId, gid, side) => ({
  path: `/api/entries/${entryIds.get(userId)}/picks`,
  body: JSON.stringify({ picks: [{ kind: 'pick', about: gid, value: { side } }] }),
  expected: `{"picks":[{"saved":true,"pick":{"kind":"pick","about":"${gid}","value":{"side":"${side}"`,
});

const rawSave: Save = ({ poolId }, _, gid, side) => ({
  path: `/api/pools/${poolId}/picks/${gid}`,
  body: JSON.stringify({ side }),
  expected: `{"side":"${side}"`,
});

/** One side of every game and then the other, so that each request writes. */
function targetOf(port: number, league: SavingLeague, save: Save): Target {
  const games = Array.from({ length: GAMES_A_WEEK }, (_, game) => gameId(league.weekId, game));
  const players = league.players.map(({ userId, cookie }) =>
    sides.flatMap((side) =>
      games.map((gid): PlannedRequest => {
        const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', cookie };
        return { ...save(league, userId, gid, side), method: 'PUT', headers };
      }),
    ),
  );
  return { port, players };
}

/** Each acknowledged change raised the revision of its pick, before the server was killed. @param answered how many requests of each player */
async function missingPicks(
  { location, players, weekId }: SavingLeague,
  answered: readonly number[],
): Promise<string[]> {
  const store = connect(location);
  try {
    const picks = await store.db
      .selectFrom('game_picks')
      .innerJoin('entries', 'entries.id', 'game_picks.entry_id')
      .select(['owner_id', 'gid', 'revision'])
      .execute();
    const stored = new Map(picks.map(({ owner_id, gid, revision }) => [`${owner_id} ${gid}`, revision]));
    const missing = players.flatMap(({ userId }, player) =>
      Array.from({ length: GAMES_A_WEEK }, (_, game) => {
        const expected = Math.ceil(((answered[player] ?? 0) - game) / GAMES_A_WEEK);
        const found = stored.get(`${userId} ${gameId(weekId, game)}`) ?? 0;
        return found >= expected ? [] : [`a pick is at revision ${found} instead of ${expected}`];
      }).flat(),
    );
    return stored.size === 0 ? ['no pick was saved'] : missing.slice(0, 5);
  } finally {
    await store.close();
  }
}
