import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { rebaseOrder } from '#core/formats/confidence/confidence.ts';
import { isLocked, nextLock } from '#core/locks.ts';
import type { Share } from '#core/money.ts';
import { DAY_MS, HOUR_MS } from '#core/time.ts';
import type { Game } from '#core/types.ts';
import type { WeekResult } from '#core/week-result.ts';
import { factsOf } from '#core/week-result.ts';
import type { Db, Engine } from './connect.ts';
import type { Dialect } from './tables.ts';
import {
  announcedPrizes,
  auditOfAnEntry,
  buyBacks,
  buyBackWindows,
  dialectOf,
  entries,
  entriesOfAnOwner,
  entryDefaults,
  entryTriggers,
  gamePicks,
  imports,
  links,
  outbox,
  payments,
  pickLinks,
  picks,
  picksOfGames,
  pickTriggers,
  pickViews,
  reactions,
  receipts,
  secondWaysIn,
  slates,
  staleWeeks,
  weekScores,
} from './tables.ts';

/**
 * Upgrades a database of the previous version (`039-one-schema`) to the schema of `tables.ts`, rows included. Scores, payments, announced
 * results and prizes become those of entries. Picks of linked players are copied to the entries of their accounts for locked games; their
 * picks of open games are withdrawn, as a link does now, and this is announced in their pools.
 * @param now the league's clock, ms
 * @returns messages about withdrawn picks, one for each link and pool
 */
export async function upgrade(tx: Db, engine: Engine, now: number): Promise<string[]> {
  await run(tx, tablesOf(dialectOf(engine)));
  const withdrawn = await fillLinked(tx, engine, now);
  await renameIds(tx);
  await run(tx, ['drop table waiting_picks', 'drop table player_links']);
  // PostgreSQL plans with these statistics.
  if (engine === 'postgres') await run(tx, ['analyze entries', 'analyze picks', 'analyze week_scores']);
  return withdrawn;
}

/** Upgrades a database of 041: adds side tables, buy-backs, defaults, slates and the number of right picks. Scores are counted again. */
export const contests = (dialect: Dialect): readonly string[] => [
  ...addedColumns(dialect),
  ...buyBacks(dialect),
  ...entryDefaults(dialect),
  'drop view game_picks',
  ...gamePicks(dialect),
  'drop view pool_locks',
  ...slates(dialect),
  'alter table week_scores add column correct integer not null default 0',
  countCorrect,
];

/** Adds the number of right picks to scores. */
const countCorrect = `insert into stale_weeks (week_id, mark)
  select distinct week_id, 'contests' from week_scores where true
  on conflict (week_id) do update set mark = excluded.mark`;

/** Upgrades a database of 042: windows of buy-backs, and the values of confidence weeks. */
export const windowsAndScales = (dialect: Dialect): readonly string[] => [
  ...buyBackWindows(dialect),
  `alter table pool_weeks add column decided_at ${dialect.big}`,
  'alter table pool_weeks add column scale text',
];

/** Renamed columns: their table, the old name, the new name. */
export const renamedColumns = [
  ['pools', 'trash_talk_enabled', 'has_talk'],
  ['pool_members', 'told_until', 'announced_until'],
  ['feed_games', 'said', 'report'],
  ['feed_games', 'said_at', 'reported_at'],
  ['feed_games', 'may_go_back', 'may_regress'],
] as const;

/** Upgrades a database of 044: renames tables and columns. */
export const plainNames = (dialect: Dialect): readonly string[] => [
  ...renamedColumns.map(([table, from, to]) => `alter table ${table} rename column ${from} to ${to}`),
  // SQLite cannot rename the constraint.
  ...announcedPrizes(dialect),
  'insert into announced_prizes (pool_id, purpose, shares) select pool_id, purpose, shares from told_prizes',
  'drop table told_prizes',
];

