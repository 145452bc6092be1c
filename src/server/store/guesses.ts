import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { GuessRefusal, OwnGuess } from '#contract/guesses.ts';
import type { GameStatus } from '#core/types.ts';
import { TRIES, transact } from '#server/store/engine/transactions.ts';
import type { Db, Engine, Store } from './engine/connect.ts';
import { refuseLate } from './late-writes.ts';
import { timeInTransaction } from './league-time.ts';
import { isLockedInPool } from './locks.ts';

/** A guess that a player wants stored. */
export interface GuessWrite {
  readonly poolId: string;
  readonly weekId: string;
  /** The game that is guessed: another one may have become the tiebreak meanwhile. */
  readonly gid: string;
  readonly userId: string;
  /** Null takes the guess back. */
  readonly guess: number | null;
  /** The revision that a guess made offline was based on; null for one made just now. One entered for the player never refuses it. */
  readonly basedOn: number | null;
}

/** The outcome of a write; `changed` is false where that guess was stored already. */
export type GuessOutcome =
  | { readonly saved: true; readonly revision: number; readonly changed: boolean }
  | { readonly saved: false; readonly refusal: GuessRefusal };

/** The tiebreak game was changed while the guess was written; what was written is undone. */
class OtherGame extends Error {}

/**
 * Stores a player's guess; every rule that can refuse it is part of the statement that writes it. The first guess fixes the
 * tiebreak game of the week, in the same transaction.
 */
export async function saveGuess(store: Store, now: () => number, write: GuessWrite): Promise<GuessOutcome> {
  for (let time = 1; time <= TRIES; time += 1) {
    const revision = await transact(store, (tx) => insertAllowed(tx, store.engine, now, write)).catch(unlessOtherGame);
    if (revision !== null) return { saved: true, revision, changed: true };
    const outcome = judge(await circumstances(store, write, now), write);
    if (outcome !== null) return outcome;
  }
  throw new Error('A guess was neither stored nor refused: its circumstances kept changing.');
}

/**
 * A player's own guess of a week; null where they never made one. One that was taken back keeps its revision. From the lock on an account
 * has the guess of the player who is linked to it.
 */
export async function ownGuess(
  db: Db,
  poolId: string,
  weekId: string,
  userId: string,
  now: number,
): Promise<OwnGuess | null> {
  const inWeek = db.selectFrom('pool_weeks').select('tiebreak_gid').where('pool_id', '=', poolId);
  const gid = (await inWeek.where('week_id', '=', weekId).executeTakeFirst())?.tiebreak_gid ?? null;
  if (gid === null) return null;
  const row = await db
    .selectFrom('guesses')
    .select(['gid', 'guess', 'revision', 'cleared_by', 'bus_by', 'bus_reason'])
    .where('pool_id', '=', poolId)
    .where('week_id', '=', weekId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) {
    const given = (await lockedGuesses(db, poolId, [weekId], now)).find((each) => each.userId === userId);
    return given ? { gid, guess: given.guess, revision: 0 } : null;
  }
  const guess = row.gid === gid ? row.guess : null;
  return {
    gid: row.gid,
    guess,
    revision: row.revision,
    ...(row.cleared_by !== null && { cleared: true as const }),
    ...(guess !== null && row.bus_by !== null && { bus: row.bus_reason ?? '' }),
  };
}

/**
 * The guesses of tiebreak games that are locked. A player who is linked to an account has guessed for it, unless it has a guess, or had one,
 * itself.
 */
