import type { ChangedOutcome } from '#contract/shapes.ts';
import { compareEntries } from '#core/entries.ts';
import { weekOfSlot } from '#core/formats/survivor/survivor.ts';
import { isShutOut } from '#core/formats/survivor/week.ts';
import { asksFor } from '#core/formats/traits.ts';
import { wasNeverMade } from '#core/judge.ts';
import type { LinkRefusal, LinkWay } from '#core/links.ts';
import { linkRefusal, linkWay, undoNeedsReason, visiblyMade } from '#core/links.ts';
import { isLocked, nextLock } from '#core/locks.ts';
import { normalizeName } from '#core/names.ts';
import type { SlotWish } from '#core/pick.ts';
import { slotKey } from '#core/pick.ts';
import type { PoolWeek } from '#core/pool-week.ts';
import { nextShownLock } from '#core/reminders.ts';
import { hasSecondChance } from '#core/side-tables.ts';
import { gameOf, isTakenBack, weekOf } from '#core/slots.ts';
import type { Pool } from '#core/types.ts';
import type { PoolEntry } from '#server/entries/reads.ts';
import { entriesById, entriesOfPool, entryNames, takenNames } from '#server/entries/reads.ts';
import { usualName } from '#server/entries/store.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import { addPost } from '#server/journal/posted-store.ts';
import { markPoolStale } from '#server/journal/stale-store.ts';
import { catchUp } from '#server/locks/store.ts';
import { changedOutcomes, readOutcomes } from '#server/money/outcomes-store.ts';
import { fixShares } from '#server/money/store.ts';
import { dropDefaults } from '#server/picks/default-store.ts';
import type { PickWrite } from '#server/picks/facts-reads.ts';
import type { PickRow } from '#server/picks/rows-store.ts';
import { writePicks } from '#server/picks/store.ts';
import { withdrawOpenPicks } from '#server/picks/withdrawn-store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { openGate, refuseLate } from '#server/platform/db/gate.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import { dryRun, transact } from '#server/platform/db/transactions.ts';
import { parseValue, slotPickOf } from '#server/platform/db/values.ts';
import { holdPool, sideTablesOf } from '#server/pools/reads.ts';
import { isLockedInPool, weeksOfPool } from '#server/pools/week-reads.ts';
import { listGameChanges, pickCause, receiptCorrections, receiptEntries } from '#server/receipts/store.ts';
import { readSurvivorTable } from '#server/standings/season-reads.ts';

/**
 * Links entries of players without an account to accounts, and unlinks them (decision 047). A link gives the entry to the account; if the
 * pool allows it no more entries, it copies missing picks of locked games to the account's own entry. Picks of open games are withdrawn, so
 * that a link reveals no sealed pick, not even to the new owner.
 */

/** What a link changed, stored to undo it. What it withdrew is not: undoing restores no pick of an open game. */
interface Moved {
  /** Whether the player was an enabled member, and whether the account was; null if it never was a member. */
  readonly membership: { readonly player: number; readonly account: number | null };
  /** The name of the entry before. */
  readonly name: string | null;
  /** The picks that were copied to the account's entry, and the revisions that they got; of links before that was noted, 1. */
  readonly filled: readonly (Pick<PickRow, 'kind' | 'about'> & { readonly revision?: number })[];
  /** The ids of payments that were moved to the account's entry. */
  readonly payments: readonly number[];
}

/** The effect of linking an entry. */
export interface EntryLinked {
  readonly entryName: string;
  readonly accountName: string;
  readonly way: LinkWay;
  /** The name of the entry that receives the picks; null if the account gets the entry itself. */
  readonly intoName: string | null;
  /** Whether the account was no member before. */
  readonly becomesMember: boolean;
  /** Number of picks of open games that are withdrawn, as far as everybody could see that they were made (`visiblyMade`). */
  readonly withdrawn: number;
  /** Number of picks that the account's entry gets, and number left out because it has its own or no room. */
  readonly filled: number;
  readonly kept: number;
  /** The next lock of the pool, as the countdown shows it, ms; null if no game is open. */
  readonly nextLock: number | null;
  readonly changes: readonly ChangedOutcome[];
  /** Of the log. */
  readonly recordId: number;
}

/** Who links, and the time by the league's clock (ms). */
export interface Linker {
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly clock: () => number;
  /** The address of the league that they use. */
  readonly site?: string | null;
}

