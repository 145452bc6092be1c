import { errors } from '#contract/errors.ts';
import type { EntrySlot } from '#contract/picks.ts';
import { hasSlots } from '#core/formats/traits.ts';
import { enteringRefusal, knownUsedTeams } from '#core/judge.ts';
import { wholeLock } from '#core/locks.ts';
import type { Slot, SlotPick, SlotWish } from '#core/pick.ts';
import { slotKey } from '#core/pick.ts';
import type { PoolWeek } from '#core/pool-week.ts';
import type { SlotWeek } from '#core/slots.ts';
import { amongGames, gameOf, isTakenBack, isVisible, reveal, slotsIn, slotWeek, textOf } from '#core/slots.ts';
import type { Pool } from '#core/types.ts';
import { teamsOf, weekPicks } from '#server/picks/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { slotPickOf } from '#server/platform/db/values.ts';
import { tiebreakGames, weeksOfPool } from '#server/pools/week-reads.ts';

/** An entry, and who wants to enter something for it. */
interface EnteredFor {
  readonly entryId: string;
  readonly ownerId: string;
  readonly userId: string;
  /** ms */
  readonly now: number;
}

/** The slots of an entry in some weeks, as who enters picks may see them: games by kick-off, then the order or the teams, then the guess. */
export async function entrySlots(
  db: Db,
  pool: Pool,
  entered: EnteredFor,
  weekIds: readonly string[],
): Promise<EntrySlot[]> {
  const weeks = await weeksOfPool(db, pool.id, weekIds);
  const tiebreaks = await tiebreakGames(db, pool.id);
  const bySlot = weeks.map((week) => ({ week, slots: slotsOf(pool, week, tiebreaks[week.id] ?? null) }));
  const stored = await storedIn(
    db,
    entered.entryId,
    bySlot.flatMap(({ slots }) => slots),
  );
  const used = hasSlots('team', pool.rules) ? await usedTeams(db, pool, entered) : null;
  return bySlot.flatMap(({ week, slots }) => {
    const opening = slotWeek(week.games, wholeLock(week.wholeWeek), tiebreaks[week.id] ?? null);
    return slots.map((slot): EntrySlot => {
      const shown = shownSlot(slot, stored.get(slotKey(slot)), { week, opening }, entered);
      return { ...shown, ...(used && slot.kind === 'team' && { used: used(slot.about) }) } as EntrySlot;
    });
  });
}

interface ShownWeek {
  readonly week: PoolWeek;
  readonly opening: SlotWeek;
}

function shownSlot(
  slot: Slot,
  stored: StoredSlot | undefined,
  { week, opening }: ShownWeek,
  { userId, ownerId, now }: EnteredFor,
): EntrySlot {
  const isOwn = userId === ownerId;
  const known = stored !== undefined && isShown(stored, opening, isOwn, now) ? stored : null;
  const pick = known ?? { ...slot, value: null };
  const isEntered = known?.isEntered ?? false;
  const facts = {
    adminId: userId,
    ownerId,
    existing: known === null ? undefined : { bus: isEntered },
    games: week.games,
    wholeWeek: week.wholeWeek,
    gid: slot.kind === 'guess' ? opening.tiebreakGid : gameOf(pick),
  };
  const refusal = enteringRefusal(slot.kind, facts, now);
  const shown = amongGames(reveal(pick, isOwn ? openWeek : opening, now), week.games);
  // The pool may play none of the games that an order names.
  const value = textOf(shown) === '' ? null : shown.value;
  return { ...shown, value, isEntered, refusal: refusal && errors[refusal].text } as EntrySlot;
}

/** What is stored in a slot, and whether somebody entered it for the player. */
type StoredSlot = SlotPick & { readonly isEntered: boolean };

/** A week whose picks are open: those of one's own entry. */
const openWeek: SlotWeek = { lockOf: () => 0, wholeLock: 0, tiebreakGid: null };

/** A pick that was just stored, and whose game is not in its week of the pool anymore: it stays sealed. */
export function sealedSlot(wish: SlotWish, now: number): EntrySlot {
  const shown = reveal(wish as SlotPick, slotWeek([]), now);
  return { ...shown, isEntered: true, refusal: errors.game_void.text };
}

const slotOrder = ['pick', 'order', 'team', 'guess'] as const;

function slotsOf({ rules }: Pool, { id, games }: PoolWeek, tiebreakGid: string | null): Slot[] {
  const asked = slotOrder.filter((kind) => hasSlots(kind, rules));
  return asked.flatMap((kind): Slot[] => slotsIn(kind, { id, games, tiebreakGid }, rules));
}

async function storedIn(db: Db, entryId: string, slots: readonly Slot[]): Promise<ReadonlyMap<string, StoredSlot>> {
  if (slots.length === 0) return new Map();
  const rows = await db
    .selectFrom('picks')
    .select(['kind', 'about', 'value', 'revision', 'entered_by'])
    .where('entry_id', '=', entryId)
    .where(
      'about',
      'in',
      slots.map(({ about }) => about),
    )
    .where('value', 'is not', null)
    .execute();
  const picks = rows.map((row): StoredSlot => ({ ...slotPickOf(row), isEntered: row.entered_by !== null }));
  return new Map(picks.filter((pick) => !isTakenBack(pick)).map((pick) => [slotKey(pick), pick]));
}

/**
 * Whether it may be told that something is stored. A guess that its player made seems not to be there until its game locks, since the
 * MatchUp does not show who guessed; one of another game than the tiebreak counts as none.
 */
function isShown(pick: StoredSlot, week: SlotWeek, isOwn: boolean, now: number): boolean {
  if (pick.kind !== 'guess') return true;
  if (pick.value?.gid !== week.tiebreakGid) return false;
  return isOwn || pick.isEntered || isVisible(pick, week, now);
}

/** The visible teams that a player has used in other slots than one, each with its week. */
async function usedTeams(
  db: Db,
  { id: poolId, rules }: Pool,
  { entryId, now }: EnteredFor,
): Promise<(slot: string) => Record<string, string>> {
  const own = teamsOf(await weekPicks(db, { poolIds: [poolId], entryIds: [entryId], kind: 'team' }));
  const weeks = await weeksOfPool(db, poolId);
  return (slot) => Object.fromEntries(knownUsedTeams(weeks, own, { slot, rules, now }));
}
