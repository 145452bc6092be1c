import type { ExpressionBuilder } from 'kysely';
import { sql } from 'kysely';
import type { AuditField } from '#contract/log.ts';
import { LOG_PAGE } from '#contract/log.ts';
import { FROM_WEEK, fromWeekLabel } from '#core/announcements.ts';
import type { AuditGroup } from '#core/audit.ts';
import { auditActs, fieldWords, isAuditAct } from '#core/audit.ts';
import type { AuditDetails } from '#core/audit-details.ts';
import { readDetails } from '#core/audit-details.ts';
import { ownActs, poolActs, scoreActs, scoringFields, weekActs } from '#core/audit-readers.ts';
import { entryName } from '#core/entries.ts';
import { isOfLeague } from '#server/journal/audit-store.ts';
import type { Db } from '#server/platform/db/connect.ts';
import type { Schema } from '#server/platform/db/schema.ts';
import { countsAtLock, isLeftOut } from '#server/pools/week-reads.ts';

type State = Readonly<Record<string, unknown>>;

/** The changes of a log record, field by field, as pages show them. */
export function auditFields(before: State, after: State): AuditField[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.map((name) => ({
    name,
    label: name === FROM_WEEK ? fromWeekLabel(names) : fieldWords(name),
    before: plain(before[name]),
    after: plain(after[name]),
  }));
}

function plain(value: unknown): AuditField['before'] {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join(', ');
  return JSON.stringify(value);
}

/** A filter of the log; missing fields match everything. */
export interface AuditFilter {
  readonly group?: AuditGroup | undefined;
  /** Null for acts at the command line. */
  readonly actorId?: string | null | undefined;
  readonly userId?: string | undefined;
  readonly poolId?: string | undefined;
  readonly gid?: string | undefined;
}

/** A page of the log: at most `limit` log records older than the one with the id `before`. */
export interface AuditPage {
  readonly before: number | null;
  readonly limit: number;
}

/** A log record with the names of its subjects, or null. Its picked sides are visible. */
export interface LoggedAct extends AuditDetails {
  readonly id: number;
  readonly at: number;
  readonly act: string;
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly userId: string | null;
  readonly userName: string | null;
  readonly entryId: string | null;
  /** The current name of the entry. */
  readonly entryName: string | null;
  readonly poolId: string | null;
  readonly poolName: string | null;
  readonly weekId: string | null;
  readonly gid: string | null;
  readonly home: string | null;
  readonly away: string | null;
  readonly lockAt: number | null;
}

/** An entry and optionally a week, to find what may have affected its scores. */
export interface ScoreQuestion {
  readonly entryId?: string | undefined;
  readonly weekId?: string | undefined;
}

/** LIKE patterns for the stored state of edits that change scores. */
const scoringLike = scoringFields.map((field) => `%"${field}":%`);

/** Log records of this league, newest first. */
export function readAudit(db: Db, filter: AuditFilter, page: AuditPage): Promise<LoggedAct[]> {
  const { group, actorId, userId, poolId, gid } = filter;
  let query = entries(db).where(isOfLeague);
  if (group !== undefined) query = query.where('audit_log.act', 'in', actsOf(group));
  if (actorId === null) query = query.where('audit_log.actor_id', 'is', null);
  else if (actorId !== undefined) query = query.where('audit_log.actor_id', '=', actorId);
  if (userId !== undefined) query = query.where('audit_log.user_id', '=', userId);
  if (poolId !== undefined) query = query.where('audit_log.pool_id', '=', poolId);
  if (gid !== undefined) {
    // An id contains no other wildcard.
    const line = `%${JSON.stringify({ gid }).slice(1, -1).replaceAll('_', '\\_')}%`;
    query = query.where((q) =>
      q.or([
        q('audit_log.gid', '=', gid),
        q.and([q('audit_log.act', '=', 'games.edit'), sql<boolean>`audit_log.after like ${line} escape '\\'`]),
      ]),
    );
  }
  return take(query, page);
}

/**
 * Log records that affected a user's own picks, scores or membership, newest first: those about them or their current entries, edits of
 * their pools, and edits of these pools' games that change scores. Only acts in this league.
 */
export async function readOwnAudit(db: Db, userId: string, page: AuditPage): Promise<LoggedAct[]> {
  const pools = db
    .selectFrom('pool_members')
    .innerJoin('pools', 'pools.id', 'pool_members.pool_id')
    .select('pool_members.pool_id')
    .where('pool_members.user_id', '=', userId)
    .where('pool_members.enabled', '=', 1)
    .where('pools.deleted_at', 'is', null);
  const weeks = db.selectFrom('pool_weeks').select('week_id').where('enabled', '=', 1).where('pool_id', 'in', pools);
  const query = entries(db)
    .where(isOfLeague)
    .where((q) => {
      const isOf = (acts: readonly string[]) => q('audit_log.act', 'in', [...acts]);
      const scores = q.or(scoringLike.map((text) => q('audit_log.after', 'like', text)));
      return q.or([
        q.and([isOf(ownActs.person), q.or([q('audit_log.user_id', '=', userId), isAboutEntryOf(userId)])]),
        q.and([isOf(ownActs.pool), q('audit_log.pool_id', 'in', pools)]),
        q.and([isOf(ownActs.edit), q('audit_log.pool_id', 'in', pools), scores]),
        q.and([isOf(ownActs.game), q('audit_log.week_id', 'in', weeks), scores]),
      ]);
    });
  return take(query, page);
}

