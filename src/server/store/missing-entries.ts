import { weekHolder, weekStage } from '#core/formats/survivor-week.ts';
import { isLocked } from '#core/game.ts';
import { asksForOrder } from '#core/reminders.ts';
import type { Game, Pool } from '#core/types.ts';
import type { Db } from './engine/connect.ts';
import { ordersOfWeek } from './entry-reads.ts';
import { survivorTable } from './survivor-table.ts';

/** Who has entered no order in a week of a pool with confidence, while two games or more can still change places. */
export async function lacksOrder(
  db: Db,
  { id, rules }: Pick<Pool, 'id' | 'rules'>,
  weekId: string,
  openGames: number,
): Promise<(userId: string) => boolean> {
  if (!asksForOrder(openGames, rules)) return () => false;
  const orders = await ordersOfWeek(db, id, weekId);
  return (userId) => !orders.has(userId);
}

/**
 * How many teams members of a survivor pool have still to choose in a week: one while they are alive, have none that counts, and can
 * choose one; none once the pool is won.
 * @param games of the week, with the pool's locks
 * @param of.isTheirOwn each is told only of their own
 */
export async function lacksTeam(
  db: Db,
  { id, rules }: Pick<Pool, 'id' | 'rules'>,
  weekId: string,
  games: readonly Game[],
  { now, isTheirOwn }: { readonly now: number; readonly isTheirOwn: boolean },
): Promise<(userId: string) => number> {
  const { weeks, rows, winners } = await survivorTable(db, { id, rules });
  if (winners.length > 0) return () => 0;
  const choices = new Map(rows.map((row) => [row.id, row.own]));
  return (userId) => {
    const holder = weekHolder(weeks, choices.get(userId) ?? {}, weekId, rules);
    const stage = weekStage(weekId, games, holder, now);
    if (stage !== 'replace') return stage === 'choose' ? 1 : 0;
    // That the chosen game is off would give the choice away: until its lock nobody else may know.
    const game = games.find(({ gid }) => gid === holder.choice?.gid);
    return isTheirOwn || game === undefined || isLocked(game, now) ? 1 : 0;
  };
}
