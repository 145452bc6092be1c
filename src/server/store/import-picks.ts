/** Imports picks, guesses, orders and teams from files and seeds. What an import may change, core/judge.ts decides. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Choice } from '#core/choice.ts';
import type { TeamChoice } from '#core/formats/survivor.ts';
import type { OrderValue } from '#core/judge.ts';
import { isLocked } from '#core/locks.ts';
import type { Side } from '#core/types.ts';
import { transact, writeInSlices } from '#server/store/engine/transactions.ts';
import type { Db, Engine, Store } from './engine/connect.ts';
import { jsonRows } from './engine/json-rows.ts';
import { isOpenInPool } from './locks.ts';
import { setMembers } from './members.ts';
import type { PickWrite } from './picks.ts';
import { isChanged, openGate, writePicks } from './picks.ts';
import type { NewPool } from './pools.ts';
import { createPool, setPoolWeeks } from './pools.ts';
import { markMembersStale, markPoolStale, markStale } from './stale-weeks.ts';
import { isBegunSurvivor } from './survivor-begun.ts';
import { createUser } from './users.ts';
import { addWaitingPicks } from './waiting-picks.ts';

/** Somebody who is or was a member of a pool. An imported player who is linked to an account is that account, under the imported name. */
export interface Player {
  readonly id: string;
  readonly name: string;
  /** Whether they are known by the name of an account. */
  readonly hasAccount: boolean;
  /** The imported player who is linked to the account; null if this is nobody who is linked. */
  readonly linkedId: string | null;
  /** Not removed from the pool. */
  readonly isMember: boolean;
}

/** All who are or were members of a pool. */
export async function playersOfPool(db: Db, poolId: string): Promise<Player[]> {
  const rows = await db
    .selectFrom('pool_members')
    .innerJoin('users', 'users.id', 'pool_members.user_id')
    .leftJoin('player_links', (on) =>
      on.onRef('player_links.player_id', '=', 'users.id').on('player_links.undone_at', 'is', null),
    )
    .leftJoin('pool_members as linked', (on) =>
      on.onRef('linked.user_id', '=', 'player_links.user_id').onRef('linked.pool_id', '=', 'pool_members.pool_id'),
    )
    .select(['users.id', 'users.display_name', 'users.account_id', 'pool_members.enabled'])
    .select(['player_links.user_id as linked_id', 'linked.enabled as linked_enabled'])
    .where('pool_members.pool_id', '=', poolId)
    .execute();
  return rows.map((row) => ({
    id: row.linked_id ?? row.id,
    name: row.display_name,
    hasAccount: row.account_id !== null,
    linkedId: row.linked_id === null ? null : row.id,
    isMember: (row.linked_id === null ? row.enabled : row.linked_enabled) === 1,
  }));
}

/** Creates a pool with its weeks. @returns its id */
export function createPoolWithWeeks(
  store: Store,
  pool: NewPool,
  weekIds: readonly string[],
  now: number,
): Promise<string> {
  return transact(store, async (tx) => {
    const poolId = await createPool(tx, pool, now);
    await setPoolWeeks(tx, { engine: store.engine, now: () => now }, poolId, weekIds);
    return poolId;
  });
}

/** Adds weeks to a pool; picks made in them before count again. @returns null once they are there */
export function addPoolWeeks(
  store: Store,
  poolId: string,
  weekIds: readonly string[],
  now: number,
): Promise<'week_begun' | null> {
  const planner = { engine: store.engine, now: () => now };
  return transact(store, async (tx) => {
    if (await isBegunSurvivor(tx, planner, poolId, weekIds)) return 'week_begun';
    await setPoolWeeks(tx, planner, poolId, weekIds);
    await markStale(tx, weekIds);
    return null;
  });
}

