import type { LabReply } from '#contract/lab.ts';
import type { Order } from '#core/formats/confidence.ts';
import { valuesOf } from '#core/formats/confidence.ts';
import { isOver } from '#core/game.ts';
import { nextLock, withPoolLock } from '#core/locks.ts';
import { sideLetter } from '#core/pick-letters.ts';
import type { LabGame } from '#core/rules/lab.ts';
import { withPoolLine } from '#core/spread.ts';
import { distinctNames } from '#core/standings.ts';
import type { Game } from '#core/types.ts';
import type { Db } from '#server/store/engine/connect.ts';
import { gamesOfWeeks } from '../store/game-reads.ts';
import { membersOfPool } from '../store/members.ts';
import type { RevealedPick } from '../store/pick-reads.ts';
import { ordersOfWeek, revealedPicks } from '../store/pick-reads.ts';
import { deadlinesOf, poolLines } from '../store/pool-games.ts';
import { findPool, poolWeeks } from '../store/pools.ts';
import { yieldToRequests } from '../turns.ts';
import type { Loaded } from './snapshot-cache.ts';

/** The season of a pool as far as it is over at `now`, read week by week with requests in between; the state holds until the next lock. */
export async function loadLab(db: Db, poolId: string, now: number): Promise<Loaded<LabReply>> {
  const weeks = await poolWeeks(db, poolId);
  const [games, members, lines, deadlines] = [
    await gamesOfWeeks(db, weeks),
    await membersOfPool(db, poolId),
    await poolLines(db, poolId),
    await deadlinesOf(db, poolId),
  ];
  const picks = await picksByUser(db, poolId, weeks, now);
  const worthTo = await valuesOfSeason(db, poolId, weeks, games);
  const names = distinctNames(members);
  const rows: LabReply['members'] = [];
  for (const { id, joinedAt } of members) {
    await yieldToRequests();
    const own = new Map((picks.get(id) ?? []).map((pick) => [pick.gid, sideLetter(pick)]));
    const letters = games.map((game) => (isOver(game) ? (own.get(game.gid) ?? '-') : '-'));
    const values = worthTo && games.map((game, at) => (letters[at] === '-' ? null : worthTo(id, game)));
    rows.push({ id, name: names.get(id) ?? '', joinedAt, picks: letters.join(''), ...(values && { values }) });
  }
  const state = { weeks, deadlines, games: games.map((game) => labGame(withPoolLine(game, lines))), members: rows };
  const locked = games.map((game) => withPoolLock(game, deadlines[game.weekId] ?? null));
  return { state, validUntil: nextLock(locked, now) };
}

async function picksByUser(
  db: Db,
  poolId: string,
  weeks: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, readonly RevealedPick[]>> {
  const byUser = new Map<string, RevealedPick[]>();
  for (const week of weeks) {
    await yieldToRequests();
    for (const pick of await revealedPicks(db, poolId, [week], now)) {
      const own = byUser.get(pick.userId);
      if (own) own.push(pick);
      else byUser.set(pick.userId, [pick]);
    }
  }
  return byUser;
}

/** What games are worth to whom in a pool with confidence, sealed ones included; null in others. */
async function valuesOfSeason(db: Db, poolId: string, weeks: readonly string[], games: readonly Game[]) {
  if ((await findPool(db, poolId))?.rules.format !== 'confidence') return null;
  const ofWeek = Map.groupBy(games, (game) => game.weekId);
  const orders = new Map<string, ReadonlyMap<string, Order>>();
  for (const week of weeks) {
    await yieldToRequests();
    orders.set(week, await ordersOfWeek(db, poolId, week));
  }
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
