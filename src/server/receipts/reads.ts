import { hash as digest } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { entryName } from '#core/entries.ts';
import { weekScale } from '#core/formats/confidence/confidence.ts';
import { teamSlotsOf } from '#core/formats/survivor/survivor.ts';
import { traitsOf } from '#core/formats/traits.ts';
import type { SlotValue } from '#core/pick.ts';
import { poolWeek } from '#core/pool-week.ts';
import type { WrittenReceipt } from '#core/receipts/file.ts';
import { hasListIn, receiptFileText } from '#core/receipts/file.ts';
import type { KeptReceipt, Receipt, ReceiptCause, ReceiptLine, ReceiptLink } from '#core/receipts/receipts.ts';
import { CLOSED, hashedId, hashedText, poolHash } from '#core/receipts/receipts.ts';
import type { ReceiptWeek, StoredPick } from '#core/receipts/visible.ts';
import { entryLines, gameLines } from '#core/receipts/visible.ts';
import { compareWeeks } from '#core/weeks.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { inList } from '#server/platform/db/json-rows.ts';
import { asLines, fieldsOf, linesOf } from '#server/platform/db/lines.ts';
import { metaFrom } from '#server/platform/db/meta.ts';
import type { LockReceiptTable } from '#server/platform/db/schema.ts';
import { parseValue, readRules } from '#server/platform/db/values.ts';
import { yieldToRequests } from '#server/platform/turns.ts';
import { poolIdsInSlices, poolWeeks } from '#server/pools/reads.ts';
import { isLockedInPool, readScale, weeksOfPools } from '#server/pools/week-reads.ts';
import { unpackedList } from './packed-list.ts';

/** Reads lock receipts, and what the locks of a pool's weeks have made visible. store.ts writes the receipts. */

/** The SHA-256 of a text, in hex. */
export function sha256(text: string): string {
  return digest('sha256', text, 'hex');
}

/** Who makes a correction: something of Pick'em, or a person by their id. */
export type ReceiptAuthor = ReceiptCause | { readonly userId: string };

/** A week of a pool. */
export interface PoolWeekId {
  readonly poolId: string;
  readonly weekId: string;
}

/** A week of several pools. */
export interface WeekOfPools {
  readonly weekId: string;
  readonly poolIds: readonly string[];
}

/** The latest receipt of a pool; null before the first. */
export async function latestReceipt(db: Db, poolId: string): Promise<KeptReceipt | null> {
  return (await latestReceipts(db, [poolId])).get(poolId) ?? null;
}

/** The latest receipt of each pool that has any. */
export async function latestReceipts(db: Db, poolIds: readonly string[]): Promise<ReadonlyMap<string, KeptReceipt>> {
  const rows = await db
    .selectFrom('pools')
    .innerJoin('lock_receipts', (on) =>
      on.onRef('lock_receipts.pool_id', '=', 'pools.id').on('lock_receipts.number', '=', (q) =>
        q
          .selectFrom('lock_receipts as others')
          .select((each) => each.fn.max('others.number').as('last'))
          .whereRef('others.pool_id', '=', 'pools.id'),
      ),
    )
    .select(['pools.id', 'lock_receipts.number', 'lock_receipts.hash'])
    .where('pools.id', 'in', inList(poolIds))
    .execute();
  return new Map(rows.map(({ id, number, hash }) => [id, { number, hash }]));
}

/** The receipts of a week, or of what is not of a week, in order, as they add up. */
export type WrittenReceipts = readonly Omit<Receipt, 'previous' | 'hash' | 'listHash'>[];

/** The receipts of pools that are of a week, or, with null, not of a week; pools without any are omitted. */
export async function receiptsIn(
  db: Db,
  poolIds: readonly string[],
  weekId: string | null,
): Promise<ReadonlyMap<string, WrittenReceipts>> {
  const query = db.selectFrom('lock_receipts').selectAll().where('pool_id', 'in', inList(poolIds));
  const rows = await query
    .where('week_id', weekId === null ? 'is' : '=', weekId)
    .orderBy('number')
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.pool_id)].map(([poolId, own]) => [
      poolId,
      own.map(toWritten).map((receipt) => ({ ...receipt, list: JSON.parse(receipt.list) as readonly ReceiptLine[] })),
    ]),
  );
}

