import { choiceOf } from '#core/formats/survivor.ts';
import { knownChoices, waitsForTeam, weekHolder } from '#core/formats/survivor-week.ts';
import { asksForOrder } from '#core/reminders.ts';
import type { Game, Pool } from '#core/types.ts';
import type { Db } from './engine/connect.ts';
import { ordersOfWeek } from './pick-reads.ts';
import { survivorTable } from './survivor-table.ts';

/** Which entries have no order in a week of a pool with confidence, while two games or more can still change places. */
export async function lacksOrder(
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
 * How many teams entries of a survivor pool have still to choose in a week: one while they are alive, have none that counts, and can
 * choose one; none once the pool is won. Others see this by what everybody knows: not whether the team that somebody chose is off, nor
 * whether teams that later weeks have leave one to choose.
 * @param games of the week, with the pool's locks
 * @param of.isTheirOwn only the owner reads it
 */
export async function lacksTeam(
  db: Db,
  { id, rules }: Pick<Pool, 'id' | 'rules'>,
  weekId: string,
  games: readonly Game[],
  { now, isTheirOwn }: { readonly now: number; readonly isTheirOwn: boolean },
): Promise<(entryId: string) => number> {
  const { weeks, rows, winners } = await survivorTable(db, { id, rules });
  if (winners.length > 0) return () => 0;
  const choices = new Map(rows.map((row) => [row.id, row.own]));
  const knownOf = knownChoices(weeks, now);
  return (entryId) => {
    const own = choices.get(entryId) ?? {};
    const seen = isTheirOwn ? own : knownOf(own);
    const isSealed = choiceOf(own, weekId) !== undefined && choiceOf(seen, weekId) === undefined;
    return !isSealed && waitsForTeam(weekId, games, weekHolder(weeks, own, weekId, rules, seen), now) ? 1 : 0;
  };
}