/** Deliveries keep their id, so receivers recognize one that is sent again. */
const movedDeliveries = `insert into outbox
    (id, kind, lane, recipient, once, content, at, until, state, attempts, next_at, status, failure)
  select id, 'hook', 'scheduled', hook_id, once, news, at, until, state, attempts, next_at, status, failure from hook_deliveries`;

const ACCOUNT_MAIL = 'account mail ';
/** How long a mail about an account is sent, and one for a new password, in ms. */
const MAIL_MS = DAY_MS;
const RESET_MAIL_MS = HOUR_MS;

/** A mail about an account as databases of 045 store it, in `meta`. */
interface StoredMail {
  readonly id: string;
  readonly mail: { readonly kind: string; readonly email: string };
  readonly postedAt: number;
  readonly heldUntil: number;
}

/** Upgrades a database of 045: the outbox, with what waits in the queues of hooks and of mails about accounts. */
export async function moveToOutbox(tx: Db, dialect: Dialect): Promise<void> {
  await run(tx, [...outbox(dialect), movedDeliveries, 'drop table hook_deliveries']);
  const stored = tx.selectFrom('meta').selectAll().where('key', 'like', `${ACCOUNT_MAIL}%`);
  for (const { key, value } of await stored.execute()) {
    const { id, mail, postedAt, heldUntil } = JSON.parse(value) as StoredMail;
    const of = { kind: 'account mail', lane: 'awaited', recipient: mail.email, state: 'waiting' } as const;
    const until = postedAt + (mail.kind === 'reset' ? RESET_MAIL_MS : MAIL_MS);
    // The process that stored it may have written it.
    const times = { at: postedAt, until, next_at: heldUntil, attempts: 1 };
    await tx
      .insertInto('outbox')
      .values({ ...of, ...times, id, content: JSON.stringify(mail) })
      .execute();
    await tx.deleteFrom('meta').where('key', '=', key).execute();
  }
}

/** Upgrades a database of 046: receipts with a version and an author, and those of no week, which SQLite cannot change in place. */
export const receiptAuthors = (dialect: Dialect): readonly string[] => [
  'drop index one_receipt_for_a_lock',
  'alter table lock_receipts rename to old_lock_receipts',
  ...(dialect.engine === 'postgres'
    ? ['alter table old_lock_receipts rename constraint lock_receipts_key to old_lock_receipts_key']
    : []),
  ...receipts(dialect),
  `insert into lock_receipts
      (pool_id, number, version, week_id, lock_at, made_at, list, list_hash, previous, hash)
    select pool_id, number, 1, week_id, lock_at, made_at, list, list_hash, previous, hash from old_lock_receipts`,
  'drop table old_lock_receipts',
];

/** Upgrades a database of 047: when pools were first stored here, which is not known of those that it has. */
export const storedAt = ({ big }: Dialect): readonly string[] => [`alter table pools add column stored_at ${big}`];

/** Upgrades a database of 048: passkeys, second factors, links of reminders, and who set a line. */
export const secondWays = (dialect: Dialect): readonly string[] => [
  ...secondWaysIn(dialect),
  ...pickLinks(dialect),
  'alter table games add column line_source text',
];

/** Upgrades a database of 049: prizes of a week's places, what shares of the fees are of for good, and the rules that weeks keep. */
export const sharesAndWeekRules: readonly string[] = [
  "alter table pool_money add column week_places text not null default '[]'",
  "alter table pool_money add column fixed text not null default '{}'",
  'alter table pool_weeks add column kept_rules text',
];

/** Upgrades a database of 050: what messages of the talk reply to, and reactions to them. */
export const talkReactions = (dialect: Dialect): readonly string[] => [
  `alter table messages add column reply_to ${dialect.big} references messages (id)`,
  ...reactions(dialect),
];

/** Upgrades a database of 056: changes of games that receipts list are no longer kept. */
export const listedAtOnce: readonly string[] = [
  'delete from unlisted_changes where is_listed = 1',
  'alter table unlisted_changes drop column is_listed',
];

