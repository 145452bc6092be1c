import type { ChangedOutcome } from '#contract/shapes.ts';
import { changeText } from '#core/changed-outcome.ts';
import { counted, listedNames, listText } from '#core/listed.ts';
import { isBeforeFirstLock } from '#core/own-line.ts';
import { compareWeeks, weekName } from '#core/weeks.ts';
import { entryNames } from '#server/entries/reads.ts';
import { changedOutcomes, freshOutcomes } from '#server/money/outcomes-store.ts';
import type { PickWrite } from '#server/picks/facts-reads.ts';
import type { PickOutcome } from '#server/picks/store.ts';
import { holdEntries, isChanged } from '#server/picks/store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import type { PoolImportTable } from '#server/platform/db/schema.ts';
import { readArrival } from '#server/pools/arrival-reads.ts';
import { findPool } from '#server/pools/reads.ts';
import { namesOf } from '#server/users/reads.ts';

/** An importer's own line: what of it an import writes, and what it wins (decision 051). */

/** The part of an import that is for entries of the importer. */
export interface OwnPart {
  /** How many picks it wrote, guesses included. An order comes with its picks. */
  readonly count: number;
  readonly changes: readonly ChangedOutcome[];
  /** What members are notified of. */
  readonly text: string;
}

type Import = Pick<PoolImportTable, 'pool_id' | 'made_by' | 'week_ids'>;
type Outcomes = Awaited<ReturnType<typeof freshOutcomes>>;

/** The winners and prizes before the importer's own picks are written; null if none of them can be. */
export async function outcomesBefore(
  tx: Db,
  store: Store,
  { pool_id: poolId, week_ids }: Import,
  writes: readonly PickWrite[],
  now: number,
): Promise<Outcomes | null> {
  const pool = await findPool(tx, poolId);
  if (pool === null || writes.length === 0 || !isBeforeFirstLock(await readArrival(tx, poolId), now)) return null;
  // Entries are locked before weeks.
  await holdEntries(tx, store.engine, writes);
  return freshOutcomes(tx, store, pool, JSON.parse(week_ids) as string[], now);
}

/** What the importer's own picks change, once they are written; null if none was. */
export async function ownPart(
  tx: Db,
  store: Store,
  { pool_id: poolId, made_by: userId }: Import,
  { writes, outcomes }: { readonly writes: readonly PickWrite[]; readonly outcomes: readonly PickOutcome[] },
  before: Outcomes,
  now: number,
): Promise<OwnPart | null> {
  const pool = await findPool(tx, poolId);
  const changed = outcomes.flatMap((outcome, at) => {
    const write = writes[at];
    return write !== undefined && outcome.saved && isChanged(outcome) ? [{ ...write, weekId: outcome.weekId }] : [];
  });
  if (pool === null || changed.length === 0) return null;
  const weekIds = [...new Set(changed.map(({ weekId }) => weekId))].sort(compareWeeks);
  const changes = await changedOutcomes(tx, store, pool, weekIds, before, now);
  const names = await entryNames(tx, [...new Set(changed.map(({ entryId }) => entryId))]);
  const by = (await namesOf(tx, [userId])).get(userId) ?? '';
  const count = changed.filter(({ wish }) => wish.kind !== 'order').length;
  return { count, changes, text: textOf({ by, entries: [...names.values()], count, weekIds, changes }) };
}

/** The most changes that are named. */
const NAMED_MAX = 8;

interface Told {
  readonly by: string;
  readonly entries: readonly string[];
  readonly count: number;
  readonly weekIds: readonly string[];
  readonly changes: readonly ChangedOutcome[];
}

function textOf({ by, entries, count, weekIds, changes }: Told): string {
  const own = entries.length === 1 && entries[0] === by ? '' : ` for ${listText(entries)}`;
  const weeks = listedNames(weekIds.map(weekName));
  const were = weekIds.length === 1 ? 'was' : 'were';
  const begin = `${by} imported ${counted(count, 'pick')} of their own${own}. ${weeks} ${were} over before this pool moved here.`;
  if (changes.length === 0) return `${begin} No winner and no prize changes.`;
  const named = changes.slice(0, NAMED_MAX).map((change) => `${changeText(change)}.`);
  const rest = changes.length - named.length;
  return [begin, ...named, ...(rest > 0 ? [`And ${counted(rest, 'more change')}.`] : [])].join(' ');
}
