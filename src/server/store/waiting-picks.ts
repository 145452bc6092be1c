/** Copies the picks of linked players to their accounts once their games are locked (decision 016). */
import type { RawBuilder, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { Side } from '#core/types.ts';
import { withRetry } from '#server/store/engine/transactions.ts';
import type { Db, Engine, Store } from './engine/connect.ts';
import { faultOf } from './engine/faults.ts';
import { jsonRows } from './engine/json-rows.ts';
import type { Flag } from './engine/schema.ts';
import type { Moved, MovedPick } from './linked-players.ts';
import { isLockedInPool, isOpenInPool } from './locks.ts';
import type { PickWrite } from './picks.ts';
import { isChanged, openGate, writePicks } from './picks.ts';
import { markPoolStale } from './stale-weeks.ts';

/** A pick that an account got from a player who is linked to it. */
export interface CopiedPick extends MovedPick {
  readonly weekId: string;
  /** The account. */
  readonly userId: string;
}

/** A link whose picks could not be copied; they still wait. */
export interface FailedLink {
  readonly linkId: number;
  readonly error: unknown;
}

/** What was copied, link by link. */
export interface CopiedLinks {
  readonly picks: readonly CopiedPick[];
  readonly failed: readonly FailedLink[];
}

/**
 * Copies the picks of linked players whose games are locked to the accounts that have no pick of their own. A pick that was cleared counts
 * as one (decision 016), and no more are copied than the pool's limits have room for. Any number of processes may do so at the same time.
 * @throws if the database itself is at fault; a link that fails for another reason holds up no other
 */
export function copyLockedPicks(store: Store, now: number): Promise<CopiedLinks> {
  return copyDue(store, isLockedInPool(now));
}

/** Like `copyLockedPicks`, for games that are over: these are locked, whatever the clock of this process says. */
export function copyFinalPicks(store: Store): Promise<CopiedLinks> {
  return copyDue(store, sql`games.status = 'Final'`);
}

/** Like `copyLockedPicks`, for one link, in the caller's transaction, which shares the gate and holds the link. */
export function copyLockedPicksOf(tx: Db, { engine }: Store, linkId: number, now: number): Promise<CopiedPick[]> {
  return copyOf(tx, engine, linkId, isLockedInPool(now));
}

/** Makes picks of a linked player wait for their lock. @param which a condition on `picks` */
export async function addWaitingPicks(tx: Db, linkId: number, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into waiting_picks (link_id, pool_id, gid)
    select cast(${linkId} as bigint), picks.pool_id, picks.gid from game_picks as picks where ${which}
    on conflict (link_id, pool_id, gid) do nothing`.execute(tx);
}

/** The moment (ms) after `now` at which the next game locks that a pick waits for; null if none waits. */
export async function nextWaitingLock(db: Db, now: number): Promise<number | null> {
  const lockAt = waitingWithGames(db).select((q) => q.fn.min<number | null>('pool_locks.lock_at').as('lockAt'));
  const row = await lockAt.where(isOpenInPool(now)).executeTakeFirst();
  return row?.lockAt ?? null;
}

function waitingWithGames(db: Db) {
  return db
    .selectFrom('waiting_picks')
    .innerJoin('games', 'games.gid', 'waiting_picks.gid')
    .innerJoin('pool_locks', (on) =>
      on.onRef('pool_locks.pool_id', '=', 'waiting_picks.pool_id').onRef('pool_locks.gid', '=', 'waiting_picks.gid'),
    );
}

/** Copies each link in a transaction of its own, in the order of their ids: of two players of an account the one who was linked first counts. */
async function copyDue(store: Store, due: RawBuilder<SqlBool>): Promise<CopiedLinks> {
  const { db } = store;
  const rows = await waitingWithGames(db).select('link_id').distinct().where(due).orderBy('link_id').execute();
  const picks: CopiedPick[] = [];
  const failed: FailedLink[] = [];
  for (const { link_id: linkId } of rows) {
    try {
      picks.push(...(await withRetry(() => copyLink(store, linkId, due))));
    } catch (error) {
      if (faultOf(error) !== null) throw error;
      failed.push({ linkId, error });
    }
  }
  return { picks, failed };
}

/** Holds the link, so that it is neither copied by another process nor undone meanwhile. */
function copyLink({ db, engine }: Store, linkId: number, due: RawBuilder<SqlBool>): Promise<CopiedPick[]> {
  return db.transaction().execute(async (tx) => {
    await openGate(tx, engine);
    if (engine === 'postgres') {
      await tx.selectFrom('player_links').select('id').where('id', '=', linkId).forUpdate().execute();
    }
    return copyOf(tx, engine, linkId, due);
  });
}

async function copyOf(tx: Db, engine: Engine, linkId: number, due: RawBuilder<SqlBool>): Promise<CopiedPick[]> {
  const { rows: claimed } = await sql<Waiting>`
    delete from waiting_picks
    where link_id = ${linkId} and exists (select 1 from games
      join pool_locks on pool_locks.pool_id = waiting_picks.pool_id and pool_locks.gid = games.gid
      where games.gid = waiting_picks.gid and ${due})
    returning link_id, pool_id, gid`.execute(tx);
  if (claimed.length === 0) return [];
  const found = await findPicks(tx, engine, claimed);
  const writes = found.map(({ pool_id, gid, user_id, side, best, made_at, entered_by, reason }): PickWrite => {
    const choice = { kind: 'pick', gid, side, best: best === 1 ? true : undefined } as const;
    const actor = { by: 'copy', enteredBy: entered_by, reason } as const;
    return { poolId: pool_id, userId: user_id, choice, actor, madeAt: made_at, basedOn: null };
  });
  const { outcomes } = await writePicks(tx, engine, writes, () => 0);
  const copied = found.filter((_, at) => isChanged(outcomes[at]));
  await noteCopied(tx, linkId, copied);
  await markScoresStale(tx, copied);
  return copied.map((row) => ({
    poolId: row.pool_id,
    gid: row.gid,
    side: row.side,
    weekId: row.week_id,
    userId: row.user_id,
  }));
}

interface Waiting {
  readonly link_id: number;
  readonly pool_id: string;
  readonly gid: string;
}

interface FoundPick extends Waiting {
  readonly user_id: string;
  readonly side: Side;
  readonly best: Flag;
  readonly made_at: number;
  readonly entered_by: string | null;
  readonly reason: string | null;
  readonly week_id: string;
  readonly status: string;
}

/** The picks that wait, by kick-off: if the limits of a pool have room for some of them only, the first games are copied. */
async function findPicks(tx: Db, engine: Engine, waiting: readonly Waiting[]): Promise<FoundPick[]> {
  const wanted = jsonRows(engine, waiting, { link_id: 'integer', pool_id: 'text', gid: 'text' });
  const { rows } = await sql<FoundPick>`
    select rows.link_id, rows.pool_id, rows.gid, links.user_id, picks.side, picks.best, picks.made_at, picks.entered_by,
      picks.reason, games.week_id, games.status
    from ${wanted}
    join player_links as links on links.id = rows.link_id
    join games on games.gid = rows.gid
    join game_picks as picks on picks.pool_id = rows.pool_id and picks.gid = rows.gid and picks.user_id = links.player_id
    where picks.side is not null
    order by games.kickoff, games.gid`.execute(tx);
  return rows;
}

/** Notes in the link what was copied, so that undoing the link takes back exactly that. */
async function noteCopied(tx: Db, linkId: number, copied: readonly FoundPick[]): Promise<void> {
  if (copied.length === 0) return;
  const link = await tx.selectFrom('player_links').select('moved').where('id', '=', linkId).executeTakeFirstOrThrow();
  const moved: Moved = JSON.parse(link.moved);
  const added = copied.map(({ pool_id, gid, side }): MovedPick => ({ poolId: pool_id, gid, side }));
  const next: Moved = { ...moved, picks: [...moved.picks, ...added] };
  await tx
    .updateTable('player_links')
    .set({ moved: JSON.stringify(next) })
    .where('id', '=', linkId)
    .execute();
}

/** Marks the weeks of picks whose games are over: only these have scores. */
async function markScoresStale(tx: Db, copied: readonly FoundPick[]): Promise<void> {
  const scored = copied.filter((pick) => pick.status === 'Final');
  for (const [poolId, picks] of Map.groupBy(scored, (pick) => pick.pool_id)) {
    await markPoolStale(tx, poolId, [...new Set(picks.map((pick) => pick.week_id))]);
  }
}
