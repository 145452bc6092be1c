/** What the entries of many pools entered for a week, as far as it is scored. */
import { countsMissed } from '#core/auto-picks.ts';
import type { Entered, ScoredWeek } from '#core/formats/format.ts';
import { asksFor } from '#core/formats/traits.ts';
import { pickOf } from '#core/picks.ts';
import type { GamePick, Picks, Pool } from '#core/types.ts';
import { autoUntilOf } from '#server/picks/missed-limit-reads.ts';
import type { EntryPicks } from '#server/picks/reads.ts';
import { picksOfGames, teamsOf, weekPicks } from '#server/picks/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { inList } from '#server/platform/db/json-rows.ts';

/** A pool with a week as it is scored there. */
export interface PoolToScore {
  readonly pool: Pool;
  readonly week: ScoredWeek;
}

/** What the entries of a pool entered, by entry. */
type EnteredByEntry = Map<string, Entered>;

const NOTHING: Entered = {
  picks: {},
  order: [],
  teams: {},
  joinedAt: Number.POSITIVE_INFINITY,
  autoUntil: null,
};

/** What the entries of pools entered for a week, by pool. If missed games count, includes entries without picks. */
export async function enteredIn(
  db: Db,
  weekId: string,
  pools: readonly PoolToScore[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, Entered>>> {
  const asked = (kind: 'pick' | 'order' | 'team') =>
    pools.flatMap(({ pool: { id, rules } }) => (asksFor(kind, rules) ? [id] : []));
  const ofWeek = (kind: 'order' | 'team') => weekPicks(db, { poolIds: asked(kind), weekIds: [weekId], kind });
  const gids = [...new Set(pools.flatMap(({ week }) => week.finals.map(({ gid }) => gid)))];
  const entered = new Map(pools.map(({ pool }): [string, EnteredByEntry] => [pool.id, new Map()]));
  const enter = (poolId: string, entryId: string, made: Partial<Entered>) => {
    const ofPool = entered.get(poolId);
    ofPool?.set(entryId, Object.assign(ofPool.get(entryId) ?? { ...NOTHING }, made));
  };
  for (const { id, pool_id, joined_at } of await joinedIn(db, pools)) enter(pool_id, id, { joinedAt: joined_at });
  for (const { poolId, entryId, picks } of await picksOfGames(db, { poolIds: asked('pick'), gids }))
    enter(poolId, entryId, { picks: picksOf(picks) });
  for (const { poolId, entryId, value } of await ofWeek('order'))
    if (value && 'order' in value) enter(poolId, entryId, { order: value.order });
  const teams = Map.groupBy(await ofWeek('team'), ({ entryId }) => entryId);
  for (const [entryId, own] of teams) enter(own[0]?.poolId ?? '', entryId, { teams: teamsOf(own) });
  for (const { pool, week } of pools) await limit(db, pool, week, entered.get(pool.id) ?? new Map());
  return entered;
}

function picksOf(picks: EntryPicks['picks']): Picks {
  // Without a prototype, because a game's id may be `__proto__`.
  const made: Record<string, GamePick> = Object.create(null);
  for (const { gid, value } of picks) made[gid] = { side: value.side, bus: false, best: value.best === true };
  return made;
}

/** When the entries joined that are still in pools in which missed games count, ms. */
async function joinedIn(db: Db, pools: readonly PoolToScore[]) {
  const ids = pools.flatMap(({ pool, week }) => (countsMissed(pool.rules) && week.finals.length > 0 ? [pool.id] : []));
  if (ids.length === 0) return [];
  const query = db.selectFrom('entries').select(['id', 'pool_id', 'joined_at']).where('pool_id', 'in', inList(ids));
  return query.where('out_at', 'is', null).execute();
}

/** Adds until when missed games count to the entries of a pool that have some. */
async function limit(db: Db, pool: Pool, week: ScoredWeek, entered: EnteredByEntry): Promise<void> {
  const missing = [...entered].flatMap(([id, { joinedAt, picks }]) => {
    const isMissing = Number.isFinite(joinedAt) && week.finals.some(({ gid }) => pickOf(picks, gid) === undefined);
    return isMissing ? [{ id, joinedAt }] : [];
  });
  for (const [id, autoUntil] of await autoUntilOf(db, pool, missing, week.id))
    entered.set(id, { ...(entered.get(id) ?? NOTHING), autoUntil });
}
