import type { lab as routes } from '#contract/lab.ts';
import type { Order } from '#core/formats/confidence.ts';
import { valuesOf } from '#core/formats/confidence.ts';
import { isOver } from '#core/game.ts';
import { sideLetter } from '#core/pick-letters.ts';
import type { LabGame } from '#core/rules/lab.ts';
import { withPoolLine } from '#core/spread.ts';
import { distinctNames } from '#core/standings.ts';
import type { Game } from '#core/types.ts';
import type { Db } from '#server/store/engine/connect.ts';
import type { Handlers } from '../http/call.ts';
import { deadlinesOf } from '../store/deadlines.ts';
import { ordersOfWeek } from '../store/entry-reads.ts';
import { gamesOfWeeks } from '../store/games.ts';
import { membersOfPool } from '../store/members.ts';
import { revealedPicks } from '../store/pick-reads.ts';
import { poolLines } from '../store/pool-games.ts';
import { findPool, poolWeeks } from '../store/pools.ts';

export const lab: Pick<Handlers, keyof typeof routes> = {
  'GET /api/pools/:poolId/lab': async ({ deps: { store, clock }, params: { poolId } }) => {
    const { db } = store;
    const weeks = await poolWeeks(db, poolId);
    const [games, members, picks] = [
      await gamesOfWeeks(db, weeks),
      await membersOfPool(db, poolId),
      await revealedPicks(db, poolId, weeks, clock.now()),
    ];
    const lines = await poolLines(db, poolId);
    const names = distinctNames(members);
    const worthTo = await valuesOfSeason(db, poolId, weeks, games);
    const byUser = Map.groupBy(picks, ({ userId }) => userId);
    return {
      weeks,
      deadlines: await deadlinesOf(db, poolId),
      games: games.map((game) => labGame(withPoolLine(game, lines))),
      members: members.map(({ id, joinedAt }) => {
        const own = new Map((byUser.get(id) ?? []).map((pick) => [pick.gid, sideLetter(pick)]));
        const letters = games.map((game) => (isOver(game) ? (own.get(game.gid) ?? '-') : '-'));
        const values = worthTo && games.map((game, at) => (letters[at] === '-' ? null : worthTo(id, game)));
        return { id, name: names.get(id) ?? '', joinedAt, picks: letters.join(''), ...(values && { values }) };
      }),
    };
  },
};

/** What games are worth to whom in a pool with confidence, sealed ones included; null in others. */
async function valuesOfSeason(db: Db, poolId: string, weeks: readonly string[], games: readonly Game[]) {
  if ((await findPool(db, poolId))?.rules.format !== 'confidence') return null;
  const ofWeek = Map.groupBy(games, (game) => game.weekId);
  const orders = new Map<string, ReadonlyMap<string, Order>>();
  for (const week of weeks) orders.set(week, await ordersOfWeek(db, poolId, week));
  const known = new Map<string, ReadonlyMap<string, number>>();
  return (userId: string, { gid, weekId }: Game): number | null => {
    const key = `${weekId} ${userId}`;
    const values = known.get(key) ?? valuesOf(ofWeek.get(weekId) ?? [], orders.get(weekId)?.get(userId) ?? []);
    known.set(key, values);
    return values.get(gid) ?? null;
  };
}

function labGame({
  gid,
  weekId,
  status,
  void: off,
  homeScore,
  awayScore,
  spread,
  frozenSpread,
  lockAt,
}: Game): LabGame {
  return { gid, weekId, status, void: off, homeScore, awayScore, spread, frozenSpread, lockAt };
}