/** Upgrades a database of 057: ids of new entries begin like that of their pool (decision 076). */
export const idsOfEntries = (engine: Engine): readonly string[] => [
  ...(engine === 'postgres'
    ? ['drop function add_entry() cascade']
    : ['drop trigger members_have_an_entry_insert', 'drop trigger members_have_an_entry_update']),
  ...entryTriggers[engine],
];

/** Upgrades a database of 053: picks in the order of their key (decision 076), and marks of weeks by pool. */
export const growing = (dialect: Dialect): readonly string[] => [
  ...(dialect.engine === 'postgres' ? picksOfGames : picksInPlace(dialect)),
  'alter table stale_weeks rename to old_stale_weeks',
  ...staleWeeks(dialect),
  "insert into stale_weeks (week_id, mark) select week_id, 'upgraded' from old_stale_weeks",
  'drop table old_stale_weeks',
];

const picksInPlace = (dialect: Dialect) => [
  'drop view game_picks',
  'drop view pick_history',
  'drop trigger picks_replaced',
  'drop trigger picks_deleted',
  ...rebuiltPicks(dialect),
  ...pickViews(dialect),
  ...pickTriggers(dialect),
];

/** Views and triggers that name the table must be dropped before. */
const rebuiltPicks = (dialect: Dialect) => [
  'alter table picks rename to old_picks',
  ...picks(dialect),
  'insert into picks select * from old_picks order by entry_id, kind, about',
  'drop table old_picks',
];

/** Columns that databases up to 041 lack: side tables of a pool, the fee of a buy-back, and when a member left. */
const addedColumns = ({ big }: Dialect) => [
  "alter table pools add column side_tables text not null default '[]'",
  'alter table pool_money add column buy_back integer not null default 0',
  `alter table pool_members add column left_at ${big}`,
];

async function run(tx: Db, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}

const newEntries = `select old.id, old.pool_id, old.player_id, old.user_id, old.number, old.name,
  coalesce((select joined_at from pool_members where pool_id = old.pool_id and user_id = old.player_id), 0)`;

function tablesOf(dialect: Dialect): string[] {
  const { engine } = dialect;
  return [
    ...(engine === 'sqlite' ? rebuiltEntries(dialect) : alteredEntries()),
    'alter table audit_log add column entry_id text',
    auditOfAnEntry,
    ...receipts(dialect),
    ...imports(dialect),
    ...links(dialect),
    ...addedColumns(dialect),
    ...buyBacks(dialect),
    ...entryDefaults(dialect),
    'drop view pool_locks',
    ...slates(dialect),

    'alter table week_scores rename to old_week_scores',
    ...(engine === 'postgres'
      ? ['alter table old_week_scores rename constraint week_scores_key to old_week_scores_key']
      : []),
    ...weekScores(dialect),
    `insert into week_scores (pool_id, week_id, entry_id, halves)
      select old.pool_id, old.week_id, entries.id, old.halves from old_week_scores as old
      join entries on entries.pool_id = old.pool_id and entries.player_id = old.user_id and entries.number = 1`,
    'drop table old_week_scores',
    countCorrect,

    'drop index standing_payments',
    'alter table pool_payments rename to old_pool_payments',
    ...(engine === 'postgres'
      ? ['alter table old_pool_payments rename constraint pool_payments_pkey to old_pool_payments_pkey']
      : []),
    ...payments(dialect),
    `insert into pool_payments (id, pool_id, entry_id, purpose, cents, noted_by, noted_at, undone_by, undone_at)
      select old.id, old.pool_id, entries.id, old.purpose, old.cents, old.noted_by, old.noted_at, old.undone_by, old.undone_at
      from old_pool_payments as old
      join entries on entries.pool_id = old.pool_id and entries.player_id = old.user_id and entries.number = 1`,
    ...(engine === 'postgres'
      ? [
          `select setval(pg_get_serial_sequence('pool_payments', 'id'), coalesce((select max(id) from pool_payments), 0) + 1, false)`,
        ]
      : []),
    'drop table old_pool_payments',
  ];
}

