import type { Arrival, EntrySlot, OwnSlot } from '#core/own-line.ts';
import { isBeforeFirstLock, slotHistory, wasOverBefore } from '#core/own-line.ts';
import type { SlotWish } from '#core/pick.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { weekOf } from '#core/slots.ts';
import type { Game } from '#core/types.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { readArrival } from '#server/pools/arrival-reads.ts';
import { weeksOfPool } from '#server/pools/week-reads.ts';

/** What decides whether an import may fill slots of its author's entries (decision 051). */
interface OwnLineFacts {
  readonly arrival: Arrival;
  /** The weeks that were over before the pool came here. */
  readonly weekIds: readonly string[];
  /** The slots of the entries that ever had a state. */
  readonly known: readonly EntrySlot[];
}

async function readFacts(db: Db, poolId: string, arrival: Arrival, entryIds: readonly string[]) {
  const weeks = await weeksOfPool(db, poolId);
  const rows = await db
    .selectFrom('games')
    .innerJoin('pool_weeks', 'pool_weeks.week_id', 'games.week_id')
    .select(['games.gid', 'games.lock_at'])
    .where('pool_weeks.pool_id', '=', poolId)
    .execute();
  const lockOf = new Map(rows.map(({ gid, lock_at }) => [gid, lock_at]));
  // A deadline of the pool does not count: a file may have brought it.
  const withOwnLock = ({ gid, lockAt, void: off }: Pick<Game, 'gid' | 'lockAt' | 'void'>) => {
    return { lockAt: off === 'postponed' ? lockAt : (lockOf.get(gid) ?? lockAt), void: off };
  };
  const over = weeks.filter(({ wholeWeek }) => wasOverBefore(wholeWeek.map(withOwnLock), arrival));
  const history = db.selectFrom('pick_history').select(['entry_id as entryId', 'kind', 'about']).distinct();
  const known = entryIds.length === 0 ? [] : await history.where('entry_id', 'in', [...entryIds]).execute();
  const facts: OwnLineFacts = { arrival, weekIds: over.map(({ id }) => id), known };
  return { facts, weeks };
}

/** What it is for a slot of an entry; undefined for entries that are not the author's. */
export type OwnLine = (entryId: string, wish: SlotWish) => OwnSlot | undefined;

/**
 * Reads it as it is now: slots that one batch fills have no history for each other, so that a confidence week is filled as a whole.
 * @param entryIds those of the author
 */
export async function readOwnLine(
  tx: Db,
  { poolId, rules }: { readonly poolId: string; readonly rules: PoolRules },
  entryIds: readonly string[],
): Promise<OwnLine> {
  const { facts, weeks } = await readFacts(tx, poolId, await readArrival(tx, poolId), entryIds);
  const { arrival, weekIds, known } = facts;
  const weekOfGame = new Map(
    weeks.flatMap(({ id, games, leftOut }) => [...games, ...leftOut].map(({ gid }) => [gid, id] as const)),
  );
  const hasHistory = slotHistory(known, rules, (gid) => weekOfGame.get(gid));
  return (entryId, wish) => {
    if (!entryIds.includes(entryId)) return undefined;
    const weekId = weekOf(wish, (gid) => weekOfGame.get(gid)) ?? '';
    return { arrival, wasOver: weekIds.includes(weekId), hasHistory: hasHistory({ ...wish, entryId }) };
  };
}

/** The same of somebody's entries, for the screen; null once the first lock of the pool here has come. */
export async function ownLineOf(db: Db, poolId: string, userId: string, now: number): Promise<OwnLineFacts | null> {
  const arrival = await readArrival(db, poolId);
  if (!isBeforeFirstLock(arrival, now)) return null;
  const own = (await entriesOfPool(db, poolId)).filter(({ ownerId }) => ownerId === userId);
  const { facts } = await readFacts(
    db,
    poolId,
    arrival,
    own.map(({ id }) => id),
  );
  return facts;
}