/** The links of a pool's chain from a number on, at most `limit`. */
export async function linksFrom(db: Db, poolId: string, number: number, limit: number): Promise<ReceiptLink[]> {
  const rows = await db
    .selectFrom('lock_receipts')
    .select(['number', 'version', 'week_id', 'lock_at', 'made_at', 'made_by', 'previous', 'list_hash', 'hash'])
    .where('pool_id', '=', poolId)
    .where('number', '>=', number)
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.map(toLink);
}

function toLink(row: Omit<LockReceiptTable, 'pool_id' | 'list'>): ReceiptLink {
  return {
    version: row.version,
    number: row.number,
    weekId: row.week_id,
    lockAt: row.lock_at,
    madeAt: row.made_at,
    by: row.made_by,
    previous: row.previous,
    listHash: row.list_hash,
    hash: row.hash,
  };
}

/** A receipt with the text of its list. */
export function toWritten(row: Omit<LockReceiptTable, 'pool_id'>): ReceiptLink & { readonly list: string } {
  return { ...toLink(row), list: unpackedList(row.list) };
}

/** How many links of a chain are read at once for a file, and the picks of how many entries. */
const [LINKS_AT_ONCE, ENTRIES_AT_ONCE] = [500, 100];

const OUTDATED = 'A receipt was added while the file was read.';

/**
 * Everything that a check of a pool's receipts needs, as the text of a file, read piece by piece. Its locks up to `now` must have their
 * receipts (`catchUp`).
 * @param week the only week whose lists and visible lines it has; all weeks by default
 * @param now the league's time, ms @param unreadable what `catchUpPool` could not list
 * @throws if something that is visible is corrected meanwhile
 */
export async function* receiptFile(
  db: Db,
  poolId: string,
  week: string | undefined,
  now: number,
  unreadable: readonly string[] = [],
): AsyncGenerator<string> {
  const last = (await latestReceipt(db, poolId))?.number ?? 0;
  const query = db.selectFrom('lock_receipts').where('pool_id', '=', poolId).groupBy('week_id');
  const rows = await query.select((q) => ['week_id', q.fn.max('lock_at').as('lock_at')]).execute();
  const reached = Math.max(now, ...rows.map(({ lock_at }) => lock_at ?? 0));
  const weekIds = rows.flatMap(({ week_id: id }) => (id !== null && hasListIn(week, id) ? [id] : []));
  const pool = await poolHash(sha256, poolId);
  const visible = weekIds
    .sort(compareWeeks)
    .map((weekId) => [weekId, visibleNow(db, { poolId, weekId }, { reached, last, unreadable })] as const);
  const head = week === undefined ? { pool } : { pool, week };
  const entries = await listedEntries(db, [poolId]);
  const listed = (await listedLines(db, [poolId], entries)).get(poolId) ?? [];
  const later = db
    .selectFrom('lock_receipts')
    .select('number')
    .where('pool_id', '=', poolId)
    .where('number', '>', last);
  if (await later.where('week_id', 'is', null).limit(1).executeTakeFirst()) throw new Error(OUTDATED);
  yield* receiptFileText(head, receiptsUpTo(db, poolId, last, week), visible, listed);
}

/** The receipts of a pool up to a number, in order. @param week the only week whose lists are read; all weeks by default */
async function* receiptsUpTo(
  db: Db,
  poolId: string,
  last: number,
  week: string | undefined,
): AsyncGenerator<WrittenReceipt> {
  let links: ReceiptLink[];
  let from = 1;
  do {
    links = await linksFrom(db, poolId, from, LINKS_AT_ONCE);
    for (const link of links.filter(({ number }) => number <= last)) {
      await yieldToRequests();
      yield { ...link, listText: hasListIn(week, link.weekId) ? await storedList(db, poolId, link.number) : null };
    }
    from = (links.at(-1)?.number ?? last) + 1;
  } while (from <= last);
}

async function storedList(db: Db, poolId: string, number: number): Promise<string> {
  const query = db.selectFrom('lock_receipts').select('list').where('pool_id', '=', poolId);
  return unpackedList((await query.where('number', '=', number).executeTakeFirstOrThrow()).list);
}

/** What a file covers. */
interface FileScope {
  /** The league's time, ms. */
  readonly reached: number;
  /** The number of its latest receipt. */
  readonly last: number;
  /** The changes of games that its receipts can't list, because one can't be read. */
  readonly unreadable: readonly string[];
}