/** SQLite cannot add a required column. */
function rebuiltEntries(dialect: Dialect): string[] {
  return [
    'drop view game_picks',
    'drop view pick_history',
    'drop trigger members_have_an_entry',
    'drop trigger picks_replaced',
    'drop trigger picks_deleted',
    'drop index entries_of_a_player',
    'alter table entries rename to old_entries',
    ...entries(dialect),
    `insert into entries (id, pool_id, player_id, user_id, number, name, joined_at) ${newEntries} from old_entries as old`,
    ...rebuiltPicks(dialect),
    'drop table old_entries',
    ...pickViews(dialect),
    ...pickTriggers(dialect),
  ];
}

function alteredEntries(): string[] {
  const joinedAt = newEntries.slice(newEntries.indexOf('coalesce'));
  return [
    'drop view game_picks',
    'drop function add_entry() cascade',
    'alter table entries add column joined_at bigint',
    `update entries as old set joined_at = ${joinedAt}`,
    'alter table entries alter column joined_at set not null',
    'alter table entries add column out_at bigint',
    'alter table entries add column owner_id text generated always as (coalesce(user_id, player_id)) stored',
    entriesOfAnOwner,
    ...entryTriggers.postgres,
    ...gamePicks({ engine: 'postgres' }),
  ];
}

interface OldLink {
  readonly id: number;
  readonly player_id: string;
  readonly user_id: string;
  readonly linked_by: string;
  readonly linked_at: number;
  readonly moved: string;
}

/** The `moved` column of a link of the previous version. */
interface OldMoved {
  readonly wasEnabled: number;
  readonly memberships: readonly {
    readonly poolId: string;
    readonly player: number;
    readonly account: number | null;
  }[];
  readonly picks: readonly { readonly poolId: string; readonly gid: string }[];
}

interface OldPick {
  readonly kind: string;
  readonly about: string;
  readonly value: string;
  readonly revision: number;
  readonly made_at: number;
  readonly entered_by: string | null;
  readonly reason: string | null;
}

/** A linked player in one pool. */
interface LinkedEntry {
  readonly pool_id: string;
  readonly pool_name: string;
  readonly entry_id: string;
  readonly into_id: string | null;
  readonly player_name: string;
  readonly account_name: string;
}

async function fillLinked(tx: Db, engine: Engine, now: number): Promise<string[]> {
  const { rows: held } = await sql<OldLink>`
    select id, player_id, user_id, linked_by, linked_at, moved from player_links where undone_at is null order by id`.execute(
    tx,
  );
  const lines: string[] = [];
  const byPool = new Map<string, string[]>();
  for (const link of held) {
    const moved = JSON.parse(link.moved) as OldMoved;
    const { rows: linked } = await sql<LinkedEntry>`
      select source.pool_id, pools.name as pool_name, source.id as entry_id, own.id as into_id,
        players.display_name as player_name, accounts.display_name as account_name
      from entries as source
      join pools on pools.id = source.pool_id
      join users as players on players.id = source.player_id
      join users as accounts on accounts.id = ${link.user_id}
      left join entries as own on own.pool_id = source.pool_id and own.player_id = accounts.id and own.number = 1
      where source.player_id = ${link.player_id} order by source.pool_id`.execute(tx);
    for (const entry of linked) {
      const count = await fillEntry(tx, engine, link, moved, entry, now);
      if (count === 0) continue;
      const text = `${count === 1 ? '1 pick' : `${count} picks`} of open games`;
      lines.push(`${entry.account_name}, ${entry.pool_name}: ${text} that waited from ${entry.player_name}`);
      byPool.set(entry.pool_id, [...(byPool.get(entry.pool_id) ?? []), `${entry.account_name} (${text})`]);
    }
    await sql`update users set is_enabled = ${moved.wasEnabled} where id = ${link.player_id}`.execute(tx);
  }
  for (const [poolId, people] of byPool) await announce(tx, poolId, people, now);
  return lines;
}

