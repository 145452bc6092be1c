import type { Entry } from '#contract/entries.ts';
import type { TeamChoices } from '#core/formats/survivor.ts';
import type { Db } from './engine/connect.ts';

/** What counts for a player in a week of a pool: an entry of their own, or of a player who is linked to them. */
export interface CountingEntry {
  readonly poolId: string;
  readonly weekId: string;
  readonly userId: string;
  /** Null where it was taken back. */
  readonly entry: Entry | null;
  /** 0 for that of a linked player. */
  readonly revision: number;
  readonly isLinked: boolean;
  readonly busBy: string | null;
  readonly busReason: string | null;
}

/** Which entries; all where nothing is said. */
interface Wanted {
  readonly poolIds: readonly string[];
  /** Those for whom they count. */
  readonly userIds?: readonly string[];
  readonly weekIds?: readonly string[];
}

/**
 * The entries that count in some pools, sealed ones included: what leaves the server is for the caller to decide. A player who is linked to
 * an account has entered for it, unless it has an entry of the week, or had one, itself; of several the one linked first.
 */
export async function countingEntries(db: Db, { poolIds, userIds, weekIds }: Wanted): Promise<CountingEntry[]> {
  if (poolIds.length === 0 || userIds?.length === 0 || weekIds?.length === 0) return [];
  let query = db
    .selectFrom('entries')
    .leftJoin('player_links', (on) =>
      on.onRef('player_links.player_id', '=', 'entries.user_id').on('player_links.undone_at', 'is', null),
    )
    .select(['entries.pool_id as poolId', 'entries.week_id as weekId', 'entries.user_id as userId', 'entries.entry'])
    .select(['entries.revision', 'entries.bus_by as busBy', 'entries.bus_reason as busReason'])
    .select(['player_links.user_id as accountId', 'player_links.id as linkId'])
    .where('entries.pool_id', 'in', poolIds);
  if (userIds !== undefined) query = query.where('entries.user_id', 'in', withLinkedPlayers(db, userIds));
  if (weekIds !== undefined) query = query.where('entries.week_id', 'in', weekIds);
  const counting = new Map<string, CountingEntry>();
  // Own ones first, then those of the player who was linked first.
  for (const row of (await query.execute()).toSorted((a, b) => (a.linkId ?? 0) - (b.linkId ?? 0))) {
    const { accountId, linkId, ...own } = row;
    const [userId, isLinked] = [accountId ?? own.userId, linkId !== null];
    const key = `${own.poolId} ${own.weekId} ${userId}`;
    if (counting.has(key)) continue;
    counting.set(key, {
      ...own,
      userId,
      entry: parseEntry(own.entry),
      revision: isLinked ? 0 : own.revision,
      isLinked,
    });
  }
  return [...counting.values()];
}

function withLinkedPlayers(db: Db, userIds: readonly string[]) {
  const linked = db.selectFrom('player_links').select('player_id as id').where('undone_at', 'is', null);
  return db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', userIds)
    .unionAll(linked.where('user_id', 'in', userIds));
}

/** An entry as it is stored. */
function parseEntry(text: string | null): Entry | null {
  return text === null ? null : (JSON.parse(text) as Entry);
}

/** The teams among the entries of one player. */
export function teamChoices(entries: readonly Pick<CountingEntry, 'weekId' | 'entry'>[]): TeamChoices {
  return Object.fromEntries(
    entries.flatMap(({ weekId, entry }) => (entry && 'team' in entry ? [[weekId, entry]] : [])),
  );
}