/** What the locks of a pool's week have made visible, in batches of entries. */
async function* visibleNow(db: Db, week: PoolWeekId, scope: FileScope): AsyncGenerator<ReceiptLine[]> {
  const { reached } = scope;
  const { poolId } = week;
  const games = await receiptWeek(db, week);
  yield gameLines(games, reached).map(({ line }) => line);
  const ids = await db.selectFrom('entries').select('id').where('pool_id', '=', poolId).orderBy('id').execute();
  for (let at = 0; at < ids.length; at += ENTRIES_AT_ONCE) {
    await yieldToRequests();
    const some = ids.slice(at, at + ENTRIES_AT_ONCE).map(({ id }) => id);
    const picks = (await storedPicks(db, week.weekId, new Map([[poolId, games]]), some)).get(poolId) ?? [];
    yield entryLines(games, picks, reached).map(({ line }) => line);
  }
  if (await isOutdated(db, week, scope)) throw new Error(OUTDATED);
}

/** Whether what is not of a week, entries and rules, is listed in receipts of a pool. */
export async function hasListedPool(db: Db, poolId: string): Promise<boolean> {
  const query = db.selectFrom('lock_receipts').select('number').where('pool_id', '=', poolId);
  return (await query.where('week_id', 'is', null).limit(1).executeTakeFirst()) !== undefined;
}

/** The secrets of the names of a pool's entries by id, once receipts list them; null where one was erased. */
export async function saltsOf(db: Db, poolId: string): Promise<ReadonlyMap<string, string | null>> {
  const query = db.selectFrom('name_salts').innerJoin('entries', 'entries.id', 'name_salts.entry_id');
  const rows = await query.select(['entry_id', 'salt']).where('entries.pool_id', '=', poolId).execute();
  return new Map(rows.map(({ entry_id, salt }) => [entry_id, salt]));
}

/** An entry as receipts list it. */
export type ListedEntry = Awaited<ReturnType<typeof listedEntries>>[number];

/** The entries of pools, those that left included, each with the secret of its name; `salted` is null for one that never had any. */
export function listedEntries(db: Db, poolIds: readonly string[]) {
  return db
    .selectFrom('entries')
    .innerJoin('users as owners', 'owners.id', 'entries.owner_id')
    .leftJoin('name_salts', 'name_salts.entry_id', 'entries.id')
    .select(['entries.pool_id', 'entries.id', 'entries.owner_id', 'entries.number', 'entries.name', 'name_salts.salt'])
    .select(['owners.display_name as ownerName', 'name_salts.entry_id as salted'])
    .where('entries.pool_id', 'in', inList(poolIds))
    .orderBy('entries.id')
    .execute();
}

/** What is visible of pools besides their weeks, by pool: its rules, and its entries. */
export async function listedLines(
  db: Db,
  poolIds: readonly string[],
  entries: readonly ListedEntry[],
): Promise<ReadonlyMap<string, readonly ReceiptLine[]>> {
  const byPool = Map.groupBy(entries, (entry) => entry.pool_id);
  const pools = await db.selectFrom('pools').select(['id', 'rules']).where('id', 'in', inList(poolIds)).execute();
  const lines = new Map<string, readonly ReceiptLine[]>();
  for (const { id: poolId, rules } of pools) {
    const own: ReceiptLine[] = [];
    for (const { id, owner_id, number, name, ownerName, salt } of byPool.get(poolId) ?? []) {
      const [entry, owner] = [await hashedId(sha256, id), await hashedId(sha256, owner_id)];
      const shown = entryName({ name, number, ownerName });
      const named = salt === null ? CLOSED : await hashedText(sha256, JSON.stringify([salt, shown]));
      own.push([entry, 'owner', `${number} ${owner}`, null, null, null], [entry, 'name', named, null, null, null]);
    }
    for (const [rule, value] of Object.entries(readRules(rules)))
      own.push(['', `rule:${rule}`, JSON.stringify(value), null, null, null]);
    lines.set(poolId, own);
  }
  return lines;
}

/** The locks (ms) of a pool's week that have receipts. */
export type ListedLocks = (weekId: string) => ReadonlySet<number>;