/** Why an entry is not linked. */
export type NotLinked = LinkRefusal | 'entry_not_found';

/** Links an entry to the account of a user, and logs it. @returns the effect, or why it was refused */
export async function linkEntry(
  store: Store,
  entryId: string,
  userId: string,
  by: Linker,
): Promise<EntryLinked | NotLinked> {
  await catchUp(store, { entryId }, by.clock);
  return transact(store, (tx) => link(tx, store, entryId, userId, by));
}

/** The effect that linking an entry would have. Changes nothing. */
export function previewLink(
  store: Store,
  entryId: string,
  userId: string,
  by: Linker,
): Promise<EntryLinked | NotLinked> {
  return dryRun(store, (tx) => link(tx, store, entryId, userId, by));
}

async function link(
  tx: Db,
  store: Store,
  entryId: string,
  userId: string,
  { userId: byId, isAdmin, clock, site = null }: Linker,
): Promise<EntryLinked | NotLinked> {
  const pool = await holdPoolOf(tx, store, entryId);
  await openGate(tx, store.engine);
  const held = await holdEntries(tx, store, entryId, userId);
  const entry = held.find(({ id }) => id === entryId);
  if (pool === null || entry === undefined) return 'entry_not_found';
  const now = await timeInTransaction(tx, store.engine, clock);
  const playing = await entriesOfPool(tx, pool.id);
  const source = playing.find(({ id }) => id === entryId);
  const isLinked = entry.user_id !== null || (await heldLink(tx, entryId)) !== null;
  if (source === undefined && !isLinked) return 'entry_not_found';
  const account = await accountOf(tx, userId, pool.id);
  const made = await madeOf(tx, pool, entryId, now);
  // The entries of a removed member count, because they come back with the member.
  const ownIds = held.filter(({ owner_id, out_at }) => owner_id === userId && out_at === null).map(({ id }) => id);
  const own = (await entriesById(tx, ownIds)).toSorted(compareEntries);
  const refusal = linkRefusal({
    rules: pool.rules,
    isLinked,
    isEligible: account !== null && (isAdmin || account.member === 1),
    isOwnAccount: userId === byId,
    hasEnteredLate: await hasEnteredLate(tx, pool.id, entryId, userId),
    ownEntries: own.length,
    teamLockAt: asksFor('team', pool.rules) ? await openTeamLock(tx, pool.id, entryId, made, now) : null,
    now,
  });
  if (refusal !== null || account === null || source === undefined) return refusal ?? 'player_not_found';

  await fixShares(tx, pool, now);
  const before = await readOutcomes(tx, pool, now);
  const way = linkWay(own.length, pool.rules);
  const target = way === 'filled' ? own[0] : undefined;
  const taken = await withdrawOpenPicks(tx, store.engine, { poolId: pool.id, entryId }, now);
  const { weeks, nextLock, closesAt } = await locksOf(tx, pool.id, now);
  // One that everybody sees, of a game that was called off, is withdrawn, too.
  const taking = await pickCause(
    'link',
    taken.map((slot) => ({ ...slot, entryId })),
  );
  for (const weekId of weeksOf(weeks, taken))
    await receiptCorrections(tx, store.engine, { poolId: pool.id, weekId }, [taking], now);
  const withdrawn = taken.filter(({ kind, about }) => made.has(slotKey({ kind, about }))).length;
  if (target) await tx.updateTable('entries').set({ out_at: now }).where('id', '=', entryId).execute();
  else await give(tx, source, { poolId: pool.id, userId }, playing, own);
  await receiptEntries(tx, store.engine, [entryId], 'link', now);
  await moveMembership(tx, pool.id, source, userId);
  const filling = target && (await fill(tx, store, pool, source, target, now));
  const payments = target ? await movePayments(tx, pool.id, entryId, target.id) : [];
  const moved: Moved = {
    membership: { player: 1, account: account.member },
    name: entry.name,
    filled: filling?.filled ?? [],
    payments,
  };
  const row = { entry_id: entryId, user_id: userId, into_id: target?.id ?? null, linked_by: byId, linked_at: now };
  await tx
    .insertInto('entry_links')
    .values({ ...row, moved: JSON.stringify(moved), undone_by: null, undone_at: null })
    .execute();
  const filledWeeks = weeksOf(weeks, moved.filled);
  await markPoolStale(tx, pool.id, filledWeeks);
  const counts = { withdrawn, filled: filling?.filled.length ?? 0, kept: filling?.kept ?? 0 };
  const about = { actorId: byId, poolId: pool.id, userId, entryId: target?.id ?? entryId };
  const recordId = await writeAudit(
    tx,
    { act: 'player.link', ...about, after: { entryName: source.name, ...noted(counts) } },
    now,
  );
  const changes = await changedOutcomes(tx, store, pool, filledWeeks, before, now);
  await refuseLate(tx, store.engine, closesAt, clock());
  const names = { entryName: source.name, accountName: account.name };
  if (withdrawn > 0) {
    const post = { kind: 'link', id: recordId, poolId: pool.id, entryId, userId, site } as const;
    await addPost(tx, { ...post, ...names, withdrawn });
  }
  const told = { ...names, way, intoName: target?.name ?? null };
  return { ...told, becomesMember: account.member !== 1, ...counts, nextLock, changes, recordId };
}

