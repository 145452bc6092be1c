import { formatOf } from '#core/formats/format-of.ts';
import { teamSlots } from '#core/formats/survivor/survivor.ts';
import { asksFor } from '#core/formats/traits.ts';
import { gameCounts } from '#core/game.ts';
import { compareNames } from '#core/name-order.ts';
import { nextShownLock, openGames } from '#core/reminders.ts';
import { defaultRules } from '#core/rules/pool-rules.ts';
import { distinctNames } from '#core/standings.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import { ordersOfWeek, picksMade } from '#server/picks/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { findPool } from '#server/pools/reads.ts';
import { weekOfPool } from '#server/pools/week-reads.ts';
import { readField } from '#server/standings/season-reads.ts';

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
  /** How many people can still win: the owners of entries that are in. */
  readonly players: number;
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
  const week = { id: weekId, games, counting: counting.length, open: open.length, isTheirOwn };
  const field = await readField(db, pool, now);
  const made = await picksMade(db, poolId, gidsOf(counting));
  const madeOpen = await picksMade(db, poolId, gidsOf(open));
  const orders = asksFor('order', rules) ? await ordersOfWeek(db, poolId, weekId) : null;
  const missingOf = (id: string) =>
    field.missing(week, id, {
      made: made.get(id) ?? 0,
      madeOpen: madeOpen.get(id) ?? 0,
      hasOrder: orders?.has(id) === true,
    });
  const all = (await entriesOfPool(db, poolId)).filter(({ isEnabled }) => isEnabled);
  const names = distinctNames(all);
  const entries = all.map(({ id, ownerId, name }) => {
    const { picks, order } = missingOf(id);
    return { id, ownerId, name: names.get(id) ?? name, missing: picks, lacksOrder: order };
  });
  const asksForTeam = asksFor('team', rules);
  return {
    asksForTeam,
    hasTwoTeams: asksForTeam && teamSlots(weekId, rules).length > 1,
    players: new Set(all.filter(({ id }) => field.isIn(id)).map(({ ownerId }) => ownerId)).size,
    openGames: formatOf(rules).asked(weekId, open.length, rules),
    nextLock: nextShownLock(open, now),
    entries: entries.filter((entry) => entry.missing > 0 || entry.lacksOrder).sort(compareNames),
  };
}

function gidsOf(games: readonly { readonly gid: string }[]): string[] {
  return games.map((game) => game.gid);
}
