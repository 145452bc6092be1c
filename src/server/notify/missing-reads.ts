import { choiceOf, teamSlots } from '#core/formats/survivor.ts';
import { knownChoices, waitsForTeam, weekHolder } from '#core/formats/survivor-week.ts';
import { asksFor } from '#core/formats/traits.ts';
import { gameCounts } from '#core/game.ts';
import { compareNames } from '#core/name-order.ts';
import { picksAsked } from '#core/picks.ts';
import { asksForOrder, missingOf, nextShownLock, openGames } from '#core/reminders.ts';
import { defaultRules } from '#core/rules/pool-rules.ts';
import { hasSecondChance } from '#core/side-tables.ts';
import { distinctNames } from '#core/standings.ts';
import type { Game, Pool } from '#core/types.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import { ordersOfWeek, picksMade } from '#server/picks/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { findPool, sideTablesOf } from '#server/pools/reads.ts';
import { weekOfPool } from '#server/pools/week-reads.ts';
import { survivorTable } from '#server/standings/reads.ts';

/** The entries without an order in a week of a pool with confidence, if at least two games can still be swapped. */
async function lacksOrder(
  db: Db,
  { id, rules }: Pick<Pool, 'id' | 'rules'>,
  weekId: string,
  openGames: number,
): Promise<(entryId: string) => boolean> {
  if (!asksForOrder(openGames, rules)) return () => false;
  const orders = await ordersOfWeek(db, id, weekId);
  return (entryId) => !orders.has(entryId);
}

/**
 * How many teams entries of a survivor pool still have to choose in a week: those that count while they are alive, lack them, and can choose
 * them; none once the pool is won. Those who are out still do in the weeks of a side table for them. For other viewers only visible facts count: not whether the game of a chosen team is off, nor whether the
 * teams of later weeks leave one to choose.
 * @param games of the week, with the pool's locks
 * @param of.isTheirOwn whether only the owner sees it
 */
async function lacksTeam(
  db: Db,
  { id, rules }: Pick<Pool, 'id' | 'rules'>,
  weekId: string,
  games: readonly Game[],
  { now, isTheirOwn }: { readonly now: number; readonly isTheirOwn: boolean },
): Promise<(entryId: string) => number> {
  const { weeks, spared, rows, winners } = await survivorTable(db, { id, rules }, now);
  const mayBeOut = hasSecondChance(await sideTablesOf(db, id), weekId);
  if (winners.length > 0 && !mayBeOut) return () => 0;
  const byEntry = new Map(rows.map((row) => [row.id, row]));
  const knownOf = knownChoices(weeks, now);
  return (entryId) => {
    const { own = {}, buyBacks, lives = 0 } = byEntry.get(entryId) ?? {};
    if (winners.length > 0 && lives > 0) return 0;
    const seen = isTheirOwn ? own : knownOf(own);
    return teamSlots(weekId, rules).filter((slot) => {
      const isSealed = choiceOf(own, slot) !== undefined && choiceOf(seen, slot) === undefined;
      const facts = weekHolder(weeks, own, slot, rules, { known: seen, buyBacks, spared });
      return !isSealed && waitsForTeam(weekId, games, { ...facts, hasSecondChance: mayBeOut }, now);
    }).length;
  };
}

/** An entry with open games that are not picked, or without the order or the team that the pool asks for. */
export interface MissingEntry {
  readonly id: string;
  readonly ownerId: string;
  /** Distinct from others of the same name in the pool. */
  readonly name: string;
  readonly missing: number;
  /** Whether the pool also asks for an order of the games, and it is missing. */
  readonly lacksOrder: boolean;
}

/** The entries with missing picks of a week that can still be made. */
export interface MissingPicks {
  /** Whether the pool asks for a team: then each entry lacks a team, not picks. */
  readonly asksForTeam: boolean;
  /** Whether the week has two teams. */
  readonly hasTwoTeams: boolean;
  /** At most the number of games that a player may pick. */
  readonly openGames: number;
  /** When the first of them locks, in ms; null if none is open. */
  readonly nextLock: number | null;
  /** By name. */
  readonly entries: readonly MissingEntry[];
}

/**
 * The entries of a pool that have not picked every open game of a week, without those of disabled accounts. Does not reveal picked sides.
 * @param of.from games that lock before this time (ms) are left out @param of.isTheirOwn whether each user sees only their own entries: no
 * one else may learn that the game of a chosen team is off
 */
export async function missingPicks(
  db: Db,
  poolId: string,
  weekId: string,
  now: number,
  { from = now, isTheirOwn = false }: { readonly from?: number; readonly isTheirOwn?: boolean } = {},
): Promise<MissingPicks> {
  const pool = { id: poolId, rules: (await findPool(db, poolId))?.rules ?? defaultRules };
  const { rules } = pool;
  const { games } = await weekOfPool(db, poolId, weekId);
  const counting = games.filter(gameCounts);
  const open = openGames(counting, now).filter(({ lockAt }) => lockAt >= from);
  const asksForTeam = asksFor('team', rules);
  const teams = asksForTeam ? await lacksTeam(db, pool, weekId, games, { now, isTheirOwn }) : () => 0;
  const withoutOrder = await lacksOrder(db, pool, weekId, open.length);
  const made = await picksMade(db, poolId, gidsOf(counting));
  const madeOpen = await picksMade(db, poolId, gidsOf(open));
  const missing = (id: string) => {
    if (asksForTeam) return teams(id);
    const picks = { made: made.get(id) ?? 0, madeOpen: madeOpen.get(id) ?? 0 };
    return missingOf({ counting: counting.length, open: open.length, ...picks }, rules);
  };
  const all = (await entriesOfPool(db, poolId)).filter(({ isEnabled }) => isEnabled);
  const names = distinctNames(all);
  const entries = all.map(({ id, ownerId, name }) => {
    return { id, ownerId, name: names.get(id) ?? name, missing: missing(id), lacksOrder: withoutOrder(id) };
  });
  const slots = teamSlots(weekId, rules).length;
  return {
    asksForTeam,
    hasTwoTeams: asksForTeam && slots > 1,
    openGames: asksForTeam ? Math.min(open.length, slots) : picksAsked(open.length, rules),
    nextLock: nextShownLock(open, now),
    entries: entries.filter((entry) => entry.missing > 0 || entry.lacksOrder).sort(compareNames),
  };
}

function gidsOf(games: readonly { readonly gid: string }[]): string[] {
  return games.map((game) => game.gid);
}