/** Creates players without an account as members of a pool. @returns their ids by name */
export async function addPlayers(
  store: Store,
  poolId: string,
  names: readonly string[],
  now: number,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const write = async (tx: Db, slice: readonly string[]) => {
    const made: [string, string][] = [];
    for (const name of slice) made.push([name, await createUser(tx, { displayName: name, accountId: null }, now)]);
    const userIds = made.map(([, userId]) => userId);
    await setMembers(tx, poolId, userIds, Math.min(now, (await firstLock(tx, poolId)) - 1));
    await markMembersStale(tx, [poolId]);
    return made;
  };
  await writeInSlices(store, names, write, (made) => {
    for (const [name, userId] of made) ids.set(name, userId);
  });
  return ids;
}

/** The first lock (ms) of a pool's weeks, by itself: players from a file count as members since before it. */
async function firstLock(db: Db, poolId: string): Promise<number> {
  const row = await db
    .selectFrom('games')
    .innerJoin('pool_weeks', 'pool_weeks.week_id', 'games.week_id')
    .select(({ fn }) => fn.min('games.lock_at').as('first'))
    .where('pool_weeks.pool_id', '=', poolId)
    .executeTakeFirst();
  return row?.first ?? Number.POSITIVE_INFINITY;
}

/** A pick to import. */
export interface PickToImport {
  readonly gid: string;
  readonly weekId: string;
  /** The player in the file: an imported one, linked to an account or not, or one with an account. */
  readonly playerId: string;
  readonly side: Side;
  /** Marked as best bet. */
  readonly best?: boolean;
}

/** What an import did. */
export interface ImportedPicks {
  readonly changed: number;
  /** Left as they are though the file differs; of games that are not locked all that were left, also equal ones. */
  readonly kept: number;
  /** Of linked players, in games that are not locked: the accounts get them at the lock. */
  readonly waiting: number;
}

/**
 * Writes picks of one pool in short transactions, whatever the lock says, and marks their weeks for `rescoreStale`. The
 * picks of people with an account stay theirs, and bus picks stay too: there only missing ones are filled in. A linked player's
 * pick is written to the account if its game is locked; else it is written to the player, and waits for its lock (decision 016).
 * @returns counts that reveal no sealed side
 * @throws RefusedImport
 */
export async function importPoolPicks(
  store: Store,
  poolId: string,
  picks: readonly PickToImport[],
  now: number,
  onProgress: (written: number) => void,
): Promise<ImportedPicks> {
  const total = { changed: 0, kept: 0, waiting: 0 };
  const write = (tx: Db, slice: readonly PickToImport[]) => writeSlice(tx, store, poolId, slice, now);
  await writeInSlices(store, picks, write, ({ changed, kept, waiting }, written) => {
    total.changed += changed;
    total.kept += kept;
    total.waiting += waiting;
    onProgress(written);
  });
  return total;
}

async function writeSlice(
  tx: Db,
  store: Store,
  poolId: string,
  picks: readonly PickToImport[],
  now: number,
): Promise<ImportedPicks> {
  await openGate(tx, store.engine);
  const links = await holdLinks(tx, store, picks);
  const open = await openGames(tx, poolId, picks, now);
  const slice = picks.map((pick) => {
    const accountId = open.has(pick.gid) ? undefined : links.get(pick.playerId)?.accountId;
    return { ...pick, userId: accountId ?? pick.playerId };
  });
  const owned = await ownedPicks(tx, store, poolId, slice);
  // Two players may be linked to one account: the first pick of a game is taken.
  const taken = new Map(slice.toReversed().map((pick) => [keyOf(pick), pick]));
  const choices = [...taken.values()].map(({ gid, userId, side, best }): ImportedChoice => {
    return {
      poolId,
      playerId: userId,
      choice: { kind: 'pick', gid, side, best: best ? true : undefined },
      madeAt: now,
    };
  });
  const changed = await importChoices(tx, store.engine, choices);
  if (changed > 0) await markStale(tx, [...new Set(slice.map((pick) => pick.weekId))]);
  let waiting = 0;
  for (const [playerId, { linkId }] of links) {
    const gids = picks.filter((pick) => pick.playerId === playerId && open.has(pick.gid)).map((pick) => pick.gid);
    waiting += gids.length;
    if (gids.length > 0) await addWaitingPicks(tx, linkId, picksNamed(poolId, playerId, gids));
  }
  const kept = slice.filter((pick) => {
    const own = owned.get(keyOf(pick));
    return own ? !isLocked(own, now) || own.side !== pick.side : taken.get(keyOf(pick))?.side !== pick.side;
  });
  return { changed, kept: kept.length, waiting };
}

