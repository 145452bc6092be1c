import type { TeamChoices } from '#core/formats/survivor.ts';
import { choiceOf } from '#core/formats/survivor.ts';
import { knownChoices, waitsForTeam, weekHolder } from '#core/formats/survivor-week.ts';
import { asksForOrder } from '#core/reminders.ts';
import type { Game, Pool } from '#core/types.ts';
import type { Db } from './engine/connect.ts';
import { countingPicks, ordersOfWeek, teamsOf } from './pick-reads.ts';
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
 * choose one; none once the pool is won. Others see this by what everybody knows: not whether the team that somebody chose is off, nor
 * whether teams that later weeks have leave one to choose. What a linked player chose is sealed to the account in the same way.
 * @param games of the week, with the pool's locks
 * @param of.isTheirOwn only the member reads it
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
  const knownOf = knownChoices(weeks, now);
  const entered = isTheirOwn ? await enteredTeams(db, id) : new Map<string, TeamChoices>();
  return (userId) => {
    const own = choices.get(userId) ?? {};
    const seen = { ...knownOf(own), ...entered.get(userId) };
    const isSealed = choiceOf(own, weekId) !== undefined && choiceOf(seen, weekId) === undefined;
    return !isSealed && waitsForTeam(weekId, games, weekHolder(weeks, own, weekId, rules, seen), now) ? 1 : 0;
  };
}

/** The teams that members entered themselves, without those of players who are linked to them. */
async function enteredTeams(db: Db, poolId: string): Promise<ReadonlyMap<string, TeamChoices>> {
  const teams = await countingPicks(db, { poolIds: [poolId], kinds: ['team'] });
  const byUser = Map.groupBy(
    teams.filter(({ isLinked }) => !isLinked),
    ({ userId }) => userId,
  );
  return new Map([...byUser].map(([userId, own]) => [userId, teamsOf(own)]));
}