/** Why a link is not undone. */
export type NotUndone = 'entry_not_found' | 'player_not_linked' | 'later_link' | 'undo_reason_missing';

/** The effect of undoing a link. */
export interface LinkUndone {
  readonly entryName: string;
  readonly userId: string;
  /** Number of copied picks that are removed, and number that stay because they were changed since. */
  readonly returned: number;
  readonly kept: number;
  /** A game has locked since, so a reason is required. */
  readonly needsReason: boolean;
  readonly changes: readonly ChangedOutcome[];
}

/** Undoes the link of an entry, and logs it. If several links filled the same entry, the last must be undone first. */
export async function unlinkEntry(
  store: Store,
  entryId: string,
  by: Omit<Linker, 'isAdmin'> & { readonly reason: string },
): Promise<LinkUndone | NotUndone> {
  await catchUp(store, { entryId }, by.clock);
  return transact(store, async (tx) => {
    const undone = await unlink(tx, store, entryId, by);
    return typeof undone !== 'string' && undone.needsReason && by.reason === '' ? throwReason() : undone;
  }).catch(unlessReason);
}

/** The effect that undoing a link would have. Changes nothing. */
export function previewUnlink(
  store: Store,
  entryId: string,
  by: Omit<Linker, 'isAdmin'>,
): Promise<LinkUndone | Exclude<NotUndone, 'undo_reason_missing'>> {
  return dryRun(store, (tx) => unlink(tx, store, entryId, { ...by, reason: '' }));
}

/** Thrown to roll back if the reason is missing. */
class ReasonMissing extends Error {}

function throwReason(): never {
  throw new ReasonMissing();
}

function unlessReason(error: unknown): NotUndone {
  if (error instanceof ReasonMissing) return 'undo_reason_missing';
  throw error;
}

