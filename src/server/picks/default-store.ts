/** Own defaults (decision 056): stores them with their time, and stores the picks that they make at a lock. */
import { sql } from 'kysely';
import type { DefaultPick, DefaultPickMade, StoredDefault } from '#core/default-picks.ts';
import { defaultSidesOf, defaultTeams, fitsFormat } from '#core/default-picks.ts';
import type { TeamChoices } from '#core/formats/survivor/survivor.ts';
import { weekOfSlot } from '#core/formats/survivor/survivor.ts';
import { asksFor } from '#core/formats/traits.ts';
import { mayDefault } from '#core/missed-limit.ts';
import type { PoolWeek } from '#core/pool-week.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Pool } from '#core/types.ts';
import { markPoolStale } from '#server/journal/stale-store.ts';
import type { Db, Engine, Store } from '#server/platform/db/connect.ts';
import { openGate, refuseLate } from '#server/platform/db/gate.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import { announce, transact } from '#server/platform/db/transactions.ts';
import { findPool, findPools } from '#server/pools/reads.ts';
import { isOpenInPool, weekOfPool, weeksOfPool } from '#server/pools/week-reads.ts';
import type { ListedLocks } from '#server/receipts/reads.ts';
import { listedLocks } from '#server/receipts/reads.ts';
import type { PickWrite } from './facts-reads.ts';
import { defaultsOf, defaultsOfPool, defaultWeeksOf, picksOfPool, teamsOfEntries, teamsOfPool } from './reads.ts';
import { holdEntries, isChanged, writePicks } from './store.ts';

/** Why a default is not stored. */
export type DefaultRefusal = 'entry_not_found' | 'no_defaults';

/** How many changes of a default are kept for an entry. A late sweep needs the one that was in effect at a lock. */
const KEPT = 100;

/**
 * Stores the default of an entry, in effect from now on; null for none.
 * @returns why not; null if it is stored
 */
export function setDefault(
  store: Store,
  { entryId, value }: { readonly entryId: string; readonly value: DefaultPick | null },
  clock: () => number,
): Promise<DefaultRefusal | null> {
  const { engine } = store;
  return transact(store, async (tx): Promise<DefaultRefusal | null> => {
    await openGate(tx, engine);
    const query = tx.selectFrom('entries').select('pool_id').where('id', '=', entryId).where('out_at', 'is', null);
    const entry = await (engine === 'postgres' ? query.forNoKeyUpdate() : query).executeTakeFirst();
    const pool = entry && (await findPool(tx, entry.pool_id));
    if (!pool) return 'entry_not_found';
    const { rules } = pool;
    if (rules.missed !== 'own' || (value !== null && !fitsFormat(value, rules))) return 'no_defaults';
    const now = await timeInTransaction(tx, engine, clock);
    await addDefaults(tx, [entryId], value, now);
    await sql`
      delete from entry_defaults where entry_id = ${entryId} and made_at < (
        select min(made_at) from (
          select made_at from entry_defaults where entry_id = ${entryId} order by made_at desc limit ${KEPT}) as latest)`.execute(
      tx,
    );
    await refuseLate(tx, engine, await nextLockIn(tx, pool.id, now), clock());
    return null;
  });
}

/** Ends the defaults of entries whose owner changes, so that the next owner neither sees nor inherits them. */
export function dropDefaults(tx: Db, entryIds: readonly string[], now: number): Promise<void> {
  return addDefaults(tx, entryIds, null, now);
}

async function addDefaults(tx: Db, entryIds: readonly string[], value: DefaultPick | null, now: number): Promise<void> {
  if (entryIds.length === 0) return;
  const stored = value && JSON.stringify(value);
  await tx
    .insertInto('entry_defaults')
    .values(entryIds.map((entry_id) => ({ entry_id, made_at: now, value: stored })))
    .onConflict((c) => c.columns(['entry_id', 'made_at']).doUpdateSet({ value: stored }))
    .execute();
}

