import type { EditEffectReply, PoolEffect } from '#contract/games.ts';
import type { StandingRow } from '#contract/standings.ts';
import { isLocked } from '#core/locks.ts';
import { ordinal } from '#core/ordinal.ts';
import { pointsText } from '#core/scoring.ts';
import type { FeedField, Pool } from '#core/types.ts';
import { returnFields } from '#server/feed/store.ts';
import type { GameChange } from '#server/game-changes/edit-store.ts';
import { editHeld } from '#server/game-changes/edit-store.ts';
import { gamesOfWeek } from '#server/games/reads.ts';
import { changedOutcomes, readOutcomes } from '#server/money/outcomes-store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { dryRun } from '#server/platform/db/transactions.ts';
import { nextTurn } from '#server/platform/turns.ts';
import { poolsOfWeek } from '#server/pools/reads.ts';
import { loadStandings } from '#server/standings/reads.ts';

/** The most pools that are looked at. On SQLite nothing else runs while one is. */
const MOST_POOLS = 10;
/** The most entries that are listed for a pool. */
const MOST_ENTRIES = 8;

/** An edit of a game that is tried: new values, and fields that take the feed's. */
export interface TriedEdit {
  readonly change: GameChange;
  readonly returnToFeed: readonly FeedField[];
}

/**
 * What an admin's edit would change in pools, found by making it in transactions that are rolled back: one for each pool, so that requests
 * run between them. Only edits of games that are Final are looked at: others could show sealed picks.
 * @param between called before each transaction
 */
export async function effectOfEdit(
  store: Store,
  weekId: string,
  edits: ReadonlyMap<string, TriedEdit>,
  clock: () => number,
  between: () => Promise<void> = nextTurn,
): Promise<EditEffectReply> {
  const now = clock();
  const final = new Set(
    (await gamesOfWeek(store.db, weekId)).flatMap((game) =>
      game.status === 'Final' && isLocked(game, now) ? [game.gid] : [],
    ),
  );
  const changes = new Map([...edits].filter(([gid]) => final.has(gid)));
  if (changes.size === 0) return { pools: [], morePools: 0 };
  const pools = await poolsOfWeek(store.db, weekId);
  const effects: PoolEffect[] = [];
  for (const pool of pools.slice(0, MOST_POOLS)) {
    await between();
    const effect = await dryRun(store, (tx) => effectIn(tx, store, pool, weekId, changes, now));
    if (effect !== null && effect.changes.length + effect.entries.length > 0) effects.push(effect);
  }
  return { pools: effects, morePools: Math.max(0, pools.length - MOST_POOLS) };
}

/** Edits games in a transaction. @returns what that changes in a pool; null if the edit is impossible */
async function effectIn(
  tx: Db,
  store: Store,
  pool: Pool,
  weekId: string,
  edits: ReadonlyMap<string, TriedEdit>,
  now: number,
): Promise<PoolEffect | null> {
  const outcomes = await readOutcomes(tx, pool, now);
  const rows = await rowsOf(tx, pool, now);
  const changed = new Map([...edits].map(([gid, { change }]) => [gid, change]));
  const edited = await editHeld({ ...store, db: tx }, changed, () => now, {
    prepare: (_, game) => returnFields(tx, store.engine, game, edits.get(game.gid)?.returnToFeed ?? [], now),
  });
  if (edited === null) return null;
  const changes = await changedOutcomes(tx, store, pool, [weekId], outcomes, now);
  return { id: pool.id, name: pool.name, changes, ...changedRows(rows, await rowsOf(tx, pool, now)) };
}

async function rowsOf(tx: Db, pool: Pool, now: number): Promise<readonly StandingRow[]> {
  return (await loadStandings(tx, pool.id, now)).state.rows;
}

/** The entries whose points or places change: first those whose points do, then by their new place. */
function changedRows(
  before: readonly StandingRow[],
  after: readonly StandingRow[],
): Pick<PoolEffect, 'entries' | 'moreEntries'> {
  const old = new Map(before.map((row) => [row.id, row]));
  const changed = after.flatMap((is) => {
    const was = old.get(is.id);
    return was !== undefined && placeText(was) !== placeText(is) ? [{ was, is }] : [];
  });
  const [scored, moved] = [true, false].map((wanted) =>
    changed.filter(({ was, is }) => (worthText(was) !== worthText(is)) === wanted),
  );
  const entries = [...(scored ?? []), ...(moved ?? [])].map(({ was, is }) => {
    return { name: is.name, before: placeText(was), after: placeText(is) };
  });
  return { entries: entries.slice(0, MOST_ENTRIES), moreEntries: Math.max(0, entries.length - MOST_ENTRIES) };
}

/** '7.5 points, 2nd'; of a survivor '1 life, 2nd' or 'out, 5th'. */
function placeText(row: StandingRow): string {
  return `${worthText(row)}, ${ordinal(row.rank)}`;
}

function worthText({ totalHalves, survival }: StandingRow): string {
  if (survival === undefined) return pointsText(totalHalves);
  if (survival.lives === 0) return 'out';
  return survival.lives === 1 ? '1 life' : `${survival.lives} lives`;
}
