import { gameCounts } from '#core/game.ts';
import { compareNames } from '#core/name-order.ts';
import { picksAsked } from '#core/picks.ts';
import { missingOf, nextShownLock, openGames } from '#core/reminders.ts';
import { defaultRules } from '#core/rules/pool-rules.ts';
import { distinctNames } from '#core/standings.ts';
import type { Db } from './engine/connect.ts';
import { entriesOfPool } from './entry-reads.ts';
import { lacksOrder, lacksTeam } from './missing-entries.ts';
import { picksMade } from './pick-reads.ts';
import { gamesOfPoolWeek } from './pool-games.ts';
import { findPool } from './pools.ts';

/** An entry with games that can still be picked and are not, or without the order or the team that the pool asks for. */
export interface MissingEntry {
  readonly id: string;
  readonly ownerId: string;
  /** Distinct from others of the same name in the pool. */
  readonly name: string;
  readonly missing: number;
  /** The pool also asks for an order of the games, and that is missing. */
  readonly lacksOrder: boolean;
}

/** Which entries have not picked what can still be picked of a week. */
export interface MissingPicks {
  /** The pool asks for a team: each of them lacks one, and no picks. */
  readonly asksForTeam: boolean;
  /** No more than the pool lets a player pick. */
  readonly openGames: number;
  /** When the first of them locks, in ms; null where none is open. */
  readonly nextLock: number | null;
  /** By name. */
  readonly entries: readonly MissingEntry[];
}

/**
 * The entries of a pool that have not picked every game of a week that is still open, without those of disabled accounts. Of picks it
 * counts no sides.
 * @param of.from games that lock before this moment (ms) are left out
 * @param of.isTheirOwn each person hears only of their own: nobody else may learn that the game they chose is off
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
  const games = await gamesOfPoolWeek(db, poolId, weekId);
  const counting = games.filter(gameCounts);
  const open = openGames(counting, now).filter(({ lockAt }) => lockAt >= from);
  const isSurvivor = rules.format === 'survivor';
  const teams = isSurvivor ? await lacksTeam(db, pool, weekId, games, { now, isTheirOwn }) : () => 0;
  const withoutOrder = await lacksOrder(db, pool, weekId, open.length);
  const made = await picksMade(db, poolId, gidsOf(counting));
  const madeOpen = await picksMade(db, poolId, gidsOf(open));
  const missing = (id: string) => {
    if (isSurvivor) return teams(id);
    const picks = { made: made.get(id) ?? 0, madeOpen: madeOpen.get(id) ?? 0 };
    return missingOf({ counting: counting.length, open: open.length, ...picks }, rules);
  };
  const all = (await entriesOfPool(db, poolId)).filter(({ isEnabled }) => isEnabled);
  const names = distinctNames(all);
  const entries = all.map(({ id, ownerId, name }) => {
    return { id, ownerId, name: names.get(id) ?? name, missing: missing(id), lacksOrder: withoutOrder(id) };
  });
  return {
    asksForTeam: isSurvivor,
    openGames: isSurvivor ? Math.min(open.length, 1) : picksAsked(open.length, rules),
    nextLock: nextShownLock(open, now),
    entries: entries.filter((entry) => entry.missing > 0 || entry.lacksOrder).sort(compareNames),
  };
}

function gidsOf(games: readonly { readonly gid: string }[]): string[] {
  return games.map((game) => game.gid);
}