/** @returns how many picks of open games are withdrawn */
async function fillEntry(
  tx: Db,
  engine: Engine,
  link: OldLink,
  moved: OldMoved,
  { pool_id: poolId, entry_id: sourceId, into_id: intoId }: LinkedEntry,
  now: number,
): Promise<number> {
  const games = await gamesOf(tx, poolId);
  const own = intoId === null ? [] : await picksOf(tx, intoId);
  const has = new Set(own.map(({ kind, about }) => `${kind} ${about}`));
  const { rows: due } = await sql<{ gid: string }>`
    select gid from waiting_picks where link_id = ${link.id} and pool_id = ${poolId}`.execute(tx);
  const waiting = new Set(due.map(({ gid }) => gid));
  const filled = moved.picks.filter((each) => each.poolId === poolId).map(({ gid }) => ({ kind: 'pick', about: gid }));
  let waited = 0;
  for (const row of await picksOf(tx, sourceId)) {
    if (row.value === null) continue;
    const left = withoutOpen(row as OldPick, games, now);
    const counts = (row.kind !== 'pick' || waiting.has(row.about)) && !has.has(`${row.kind} ${row.about}`);
    if (intoId !== null && left !== null && counts) {
      await insertPick(tx, intoId, { ...row, value: left, revision: 1 });
      filled.push({ kind: row.kind, about: row.about });
    }
    if (left === row.value) continue;
    if (counts) waited += 1;
    const { kind, about, revision } = row;
    await sql`
      update picks set value = ${left}, revision = ${revision + 1}, made_at = ${now}, entered_by = null, reason = null
      where entry_id = ${sourceId} and kind = ${kind} and about = ${about}`.execute(tx);
  }
  const paid = intoId === null ? [] : await movePayments(tx, engine, sourceId, intoId);
  const membership = moved.memberships.find((each) => each.poolId === poolId) ?? { player: 0, account: null };
  const { player, account } = membership;
  const kept = { membership: { player, account }, name: null, filled, payments: paid };
  await sql`
    insert into entry_links (entry_id, user_id, into_id, linked_by, linked_at, moved)
    values (${sourceId}, ${link.user_id}, ${intoId}, ${link.linked_by}, ${link.linked_at}, ${JSON.stringify(kept)})`.execute(
    tx,
  );
  if (intoId === null) await sql`update entries set user_id = ${link.user_id} where id = ${sourceId}`.execute(tx);
  else await sql`update entries set out_at = ${link.linked_at} where id = ${sourceId}`.execute(tx);
  // An order that now counts for the account counted for the player before.
  await sql`
    insert into stale_weeks (week_id, mark)
    select week_id, ${`pool ${poolId} upgraded`} from pool_weeks where pool_id = ${poolId} and enabled = 1
    on conflict (week_id) do update set mark = 'upgraded'`.execute(tx);
  return waited;
}

type PoolGame = Pick<Game, 'gid' | 'weekId' | 'lockAt' | 'kickoff' | 'void' | 'status' | 'home' | 'away'> &
  Pick<Game, 'homeScore' | 'awayScore'>;

async function gamesOf(tx: Db, poolId: string): Promise<PoolGame[]> {
  const { rows } = await sql<PoolGame>`
    select games.gid, games.week_id as "weekId", games.kickoff, games.void, games.status, games.home, games.away,
      games.home_score as "homeScore", games.away_score as "awayScore", pool_locks.lock_at as "lockAt"
    from games join pool_locks on pool_locks.gid = games.gid and pool_locks.pool_id = ${poolId}
    where games.week_id in (select week_id from pool_weeks where pool_id = ${poolId})
    order by games.kickoff, games.gid`.execute(tx);
  return rows;
}