/** A pick, guess, order or team as a file or a seed knows it. */
export interface ImportedChoice {
  readonly poolId: string;
  readonly playerId: string;
  readonly choice: Choice;
  /** ms */
  readonly madeAt: number;
}

/** Something that an import has cannot be stored; nothing of its slice is. */
export class RefusedImport extends Error {}

/** It would give a player more picks or best bets in a week than the pool allows. */
export class OverLimit extends RefusedImport {}

const overLimit: readonly string[] = ['too_many_picks', 'too_many_best_bets', 'no_best_bets'];

/**
 * Stores what is missing or differs, whatever the lock says. The picks of people with an account stay, and so do those that somebody
 * entered for a player. Runs in the caller's transaction, see `writePicks`.
 * @returns how many changed
 * @throws RefusedImport, `OverLimit` if it is for a limit of the pool
 */
export async function importChoices(tx: Db, engine: Engine, choices: readonly ImportedChoice[]): Promise<number> {
  const writes = choices.map(({ poolId, playerId, choice, madeAt }): PickWrite => {
    return { poolId, userId: playerId, choice, madeAt, actor: { by: 'import' }, basedOn: null };
  });
  const { outcomes } = await writePicks(tx, engine, writes, () => 0);
  for (const [at, outcome] of outcomes.entries()) {
    if (outcome.saved) continue;
    if (overLimit.includes(outcome.refusal)) throw new OverLimit();
    throw new RefusedImport(`What a file has cannot be stored (${outcome.refusal}): ${JSON.stringify(choices[at])}`);
  }
  return outcomes.filter(isChanged).length;
}

/** An order, a team, or a guess of the week's tiebreak game, whichever that is. */
export interface WeekToImport {
  readonly weekId: string;
  readonly playerId: string;
  readonly value: OrderValue | TeamChoice | { readonly total: number };
}

/**
 * Writes the guesses, orders and teams of one pool in short transactions, and marks the weeks whose scores may change for
 * `rescoreStale`. Those of a linked player count for the account if it has none of its own. @returns how many were written
 */
export async function importWeeks(
  store: Store,
  poolId: string,
  weeks: readonly WeekToImport[],
  now: number,
): Promise<number> {
  let written = 0;
  const write = (tx: Db, slice: readonly WeekToImport[]) =>
    writeWeeks(
      tx,
      store.engine,
      poolId,
      slice.map((week) => ({ ...week, madeAt: now })),
    );
  await writeInSlices(store, weeks, write, (count) => {
    written += count;
  });
  return written;
}

/** Like `importWeeks`, in the caller's transaction, each made at its own moment (ms). */
export async function writeWeeks(
  tx: Db,
  engine: Engine,
  poolId: string,
  weeks: readonly (WeekToImport & { readonly madeAt: number })[],
): Promise<number> {
  await openGate(tx, engine);
  const tiebreaks = await tiebreaksOf(tx, poolId);
  const choices = weeks.flatMap(({ weekId, playerId, value, madeAt }): ImportedChoice[] => {
    const choice = choiceOf(weekId, value, tiebreaks.get(weekId) ?? null);
    return choice === null ? [] : [{ poolId, playerId, choice, madeAt }];
  });
  const written = await importChoices(tx, engine, choices);
  const scored = weeks.filter(({ value }) => !('total' in value)).map(({ weekId }) => weekId);
  if (written > 0 && scored.length > 0) await markPoolStale(tx, poolId, [...new Set(scored)]);
  return written;
}

