/** Players who change their picks all at once, and whether every acknowledged pick is on disk afterward. */
import type { PickValue } from '#core/judge.ts';
import type { Side } from '#core/types.ts';
import { sides } from '#core/types.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import { parseValue } from '#server/picks/reads.ts';
import type { Engine } from '#server/platform/db/connect.ts';
import { connect } from '#server/platform/db/connect.ts';
import { duel, lineOf } from '../duel.ts';
import type { Player } from '../league.ts';
import { addGames, addPlayers, addPool, GAMES_A_WEEK, gameId, withLeague } from '../league.ts';
import type { Load } from '../load/load.ts';
import { startLoad } from '../load/load.ts';
import type { PlannedRequest } from '../load/protocol.ts';
import type { Aim, Line, Plan } from '../measure.ts';
import { startOwn, startRaw } from '../servers.ts';

const aims: Readonly<Record<Engine, Aim>> = {
  sqlite: { of: 'ratio', is: 'at least', value: 3 },
  postgres: { of: 'ratio', is: 'at least', value: 1.5 },
};

export async function measureSaves(plan: Plan): Promise<Line[]> {
  const lines: Line[] = [];
  for (const engine of plan.engines) lines.push(await measureEngine(plan, engine));
  return lines;
}

interface SavingLeague {
  readonly location: string;
  readonly poolId: string;
  readonly weekId: string;
  readonly players: readonly Player[];
  /** By the person who owns them. */
  readonly entryIds: ReadonlyMap<string, string>;
}

async function makeLeague(plan: Plan, engine: Engine): Promise<SavingLeague> {
  const location = await plan.places.make(engine);
  return withLeague(location, async (deps) => {
    const players = await addPlayers(deps, plan.players);
    const weeks = await addGames(deps, 1, 'Not Started');
    const poolId = await addPool(deps, players, weeks);
    const entryIds = new Map((await entriesOfPool(deps.store.db, poolId)).map(({ id, ownerId }) => [ownerId, id]));
    return { location, players, poolId, weekId: weeks[0] ?? '', entryIds };
  });
}

async function measureEngine(plan: Plan, engine: Engine): Promise<Line> {
  const [league, rawLeague] = [await makeLeague(plan, engine), await makeLeague(plan, engine)];
  const running: (() => Promise<void>)[] = [];
  const load = (port: number, saving: SavingLeague, save: Save): Load => {
    const started = startLoad({ port, connections: connectionsOf(saving, save) });
    running.push(started.stop);
    return started;
  };
  try {
    const own = await startOwn(league.location);
    running.push(own.kill);
    const raw = await startRaw({ location: rawLeague.location });
    running.push(raw.kill);
    const [ownLoad, rawLoad] = [load(own.port, league, ownSave), load(raw.port, rawLeague, rawSave)];
    const stretches = await duel(plan, ownLoad, rawLoad);
    const answered = await ownLoad.finish();
    await own.kill();
    const problems = await missingPicks(league, answered);
    return lineOf({ name: `picks saved, ${plan.players} players`, engine, aim: aims[engine] }, stretches, problems);
  } finally {
    await Promise.all(running.map((end) => end()));
  }
}

/** How a server is asked to save the side of a game for somebody, and how its answer begins. */
type Save = (
  league: SavingLeague,
  userId: string,
  gid: string,
  side: Side,
) => Pick<PlannedRequest, 'path' | 'body' | 'expected'>;

const ownSave: Save = ({ entryIds }, userId, gid, side) => ({
  path: `/api/entries/${entryIds.get(userId)}/picks`,
  body: JSON.stringify({ picks: [{ kind: 'pick', gid, side }] }),
  expected: `{"picks":[{"saved":true,"pick":{"side":"${side}"`,
});

const rawSave: Save = ({ poolId }, _, gid, side) => ({
  path: `/api/pools/${poolId}/picks/${gid}`,
  body: JSON.stringify({ side }),
  expected: `{"side":"${side}"`,
});

function connectionsOf(league: SavingLeague, save: Save): PlannedRequest[][] {
  return league.players.map((player) => sides.flatMap((side) => roundOf(league, player, side, save)));
}

/** One side of every game: a client that sends both rounds in turn writes with each request. */
function roundOf(league: SavingLeague, { userId, cookie }: Player, side: Side, save: Save): PlannedRequest[] {
  return Array.from({ length: GAMES_A_WEEK }, (_, game) => ({
    ...save(league, userId, gameId(league.weekId, game), side),
    method: 'PUT',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', cookie },
  }));
}

/**
 * Compares the database of a server that was killed with what its players were answered: the last side of every pick, one
 * revision for each round, and the same as the last line of its history. A dropped request that was sent again adds none.
 *
 * @param answered how many requests of each player
 */
async function missingPicks(league: SavingLeague, answered: readonly number[]): Promise<string[]> {
  const stored = await storedPicks(league.location);
  const expected = league.players.flatMap(({ userId }, player) => {
    const count = answered[player] ?? 0;
    return Array.from({ length: Math.min(count, GAMES_A_WEEK) }, (_, game) => {
      const revision = Math.ceil((count - game) / GAMES_A_WEEK);
      const state = `${sides[(revision - 1) % sides.length]}, revision ${revision}`;
      return { key: `${gameId(league.weekId, game)} ${userId}`, pick: `${state}; in history ${state}` };
    });
  });
  const wrong = expected.filter(({ key, pick }) => stored.get(key) !== pick);
  if (expected.length === 0) return ['no pick was acknowledged'];
  return wrong.map(({ key, pick }) => `${key} should be ${pick}, but is ${stored.get(key) ?? 'missing'}`).slice(0, 5);
}

async function storedPicks(location: string): Promise<Map<string, string>> {
  const store = connect(location);
  const { db } = store;
  try {
    const picks = await db
      .selectFrom('game_picks')
      .innerJoin('entries', 'entries.id', 'game_picks.entry_id')
      .selectAll('game_picks')
      .select('entries.owner_id')
      .execute();
    const history = await db.selectFrom('pick_history').selectAll().orderBy('revision').execute();
    const last = new Map(
      history.map(({ entry_id, about, value, revision }) => {
        const side = parseValue<PickValue>(value)?.side ?? null;
        return [`${about} ${entry_id}`, `${side}, revision ${revision}`];
      }),
    );
    return new Map(
      picks.map(({ gid, owner_id, entry_id, side, revision }) => {
        const kept = last.get(`${gid} ${entry_id}`) ?? 'nothing';
        return [`${gid} ${owner_id}`, `${side}, revision ${revision}; in history ${kept}`];
      }),
    );
  } finally {
    await store.close();
  }
}