/** Reads which locks of a pool's weeks have receipts. */
export async function listedLocks(db: Db, poolId: string, weekIds: readonly string[]): Promise<ListedLocks> {
  const query = db.selectFrom('lock_receipts').select(['week_id', 'lock_at']).where('pool_id', '=', poolId);
  const rows = await query.where('week_id', 'in', inList(weekIds)).execute();
  const byWeek = Map.groupBy(rows, ({ week_id }) => week_id);
  return (weekId) => new Set(byWeek.get(weekId)?.flatMap(({ lock_at }) => (lock_at === null ? [] : [lock_at])));
}

/** Whether a pool's week has receipts. */
export async function hasReceipts(db: Db, week: PoolWeekId): Promise<boolean> {
  return (await receiptsOf(db, week).limit(1).executeTakeFirst()) !== undefined;
}

/** Whether a file misses a receipt of what it covers: one that was written since, or that games which have changed will get. */
async function isOutdated(db: Db, week: PoolWeekId, { reached, last, unreadable }: FileScope): Promise<boolean> {
  // Before the receipts: they may be written meanwhile.
  if ((await unlistedChanges(db, week.poolId)).some((change) => !unreadable.includes(change))) return true;
  const later = receiptsOf(db, week).where('number', '>', last);
  const about = later.where((q) => q.or([q('lock_at', 'is', null), q('lock_at', '<=', reached)]));
  return (await about.limit(1).executeTakeFirst()) !== undefined;
}

function receiptsOf(db: Db, { poolId, weekId }: PoolWeekId) {
  const query = db.selectFrom('lock_receipts').select('number');
  return query.where('pool_id', '=', poolId).where('week_id', '=', weekId);
}

/** The given weeks in the pools that have receipts of them, without deleted pools. */
export async function weeksWithReceipts(db: Db, weekIds: readonly string[]): Promise<PoolWeekId[]> {
  if (weekIds.length === 0) return [];
  return db
    .selectFrom('lock_receipts')
    .innerJoin('pools', 'pools.id', 'lock_receipts.pool_id')
    .select(['lock_receipts.pool_id as poolId', 'lock_receipts.week_id as weekId'])
    .distinct()
    .where('pools.deleted_at', 'is', null)
    .where('lock_receipts.week_id', 'in', weekIds)
    .orderBy('lock_receipts.pool_id')
    .orderBy('lock_receipts.week_id')
    .$narrowType<{ weekId: string }>()
    .execute();
}

/** A change of games that receipts do not list yet. */
export interface GameChange {
  readonly by: ReceiptAuthor;
  readonly gids: readonly string[];
  /** ms */
  readonly at: number;
  /** The pool's week before it. */
  readonly week: ReceiptWeek;
}

/** The changes of games that receipts do not list yet, in order, by pool; pools without any are omitted. */
export async function gameChanges(
  db: Db,
  { weekId, poolIds }: WeekOfPools,
): Promise<ReadonlyMap<string, readonly GameChange[]>> {
  const query = db.selectFrom('unlisted_changes').selectAll().where('week_id', '=', weekId);
  const rows = await query.where('pool_id', 'in', inList(poolIds)).orderBy('number').execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.pool_id)].map(([poolId, own]) => [
      poolId,
      own.map(({ made_by, gids, at, week }): GameChange => {
        return { by: JSON.parse(made_by), gids: JSON.parse(gids), at, week: JSON.parse(week) };
      }),
    ]),
  );
}

/** The weeks of pools with changes of games that receipts do not list yet, without deleted pools. @param poolId only this pool's */
export function weeksWithChanges(db: Db, poolId?: string): Promise<PoolWeekId[]> {
  const query = db
    .selectFrom('unlisted_changes')
    .innerJoin('pools', 'pools.id', 'unlisted_changes.pool_id')
    .select(['pool_id as poolId', 'week_id as weekId'])
    .distinct()
    .where('pools.deleted_at', 'is', null);
  return (poolId === undefined ? query : query.where('pool_id', '=', poolId)).execute();
}

/** What tells the changes of games apart that the receipts of a pool do not list yet. */
export async function unlistedChanges(db: Db, poolId: string): Promise<string[]> {
  const query = db.selectFrom('unlisted_changes').select(['number', 'at']).distinct().where('pool_id', '=', poolId);
  return (await query.execute()).map(({ number, at }) => `${number} ${at}`);
}