/** The first lock of a pool after `now`, ms. */
async function nextLockIn(tx: Db, poolId: string, now: number): Promise<number> {
  const locks = tx.selectFrom('pool_locks').select((q) => q.fn.min<number | null>('lock_at').as('at'));
  const next = await locks.where('pool_id', '=', poolId).where(isOpenInPool(now)).executeTakeFirst();
  return next?.at ?? Number.POSITIVE_INFINITY;
}

/**
 * Stores the picks that defaults make in a week of pools, in the caller's transaction, before the receipts of the lock. Entries of removed
 * members are included, because a member who returns keeps their picks.
 * @param now a settled time, ms
 */
export async function fillDefaults(
  tx: Db,
  engine: Engine,
  { weekId, poolIds }: { readonly weekId: string; readonly poolIds: readonly string[] },
  now: number,
): Promise<void> {
  for (const pool of await findPools(tx, poolIds))
    if (pool.rules.missed === 'own') await fillDefaultsOf(tx, engine, pool, weekId, now);
}

async function fillDefaultsOf(
  tx: Db,
  engine: Engine,
  { id: poolId, rules }: Pool,
  weekId: string,
  now: number,
): Promise<void> {
  const byEntry = await defaultsOfPool(tx, poolId);
  if (byEntry.size === 0) return;
  const listed = await listedLocks(tx, poolId, [weekId]);
  if (asksFor('team', rules)) {
    const [weeks, teams] = [await weeksOfPool(tx, poolId), await teamsOfPool(tx, poolId)];
    const missed = [...byEntry].flatMap(([entryId, defaults]) => {
      const entry = { entryId, choices: teams.get(entryId) ?? {}, defaults };
      return missedTeams(weeks, [weekId], entry, rules, now, listed);
    });
    return storeMissed(tx, engine, { poolId, weekIds: [weekId], missed }, now);
  }
  const { games } = await weekOfPool(tx, poolId, weekId);
  const picks = Map.groupBy(await picksOfPool(tx, poolId, weekId), ({ entryId }) => entryId);
  const rows = await tx.selectFrom('entries').select(['id', 'joined_at']).where('pool_id', '=', poolId).execute();
  const missed = rows.flatMap(({ id, joined_at: joinedAt }) => {
    const picked = new Set((picks.get(id) ?? []).map(({ gid }) => gid));
    const entry = { picked, joinedAt, defaults: byEntry.get(id) ?? [] };
    return defaultSidesOf(games, entry, rules, now, listed(weekId)).map((each) => ({ ...each, entryId: id }));
  });
  return storeMissed(tx, engine, { poolId, weekIds: [weekId], missed }, now);
}

/**
 * Stores the default teams whose games have locked, before choices of teams are judged, so that nobody avoids a default team by choosing
 * after its lock. Call it first in a transaction that writes picks.
 */
export async function fillDefaultTeams(
  tx: Db,
  engine: Engine,
  writes: readonly PickWrite[],
  clock: () => number,
): Promise<void> {
  const choosing = writes.filter(({ wish }) => wish.kind === 'team');
  if (choosing.length === 0) return;
  await holdEntries(tx, engine, writes);
  for (const [poolId, own] of Map.groupBy(choosing, (write) => write.poolId)) {
    const rules = (await findPool(tx, poolId))?.rules;
    if (rules?.missed !== 'own' || !asksFor('team', rules)) continue;
    const entryIds = [...new Set(own.map(({ entryId }) => entryId))];
    const byEntry = await defaultsOf(tx, entryIds);
    if (byEntry.size === 0) continue;
    const [weeks, teams] = [await weeksOfPool(tx, poolId), await teamsOfEntries(tx, engine, entryIds)];
    const now = await timeInTransaction(tx, engine, clock);
    const weekIds = weeks.map(({ id }) => id);
    const listed = await listedLocks(tx, poolId, weekIds);
    const missed = [...byEntry].flatMap(([entryId, defaults]) => {
      const entry = { entryId, choices: teams.get(entryId) ?? {}, defaults };
      return missedTeams(weeks, weekIds, entry, rules, now, listed);
    });
    await storeMissed(tx, engine, { poolId, weekIds, missed }, now);
  }
}

