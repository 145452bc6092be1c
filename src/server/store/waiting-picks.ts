import type { RawBuilder, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { GamePick, Side } from '#core/types.ts';
import { withRetry } from '#server/store/engine/transactions.ts';
import type { Db, Engine, Store } from './engine/connect.ts';
import { faultOf } from './engine/faults.ts';
import { jsonRows } from './engine/json-rows.ts';
import type { Flag } from './engine/schema.ts';
import type { Moved, MovedPick } from './linked-players.ts';
import { isLockedInPool, isOpenInPool } from './locks.ts';
import { picksWithRoom } from './pick-limits.ts';
import { markPoolStale } from './stale-weeks.ts';

/** A pick that an account got from a player who is linked to it. */
export interface CopiedPick extends MovedPick {
  readonly weekId: string;
  /** The account. */
  readonly userId: string;
}

/** A link whose picks could not be copied; they go on waiting. */
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
 * Copies the picks of linked players whose games are locked to the accounts, where those have no pick of their own; a pick
 * that was cleared is one (decision 016), and no more than a pool's limits leave room for. Any number of processes may do so at the same time.
 * @throws where the database itself is at fault; a link that fails for another reason holds up no other
 */
export function copyLockedPicks(store: Store, now: number): Promise<CopiedLinks> {
  return copyDue(store, isLockedInPool(now));
}

/** The same for games that are over: these are locked, whatever the clock of this process says. */
export function copyFinalPicks(store: Store): Promise<CopiedLinks> {
  return copyDue(store, sql`games.status = 'Final'`);
}

/** The same for one link, in the caller's transaction, which holds the link. */
export function copyLockedPicksOf(tx: Db, { engine }: Store, linkId: number, now: number): Promise<CopiedPick[]> {
  return copyOf(tx, engine, linkId, isLockedInPool(now));
}

/** Makes picks of a linked player wait for their lock. @param which a condition on `picks` */
export async function addWaitingPicks(tx: Db, linkId: number, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into waiting_picks (link_id, pool_id, gid)
    select cast(${linkId} as bigint), picks.pool_id, picks.gid from picks where ${which}
    on conflict (link_id, pool_id, gid) do nothing`.execute(tx);
}

/** The moment (ms) after `now` at which the next game locks that a pick waits for; null where none waits. */
export async function nextWaitingLock(db: Db, now: number): Promise<number | null> {
  const lockAt = waitingWithGames(db).select((q) => q.fn.min<number | null>('pool_locks.lock_at').as('lockAt'));
  const row = await lockAt.where(isOpenInPool(now)).executeTakeFirst();
  return row?.lockAt ?? null;
}

/** How many of some games of a pool each account has a pick for that waits, and none of its own. */
export async function picksThatWait(db: Db, poolId: string, gids: readonly string[]): Promise<Map<string, number>> {
  if (gids.length === 0) return new Map();
  const rows = await waitingIn(db, poolId)
    .select(['links.user_id', (q) => q.fn.count<number>('waiting_picks.gid').distinct().as('waiting')])
    .where('waiting_picks.gid', 'in', gids)
    .groupBy('links.user_id')
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.waiting]));
}

/** The picks of a pool that wait for an account, where it has none of its own, by gid; sides are sealed. */
export async function waitingPicksOf(db: Db, poolId: string, userId: string): Promise<ReadonlyMap<string, GamePick>> {
  const rows = await waitingIn(db, poolId)
    .innerJoin('picks as given', (on) =>
      on
        .onRef('given.pool_id', '=', 'waiting_picks.pool_id')
        .onRef('given.gid', '=', 'waiting_picks.gid')
        .onRef('given.user_id', '=', 'links.player_id'),
    )
    .select(['given.gid', 'given.side', 'given.bus_by'])
    .where('links.user_id', '=', userId)
    .orderBy('links.id', 'desc')
    .execute();
  return new Map(rows.flatMap(({ gid, side, bus_by }) => (side ? [[gid, { side, bus: bus_by !== null }]] : [])));
}

function waitingIn(db: Db, poolId: string) {
  return db
    .selectFrom('waiting_picks')
    .innerJoin('player_links as links', 'links.id', 'waiting_picks.link_id')
    .leftJoin('picks as own', (on) =>
      on
        .onRef('own.pool_id', '=', 'waiting_picks.pool_id')
        .onRef('own.gid', '=', 'waiting_picks.gid')
        .onRef('own.user_id', '=', 'links.user_id'),
    )
    .where('waiting_picks.pool_id', '=', poolId)
    .where('own.gid', 'is', null);
}

function waitingWithGames(db: Db) {
  return db
    .selectFrom('waiting_picks')
    .innerJoin('games', 'games.gid', 'waiting_picks.gid')
    .innerJoin('pool_locks', (on) =>
      on.onRef('pool_locks.pool_id', '=', 'waiting_picks.pool_id').onRef('pool_locks.gid', '=', 'waiting_picks.gid'),
    );
}

/** Each link in a transaction of its own, in the order of their ids: of two players of an account the first that was linked. */
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

/** The link is held, so that neither another copy nor an undoing comes in between. */
function copyLink({ db, engine }: Store, linkId: number, due: RawBuilder<SqlBool>): Promise<CopiedPick[]> {
  return db.transaction().execute(async (tx) => {
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
  const found = await picksWithRoom(tx, engine, await findPicks(tx, engine, claimed), 'picks');
  const written = new Set((await insertPicks(tx, engine, found)).map(keyOf));
  const copied = found.filter((pick) => written.has(keyOf(pick)));
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
  readonly player_id: string;
  readonly side: Side;
  readonly best: Flag | null;
  readonly week_id: string;
  readonly status: string;
}

async function findPicks(tx: Db, engine: Engine, waiting: readonly Waiting[]): Promise<FoundPick[]> {
  const wanted = jsonRows(engine, waiting, { link_id: 'integer', pool_id: 'text', gid: 'text' });
  const { rows } = await sql<FoundPick>`
    select rows.link_id, rows.pool_id, rows.gid, links.user_id, links.player_id, picks.side, picks.best, games.week_id, games.status
    from ${wanted}
    join player_links as links on links.id = rows.link_id
    join games on games.gid = rows.gid
    join picks on picks.pool_id = rows.pool_id and picks.gid = rows.gid and picks.user_id = links.player_id
    where picks.side is not null`.execute(tx);
  return rows;
}

async function insertPicks(tx: Db, engine: Engine, found: readonly FoundPick[]) {
  const columns = { pool_id: 'text', gid: 'text', user_id: 'text', player_id: 'text', best: 'integer' } as const;
  const marked = new Set(
    await picksWithRoom(
      tx,
      engine,
      found.filter(({ best }) => best === 1),
      'bestBets',
    ),
  );
  const rows = found.map((pick) => {
    const { pool_id, gid, user_id, player_id } = pick;
    return { pool_id, gid, user_id, player_id, best: marked.has(pick) ? 1 : null };
  });
  const written = await sql<{ pool_id: string; gid: string; user_id: string }>`
    insert into picks (pool_id, gid, user_id, side, best, revision, made_at, based_on, bus_by, bus_reason)
    select rows.pool_id, rows.gid, rows.user_id, picks.side, rows.best, 1, picks.made_at, null, picks.bus_by, picks.bus_reason
    from ${jsonRows(engine, rows, columns)}
    join picks on picks.pool_id = rows.pool_id and picks.gid = rows.gid and picks.user_id = rows.player_id
    where true
    order by rows.gid, rows.pool_id, rows.user_id
    on conflict (pool_id, gid, user_id) do nothing
    returning pool_id, gid, user_id`.execute(tx);
  return written.rows;
}

function keyOf(pick: { readonly pool_id: string; readonly gid: string; readonly user_id: string }): string {
  return `${pick.pool_id} ${pick.gid} ${pick.user_id}`;
}

/** In the link, so that undoing it takes back exactly these. */
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

/** Only games that are over are scored. */
async function markScoresStale(tx: Db, copied: readonly FoundPick[]): Promise<void> {
  const scored = copied.filter((pick) => pick.status === 'Final');
  for (const [poolId, picks] of Map.groupBy(scored, (pick) => pick.pool_id)) {
    await markPoolStale(tx, poolId, [...new Set(picks.map((pick) => pick.week_id))]);
  }
}