/** The weeks of pools whose receipts do not list a change of any of these games yet, deleted pools included. */
export async function weeksWithChangesOf(db: Db, gids: readonly string[]): Promise<PoolWeekId[]> {
  const changes = await db.selectFrom('unlisted_changes').select(['number', 'gids']).distinct().execute();
  const numbers = changes.flatMap((change) => {
    const own = JSON.parse(change.gids) as readonly string[];
    return own.some((gid) => gids.includes(gid)) ? [change.number] : [];
  });
  if (numbers.length === 0) return [];
  const query = db.selectFrom('unlisted_changes').select(['pool_id as poolId', 'week_id as weekId']).distinct();
  return query.where('number', 'in', numbers).execute();
}

/** A pool's week as receipts need it. */
export interface StoredWeek extends ReceiptWeek {
  /** Whether the pool plays it: it may have been switched off. */
  readonly isPlayed: boolean;
}

/** A pool's week as receipts need it. */
export async function receiptWeek(db: Db, { poolId, weekId }: PoolWeekId): Promise<ReceiptWeek> {
  const week = (await receiptWeeks(db, { weekId, poolIds: [poolId] })).get(poolId);
  return week ?? { ...poolWeek(weekId, [], {}), tiebreakGid: null, scale: null };
}

/** A week as receipts need it, by pool. */
export async function receiptWeeks(db: Db, { weekId, poolIds }: WeekOfPools): Promise<ReadonlyMap<string, StoredWeek>> {
  const weeks = await weeksOfPools(db, poolIds, [weekId]);
  const rows = await db
    .selectFrom('pool_weeks')
    .innerJoin('pools', 'pools.id', 'pool_weeks.pool_id')
    .select(['pool_id', 'enabled', 'tiebreak_gid', 'rules', 'scale'])
    .where('pool_id', 'in', inList(poolIds))
    .where('week_id', '=', weekId)
    .execute();
  const stored = new Map(rows.map((row) => [row.pool_id, row]));
  const ofPools = [...weeks].flatMap(([poolId, own]) => own.map((week) => ({ poolId, week, row: stored.get(poolId) })));
  return new Map(
    ofPools.map(({ poolId, week: { games, wholeWeek }, row }) => {
      const rules = row && readRules(row.rules);
      const scale = rules && traitsOf(rules).hasValues ? weekScale(rules, weekId, readScale(row.scale)) : null;
      const isPlayed = row?.enabled === 1;
      return [poolId, { id: weekId, games, wholeWeek, tiebreakGid: row?.tiebreak_gid ?? null, scale, isPlayed }];
    }),
  );
}

/**
 * Every pick of pools in a week by pool, sealed ones included: `visibleLines` decides what is visible. Entries that left are included, and kinds
 * for which a pool no longer asks, because receipts may list them. Each entry is one row, and its picks of games are one range of the key, as in
 * `picksOfGames`.
 * @param weeks the week with its games, by pool @param entryIds only those of these entries
 */
