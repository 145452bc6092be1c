import { linesClose, maySetSecondLine } from '#core/missing-lines.ts';
import { hasLines } from '#core/spread.ts';
import type { Game } from '#core/types.ts';
import type { GameWrite, HeldGames } from '#server/game-changes/store.ts';
import { heldAt, holdGames, weekFreezes, writeHeld } from '#server/game-changes/store.ts';
import { toGame } from '#server/games/reads.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { readRules } from '#server/platform/db/values.ts';
import { leftOutOfPools } from '#server/pools/week-reads.ts';
import type { FoundLine, SecondSource } from './source.ts';

/** A game without a line, and the moment (ms) from which no second source sets it. */
export interface OpenGame {
  readonly game: Game;
  readonly closesAt: number;
}

/** The games before a time that still wait for a line and are played in a pool with lines, by kick-off. */
export async function gamesWithoutLine(db: Db, now: number, until: number): Promise<OpenGame[]> {
  const query = db.selectFrom('games').selectAll().where('spread', 'is', null).where('void', 'is', null);
  const rows = await query
    .where('kickoff', '>', now)
    .where('kickoff', '<=', until)
    .orderBy('kickoff')
    .orderBy('gid')
    .execute();
  const games = rows.map(toGame);
  if (games.length === 0) return [];
  const weekIds = [...new Set(games.map(({ weekId }) => weekId))];
  const freezes = await weekFreezes(db, weekIds);
  const played = await linedPools(db, weekIds);
  const leftOut = await leftOutOfPools(db, weekIds);
  return games.flatMap((game) => {
    const pools = played.get(game.weekId) ?? [];
    const isPlayed = pools.some(({ poolId }) => !leftOut.has(`${poolId} ${game.gid}`));
    const closesAt = linesClose(game, freezes.get(game.weekId) ?? null);
    return isPlayed && maySetSecondLine(game, closesAt, now) ? [{ game, closesAt }] : [];
  });
}

/** The pools with lines that play the given weeks, by week. */
async function linedPools(db: Db, weekIds: readonly string[]) {
  const query = db
    .selectFrom('pool_weeks')
    .innerJoin('pools', 'pools.id', 'pool_weeks.pool_id')
    .select(['pools.id as poolId', 'pools.rules', 'pool_weeks.week_id as weekId'])
    .where('week_id', 'in', weekIds)
    .where('enabled', '=', 1)
    .where('pools.deleted_at', 'is', null);
  const lined = (await query.execute()).filter(({ rules }) => hasLines(readRules(rules)));
  return Map.groupBy(lined, ({ weekId }) => weekId);
}

/**
 * Stores lines of a second source, in one transaction. By the time of the write, a game may have got a line, moved, or closed: then it stays
 * as it is. The caller runs `AfterCommit`. @returns the games that got a line, and their weeks
 */
export function storeLines(
  store: Store,
  lines: readonly FoundLine[],
  source: SecondSource,
  clock: () => number,
): Promise<{ readonly gids: string[]; readonly weekIds: string[] }> {
  return transact(store, async (tx) => {
    const rows = await holdGames(
      tx,
      store.engine,
      lines.map(({ gid }) => gid),
    );
    const held = await heldAt(tx, rows, await timeInTransaction(tx, store.engine, clock));
    const weekIds = [...new Set([...rows.values()].map(({ weekId }) => weekId))];
    const freezes = await weekFreezes(tx, weekIds);
    const writes = lines.flatMap((line) => lineWrite(held, freezes, line, source) ?? []);
    const written = await writeHeld(tx, store.engine, held, writes, 'feed');
    return { gids: written.changed, weekIds: written.weekIds };
  });
}

function lineWrite(
  { games, now }: HeldGames,
  freezes: ReadonlyMap<string, number | null>,
  { gid, home, away, kickoff, spread }: FoundLine,
  source: SecondSource,
): GameWrite | null {
  const game = games.get(gid);
  if (game === undefined || game.home !== home || game.away !== away || game.kickoff !== kickoff) return null;
  const closesAt = linesClose(game, freezes.get(game.weekId) ?? null);
  return maySetSecondLine(game, closesAt, now) ? { ...game, spread, lineSource: source } : null;
}