async function picksOf(tx: Db, entryId: string) {
  const { rows } = await sql<Omit<OldPick, 'value'> & { value: string | null }>`
    select kind, about, value, revision, made_at, entered_by, reason from picks where entry_id = ${entryId}
    order by kind, about`.execute(tx);
  return rows;
}

async function insertPick(tx: Db, entryId: string, pick: OldPick): Promise<void> {
  const { kind, about, value, revision, made_at, entered_by, reason } = pick;
  await sql`
    insert into picks (entry_id, kind, about, value, revision, made_at, entered_by, reason)
    values (${entryId}, ${kind}, ${about}, ${value}, ${revision}, ${made_at}, ${entered_by}, ${reason})`.execute(tx);
}

/** The value of a pick without its open games; null if nothing is left. */
function withoutOpen({ kind, about, value }: OldPick, games: readonly PoolGame[], now: number): string | null {
  const isOpen = (gid: string) => games.some((game) => game.gid === gid && !isLocked(game, now));
  if (kind === 'pick') return isOpen(about) ? null : value;
  const parsed = JSON.parse(value) as { gid?: string; total?: number | null; order?: string[] };
  if (kind === 'order') {
    const week = games.filter(({ weekId }) => weekId === about);
    if (week.every((game) => isLocked(game, now))) return value;
    if (week.every((game) => !isLocked(game, now))) return null;
    return JSON.stringify({ order: rebaseOrder(week, parsed.order ?? [], [], now) });
  }
  if (!isOpen(parsed.gid ?? '')) return value;
  return null;
}

/** Moves payments of the player to the account, added to its own payments. @returns those that can be moved back */
async function movePayments(tx: Db, engine: Engine, sourceId: string, intoId: string): Promise<number[]> {
  const standing = (entryId: string) =>
    sql<{ id: number; purpose: string; cents: number }>`
      select id, purpose, cents from pool_payments where entry_id = ${entryId} and undone_at is null`.execute(tx);
  const own = new Map((await standing(intoId)).rows.map((row) => [row.purpose, row]));
  const ids: number[] = [];
  for (const { id, purpose, cents } of (await standing(sourceId)).rows) {
    const before = own.get(purpose);
    if (before === undefined) {
      await sql`update pool_payments set entry_id = ${intoId} where id = ${id}`.execute(tx);
      ids.push(Number(id));
      continue;
    }
    await sql`update pool_payments set cents = ${before.cents + cents} where id = ${before.id}`.execute(tx);
    await sql`update pool_payments set undone_at = noted_at, undone_by = noted_by where id = ${id}`.execute(tx);
  }
  return engine === 'sqlite' ? ids : ids.toSorted((a, b) => a - b);
}

/** Shown to the owners on This week, and to all members in the pool's log. */
async function announce(tx: Db, poolId: string, people: readonly string[], now: number): Promise<void> {
  const games = (await gamesOf(tx, poolId)).filter((game) => game.void === null && !isLocked(game, now));
  const lock = nextLock(games, now);
  const until = Number.isFinite(lock) ? ' Make them again before the games lock.' : '';
  const text = `Picks that were entered for a linked player no longer wait for the lock. Withdrawn: ${people.join(', ')}.${until}`;
  await sql`
    insert into audit_log (at, act, pool_id, before, after)
    values (${now}, 'pool.announce', ${poolId}, '{}', ${JSON.stringify({ text })})`.execute(tx);
}

/** Replaces user ids with entry ids in announced results, prizes and pending messages. */
async function renameIds(tx: Db): Promise<void> {
  const { rows } = await sql<{ pool_id: string; player_id: string; id: string }>`
    select pool_id, player_id, id from entries where number = 1`.execute(tx);
  const byPool = Map.groupBy(rows, (row) => row.pool_id);
  for (const [poolId, own] of byPool) {
    const ids = new Map(own.map((row) => [row.player_id, row.id]));
    const to = (id: string) => ids.get(id) ?? id;
    await renameResults(tx, poolId, to);
    await renamePrizes(tx, poolId, to);
    await renameDeliveries(tx, poolId, to);
  }
}

