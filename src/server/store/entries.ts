import { sql } from 'kysely';
import type { Entry, EntryRefusal } from '#contract/entries.ts';
import { transact } from '#server/store/engine/transactions.ts';
import type { CountingEntry } from './counting-entries.ts';
import { countingEntries } from './counting-entries.ts';
import type { Db, Store } from './engine/connect.ts';
import { faultOf } from './engine/faults.ts';
import { GroupCommit } from './engine/group-commit.ts';
import { jsonRows } from './engine/json-rows.ts';
import type { PoolWeeks } from './judged-entries.ts';
import { judgeEntry, readPoolWeeks } from './judged-entries.ts';
import type { OpenGame } from './late-writes.ts';
import { refuseLate } from './late-writes.ts';
import { timeInTransaction } from './league-time.ts';

/** An order or a team that a player wants stored. */
export interface EntryWrite {
  readonly poolId: string;
  readonly weekId: string;
  readonly userId: string;
  /** Null takes a team back. */
  readonly entry: Entry | null;
  /** The revision that an entry made offline was based on; null for one made just now. One entered for the player never refuses it. */
  readonly basedOn: number | null;
}

/** What became of it: what is stored now, which a lock may have changed, or why nothing was; `changed` is false where it stood there already. */
export type EntryOutcome =
  | { readonly saved: true; readonly entry: Entry | null; readonly revision: number; readonly changed: boolean }
  | { readonly saved: false; readonly refusal: EntryRefusal };

/** On SQLite entries that follow each other are gathered for so long at most, in ms, as picks are. */
const GATHER_MS = 2;
/** Entries in one transaction at most. */
const LARGEST_BATCH = 100;

/**
 * Stores what players enter for a week as a whole, many in one commit. Memberships are held first: the entries of one player in one pool
 * are judged one after the other, by what is stored.
 */
export function entryWriter(store: Store, now: () => number): GroupCommit<EntryWrite, EntryOutcome> {
  return new GroupCommit({
    write: (writes) => transact(store, (tx) => storeEntries(tx, store, writes, now)),
    keyOf: ({ poolId, weekId, userId }) => `${poolId} ${weekId} ${userId}`,
    replaces: (later, earlier) => later.basedOn === null && earlier.basedOn === null,
    failsForAll: (error) => faultOf(error) !== null,
    gatherMs: store.engine === 'sqlite' ? GATHER_MS : 0,
    largest: LARGEST_BATCH,
  });
}

async function storeEntries(
  tx: Db,
  store: Store,
  writes: readonly EntryWrite[],
  clock: () => number,
): Promise<EntryOutcome[]> {
  const people = await holdPeople(tx, store, writes);
  const pools = new Map<string, PoolWeeks | null>();
  for (const { poolId } of writes) if (!pools.has(poolId)) pools.set(poolId, await readPoolWeeks(tx, poolId));
  const stored = await storedEntries(tx, writes);
  const now = await timeInTransaction(tx, store.engine, clock);
  const rows: EntryRow[] = [];
  const touched: OpenGame[] = [];
  const outcomes = writes.map((write): EntryOutcome => {
    const { poolId, weekId, userId } = write;
    const [person, pool] = [people.get(personKey(write)), pools.get(poolId) ?? null];
    if (person?.user_enabled !== 1) return { saved: false, refusal: 'account_disabled' };
    if (pool === null) return { saved: false, refusal: 'pool_not_found' };
    if (person.member !== 1) return { saved: false, refusal: 'not_a_member' };
    const own = stored.get(personKey(write)) ?? [];
    const judged = judgeEntry(pool, own, write, now);
    if ('refusal' in judged) return { saved: false, refusal: judged.refusal };
    const { entry } = judged;
    const stands = own.find((each) => each.weekId === weekId);
    const made = stands?.revision ?? 0;
    if (judged.isStored) return { saved: true, entry, revision: made, changed: false };
    const isOwn = (stands?.busBy ?? null) === null;
    if (isOwn && write.basedOn !== null && made > write.basedOn) return { saved: false, refusal: 'newer_entry' };
    const revision = made + 1;
    const next = { poolId, weekId, userId, entry, revision, isLinked: false, busBy: null, busReason: null };
    stored.set(personKey(write), [...own.filter((each) => each !== stands), next]);
    touched.push(...judged.games.map((game) => ({ pool_id: poolId, ...game })));
    rows.push({
      pool_id: poolId,
      week_id: weekId,
      user_id: userId,
      entry: entry && JSON.stringify(entry),
      revision,
      made_at: now,
      based_on: write.basedOn,
    });
    return { saved: true, entry, revision, changed: true };
  });
  await insertEntries(tx, store, rows);
  await refuseLate(tx, store.engine, touched, clock());
  return outcomes;
}

interface Person {
  pool_id: string;
  user_id: string;
  user_enabled: number | null;
  member: number | null;
}

const personKey = ({ poolId, userId }: Pick<EntryWrite, 'poolId' | 'userId'>) => `${poolId} ${userId}`;

/** Who writes, their memberships held until the transaction ends, in one order. */
async function holdPeople(
  tx: Db,
  { engine }: Store,
  writes: readonly EntryWrite[],
): Promise<ReadonlyMap<string, Person>> {
  const pairs = jsonRows(
    engine,
    writes.map(({ poolId, userId }) => ({ pool_id: poolId, user_id: userId })),
    { pool_id: 'text', user_id: 'text' },
  );
  if (engine === 'postgres') {
    await sql`select 1 from pool_members where (pool_id, user_id) in (select pool_id, user_id from ${pairs})
      order by pool_id, user_id for no key update`.execute(tx);
  }
  const { rows } = await sql<Person>`
    select rows.pool_id, rows.user_id, users.is_enabled as user_enabled, pool_members.enabled as member
    from ${pairs}
    left join users on users.id = rows.user_id
    left join pool_members on pool_members.pool_id = rows.pool_id and pool_members.user_id = rows.user_id`.execute(tx);
  return new Map(rows.map((row) => [personKey({ poolId: row.pool_id, userId: row.user_id }), row]));
}

/** The entries that count for those who write, in the pools that they write in. */
async function storedEntries(tx: Db, writes: readonly EntryWrite[]): Promise<Map<string, CountingEntry[]>> {
  const poolIds = [...new Set(writes.map(({ poolId }) => poolId))];
  const userIds = [...new Set(writes.map(({ userId }) => userId))];
  return Map.groupBy(await countingEntries(tx, { poolIds, userIds }), personKey);
}

const entryColumns = {
  pool_id: 'text',
  week_id: 'text',
  user_id: 'text',
  entry: 'text',
  revision: 'integer',
  made_at: 'integer',
  based_on: 'integer',
} as const;

type EntryRow = Readonly<Record<keyof typeof entryColumns, string | number | null>>;

/** An entry of the player's own takes the mark off one that was entered for them. */
async function insertEntries(tx: Db, { engine }: Store, rows: readonly EntryRow[]): Promise<void> {
  if (rows.length === 0) return;
  const names = sql.raw(Object.keys(entryColumns).join(', '));
  await sql`
    insert into entries (${names})
    select ${names} from ${jsonRows(engine, rows, entryColumns)} where true order by pool_id, user_id, week_id
    on conflict (pool_id, user_id, week_id) do update
      set entry = excluded.entry, revision = excluded.revision, made_at = excluded.made_at, based_on = excluded.based_on,
          bus_by = null, bus_reason = null`.execute(tx);
}