/**
 * Log records that all members of a pool may read, newest first: those about the pool, and edits of its games that change scores.
 * Bus picks are visible once their game, or their week, is locked (decisions, Bus picks). If an entry is given, only log records that may
 * have affected its scores.
 */
export async function readPoolAudit(
  db: Db,
  poolId: string,
  page: AuditPage,
  now: number,
  { entryId, weekId }: ScoreQuestion = {},
): Promise<LoggedAct[]> {
  const weeks = db.selectFrom('pool_weeks').select('week_id').where('enabled', '=', 1).where('pool_id', '=', poolId);
  let ofPool = entries(db)
    .where('audit_log.pool_id', '=', poolId)
    .where('audit_log.act', 'in', poolActs.pool)
    .where((q) => q.or([q('audit_log.act', 'not in', enteredActs), q(lockOf(q), '<=', now)]));
  let ofGames = entries(db)
    .where('audit_log.week_id', 'in', weeks)
    .where('audit_log.act', 'in', poolActs.game)
    .where(({ not }) => not(isLeftOut(poolId)))
    .where(changesScores);
  if (entryId !== undefined) {
    ofPool = ofPool.where((q) =>
      q.or([
        q.and([q('audit_log.act', 'in', scoreActs.person), isAboutEntry(entryId)]),
        q('audit_log.act', 'in', scoreActs.pool),
        q.and([q('audit_log.act', 'in', scoreActs.edit), changesScores(q)]),
      ]),
    );
  }
  if (weekId !== undefined) {
    ofPool = ofPool.where((q) => q.or([q('audit_log.week_id', '=', weekId), q('audit_log.week_id', 'is', null)]));
    ofGames = ofGames.where('audit_log.week_id', '=', weekId);
  }
  const [pool, games] = await Promise.all([take(ofPool, page), take(ofGames, page)]);
  return [...pool, ...games].sort((a, b) => b.id - a.id).slice(0, page.limit);
}

/** About an entry, or one from which it was filled. Log records from before entries existed name the user instead. */
function isAboutEntry(entryId: string) {
  return sql<boolean>`(audit_log.entry_id = ${entryId} or audit_log.entry_id in (
      select entry_id from entry_links where into_id = ${entryId} and undone_at is null)
    or (audit_log.entry_id is null and exists (
      select 1 from entries where entries.id = ${entryId} and entries.pool_id = audit_log.pool_id
        and entries.player_id = audit_log.user_id and entries.number = 1)))`;
}

/** About any entry of a user. Each half of the condition uses an index. */
function isAboutEntryOf(userId: string) {
  return sql<boolean>`(audit_log.entry_id in (select id from entries where owner_id = ${userId} union
      select entry_links.entry_id from entry_links join entries on entries.id = entry_links.into_id
      where entries.owner_id = ${userId} and entry_links.undone_at is null)
    or (audit_log.entry_id is null and audit_log.user_id in (select player_id from entries where owner_id = ${userId})
      and exists (select 1 from entries where entries.owner_id = ${userId} and entries.pool_id = audit_log.pool_id
        and entries.player_id = audit_log.user_id)))`;
}

function changesScores(q: ExpressionBuilder<Schema, 'audit_log'>) {
  return q.or(scoringLike.map((text) => q('audit_log.after', 'like', text)));
}

function actsOf(group: AuditGroup): string[] {
  return Object.keys(auditActs).filter((act) => isAuditAct(act) && auditActs[act].group === group);
}

function entries(db: Db) {
  return db
    .selectFrom('audit_log')
    .leftJoin('users as actors', 'actors.id', 'audit_log.actor_id')
    .leftJoin('users as people', 'people.id', 'audit_log.user_id')
    .leftJoin('entries', 'entries.id', 'audit_log.entry_id')
    .leftJoin('users as owners', 'owners.id', 'entries.owner_id')
    .leftJoin('pools', 'pools.id', 'audit_log.pool_id')
    .leftJoin('games', 'games.gid', 'audit_log.gid')
    .select(['audit_log.id', 'audit_log.at', 'audit_log.act', 'audit_log.before', 'audit_log.after'])
    .select(['audit_log.actor_id as actorId', 'actors.display_name as actorName'])
    .select(['audit_log.user_id as userId', 'people.display_name as userName'])
    .select(['audit_log.entry_id as entryId', 'entries.name as ownName', 'entries.number'])
    .select('owners.display_name as ownerName')
    .select(['audit_log.pool_id as poolId', 'pools.name as poolName'])
    .select(['audit_log.week_id as weekId', 'audit_log.gid', 'games.home', 'games.away'])
    .select((q) => {
      const own = q.case().when('audit_log.pool_id', 'is', null).then(q.ref('games.lock_at')).end();
      return q.fn.coalesce(lockOf(q), own).as('lockAt');
    });
}