export async function lockedGuesses(
  db: Db,
  poolId: string,
  weekIds: readonly string[],
  now: number,
): Promise<{ readonly weekId: string; readonly userId: string; readonly guess: number }[]> {
  if (weekIds.length === 0) return [];
  const rows = await db
    .selectFrom('guesses')
    .innerJoin('pool_weeks', (on) =>
      on.onRef('pool_weeks.pool_id', '=', 'guesses.pool_id').onRef('pool_weeks.week_id', '=', 'guesses.week_id'),
    )
    .innerJoin('pool_locks', (on) =>
      on.onRef('pool_locks.pool_id', '=', 'guesses.pool_id').onRef('pool_locks.gid', '=', 'pool_weeks.tiebreak_gid'),
    )
    .leftJoin('player_links', (on) =>
      on.onRef('player_links.player_id', '=', 'guesses.user_id').on('player_links.undone_at', 'is', null),
    )
    .select(['guesses.week_id as weekId', 'guesses.user_id as userId', 'guesses.guess', 'guesses.gid'])
    .select('pool_weeks.tiebreak_gid as tiebreakGid')
    .select(['player_links.user_id as accountId', 'player_links.id as linkId'])
    .where('guesses.pool_id', '=', poolId)
    .where('guesses.week_id', 'in', weekIds)
    .where(isLockedInPool(now))
    .execute();
  const taken = new Map<string, (typeof rows)[number]>();
  // Own ones first, then those of the player who was linked first.
  for (const row of rows.toSorted((a, b) => (a.linkId ?? 0) - (b.linkId ?? 0))) {
    const key = `${row.weekId} ${row.accountId ?? row.userId}`;
    if (!taken.has(key)) taken.set(key, row);
  }
  return [...taken.values()].flatMap(({ weekId, userId, accountId, gid, tiebreakGid, guess }) =>
    guess === null || gid !== tiebreakGid ? [] : [{ weekId, userId: accountId ?? userId, guess }],
  );
}

function unlessOtherGame(error: unknown): null {
  if (error instanceof OtherGame) return null;
  throw error;
}

/** @returns the revision of what was written; null where nothing was */
async function insertAllowed(tx: Db, engine: Engine, now: () => number, write: GuessWrite): Promise<number | null> {
  const time = await timeInTransaction(tx, engine, now);
  const { rows } = await sql<{ revision: number }>`${insertOf(engine, write, time)}`.execute(tx);
  const [written] = rows;
  if (written === undefined) return null;
  const { poolId, weekId, gid } = write;
  const fixed = await tx
    .updateTable('pool_weeks')
    .set({
      tiebreak_fixed_at: sql<number>`case when tiebreak_fixed_at < ${time} then tiebreak_fixed_at else ${time} end`,
    })
    .where('pool_id', '=', poolId)
    .where('week_id', '=', weekId)
    .where('tiebreak_gid', '=', gid)
    .executeTakeFirst();
  if (fixed.numUpdatedRows === 0n) throw new OtherGame();
  await refuseLate(tx, engine, [{ pool_id: poolId, gid }], now());
  return written.revision;
}

function insertOf(engine: Engine, write: GuessWrite, time: number): RawBuilder<{ revision: number }> {
  const { poolId, weekId, gid, userId, guess, basedOn } = write;
  return sql`
    insert into guesses (pool_id, week_id, user_id, gid, guess, revision, made_at, based_on)
    select pools.id, pool_weeks.week_id, users.id, games.gid, cast(${guess} as integer), 1, cast(${time} as bigint),
      cast(${basedOn} as integer)
    from pools
    join pool_weeks on pool_weeks.pool_id = pools.id and pool_weeks.week_id = ${weekId} and pool_weeks.enabled = 1
      and pool_weeks.tiebreak_gid = ${gid}
    join games on games.gid = pool_weeks.tiebreak_gid and games.status = 'Not Started' and games.void is null
    join pool_locks on pool_locks.pool_id = pools.id and pool_locks.gid = games.gid
      and pool_locks.lock_at > cast(${time} as bigint)
    join pool_members on pool_members.pool_id = pools.id and pool_members.user_id = ${userId} and pool_members.enabled = 1
    join users on users.id = pool_members.user_id and users.is_enabled = 1
    where pools.id = ${poolId} and pools.deleted_at is null
      and (cast(${guess} as integer) is not null or exists (select 1 from guesses
        where guesses.pool_id = pools.id and guesses.week_id = pool_weeks.week_id and guesses.user_id = users.id))
    ${sql.raw(engine === 'postgres' ? 'for key share of games' : '')}
    on conflict (pool_id, week_id, user_id) do update
      set gid = excluded.gid, guess = excluded.guess, revision = guesses.revision + 1, made_at = excluded.made_at,
          based_on = excluded.based_on, cleared_by = null, bus_by = null, bus_reason = null
      where (guesses.guess is distinct from excluded.guess or guesses.gid <> excluded.gid
          or (guesses.bus_by is not null and excluded.guess is not null))
        and (excluded.based_on is null or guesses.revision <= excluded.based_on or guesses.bus_by is not null)
    returning revision`;
}