export async function storedPicks(
  db: Db,
  weekId: string,
  weeks: ReadonlyMap<string, Pick<ReceiptWeek, 'games'>>,
  entryIds?: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredPick[]>> {
  if (weeks.size === 0) return new Map();
  const gidsOf = new Map(
    [...weeks].map(([poolId, { games }]) => [poolId, new Map(games.map(({ gid }) => [gid, gid]))]),
  );
  const gids = [...new Set([...gidsOf.values()].flatMap((own) => [...own.keys()]))];
  // No game has an empty id.
  const games = sql.join(inList(gids.length === 0 ? [''] : gids).map((gid) => sql`(${gid})`));
  const ofEntries = entryIds === undefined ? sql`` : sql`and entries.id in (${sql.join(inList(entryIds))})`;
  const slots = sql.join([
    ...(['guess', 'order'] as const).map((kind) => sql`(${kind}, ${weekId})`),
    ...teamSlotsOf([weekId]).map((about) => sql`('team', ${about})`),
  ]);
  const columns = [sql`kind`, sql`about`, sql`revision`, sql`made_at`];
  const stored = asLines([...columns, sql`coalesce(entered_by, '')`, sql`coalesce(value, '')`]);
  const lines = (wanted: RawBuilder<unknown>) =>
    sql`(select ${stored} from picks where entry_id = entries.id and ${wanted})`;
  const { rows } = await sql<{ pool_id: string; id: string; of_games: string | null; of_week: string | null }>`
    with wanted (gid) as (values ${games}),
      ends (lowest, highest) as materialized (select min(gid), max(gid) from wanted)
    select entries.pool_id, entries.id,
      ${lines(sql`kind = 'pick' and about between lowest and highest`)} as of_games,
      ${lines(sql`(kind, about) in (${slots})`)} as of_week
    from ends cross join entries
    where entries.pool_id in (${sql.join(inList([...weeks.keys()]))}) ${ofEntries}`.execute(db);
  const hashed = new Map<string, string>();
  const hashOf = async (id: string) => {
    const hash = hashed.get(id) ?? (await hashedId(sha256, id));
    hashed.set(id, hash);
    return hash;
  };
  const byPool = new Map<string, StoredPick[]>();
  const parse = valueParser();
  for (const { pool_id: poolId, id, of_games, of_week } of rows) {
    const own = byPool.get(poolId) ?? [];
    byPool.set(poolId, own);
    const entry = await hashOf(id);
    const gidOf = gidsOf.get(poolId);
    for (const line of [...linesOf(of_games), ...linesOf(of_week)]) {
      const [kind, named = '', revision, madeAt, enteredBy = '', value = ''] = fieldsOf(line);
      // Entries share the text of an id, which is then compared faster.
      const about = kind === 'pick' ? gidOf?.get(named) : named;
      if (about === undefined) continue;
      own.push({
        kind,
        about,
        value: parse(value),
        revision: Number(revision),
        entry,
        madeAt: Number(madeAt),
        enteredBy: enteredBy === '' ? null : await hashOf(enteredBy),
      } as StoredPick);
    }
  }
  return byPool;
}

/** Parses values of picks, empty ones as null. Most are equal, so each distinct one is parsed once. */
function valueParser(): (text: string) => SlotValue | null {
  const known = new Map<string, SlotValue | null>([['', null]]);
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = parseValue<SlotValue>(text);
    known.set(text, value);
    return value;
  };
}

/** Which weeks may lack receipts. Times in ms. */
export interface DueScope {
  /** Only locks after this; all by default. */
  readonly since?: number;
  readonly poolId?: string;
  /** Only the pool of this entry. */
  readonly entryId?: string;
}

/**
 * The weeks of pools with a lock up to `now` that has no receipt, in order, and those that an import or a change of games may have changed
 * since. Includes earlier weeks that such a lock closes as a whole, those with postponed games, and disabled weeks that have receipts.
 * Without `since`, includes all earlier weeks, where a correction may lack its receipt.
 */
export async function weeksWithoutReceipts(
  db: Db,
  { since = 0, poolId, entryId }: DueScope,
  now: number,
): Promise<PoolWeekId[]> {
  const only = entryId === undefined ? poolId : await poolOf(db, entryId);
  const missing: PoolWeekId[] = [];
  for await (const poolIds of poolIdsInSlices(db, only === undefined ? null : [only], POOLS_AT_A_TIME))
    missing.push(...(await weeksWithMissing(db, poolIds, since, now)));
  const upgraded =
    since > 0 ? [] : (await weeksOfVersion1(db)).filter(({ poolId: id }) => only === undefined || id === only);
  const imported = (await notedImports(db))
    .filter((each) => only === undefined || each.poolId === only)
    .flatMap(({ poolId: id, weekIds }) => weekIds.map((weekId) => ({ poolId: id, weekId })));
  const changed = await weeksWithChanges(db, only);
  const due: PoolWeekId[] = [];
  const postponed = since > 0 ? await weeksWithPostponed(db) : null;
  for (const [id, own] of Map.groupBy([...missing, ...upgraded, ...imported, ...changed], (row) => row.poolId)) {
    const played = postponed?.size === 0 ? [] : await poolWeeks(db, id);
    const weekIds = own.flatMap(({ weekId }) => {
      const before = played[played.indexOf(weekId) - 1];
      return before !== undefined && (postponed?.has(before) ?? true) ? [before, weekId] : [weekId];
    });
    due.push(...[...new Set(weekIds)].sort(compareWeeks).map((weekId) => ({ poolId: id, weekId })));
  }
  return due;
}

/** How many pools one statement looks for missing receipts of. On SQLite it blocks all other requests. */
const POOLS_AT_A_TIME = 32;

/** The weeks of these pools with a lock after `since` and up to `now` that has no receipt. */
function weeksWithMissing(db: Db, poolIds: readonly string[], since: number, now: number): Promise<PoolWeekId[]> {
  const query = locksWithoutReceipts(db, now).where('pool_locks.lock_at', '>', since);
  return query.where('pool_weeks.pool_id', 'in', inList(poolIds)).execute();
}

