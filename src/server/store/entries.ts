import { sql } from 'kysely';
import type { Entry, EntryRefusal } from '#contract/entries.ts';
import type { Order } from '#core/formats/confidence.ts';
import { rebaseOrder } from '#core/formats/confidence.ts';
import type { TeamChoices } from '#core/formats/survivor.ts';
import { choiceRefusal, survivorSeason, usedTeams } from '#core/formats/survivor.ts';
import { gameCounts } from '#core/game.ts';
import { withPoolLock } from '#core/pool-lock.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Game } from '#core/types.ts';
import { compareWeeks } from '#core/weeks.ts';
import { transact } from '#server/store/engine/transactions.ts';
import type { Db, Store } from './engine/connect.ts';
import { faultOf } from './engine/faults.ts';
import { GroupCommit } from './engine/group-commit.ts';
import { jsonRows } from './engine/json-rows.ts';
import { linkedOrders, orderKey, parseEntry } from './entry-reads.ts';
import { gamesOfWeeks } from './games.ts';
import type { OpenGame } from './late-writes.ts';
import { refuseLate } from './late-writes.ts';
import { timeInTransaction } from './league-time.ts';
import { readRules } from './pool-rules.ts';

/** An order or a team that a player wants stored. */
export interface EntryWrite {
  readonly poolId: string;
  readonly weekId: string;
  readonly userId: string;
  /** Null takes a team back. */
  readonly entry: Entry | null;
  /** The revision that an entry made offline was based on; null for one made just now. */
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

/** What is stored of a player's entry of a week. */
interface StoredEntry {
  readonly entry: Entry | null;
  readonly revision: number;
}

/** What writes of one pool are judged by. */
interface PoolWeeks {
  readonly rules: PoolRules;
  /** The enabled weeks in order, with their games as the pool has them. */
  readonly weeks: readonly {
    readonly id: string;
    readonly games: readonly Game[];
  }[];
}

async function storeEntries(
  tx: Db,
  store: Store,
  writes: readonly EntryWrite[],
  clock: () => number,
): Promise<EntryOutcome[]> {
  const people = await holdPeople(tx, store, writes);
  const pools = new Map<string, PoolWeeks | null>();
  for (const { poolId } of writes) if (!pools.has(poolId)) pools.set(poolId, await readPool(tx, poolId));
  const stored = await storedEntries(tx, store, writes);
  const userIds = [...new Set(writes.map(({ userId }) => userId))];
  const linked = await linkedOrders(tx, userIds);
  const now = await timeInTransaction(tx, store.engine, clock);
  const rows: EntryRow[] = [];
  const touched: OpenGame[] = [];
  const outcomes = writes.map((write): EntryOutcome => {
    const { poolId, weekId, userId } = write;
    const [person, pool] = [people.get(personKey(write)), pools.get(poolId) ?? null];
    if (person?.user_enabled !== 1) return { saved: false, refusal: 'account_disabled' };
    if (pool === null) return { saved: false, refusal: 'pool_not_found' };
    if (person.member !== 1) return { saved: false, refusal: 'not_a_member' };
    const own = stored.get(personKey(write)) ?? new Map<string, StoredEntry>();
    const judged = judge(pool, own, write, { now, linked: linked.get(orderKey(write)) ?? [] });
    if ('refusal' in judged) return { saved: false, refusal: judged.refusal };
    const before = own.get(weekId) ?? { entry: null, revision: 0 };
    if (JSON.stringify(judged.entry) === JSON.stringify(before.entry))
      return { saved: true, ...before, changed: false };
    if (write.basedOn !== null && before.revision > write.basedOn) return { saved: false, refusal: 'newer_entry' };
    const revision = before.revision + 1;
    own.set(weekId, { entry: judged.entry, revision });
    stored.set(personKey(write), own);
    touched.push(...judged.gids.map((gid) => ({ pool_id: poolId, gid })));
    rows.push({
      pool_id: poolId,
      week_id: weekId,
      user_id: userId,
      entry: judged.entry && JSON.stringify(judged.entry),
      revision,
      made_at: now,
      based_on: write.basedOn,
    });
    return { saved: true, entry: judged.entry, revision, changed: true };
  });
  await insertEntries(tx, store, rows);
  await refuseLate(tx, store.engine, touched, clock());
  return outcomes;
}

/** What is to be stored, and the games whose lock forbids it. */
type Judged = { readonly entry: Entry | null; readonly gids: readonly string[] } | { readonly refusal: EntryRefusal };

function judge(
  { rules, weeks }: PoolWeeks,
  own: ReadonlyMap<string, StoredEntry>,
  { weekId, entry }: EntryWrite,
  { now, linked }: { readonly now: number; readonly linked: Order },
): Judged {
  const week = weeks.find(({ id }) => id === weekId);
  if (week === undefined) return { refusal: 'week_not_found' };
  if (rules.format === 'confidence') {
    if (entry === null || !('order' in entry)) return { refusal: 'other_format' };
    const stored = own.get(weekId)?.entry;
    return judgeOrder(week.games, stored && 'order' in stored ? stored.order : linked, entry.order, now);
  }
  if (rules.format !== 'survivor' || (entry !== null && !('team' in entry))) return { refusal: 'other_format' };
  const choices: TeamChoices = Object.fromEntries(
    [...own].flatMap(([id, stored]) => (stored.entry && 'team' in stored.entry ? [[id, stored.entry]] : [])),
  );
  const current = choices[weekId] ?? null;
  if (current?.gid === entry?.gid && current?.team === entry?.team) return { entry: current, gids: [] };
  const before = weeks.slice(0, weeks.indexOf(week));
  const refusal = choiceRefusal(
    week.games,
    {
      stored: current,
      wanted: entry,
      used: usedTeams(weeks, choices, weekId),
      isOut: survivorSeason(before, choices, rules).lives === 0,
    },
    now,
  );
  if (refusal !== null) return { refusal };
  const counting = week.games.filter(gameCounts).map(({ gid }) => gid);
  return {
    entry,
    gids: [current?.gid, entry?.gid].filter((gid) => gid !== undefined && counting.includes(gid)) as string[],
  };
}

function judgeOrder(games: PoolWeeks['weeks'][number]['games'], before: Order, wanted: Order, now: number): Judged {
  if (wanted.some((gid) => games.every((game) => game.gid !== gid))) return { refusal: 'game_not_found' };
  const locks = new Map(games.map(({ gid, lockAt }) => [gid, lockAt]));
  const order = rebaseOrder(games, before, wanted, now);
  const moved = order.filter((gid, at) => before[at] !== gid && (locks.get(gid) ?? now) > now);
  return { entry: { order }, gids: moved };
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

async function readPool(tx: Db, poolId: string): Promise<PoolWeeks | null> {
  const pool = await tx
    .selectFrom('pools')
    .select('rules')
    .where('id', '=', poolId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (pool === undefined) return null;
  const query = tx.selectFrom('pool_weeks').select(['week_id', 'deadline']).where('pool_id', '=', poolId);
  const weeks = (await query.where('enabled', '=', 1).execute()).toSorted((a, b) => compareWeeks(a.week_id, b.week_id));
  const games = Map.groupBy(
    await gamesOfWeeks(
      tx,
      weeks.map(({ week_id }) => week_id),
    ),
    (game) => game.weekId,
  );
  return {
    rules: readRules(pool.rules),
    weeks: weeks.map(({ week_id, deadline }) => {
      return { id: week_id, games: (games.get(week_id) ?? []).map((game) => withPoolLock(game, deadline)) };
    }),
  };
}

/** All entries of those who write, in the pools that they write in. */
async function storedEntries(
  tx: Db,
  { engine }: Store,
  writes: readonly EntryWrite[],
): Promise<Map<string, Map<string, StoredEntry>>> {
  const { rows } = await sql<{
    pool_id: string;
    week_id: string;
    user_id: string;
    entry: string | null;
    revision: number;
  }>`
    select pool_id, week_id, user_id, entry, revision from entries
    where (pool_id, user_id) in (select pool_id, user_id from ${jsonRows(
      engine,
      writes.map(({ poolId, userId }) => ({ pool_id: poolId, user_id: userId })),
      { pool_id: 'text', user_id: 'text' },
    )})`.execute(tx);
  const byPerson = Map.groupBy(rows, (row) => personKey({ poolId: row.pool_id, userId: row.user_id }));
  return new Map(
    [...byPerson].map(([key, own]) => [
      key,
      new Map(own.map(({ week_id, entry, revision }) => [week_id, { entry: parseEntry(entry), revision }])),
    ]),
  );
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
