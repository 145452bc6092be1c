import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { PickRefusal } from '#contract/picks.ts';
import { isChangeable } from '#core/locks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Game, GameStatus, Side } from '#core/types.ts';
import { TRIES, withRetry } from '#server/store/engine/transactions.ts';
import type { Engine, Store } from './engine/connect.ts';
import { faultOf } from './engine/faults.ts';
import { GroupCommit } from './engine/group-commit.ts';
import { jsonRows } from './engine/json-rows.ts';
import type { Flag } from './engine/schema.ts';
import { flag } from './ids.ts';
import { isOverLimit, placesTaken } from './pick-limits.ts';

/** A pick that a player wants stored. */
export interface PickWrite {
  readonly poolId: string;
  readonly gid: string;
  readonly userId: string;
  /** Null takes the pick back. */
  readonly side: Side | null;
  /** Whether it is marked as best bet; that stays as it is where nothing is said. */
  readonly best?: boolean | undefined;
  /** The revision an offline pick was based on; null for a pick made just now. One that somebody entered for the player never refuses it. */
  readonly basedOn: number | null;
}

/** A stored pick; `changed` is false where it was stored like that already. Revision 0: there never was a pick to take back. */
export interface SavedPick {
  readonly saved: true;
  readonly weekId: string;
  readonly side: Side | null;
  readonly best: boolean;
  readonly revision: number;
  readonly changed: boolean;
}

/** The outcome of a write. */
export type PickOutcome = SavedPick | { readonly saved: false; readonly refusal: PickRefusal };

/** On SQLite picks that follow each other are gathered for so long at most, in ms: fewer syncs, for a wait that nobody notices. */
const GATHER_MS = 2;

/**
 * Stores players' picks, many in one commit. Each is answered once it is on disk; every rule that can refuse a pick is
 * part of the statement that writes it.
 */
export function pickWriter(store: Store, now: () => number): GroupCommit<PickWrite, PickOutcome> {
  const insertAllowed = allowedInsert(store, now);

  async function write(writes: readonly PickWrite[], keys: readonly string[]): Promise<PickOutcome[]> {
    const outcomes = new Map<string, PickOutcome>();
    const open = () => writes.filter((_, at) => !outcomes.has(keys[at] as string));
    for (let time = 1; outcomes.size < writes.length && time <= TRIES; time += 1) {
      for (const row of await insertEach(open())) outcomes.set(keyOfRow(row), stored(row));
      if (outcomes.size === writes.length) break;
      for (const row of await circumstances(store, open(), now())) {
        const outcome = judge(row);
        if (outcome) outcomes.set(keyOfRow(row), outcome);
      }
    }
    const all = keys.map((key) => outcomes.get(key));
    if (all.every((outcome) => outcome !== undefined)) return all;
    throw new Error('A pick was neither stored nor refused: its circumstances kept changing.');
  }

  /** Where the limits of a week refuse a statement, each half of its rows is tried by itself: no row is lost by another one. */
  async function insertEach(writes: readonly PickWrite[]): Promise<StoredPick[]> {
    try {
      return await withRetry(() => insertAllowed(writes));
    } catch (error) {
      if (!isOverLimit(error)) throw error;
      if (writes.length === 1) return [];
      const half = Math.ceil(writes.length / 2);
      return [...(await insertEach(writes.slice(0, half))), ...(await insertEach(writes.slice(half)))];
    }
  }

  const failsForAll = (error: unknown) => faultOf(error) !== null;
  return new GroupCommit({ write, keyOf, replaces, failsForAll, gatherMs: store.engine === 'sqlite' ? GATHER_MS : 0 });
}

/**
 * A tap replaces the tap before it, unless that one said something of the mark and this one leaves the mark as it is; a pick made
 * offline is judged on its own, by what was stored before it.
 */
function replaces(later: PickWrite, earlier: PickWrite): boolean {
  const saysAll = later.side === null || later.best !== undefined || earlier.best === undefined;
  return saysAll && later.basedOn === null && earlier.basedOn === null;
}

function keyOf({ poolId, gid, userId }: Pick<PickWrite, 'poolId' | 'gid' | 'userId'>): string {
  return `${poolId} ${gid} ${userId}`;
}

function keyOfRow(row: { pool_id: string; gid: string; user_id: string }): string {
  return keyOf({ poolId: row.pool_id, gid: row.gid, userId: row.user_id });
}