interface Circumstances {
  now: number;
  user_enabled: number | null;
  living_pool: string | null;
  member: number | null;
  in_pool: number | null;
  tiebreak_gid: string | null;
  lock_at: number | null;
  status: GameStatus | null;
  void: string | null;
  stored_gid: string | null;
  stored_guess: number | null;
  stored_revision: number | null;
  /** Who entered it for the player. */
  stored_bus_by: string | null;
}

/** Looks up, for a guess that was not written, whether it was stored already or what may have refused it. */
async function circumstances(store: Store, write: GuessWrite, now: () => number): Promise<Circumstances> {
  const { poolId, weekId, userId } = write;
  const time = await timeInTransaction(store.db, store.engine, now);
  const { rows } = await sql<Circumstances>`
    select users.is_enabled as user_enabled, pools.id as living_pool, pool_members.enabled as member,
      pool_weeks.enabled as in_pool, pool_weeks.tiebreak_gid, pool_locks.lock_at, games.status, games.void,
      guesses.gid as stored_gid, guesses.guess as stored_guess, guesses.revision as stored_revision,
      guesses.bus_by as stored_bus_by
    from (select 1 as one) as asked
    left join users on users.id = ${userId}
    left join pools on pools.id = ${poolId} and pools.deleted_at is null
    left join pool_members on pool_members.pool_id = ${poolId} and pool_members.user_id = ${userId}
    left join pool_weeks on pool_weeks.pool_id = ${poolId} and pool_weeks.week_id = ${weekId}
    left join games on games.gid = pool_weeks.tiebreak_gid
    left join pool_locks on pool_locks.pool_id = ${poolId} and pool_locks.gid = games.gid
    left join guesses on guesses.pool_id = ${poolId} and guesses.week_id = ${weekId} and guesses.user_id = ${userId}
  `.execute(store.db);
  return { ...(rows[0] as Circumstances), now: time };
}

/** The outcome of a write that stored nothing; null where nothing refuses it any more, so that it is tried again. */
function judge(row: Circumstances, { gid, guess, basedOn }: GuessWrite): GuessOutcome | null {
  const refused = (refusal: GuessRefusal): GuessOutcome => ({ saved: false, refusal });
  if (row.user_enabled !== 1) return refused('account_disabled');
  if (row.living_pool === null) return refused('pool_not_found');
  if (row.member !== 1) return refused('not_a_member');
  if (row.in_pool !== 1) return refused('week_not_found');
  if (row.tiebreak_gid === null || row.lock_at === null) return refused('no_tiebreak');
  if (row.tiebreak_gid !== gid) return refused('tiebreak_changed');
  const stored = row.stored_gid === gid ? row.stored_guess : null;
  if (stored === guess && (row.stored_gid === gid || row.stored_gid === null)) {
    return { saved: true, revision: row.stored_revision ?? 0, changed: false };
  }
  if (row.now >= row.lock_at || row.status !== 'Not Started') return refused('guess_locked');
  if (row.void !== null) return refused('game_void');
  const isOwn = row.stored_bus_by === null;
  if (isOwn && basedOn !== null && (row.stored_revision ?? 0) > basedOn) return refused('newer_guess');
  return null;
}