const guessActs = ['guess.enter', 'guess.clear'];

/** Acts that enter bus picks. */
const enteredActs = ['bus.enter', 'bus.clear', ...guessActs, ...weekActs];

/**
 * When a log record becomes visible: no sooner than the pick that it is about (`opensAt` of `core/slots.ts`). That is at the lock of its game,
 * or of the last game of its week; if another game than the tiebreak was guessed, at the later one.
 */
function lockOf(q: ExpressionBuilder<Schema, 'audit_log'>) {
  const isOtherGuess = q.and([
    q('audit_log.act', 'in', guessActs),
    q('audit_log.gid', 'is distinct from', tiebreakInPool(q)),
    q(lastLockInPool(q), '>', lockInPool(q)),
  ]);
  return q
    .case()
    .when(q.or([q('audit_log.act', 'in', [...weekActs]), isOtherGuess]))
    .then(lastLockInPool(q))
    .else(lockInPool(q))
    .end();
}

function tiebreakInPool(q: ExpressionBuilder<Schema, 'audit_log'>) {
  return q
    .selectFrom('pool_weeks')
    .select('pool_weeks.tiebreak_gid')
    .whereRef('pool_weeks.pool_id', '=', 'audit_log.pool_id')
    .whereRef('pool_weeks.week_id', '=', 'audit_log.week_id');
}

/** The first lock of the pool's next week: from then on a postponed game counts as locked for its whole week (decisions, Postponed). */
const firstLockOfNextWeek = sql<number | null>`(
  select min(locks.lock_at) from pool_locks as locks
  join games as next_games on next_games.gid = locks.gid and ${countsAtLock('next_games', 'locks')}
  where locks.pool_id = audit_log.pool_id and next_games.week_id = (
    select next.id from weeks as own
    join weeks as next on next.season > own.season or (next.season = own.season and next.number > own.number)
    join pool_weeks on pool_weeks.week_id = next.id and pool_weeks.pool_id = audit_log.pool_id and pool_weeks.enabled = 1
    where own.id = audit_log.week_id order by next.season, next.number limit 1))`;

function lastLockInPool(q: ExpressionBuilder<Schema, 'audit_log'>) {
  return q
    .selectFrom('pool_locks')
    .innerJoin('games', 'games.gid', 'pool_locks.gid')
    .select(
      sql<number | null>`max(case when games.void = 'postponed' and ${firstLockOfNextWeek} < pool_locks.lock_at
      then ${firstLockOfNextWeek} else pool_locks.lock_at end)`.as('last'),
    )
    .where(sql<boolean>`coalesce(games.void, '') <> 'cancelled'`)
    .whereRef('pool_locks.pool_id', '=', 'audit_log.pool_id')
    .whereRef('games.week_id', '=', 'audit_log.week_id');
}

/** A subquery per log record: for an outer join SQLite would first compute the view for every pool and game. */
function lockInPool(q: ExpressionBuilder<Schema, 'audit_log'>) {
  return q
    .selectFrom('pool_locks')
    .select('pool_locks.lock_at')
    .whereRef('pool_locks.pool_id', '=', 'audit_log.pool_id')
    .whereRef('pool_locks.gid', '=', 'audit_log.gid');
}

async function take(query: ReturnType<typeof entries>, { before, limit }: AuditPage): Promise<LoggedAct[]> {
  const older = before === null ? query : query.where('audit_log.id', '<', before);
  const rows = await older.orderBy('audit_log.id', 'desc').limit(limit).execute();
  return rows.map(({ ownName, number, ownerName, ...row }) => ({
    ...row,
    entryName: number === null ? null : entryName({ name: ownName, ownerName: ownerName ?? '', number }),
    ...readDetails(row),
  }));
}

/** A page of a log: at most `limit` log records older than the one with the id `before`. */
export interface Page {
  readonly before: number | null;
  readonly limit: number;
}

/** The page that a query asks for. */
export function pageOf({ before, limit }: { readonly before?: string; readonly limit?: string }): Page {
  return { before: before === undefined ? null : Number(before), limit: Number(limit ?? LOG_PAGE) };
}

/** The `before` of the next page; null at the end. */
export function nextPage({ limit }: Page, rows: readonly { readonly id: number }[]): number | null {
  return rows.length < limit ? null : (rows.at(-1)?.id ?? null);
}

/** A subject by its name, or by its id if the name is no longer known. */
export function named(id: string | null, name: string | null): { id: string; name: string } | null {
  return id === null ? null : { id, name: name ?? id };
}
