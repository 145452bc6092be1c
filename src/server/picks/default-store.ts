/** What entries want for missed picks (decision 056): stored with its time, and stored as picks at the lock. */
import type { Choice } from '#core/choice.ts';
import type { DefaultFor, DefaultPick } from '#core/default-picks.ts';
import { defaultSidesOf, defaultTeams, fitsFormat } from '#core/default-picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Game } from '#core/types.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import { gamesOfPoolWeek, isLockedInPool, isOpenInPool } from '#server/games/reads.ts';
import type { Db, Engine, Store } from '#server/platform/db/connect.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { findPool } from '#server/pools/reads.ts';
import { markPoolStale } from '#server/standings/store.ts';
import { defaultsOfPool, gamesOfPool, picksOfPool, teamsOfPool } from './reads.ts';
import type { PickWrite } from './store.ts';
import { openGate, refuseLate, writePicks } from './store.ts';

/** Why a default is not stored. */
export type DefaultRefusal = 'entry_not_found' | 'no_defaults';

/**
 * Stores what one of a person's entries wants for missed picks, from now on; null for nothing.
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
    const { last, next } = await locksOf(tx, pool.id, now);
    // What was wanted since the last lock counts for no lock.
    await tx.deleteFrom('entry_defaults').where('entry_id', '=', entryId).where('made_at', '>=', last).execute();
    const row = { entry_id: entryId, made_at: now, value: value && JSON.stringify(value) };
    await tx.insertInto('entry_defaults').values(row).execute();
    await refuseLate(tx, engine, next, clock());
    return null;
  });
}

/** The last lock of a pool up to `now`, and the first after it, ms. */
async function locksOf(tx: Db, poolId: string, now: number): Promise<{ readonly last: number; readonly next: number }> {
  const locks = tx.selectFrom('pool_locks').where('pool_id', '=', poolId);
  const last = locks.select((q) => q.fn.max<number | null>('lock_at').as('at')).where(isLockedInPool(now));
  const next = locks.select((q) => q.fn.min<number | null>('lock_at').as('at')).where(isOpenInPool(now));
  const [before, after] = [await last.executeTakeFirst(), await next.executeTakeFirst()];
  return { last: before?.at ?? 0, next: after?.at ?? Number.POSITIVE_INFINITY };
}

/**
 * Stores what entries want for the picks that they missed in a pool's week, in the caller's transaction, before the receipt of the lock.
 * @param now a settled time, ms @returns how many were stored
 */
export async function fillDefaults(
  tx: Db,
  engine: Engine,
  { poolId, weekId }: { readonly poolId: string; readonly weekId: string },
  now: number,
): Promise<number> {
  const pool = await findPool(tx, poolId);
  if (pool?.rules.missed !== 'own') return 0;
  const games = await gamesOfPoolWeek(tx, poolId, weekId);
  const missed = await missedPicks(tx, { poolId, weekId, games, rules: pool.rules }, now);
  if (missed.length === 0) return 0;
  const writes = missed.map(({ entryId, choice, madeAt }): PickWrite => {
    return { poolId, entryId, choice, madeAt, actor: { by: 'default' }, basedOn: null };
  });
  const { outcomes } = await writePicks(tx, engine, writes, () => now);
  const filled = outcomes.filter((outcome) => outcome.saved && outcome.changed).length;
  if (filled > 0 && games.some(({ status }) => status === 'Final')) await markPoolStale(tx, poolId, [weekId]);
  return filled;
}

interface MissedWeek {
  readonly poolId: string;
  readonly weekId: string;
  readonly games: readonly Game[];
  readonly rules: PoolRules;
}

async function missedPicks(
  tx: Db,
  { poolId, weekId, games, rules }: MissedWeek,
  now: number,
): Promise<(DefaultFor<Choice> & { readonly entryId: string })[]> {
  const byEntry = await defaultsOfPool(tx, poolId);
  const entries = (await entriesOfPool(tx, poolId)).filter(({ id }) => byEntry.has(id));
  if (entries.length === 0) return [];
  if (rules.format === 'survivor') {
    const [weeks, teams] = [await gamesOfPool(tx, poolId), await teamsOfPool(tx, poolId)];
    return entries.flatMap(({ id }) => {
      const entry = { choices: teams.get(id) ?? {}, defaults: byEntry.get(id) ?? [] };
      return defaultTeams(weeks, weekId, entry, rules, now).map(({ slot, choice, madeAt }) => {
        const second = slot === weekId ? {} : { second: true as const };
        return { entryId: id, madeAt, choice: { kind: 'team' as const, weekId, team: choice, ...second } };
      });
    });
  }
  const picks = Map.groupBy(await picksOfPool(tx, poolId, weekId), ({ entryId }) => entryId);
  return entries.flatMap(({ id, joinedAt }) => {
    const picked = new Set((picks.get(id) ?? []).map(({ gid }) => gid));
    const missed = defaultSidesOf(games, { picked, joinedAt, defaults: byEntry.get(id) ?? [] }, rules, now);
    return missed.map((each) => ({ ...each, entryId: id }));
  });
}
