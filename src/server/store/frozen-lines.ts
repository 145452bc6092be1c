import { weekFreeze, withFrozenLine } from '#core/frozen-line.ts';
import type { Game } from '#core/types.ts';
import type { Db } from './engine/connect.ts';

/** The moments (ms) at which the lines of some weeks freeze, by week, as their games are planned. */
export async function weekFreezes(db: Db, weekIds: readonly string[]): Promise<ReadonlyMap<string, number | null>> {
  if (weekIds.length === 0) return new Map();
  const query = db.selectFrom('games').select(['week_id', 'kickoff']).where('week_id', 'in', weekIds);
  const games = Map.groupBy(await query.execute(), (game) => game.week_id);
  return new Map([...games].map(([weekId, own]) => [weekId, weekFreeze(own)]));
}

/** Games as they are at `now`, by whatever names them: lines whose moment has come are frozen as they stand. */
export async function withFrozenLines<K>(
  db: Db,
  games: ReadonlyMap<K, Game>,
  now: number,
): Promise<ReadonlyMap<K, Game>> {
  const open = [...games.values()].filter(({ spread, frozenSpread }) => spread !== null && frozenSpread === null);
  if (open.length === 0) return games;
  const freezes = await weekFreezes(db, [...new Set(open.map(({ weekId }) => weekId))]);
  return new Map([...games].map(([key, game]) => [key, withFrozenLine(game, freezes.get(game.weekId) ?? null, now)]));
}

/**
 * Stores the frozen lines of whole weeks before their times change, because a moment that was reached is final, and another
 * Tuesday may follow from other times.
 */
export async function storeFrozenLines(tx: Db, weekIds: readonly string[], now: number): Promise<void> {
  if (weekIds.length === 0) return;
  const freezes = await weekFreezes(tx, weekIds);
  const open = tx
    .selectFrom('games')
    .select(['gid', 'week_id as weekId', 'lock_at as lockAt', 'spread', 'frozen_spread as frozenSpread'])
    .where('week_id', 'in', weekIds)
    .where('spread', 'is not', null)
    .where('frozen_spread', 'is', null);
  const frozen = (await open.execute()).filter(
    (game) => withFrozenLine(game, freezes.get(game.weekId) ?? null, now).frozenSpread !== null,
  );
  if (frozen.length === 0) return;
  const gids = frozen.map(({ gid }) => gid);
  const update = tx.updateTable('games').set((q) => ({ frozen_spread: q.ref('spread') }));
  await update.where('gid', 'in', gids).where('frozen_spread', 'is', null).execute();
}