/** A pick that an entry's default makes. */
type Missed = DefaultPickMade & { readonly entryId: string };

interface ChoosingEntry {
  readonly entryId: string;
  readonly choices: TeamChoices;
  readonly defaults: readonly StoredDefault[];
}

/** The teams that an entry's default chooses, week by week: a team of an earlier week is used in the later ones. */
function missedTeams(
  weeks: readonly PoolWeek[],
  weekIds: readonly string[],
  { entryId, choices, defaults }: ChoosingEntry,
  rules: PoolRules,
  now: number,
  listed: ListedLocks,
): Missed[] {
  const all = { ...choices };
  return weekIds.flatMap((weekId) =>
    defaultTeams(weeks, weekId, { choices: all, defaults }, rules, now, listed(weekId)).map((made): Missed => {
      const { about: slot, value } = made.wish;
      if (value !== null) all[slot] = value;
      return { entryId, ...made };
    }),
  );
}

/** Those of the writes of defaults that the pool's limit of auto picks allows. @param writes by week, in order */
async function withinLimit(
  tx: Db,
  engine: Engine,
  poolId: string,
  writes: readonly PickWrite[],
): Promise<readonly PickWrite[]> {
  const rules = (await findPool(tx, poolId))?.rules;
  if (rules === undefined || rules.missedLimit === 'none' || writes.length === 0) return writes;
  await holdEntries(tx, engine, writes);
  const made = await defaultWeeksOf(tx, poolId);
  const weekOf = await weeksOfGames(tx, writes);
  const allowed: PickWrite[] = [];
  for (const write of writes) {
    const { kind, about } = write.wish;
    const weekId = kind === 'pick' ? (weekOf.get(about) ?? '') : weekOfSlot(about);
    const weeks = made.get(write.entryId) ?? new Set();
    if (!mayDefault(weekId, weeks, rules)) continue;
    made.set(write.entryId, weeks.add(weekId));
    allowed.push(write);
  }
  return allowed;
}

async function weeksOfGames(tx: Db, writes: readonly PickWrite[]): Promise<ReadonlyMap<string, string>> {
  const gids = [...new Set(writes.flatMap(({ wish: { kind, about } }) => (kind === 'pick' ? [about] : [])))];
  if (gids.length === 0) return new Map();
  const rows = await tx.selectFrom('games').select(['gid', 'week_id']).where('gid', 'in', gids).execute();
  return new Map(rows.map(({ gid, week_id }) => [gid, week_id]));
}

interface MissedWeeks {
  readonly poolId: string;
  readonly weekIds: readonly string[];
  readonly missed: readonly Missed[];
}

/** Stores the picks that defaults make, marks their weeks, and announces them, in whatever transaction. */
async function storeMissed(
  tx: Db,
  engine: Engine,
  { poolId, weekIds, missed }: MissedWeeks,
  now: number,
): Promise<void> {
  const writes = missed.map(({ entryId, wish, madeAt }): PickWrite => {
    return { poolId, entryId, wish, madeAt, actor: { by: 'default' }, basedOn: null };
  });
  const { outcomes } = await writePicks(tx, engine, await withinLimit(tx, engine, poolId, writes), () => now);
  const filled = new Set(outcomes.flatMap((outcome) => (outcome.saved && isChanged(outcome) ? [outcome.weekId] : [])));
  if (filled.size === 0) return;
  await markPoolStale(
    tx,
    poolId,
    weekIds.filter((id) => filled.has(id)),
  );
  announce(tx, { kind: 'defaults', poolId });
}