function stored({ week_id, side, best, revision }: StoredPick): PickOutcome {
  return { saved: true, weekId: week_id, side, best: best === 1, revision, changed: true };
}

interface StoredPick {
  pool_id: string;
  gid: string;
  week_id: string;
  user_id: string;
  side: Side | null;
  best: Flag | null;
  revision: number;
}

const writeColumns = {
  pool_id: 'text',
  gid: 'text',
  user_id: 'text',
  side: 'text',
  best: 'integer',
  based_on: 'integer',
} as const;

function rowsOf(writes: readonly PickWrite[]) {
  return writes.map((write) => ({
    pool_id: write.poolId,
    gid: write.gid,
    user_id: write.userId,
    side: write.side,
    best: write.side === null || write.best === undefined ? null : flag(write.best),
    based_on: write.basedOn,
  }));
}

/** The time (ms) as a statement sees it: on PostgreSQL the database's, but never before what this node has shown. */
function timeIn(engine: Engine, now: number): RawBuilder<number> {
  return engine === 'sqlite' ? sql`cast(${now} as bigint)` : sql`greatest(cast(${now} as bigint), league_now())`;
}

function allowedInsert(
  { db, engine }: Store,
  now: () => number,
): (writes: readonly PickWrite[]) => Promise<StoredPick[]> {
  // A transaction of SQLite begins when no other process writes any more: only then is the time read.
  if (engine === 'sqlite') {
    return (writes) => db.transaction().execute(async (tx) => (await insertOf(engine, writes, now()).execute(tx)).rows);
  }
  return async (writes) => (await timelyInsert(writes, now()).execute(db)).rows;
}

/**
 * PostgreSQL's statement may have waited: at its end it looks at time and games again, and fails where one was locked. The players of pools
 * with limits are held before that, in one order: the triggers that count their picks then wait for nobody.
 */
function timelyInsert(writes: readonly PickWrite[], now: number): RawBuilder<StoredPick> {
  return sql`
    with written as (${insertOf('postgres', writes, now)})
    select written.* from written
    where case when (select hold_limited_players(array_agg(pool_id), array_agg(user_id)) from written) then (
      select refuse_late_picks(array_agg(pool_id), array_agg(gid), cast(${now} as bigint))
      from (select distinct pool_id, gid from written) as games_written) end`;
}

/** Rows are written by game first, as every writer of games and picks does, so that none waits for another in a circle. */
function insertOf(engine: Engine, writes: readonly PickWrite[], now: number): RawBuilder<StoredPick> {
  return sql`
    insert into picks (pool_id, gid, user_id, side, best, revision, made_at, based_on)
    select rows.pool_id, rows.gid, rows.user_id, rows.side, rows.best, 1, ${timeIn(engine, now)}, rows.based_on
    from ${jsonRows(engine, rowsOf(writes), writeColumns)}
    join games on games.gid = rows.gid and games.lock_at > ${timeIn(engine, now)}
      and games.status = 'Not Started'
    join pools on pools.id = rows.pool_id and pools.deleted_at is null and pools.format <> 'survivor'
    join pool_weeks on pool_weeks.pool_id = rows.pool_id and pool_weeks.week_id = games.week_id and pool_weeks.enabled = 1
      and (pool_weeks.deadline is null or pool_weeks.deadline > ${timeIn(engine, now)})
    join pool_members on pool_members.pool_id = rows.pool_id and pool_members.user_id = rows.user_id and pool_members.enabled = 1
    join users on users.id = rows.user_id and users.is_enabled = 1
    left join picks as own on own.pool_id = rows.pool_id and own.gid = rows.gid and own.user_id = rows.user_id
    where (games.void is null or (games.void = 'postponed' and own.side is not null))
      and (rows.side is not null or own.gid is not null)
      and (rows.side is null or own.side is not null or pools.max_picks is null
        or ${placesTaken('picks.side is not null')} < pools.max_picks)
      and (rows.best is distinct from 1 or own.best = 1
        or ${placesTaken('picks.side is not null and picks.best = 1')} < pools.max_best_bets)
    order by rows.gid, rows.pool_id, rows.user_id
    ${sql.raw(engine === 'postgres' ? 'for key share of games' : '')}
    on conflict (pool_id, gid, user_id) do update
      set side = excluded.side, best = case when excluded.side is not null then coalesce(excluded.best, picks.best) end,
          revision = picks.revision + 1, made_at = excluded.made_at,
          based_on = excluded.based_on, bus_by = null, bus_reason = null
      where (picks.side is distinct from excluded.side or (picks.bus_by is not null and excluded.side is not null)
          or (excluded.best is not null and excluded.best <> coalesce(picks.best, 0)))
        and (excluded.based_on is null or picks.revision <= excluded.based_on or picks.bus_by is not null)
    returning pool_id, gid, user_id, side, best, revision,
      (select week_id from games where games.gid = picks.gid) as week_id`;
}