async function unlink(
  tx: Db,
  store: Store,
  entryId: string,
  { userId: byId, reason, clock }: Omit<Linker, 'isAdmin'> & { readonly reason: string },
): Promise<LinkUndone | Exclude<NotUndone, 'undo_reason_missing'>> {
  const pool = await holdPoolOf(tx, store, entryId);
  await openGate(tx, store.engine);
  const found = await heldLink(tx, entryId);
  if (found === null) return 'player_not_linked';
  await holdEntries(tx, store, entryId, found.user_id);
  // The link may have been undone while this waited.
  const held = await heldLink(tx, entryId);
  if (held === null) return 'player_not_linked';
  const entry = await tx.selectFrom('entries').selectAll().where('id', '=', entryId).executeTakeFirst();
  if (entry === undefined || pool === null) return 'entry_not_found';
  if (held.into_id !== null && (await isFilledSince(tx, held.into_id, held.id))) return 'later_link';
  const now = await timeInTransaction(tx, store.engine, clock);
  await fixShares(tx, pool, now);
  await listGameChanges(tx, store.engine, [pool.id], now);
  const before = await readOutcomes(tx, pool, now);
  const moved = JSON.parse(held.moved) as Moved;
  const returned = held.into_id === null ? 0 : await takeBack(tx, held.into_id, moved.filled);
  if (moved.payments.length > 0)
    await tx
      .updateTable('pool_payments')
      .set({ entry_id: entryId })
      .where('id', 'in', moved.payments)
      .where('undone_at', 'is', null)
      .execute();
  const isTaken = (await takenNames(tx, pool.id)).some(
    ({ id, name }) => id !== entryId && normalizeName(name) === normalizeName(moved.name ?? ''),
  );
  await tx
    .updateTable('entries')
    .set({ user_id: null, out_at: null, name: isTaken ? null : moved.name })
    .where('id', '=', entryId)
    .execute();
  await dropDefaults(tx, [entryId], now);
  await returnMembership(tx, pool.id, entry.player_id, held, moved, now);
  await tx.updateTable('entry_links').set({ undone_at: now, undone_by: byId }).where('id', '=', held.id).execute();
  const { weeks, locks, closesAt } = await locksOf(tx, pool.id, now);
  const filledWeeks = weeksOf(weeks, moved.filled);
  const filled = moved.filled.map((slot) => ({ ...slot, entryId: held.into_id ?? entryId }));
  const returning = await pickCause('link', filled);
  for (const weekId of filledWeeks)
    await receiptCorrections(tx, store.engine, { poolId: pool.id, weekId }, [returning], now);
  await receiptEntries(tx, store.engine, [entryId], 'link', now);
  await markPoolStale(tx, pool.id, filledWeeks);
  const entryName = (await entryNames(tx, [entryId])).get(entryId) ?? '';
  const counts = { returned, kept: moved.filled.length - returned };
  const about = { actorId: byId, poolId: pool.id, userId: held.user_id, entryId: held.into_id ?? entryId };
  const after = { entryName, ...noted(counts), ...(reason !== '' && { why: reason }) };
  await writeAudit(tx, { act: 'player.unlink', ...about, after }, now);
  const changes = await changedOutcomes(tx, store, pool, filledWeeks, before, now);
  await refuseLate(tx, store.engine, closesAt, clock());
  const needsReason = undoNeedsReason(held.linked_at, locks, now);
  return { entryName, userId: held.user_id, ...counts, needsReason, changes };
}

/** A linked entry: the player who had it, and its owner now. */
export interface HeldLink {
  readonly entryId: string;
  readonly playerName: string;
  readonly userId: string;
  readonly way: LinkWay;
  /** ms */
  readonly linkedAt: number;
}

/** The active links of a pool, newest first. */
export async function linksOfPool(db: Db, poolId: string): Promise<HeldLink[]> {
  const rows = await db
    .selectFrom('entry_links')
    .innerJoin('entries', 'entries.id', 'entry_links.entry_id')
    .innerJoin('users as players', 'players.id', 'entries.player_id')
    .select(['entry_links.entry_id', 'entry_links.user_id', 'entry_links.into_id', 'entry_links.linked_at'])
    .select('players.display_name')
    .where('entries.pool_id', '=', poolId)
    .where('entry_links.undone_at', 'is', null)
    .orderBy('entry_links.id', 'desc')
    .execute();
  return rows.map((row) => ({
    entryId: row.entry_id,
    playerName: row.display_name,
    userId: row.user_id,
    way: row.into_id === null ? 'given' : 'filled',
    linkedAt: row.linked_at,
  }));
}

