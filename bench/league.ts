/** Leagues to measure, written straight into a database. */
import { teams } from '#core/teams.ts';
import { DAY_MS, HOUR_MS } from '#core/time.ts';
import type { GameStatus, Side } from '#core/types.ts';
import { weekId } from '#core/weeks.ts';
import type { Deps } from '#server/deps.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import { importPicks } from '#server/imports/picks-store.ts';
import { rescoreAllStale } from '#server/standings/store.ts';
import type { PoolTraits } from '#tests/builders.ts';
import { addGames, addPool } from '#tests/builders.ts';

export const GAMES_A_WEEK = 16;
export const SEASON = 2025;
const WEEK_MS = 7 * DAY_MS;

type Users = readonly { readonly userId: string }[];

/** Adds the first weeks of a season, with their games. @returns the ids of the weeks */
export async function addWeeks(deps: Deps, count: number, status: GameStatus): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, at) => weekId(SEASON, at + 1));
  const first = Date.now() + (status === 'Not Started' ? DAY_MS : -count * WEEK_MS);
  const games = ids.flatMap((id, week) =>
    gamesOf(id).map((gid, game) => ({
      gid,
      homeScore: status === 'Final' ? (7 * game + week) % 40 : 0,
      awayScore: status === 'Final' ? (11 * game + 3 * week) % 40 : 0,
      spread: (game % 15) - 7,
      weekId: id,
      home: teams[(2 * game + week) % teams.length]?.abbr ?? '',
      away: teams[(2 * game + week + 1) % teams.length]?.abbr ?? '',
      kickoff: first + week * WEEK_MS + game * HOUR_MS,
      status,
    })),
  );
  await addGames(deps, games);
  return ids;
}

/** The ids of a week's games. */
export function gamesOf(week: string): string[] {
  return Array.from({ length: GAMES_A_WEEK }, (_, game) => `${week}-${game}`);
}

/** The side that a player picks. */
export function sideOf(player: number, game: number): Side {
  return scattered(player, game) % 2 ? 'home' : 'away';
}

/** A number that looks random, and is the same each time. */
export function scattered(a: number, b: number): number {
  const mixed = Math.imul(a * 1000 + b + 1, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) >>> 7;
}

/** Adds a pool without picks. @returns its id */
export function addEmptyPool(deps: Deps, pool: PoolTraits): Promise<string> {
  return addPool(deps, { rules: { useSpread: true, roundSpread: true }, ...pool });
}

/** Adds a pool whose members have picked every game, with the scores. @returns its id */
export async function addPickedPool(deps: Deps, pool: PoolTraits): Promise<string> {
  const { store } = deps;
  const poolId = await addEmptyPool(deps, pool);
  const entries = await entriesOfPool(store.db, poolId);
  for (const week of pool.weeks ?? []) {
    const picks = entries.flatMap(({ id: entryId }, player) =>
      gamesOf(week).map((gid, game) => ({
        poolId,
        entryId,
        wish: { kind: 'pick' as const, about: gid, value: { side: sideOf(player, game) } },
        madeAt: Date.now(),
      })),
    );
    await importPicks(store.db, store.engine, picks, { by: 'seed' }, Date.now());
  }
  await rescoreAllStale(store, Date.now);
  return poolId;
}

/** The entry of each player in a pool. */
export async function entryIdsOf({ store }: Deps, poolId: string, players: Users): Promise<string[]> {
  const entries = new Map((await entriesOfPool(store.db, poolId)).map(({ id, ownerId }) => [ownerId, id]));
  return players.map(({ userId }) => entries.get(userId) ?? '');
}

/** Enables the talk of a pool, with some messages. */
export async function addTalk({ store }: Deps, poolId: string, players: Users, count: number): Promise<void> {
  await store.db.updateTable('pools').set({ has_talk: 1 }).where('id', '=', poolId).execute();
  const messages = Array.from({ length: count }, (_, number) => ({
    pool_id: poolId,
    user_id: players[number % players.length]?.userId ?? null,
    kind: 'said' as const,
    text: 'the line moved again',
    at: Date.now(),
    once: `message ${number}`,
  }));
  await store.db.insertInto('messages').values(messages).execute();
}