interface Circumstances {
  pool_id: string;
  gid: string;
  user_id: string;
  side: Side | null;
  best: Flag | null;
  based_on: number | null;
  now: number;
  user_enabled: number | null;
  living_pool: string | null;
  member: number | null;
  in_pool: number | null;
  deadline: number | null;
  week_id: string;
  lock_at: number;
  status: GameStatus;
  void: Game['void'];
  stored_side: Side | null;
  stored_best: Flag | null;
  stored_revision: number | null;
  /** Who entered it for the player. */
  stored_bus_by: string | null;
  format: PoolRules['format'] | null;
  max_picks: number | null;
  max_best_bets: number;
  /** The picks and best bets of other games of the week that take a place. */
  picks_made: number;
  best_bets_made: number;
}

/** Looks up, for writes that stored nothing, whether they were stored already or what may have refused them. */
async function circumstances(store: Store, writes: readonly PickWrite[], now: number): Promise<Circumstances[]> {
  const { rows } = await sql<Circumstances>`
    select rows.*, ${timeIn(store.engine, now)} as now, users.is_enabled as user_enabled, pools.id as living_pool, pool_members.enabled as member,
      pool_weeks.enabled as in_pool, pool_weeks.deadline, games.week_id, games.lock_at, games.status, games.void,
      own.side as stored_side, own.best as stored_best, own.revision as stored_revision, own.bus_by as stored_bus_by,
      pools.format, pools.max_picks, pools.max_best_bets,
      ${placesTaken('picks.side is not null')} as picks_made,
      ${placesTaken('picks.side is not null and picks.best = 1')} as best_bets_made
    from ${jsonRows(store.engine, rowsOf(writes), writeColumns)}
    left join users on users.id = rows.user_id
    left join pools on pools.id = rows.pool_id and pools.deleted_at is null
    left join pool_members on pool_members.pool_id = rows.pool_id and pool_members.user_id = rows.user_id
    left join games on games.gid = rows.gid
    left join pool_weeks on pool_weeks.pool_id = rows.pool_id and pool_weeks.week_id = games.week_id
    left join picks as own on own.pool_id = rows.pool_id and own.gid = rows.gid and own.user_id = rows.user_id
  `.execute(store.db);
  return rows;
}

/** The outcome of a write that stored nothing; null where nothing refuses it any more, so that it is tried again. */
function judge(row: Circumstances): PickOutcome | null {
  const refused = (refusal: PickRefusal): PickOutcome => ({ saved: false, refusal });
  if (row.user_enabled !== 1) return refused('account_disabled');
  if (row.living_pool === null) return refused('pool_not_found');
  if (row.member !== 1) return refused('not_a_member');
  if (row.in_pool !== 1) return refused('game_not_found');
  if (row.format === 'survivor') return refused('other_format');
  const best = row.stored_best === 1;
  if (row.stored_side === row.side && (row.best === null || best === (row.best === 1))) {
    return {
      saved: true,
      weekId: row.week_id,
      side: row.side,
      best,
      revision: row.stored_revision ?? 0,
      changed: false,
    };
  }
  if (row.now >= row.lock_at || (row.deadline !== null && row.now >= row.deadline) || row.status !== 'Not Started')
    return refused('game_locked');
  if (row.void !== null && !isChangeable({ lockAt: row.lock_at, void: row.void }, row.stored_side !== null, row.now))
    return refused('game_void');
  const isOwn = row.stored_bus_by === null;
  if (isOwn && row.based_on !== null && (row.stored_revision ?? 0) > row.based_on) return refused('newer_pick');
  const takesPlace = row.side !== null && row.stored_side === null;
  if (takesPlace && row.max_picks !== null && row.picks_made >= row.max_picks) return refused('too_many_picks');
  if (row.best === 1 && !best && row.best_bets_made >= row.max_best_bets) {
    return refused(row.max_best_bets === 0 ? 'no_best_bets' : 'too_many_best_bets');
  }
  return null;
}