/** The fields of a link's log record, without zeros. */
function noted(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** Locks an entry and those of an account in its pool, in order, until the transaction ends. */
async function holdEntries(tx: Db, { engine }: Store, entryId: string, userId: string) {
  let query = tx
    .selectFrom('entries')
    .selectAll()
    .where((q) =>
      q.or([
        q('id', '=', entryId),
        q.and([
          q('owner_id', '=', userId),
          q('pool_id', '=', q.selectFrom('entries as asked').select('asked.pool_id').where('asked.id', '=', entryId)),
        ]),
      ]),
    )
    .orderBy('id');
  if (engine === 'postgres') query = query.forUpdate();
  return query.execute();
}

async function heldLink(tx: Db, entryId: string) {
  const query = tx.selectFrom('entry_links').selectAll().where('entry_id', '=', entryId);
  return (await query.where('undone_at', 'is', null).executeTakeFirst()) ?? null;
}

async function isFilledSince(tx: Db, intoId: string, linkId: number): Promise<boolean> {
  const query = tx.selectFrom('entry_links').select('id').where('into_id', '=', intoId).where('id', '>', linkId);
  return (await query.where('undone_at', 'is', null).executeTakeFirst()) !== undefined;
}

/** A user with an enabled account, and whether they are an enabled member of a pool (1), a removed one (0), or never were one (null). */
async function accountOf(tx: Db, userId: string, poolId: string) {
  const row = await tx
    .selectFrom('users')
    .leftJoin('pool_members', (on) =>
      on.onRef('pool_members.user_id', '=', 'users.id').on('pool_members.pool_id', '=', poolId),
    )
    .select(['users.display_name as name', 'pool_members.enabled as member'])
    .where('users.id', '=', userId)
    .where('users.account_id', 'is not', null)
    .where('users.is_enabled', '=', 1)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Whether a user entered a pick for an entry after its lock: a side, a guess, a team, or an order after the first lock of its week. After a
 * link it would count for themselves.
 */
async function hasEnteredLate(tx: Db, poolId: string, entryId: string, userId: string): Promise<boolean> {
  const late = await tx
    .selectFrom('pick_history')
    .select(['kind', 'about', 'value', 'revision', 'made_at'])
    .where('entry_id', '=', entryId)
    .where('entered_by', '=', userId)
    .execute();
  for (const row of late) {
    const pick = slotPickOf(row);
    // A guess was taken back by a change of the tiebreak game, not entered.
    if (pick.kind === 'guess' && pick.value?.cleared) continue;
    const gid = gameOf(pick);
    let locks = tx
      .selectFrom('games')
      .innerJoin('pool_locks', 'pool_locks.gid', 'games.gid')
      .select('games.gid')
      .where('pool_locks.pool_id', '=', poolId)
      .where(isLockedInPool(row.made_at));
    if (gid !== null) locks = locks.where('games.gid', '=', gid);
    else locks = locks.where('games.week_id', '=', weekOfSlot(pick.about)).where('games.void', 'is', null);
    if (await locks.limit(1).executeTakeFirst()) return true;
  }
  return false;
}

/**
 * The first lock, in ms, of an open game in a week for which everybody sees that an entry has a sealed team; null if there is none. Using the
 * team's own lock instead would reveal the team by whether a link is refused.
 */
async function openTeamLock(
  tx: Db,
  poolId: string,
  entryId: string,
  made: ReadonlySet<string>,
  now: number,
): Promise<number | null> {
  const teams = await tx
    .selectFrom('picks')
    .select(['about', 'value'])
    .where('entry_id', '=', entryId)
    .where('kind', '=', 'team')
    .where('value', 'is not', null)
    .execute();
  const shown = teams.filter(({ about }) => made.has(slotKey({ kind: 'team', about })));
  const gids = shown.map(({ value }) => parseValue<{ gid: string }>(value)?.gid);
  const open = (await weeksOfPool(tx, poolId)).flatMap(({ games }) => {
    const unlocked = games.filter((game) => !isLocked(game, now));
    return unlocked.some(({ gid }) => gids.includes(gid)) ? unlocked.map(({ lockAt }) => lockAt) : [];
  });
  return open.length === 0 ? null : Math.min(...open);
}

/** The choices of an entry of which everybody sees whether they are made, as `visiblyMade` names them. */
async function madeOf(tx: Db, pool: Pool, entryId: string, now: number): Promise<ReadonlySet<string>> {
  const weeks = await weeksOfPool(tx, pool.id);
  if (!asksFor('team', pool.rules)) return visiblyMade(weeks, pool.rules, []);
  const row = (await readSurvivorTable(tx, pool, now)).rows.find(({ id }) => id === entryId);
  const sideTables = await sideTablesOf(tx, pool.id);
  const isOut = ({ id }: { readonly id: string }) =>
    isShutOut({ outWeekId: row?.outWeekId ?? null, hasSecondChance: hasSecondChance(sideTables, id) }, id);
  return visiblyMade(
    weeks,
    pool.rules,
    weeks.filter((week) => !isOut(week)),
  );
}

/** The pool of an entry, locked until the transaction ends, so that the number of entries per owner does not change meanwhile. */
export async function holdPoolOf(tx: Db, store: Store, entryId: string) {
  const entry = await tx.selectFrom('entries').select('pool_id').where('id', '=', entryId).executeTakeFirst();
  return entry === undefined ? null : holdPool(tx, store, entry.pool_id);
}

/** The weeks of the given picks. */
function weeksOf(weeks: readonly PoolWeek[], picks: Moved['filled']): string[] {
  const about = new Set(picks.flatMap((pick) => [pick.about, weekOfSlot(pick.about)]));
  return weeks.filter(({ id, games }) => about.has(id) || games.some(({ gid }) => about.has(gid))).map(({ id }) => id);
}

/** The weeks of a pool with their games, their locks (ms), and the next lock. */
async function locksOf(tx: Db, poolId: string, now: number) {
  const weeks = await weeksOfPool(tx, poolId);
  const games = weeks.flatMap((week) => week.games);
  const locks = games.map(({ lockAt }) => lockAt);
  const lockedWeeks = weeks.filter((week) => week.games.every((game) => isLocked(game, now))).map(({ id }) => id);
  const open = games.filter((game) => game.void === null && !isLocked(game, now));
  return { weeks, locks, lockedWeeks, nextLock: nextShownLock(open, now), closesAt: nextLock(games, now) };
}

/** Copies picks of locked games that an entry lacks from another one; with confidence only whole weeks. */
async function fill(tx: Db, store: Store, pool: Pool, source: PoolEntry, target: PoolEntry, now: number) {
  const stored = await tx
    .selectFrom('picks')
    .selectAll()
    .where('entry_id', 'in', [source.id, target.id])
    .orderBy('about')
    .execute();
  const targets = stored.filter((row) => row.entry_id === target.id && !wasNeverMade(row));
  const has = new Set(targets.map(slotKey));
  const rows = stored.filter((row) => row.entry_id === source.id && row.value !== null);
  const weekOfGame = new Map(
    (await weeksOfPool(tx, pool.id)).flatMap(({ id, games }) => games.map(({ gid }) => [gid, id] as const)),
  );
  const weekIdOf = (row: PickRow) => weekOf(row, (gid) => weekOfGame.get(gid)) ?? '';
  const { lockedWeeks } = await locksOf(tx, pool.id, now);
  const targetWeeks = new Set(targets.filter(({ kind }) => kind !== 'guess').map(weekIdOf));
  const isWhole = (row: PickRow) =>
    row.kind === 'guess' || (lockedWeeks.includes(weekIdOf(row)) && !targetWeeks.has(weekIdOf(row)));
  // What is left of an order in a week with open games is not counted: its count would show that there was one.
  const isWanted = (row: PickRow) =>
    row.kind === 'order' ? lockedWeeks.includes(row.about) : !isTakenBack(slotPickOf(row));
  const wanted = rows.filter(isWanted);
  const taken = wanted.filter((row) => !has.has(slotKey(row)) && (!asksFor('order', pool.rules) || isWhole(row)));
  const writes = taken.map((row): PickWrite => {
    const actor = { by: 'link', enteredBy: row.entered_by, reason: row.reason } as const;
    const pick = slotPickOf(row);
    // Whether there is room for a best bet would reveal sealed ones.
    const isMasked = pick.kind === 'pick' && pick.value !== null && !lockedWeeks.includes(weekIdOf(row));
    const wish = (isMasked ? { ...pick, value: { ...pick.value, best: false } } : pick) as SlotWish;
    return { poolId: pool.id, entryId: target.id, wish, actor, madeAt: row.made_at, basedOn: null };
  });
  const { outcomes } = await writePicks(tx, store.engine, writes, () => now);
  const filled = taken.flatMap(({ kind, about }, at) => {
    const outcome = outcomes[at];
    return outcome?.saved && outcome.changed ? [{ kind, about, revision: outcome.revision }] : [];
  });
  return { filled, kept: wanted.length - filled.length };
}

/** Makes an account the owner. If the account has other entries, this one keeps the player's name, unless that is taken. */
async function give(
  tx: Db,
  source: PoolEntry,
  { poolId, userId }: { readonly poolId: string; readonly userId: string },
  playing: readonly PoolEntry[],
  own: readonly PoolEntry[],
): Promise<void> {
  await tx.updateTable('entries').set({ user_id: userId }).where('id', '=', source.id).execute();
  if (own.length === 0) return;
  const isFree = !playing.some(
    ({ id, name }) => id !== source.id && normalizeName(name) === normalizeName(source.name),
  );
  const held = { id: source.id, pool_id: poolId, owner_id: userId, number: source.number };
  const name = isFree ? source.name : await usualName(tx, held);
  await tx.updateTable('entries').set({ name }).where('id', '=', source.id).execute();
}

/** Moves payments to the entry that receives the picks, unless it has the same payment. @returns the ids of those moved */
async function movePayments(tx: Db, poolId: string, fromId: string, toId: string): Promise<number[]> {
  const standing = await tx
    .selectFrom('pool_payments')
    .select(['id', 'entry_id', 'purpose'])
    .where('pool_id', '=', poolId)
    .where('entry_id', 'in', [fromId, toId])
    .where('undone_at', 'is', null)
    .execute();
  const paid = new Set(standing.filter((row) => row.entry_id === toId).map(({ purpose }) => purpose));
  const ids = standing.filter((row) => row.entry_id === fromId && !paid.has(row.purpose)).map(({ id }) => id);
  if (ids.length > 0) await tx.updateTable('pool_payments').set({ entry_id: toId }).where('id', 'in', ids).execute();
  return ids;
}

/** Makes the account a member and drops its request to join. The player is no longer a member, unless they have another entry. */
async function moveMembership(
  tx: Db,
  poolId: string,
  { ownerId: playerId, joinedAt }: PoolEntry,
  userId: string,
): Promise<void> {
  await tx
    .insertInto('pool_members')
    .values({ pool_id: poolId, user_id: userId, enabled: 1, joined_at: joinedAt })
    .onConflict((c) => c.columns(['pool_id', 'user_id']).doUpdateSet({ enabled: 1, left_at: null }))
    .execute();
  await tx
    .updateTable('pool_members')
    .set({ enabled: 0 })
    .where('pool_id', '=', poolId)
    .where('user_id', '=', playerId)
    .where(({ not, exists, selectFrom }) => {
      const others = selectFrom('entries').select('id').where('pool_id', '=', poolId).where('owner_id', '=', playerId);
      return not(exists(others.where('out_at', 'is', null)));
    })
    .execute();
  await tx.deleteFrom('join_requests').where('pool_id', '=', poolId).where('user_id', '=', userId).execute();
}

/**
 * Restores memberships if they are unchanged since the link: a later change by a commissioner stays. An account stays a member if it has
 * another entry than the one that was filled, or if that one has picks. A guess or an order does not count: whether there is one is sealed.
 */
async function returnMembership(
  tx: Db,
  poolId: string,
  playerId: string,
  { user_id: userId, into_id: intoId }: { readonly user_id: string; readonly into_id: string | null },
  { membership: { player, account } }: Moved,
  now: number,
): Promise<void> {
  await tx
    .updateTable('pool_members')
    .set({ enabled: player })
    .where('pool_id', '=', poolId)
    .where('user_id', '=', playerId)
    .where('enabled', '=', 0)
    .execute();
  const isTheirs = { pool_id: poolId, user_id: userId, enabled: 1 };
  if (account === 1) {
    // Gives it an entry, if it has given up its own since (`members_have_an_entry`).
    const stays = tx.updateTable('pool_members').set({ enabled: 1 });
    await stays.where((q) => q.and(isTheirs)).execute();
    return;
  }
  if (account === 0)
    await tx
      .updateTable('pool_members')
      .set({ enabled: 0, left_at: now })
      .where((q) => q.and(isTheirs))
      .execute();
  else
    await tx
      .deleteFrom('pool_members')
      .where((q) => q.and(isTheirs))
      .where(({ not, exists, selectFrom }) => {
        const own = selectFrom('entries').select('id').where('pool_id', '=', poolId).where('owner_id', '=', userId);
        const stays = own.where('out_at', 'is', null).where((q) => {
          const picks = q.selectFrom('picks').select('about').whereRef('picks.entry_id', '=', 'entries.id');
          const shown = picks.where('kind', 'in', ['pick', 'team']).where('value', 'is not', null);
          return q.or([q('id', '<>', intoId ?? ''), q.exists(shown)]);
        });
        return not(exists(stays));
      })
      .execute();
}

/** Takes back the copied picks that are unchanged since the link. @returns how many */
async function takeBack(tx: Db, entryId: string, filled: Moved['filled']): Promise<number> {
  let returned = 0;
  for (const { kind, about, revision = 1 } of filled) {
    const { numDeletedRows } = await tx
      .deleteFrom('picks')
      .where('entry_id', '=', entryId)
      .where('kind', '=', kind)
      .where('about', '=', about)
      .where('revision', '=', revision)
      .executeTakeFirst();
    returned += Number(numDeletedRows);
  }
  return returned;
}
