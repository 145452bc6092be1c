/** Leagues to measure, written straight into a database. */
import { teams } from '#core/teams.ts';
import type { GameStatus, Side } from '#core/types.ts';
import { weekId } from '#core/weeks.ts';
import type { Deps } from '#server/deps.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import { setPoolWeeks } from '#server/game-changes/deadline-store.ts';
import type { GameWrite } from '#server/game-changes/store.ts';
import { addWeeks, writeGames } from '#server/game-changes/store.ts';
import { importPicks } from '#server/imports/picks-store.ts';
import { createPool } from '#server/manage/store.ts';
import { setMembers } from '#server/members/store.ts';
import { rescoreAllStale } from '#server/standings/store.ts';
import type { Player } from '#tests/direct-league.ts';

export const GAMES_A_WEEK = 16;
export const SEASON = 2025;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Adds the first weeks of a season. @returns their ids */
export async function addGames({ store }: Deps, weeks: number, status: GameStatus): Promise<string[]> {
  const ids = Array.from({ length: weeks }, (_, at) => weekId(SEASON, at + 1));
  await addWeeks(store.db, ids);
  const kickoff = Date.now() + (status === 'Not Started' ? DAY_MS : -weeks * 7 * DAY_MS);
  await store.db.transaction().execute(async (tx) => {
    const writes = ids.flatMap((id, week) => weekOfGames(id, week, kickoff + week * 7 * DAY_MS, status));
    await writeGames(tx, store.engine, writes, Date.now);
  });
  return ids;
}

/** The ids of a week's games. */
export function gamesOf(week: string): string[] {
  return Array.from({ length: GAMES_A_WEEK }, (_, game) => `${week}-${game}`);
}

function weekOfGames(id: string, week: number, kickoff: number, status: GameStatus): GameWrite[] {
  return gamesOf(id).map((gid, game) => ({
    gid,
    ...aScore(week, game),
    ...(status === 'Final' ? {} : { homeScore: 0, awayScore: 0 }),
    weekId: id,
    home: teams[(2 * game + week) % teams.length]?.abbr ?? '',
    away: teams[(2 * game + week + 1) % teams.length]?.abbr ?? '',
    kickoff: kickoff + game * HOUR_MS,
    timeTbd: false,
    status,
  }));
}

/** The score and spread of a game that is over. */
export function aScore(week: number, game: number) {
  return { homeScore: (7 * game + week) % 40, awayScore: (11 * game + 3 * week) % 40, spread: (game % 15) - 7 };
}

/** The side that a player picks. */
export function sideOf(player: number, game: number): Side {
  return (player * 7 + game * 3) % 5 < 2 ? 'away' : 'home';
}

/** Adds a pool of some players over some weeks. @returns its id */
export async function addPool({ store }: Deps, players: readonly Player[], weeks: readonly string[]): Promise<string> {
  const pool = { name: `Pool of ${players.length}`, rules: { useSpread: true, roundSpread: true } };
  const poolId = await createPool(store.db, pool, Date.now());
  const members = players.map(({ userId }) => userId);
  await setMembers(store.db, poolId, members, Date.now());
  await setPoolWeeks(store.db, { engine: store.engine, now: Date.now }, poolId, weeks);
  return poolId;
}

/** Adds a pool whose players have picked every game, with the scores. @returns its id */
export async function addPoolWithPicks(
  deps: Deps,
  players: readonly Player[],
  weeks: readonly string[],
): Promise<string> {
  const { store } = deps;
  const poolId = await addPool(deps, players, weeks);
  const entries = await entriesOfPool(store.db, poolId);
  const entryOf = new Map(entries.map(({ id, ownerId }) => [ownerId, id]));
  for (const week of weeks) {
    const picks = players.flatMap(({ userId }, player) =>
      gamesOf(week).map((gid, game) => ({
        poolId,
        entryId: entryOf.get(userId) ?? '',
        wish: { kind: 'pick' as const, about: gid, value: { side: sideOf(player, game) } },
        madeAt: Date.now(),
      })),
    );
    await importPicks(store.db, store.engine, picks, { by: 'seed' }, Date.now());
  }
  await rescoreAllStale(store, Date.now);
  return poolId;
}

/** Turns the talk of a pool on, with some messages. */
export async function addTalk(
  { store }: Deps,
  poolId: string,
  players: readonly Player[],
  count: number,
): Promise<void> {
  await store.db.updateTable('pools').set({ has_talk: 1 }).where('id', '=', poolId).execute();
  await store.db.transaction().execute(async (tx) => {
    for (let number = 0; number < count; number += 1) {
      const by = { pool_id: poolId, user_id: players[number % players.length]?.userId ?? null };
      const said = { kind: 'said' as const, text: 'the line moved again', at: Date.now(), once: `message ${number}` };
      const message = { ...by, ...said };
      await tx.insertInto('messages').values(message).execute();
    }
  });
}