/** Of the given weeks, those of pools with a lock up to `now` that has no receipt. */
export function missingIn(db: Db, weekIds: readonly string[], now: number): Promise<PoolWeekId[]> {
  return locksWithoutReceipts(db, now).where('pool_weeks.week_id', 'in', inList(weekIds)).execute();
}

function locksWithoutReceipts(db: Db, now: number) {
  return db
    .selectFrom('pool_weeks')
    .innerJoin('pools', 'pools.id', 'pool_weeks.pool_id')
    .innerJoin('games', 'games.week_id', 'pool_weeks.week_id')
    .innerJoin('pool_locks', (on) =>
      on.onRef('pool_locks.pool_id', '=', 'pool_weeks.pool_id').onRef('pool_locks.gid', '=', 'games.gid'),
    )
    .leftJoin('lock_receipts', (on) =>
      on
        .onRef('lock_receipts.pool_id', '=', 'pool_weeks.pool_id')
        .onRef('lock_receipts.week_id', '=', 'pool_weeks.week_id')
        .onRef('lock_receipts.lock_at', '=', 'pool_locks.lock_at'),
    )
    .select(['pool_weeks.pool_id as poolId', 'pool_weeks.week_id as weekId'])
    .distinct()
    .where('pools.deleted_at', 'is', null)
    .where((q) =>
      q.or([
        q('pool_weeks.enabled', '=', 1),
        q.exists(
          q
            .selectFrom('lock_receipts as others')
            .select('others.number')
            .whereRef('others.pool_id', '=', 'pool_weeks.pool_id')
            .whereRef('others.week_id', '=', 'pool_weeks.week_id'),
        ),
      ]),
    )
    .where('lock_receipts.number', 'is', null)
    .where(isLockedInPool(now));
}

/** The weeks with a postponed game. */
export async function weeksWithPostponed(db: Db): Promise<ReadonlySet<string>> {
  const query = db.selectFrom('games').select('week_id').distinct().where('void', '=', 'postponed');
  return new Set((await query.execute()).map(({ week_id }) => week_id));
}

/** The weeks of pools of which no receipt has version 2: it would list more. */
async function weeksOfVersion1(db: Db): Promise<PoolWeekId[]> {
  return db
    .selectFrom('lock_receipts')
    .innerJoin('pools', 'pools.id', 'lock_receipts.pool_id')
    .select(['lock_receipts.pool_id as poolId', 'lock_receipts.week_id as weekId'])
    .where('pools.deleted_at', 'is', null)
    .where('lock_receipts.week_id', 'is not', null)
    .groupBy(['lock_receipts.pool_id', 'lock_receipts.week_id'])
    .having((q) => q.fn.max('lock_receipts.version'), '=', 1)
    .$narrowType<{ weekId: string }>()
    .execute();
}

async function poolOf(db: Db, entryId: string): Promise<string> {
  const query = db.selectFrom('entries').select('pool_id').where('id', '=', entryId);
  return (await query.executeTakeFirst())?.pool_id ?? '';
}

/** The weeks that an import is changing, or was when it was cut off, as a row of `meta` under this key and the pool. */
export const IMPORTING = 'receipts_of_import ';

/** An import that is writing picks. */
export interface NotedImport {
  readonly poolId: string;
  readonly weekIds: readonly string[];
  /** When it began, ms; missing in a note of an earlier version. */
  readonly at?: number;
}

/** The imports of a week that are being written or undone, in all pools. */
export async function importsOfWeek(db: Db, weekId: string): Promise<NotedImport[]> {
  return (await notedImports(db)).filter(({ weekIds }) => weekIds.includes(weekId));
}

/** The imports that are being written or undone, by a command or on the screen. */
async function notedImports(db: Db): Promise<NotedImport[]> {
  const noted = (await metaFrom(db, IMPORTING)).map((value) => JSON.parse(value) as NotedImport);
  const query = db
    .selectFrom('pool_imports')
    .select(['pool_id', 'week_ids', 'at'])
    .where('state', 'not in', ['done', 'undone']);
  const ofScreen = (await query.execute()).map(({ pool_id, week_ids, at }): NotedImport => {
    return { poolId: pool_id, weekIds: JSON.parse(week_ids) as string[], at };
  });
  return [...noted, ...ofScreen];
}