/** The tiebreak games of a pool by week, also of weeks that are out of the pool: their guesses count once they come back. */
async function tiebreaksOf(tx: Db, poolId: string): Promise<ReadonlyMap<string, string | null>> {
  const query = tx.selectFrom('pool_weeks').select(['week_id', 'tiebreak_gid']).where('pool_id', '=', poolId);
  return new Map((await query.execute()).map((row) => [row.week_id, row.tiebreak_gid]));
}

function choiceOf(weekId: string, value: WeekToImport['value'], tiebreak: string | null): Choice | null {
  if ('order' in value) return { kind: 'order', weekId, order: value.order };
  if ('team' in value) return { kind: 'team', weekId, team: value };
  return tiebreak === null ? null : { kind: 'guess', weekId, gid: tiebreak, total: value.total };
}

interface Link {
  readonly linkId: number;
  readonly accountId: string;
}

/**
 * The links of the players of some picks, by player, held until the transaction ends. On PostgreSQL the players are held as well,
 * so none can be linked meanwhile.
 */
async function holdLinks(
  tx: Db,
  { engine }: Store,
  picks: readonly PickToImport[],
): Promise<ReadonlyMap<string, Link>> {
  const players = [...new Set(picks.map((pick) => pick.playerId))];
  let query = tx.selectFrom('player_links').select(['id', 'player_id', 'user_id']).where('player_id', 'in', players);
  query = query.where('undone_at', 'is', null).orderBy('id');
  if (engine === 'postgres') {
    await tx.selectFrom('users').select('id').where('id', 'in', players).orderBy('id').forShare().execute();
    query = query.forUpdate();
  }
  const rows = await query.execute();
  return new Map(rows.map((row) => [row.player_id, { linkId: row.id, accountId: row.user_id }]));
}

/** The games, in the weeks of some picks, that are not locked in the pool. */
async function openGames(
  tx: Db,
  poolId: string,
  picks: readonly PickToImport[],
  now: number,
): Promise<ReadonlySet<string>> {
  const weeks = [...new Set(picks.map((pick) => pick.weekId))];
  const rows = await tx
    .selectFrom('games')
    .innerJoin('pool_locks', 'pool_locks.gid', 'games.gid')
    .select('games.gid')
    .where('pool_locks.pool_id', '=', poolId)
    .where('games.week_id', 'in', weeks)
    .where(isOpenInPool(now))
    .execute();
  return new Set(rows.map((row) => row.gid));
}

function picksNamed(poolId: string, userId: string, gids: readonly string[]): RawBuilder<unknown> {
  return sql`picks.pool_id = ${poolId} and picks.user_id = ${userId} and picks.side is not null
    and picks.gid in (${sql.join(gids)})`;
}

function keyOf({ gid, userId }: { gid: string; userId: string }): string {
  return `${gid} ${userId}`;
}

/** A pick that an import leaves as it is. */
interface OwnedPick {
  readonly side: Side | null;
  readonly lockAt: number;
}

/** Those of some picks that an import leaves: of people with an account, cleared ones included, and those that somebody entered. */
async function ownedPicks(
  tx: Db,
  { engine }: Store,
  poolId: string,
  picks: readonly { readonly gid: string; readonly userId: string }[],
): Promise<Map<string, OwnedPick>> {
  const wanted = jsonRows(
    engine,
    picks.map(({ gid, userId }) => ({ gid, user_id: userId })),
    { gid: 'text', user_id: 'text' },
  );
  const { rows } = await sql<OwnedPick & { gid: string; userId: string }>`
    select picks.gid, picks.user_id as "userId", picks.side, pool_locks.lock_at as "lockAt"
    from ${wanted}
    join users on users.id = rows.user_id
    join game_picks as picks on picks.pool_id = ${poolId} and picks.gid = rows.gid and picks.user_id = rows.user_id
    join pool_locks on pool_locks.pool_id = picks.pool_id and pool_locks.gid = picks.gid
    where users.account_id is not null or picks.entered_by is not null`.execute(tx);
  return new Map(rows.map((row) => [keyOf(row), row]));
}