type Rename = (id: string) => string;

async function renameResults(tx: Db, poolId: string, to: Rename): Promise<void> {
  const { rows } = await sql<{
    week_id: string;
    result: string | null;
    announced: string | null;
    leaders: string | null;
  }>`select week_id, result, announced, leaders from announced_weeks where pool_id = ${poolId}`.execute(tx);
  for (const { week_id, result, announced, leaders } of rows) {
    const led = leaders && JSON.stringify((JSON.parse(leaders) as string[]).map(to).toSorted());
    await sql`
      update announced_weeks set result = ${result && renamed(result, to)}, announced = ${announced && renamed(announced, to)},
        leaders = ${led} where pool_id = ${poolId} and week_id = ${week_id}`.execute(tx);
    if (announced) await renameFacts(tx, `${poolId} ${week_id}`, announced, to);
  }
}

/** A result with other ids, sorted, so that equal results have equal texts. */
function renamed(json: string, to: Rename): string {
  const { winners, points, out, left } = JSON.parse(json) as WeekResult;
  const scored = Object.entries(points).map(([id, halves]) => [to(id), halves] as const);
  const result: WeekResult = {
    winners: winners.map(to).toSorted(),
    points: Object.fromEntries(scored.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    ...(out && { out: out.map(to).toSorted() }),
    ...(left !== undefined && { left }),
  };
  return JSON.stringify(result);
}

/** Updates the digests of sent results, so that the change of ids does not send corrections. */
async function renameFacts(tx: Db, key: string, announced: string, to: Rename): Promise<void> {
  const { rows } = await sql<{ user_id: string; channel: string; facts: string }>`
    select user_id, channel, facts from notifications
    where kind = 'week-result' and key = ${key} and facts is not null`.execute(tx);
  const before = JSON.parse(announced) as WeekResult;
  const after = JSON.parse(renamed(announced, to)) as WeekResult;
  for (const { user_id, channel, facts } of rows) {
    if (facts !== digest(factsOf(before, [user_id]))) continue;
    await sql`
      update notifications set facts = ${digest(factsOf(after, [to(user_id)]))}
      where kind = 'week-result' and key = ${key} and user_id = ${user_id} and channel = ${channel}`.execute(tx);
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

async function renamePrizes(tx: Db, poolId: string, to: Rename): Promise<void> {
  const { rows } = await sql<{ purpose: string; shares: string }>`
    select purpose, shares from told_prizes where pool_id = ${poolId}`.execute(tx);
  for (const { purpose, shares } of rows) {
    const own = (JSON.parse(shares) as Share[]).map((share) => ({ ...share, id: to(share.id) }));
    await sql`
      update told_prizes set shares = ${JSON.stringify(own)}
      where pool_id = ${poolId} and purpose = ${purpose}`.execute(tx);
  }
}

/** Pending deliveries of hooks are compared with the result. */
async function renameDeliveries(tx: Db, poolId: string, to: Rename): Promise<void> {
  const { rows } = await sql<{ id: string; news: string }>`
    select hook_deliveries.id, news from hook_deliveries join pool_hooks on pool_hooks.id = hook_id
    where pool_id = ${poolId} and state in ('waiting', 'sending')`.execute(tx);
  for (const { id, news } of rows) {
    const told = JSON.parse(news) as { headline?: string };
    if (told.headline === undefined) continue;
    const [winners, rest] = JSON.parse(told.headline) as [string[], number | string[]];
    const what = Array.isArray(rest) ? rest.map(to).toSorted() : rest;
    const headline = JSON.stringify([winners.map(to).toSorted(), what]);
    await sql`update hook_deliveries set news = ${JSON.stringify({ ...told, headline })} where id = ${id}`.execute(tx);
  }
}
