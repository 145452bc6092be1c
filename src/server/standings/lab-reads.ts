import type { LabReply } from '#contract/standings.ts';
import { firstEntries } from '#core/entries.ts';
import type { Order } from '#core/formats/confidence.ts';
import { valuesOf } from '#core/formats/confidence.ts';
import { isOver } from '#core/game.ts';
import { nextLock, withPoolLock } from '#core/locks.ts';
import { sideLetter } from '#core/pick-letters.ts';
import type { LabGame } from '#core/rules/lab.ts';
import { withPoolLine } from '#core/spread.ts';
import { distinctNames } from '#core/standings.ts';
import type { Game } from '#core/types.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import { deadlinesOf, gamesOfWeeks, poolLines } from '#server/games/reads.ts';
import type { RevealedPick } from '#server/picks/reads.ts';
import { ordersOfWeek, revealedPicks } from '#server/picks/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import type { Loaded } from '#server/platform/live/topics.ts';
import { yieldToRequests } from '#server/platform/turns.ts';
import { findPool, poolWeeks } from '#server/pools/reads.ts';

/** The played part of a pool's season at `now`, read week by week so that other requests run in between; valid until the next lock. */
export async function loadLab(db: Db, poolId: string, now: number): Promise<Loaded<LabReply>> {
  const weeks = await poolWeeks(db, poolId);
  const [games, entries, lines, deadlines] = [
    await gamesOfWeeks(db, weeks),
    await entriesOfPool(db, poolId),
    await poolLines(db, poolId),
    await deadlinesOf(db, poolId),
  ];
  const picks = await picksByEntry(db, poolId, weeks, now);
  const worthTo = await valuesOfSeason(db, poolId, weeks, games);
  const names = distinctNames(entries);
  const firsts = firstEntries(entries);
  const rows: LabReply['entries'] = [];
  for (const { id, ownerId, joinedAt } of entries) {
    await yieldToRequests();
    const own = new Map((picks.get(id) ?? []).map((pick) => [pick.gid, sideLetter(pick)]));
    const letters = games.map((game) => (isOver(game) ? (own.get(game.gid) ?? '-') : '-'));
    const values = worthTo && games.map((game, at) => (letters[at] === '-' ? null : worthTo(id, game)));
    rows.push({
      id,
      ownerId,
      name: names.get(id) ?? '',
      joinedAt,
      isFirst: firsts.has(id),
      picks: letters.join(''),
      ...(values && { values }),
    });
  }
  const state = { weeks, deadlines, games: games.map((game) => labGame(withPoolLine(game, lines))), entries: rows };
  const locked = games.map((game) => withPoolLock(game, deadlines[game.weekId] ?? null));
  return { state, validUntil: nextLock(locked, now) };
}

async function picksByEntry(
  db: Db,
  poolId: string,
  weeks: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, readonly RevealedPick[]>> {
  const byEntry = new Map<string, RevealedPick[]>();
  for (const week of weeks) {
    await yieldToRequests();
    for (const pick of await revealedPicks(db, poolId, [week], now)) {
      const own = byEntry.get(pick.entryId);
      if (own) own.push(pick);
      else byEntry.set(pick.entryId, [pick]);
    }
  }
  return byEntry;
}

/** The values of each entry's games in a pool with confidence, sealed ones included; null in other pools. */
async function valuesOfSeason(db: Db, poolId: string, weeks: readonly string[], games: readonly Game[]) {
  const rules = (await findPool(db, poolId))?.rules;
  if (rules?.format !== 'confidence') return null;
  const ofWeek = Map.groupBy(games, (game) => game.weekId);
  const orders = new Map<string, ReadonlyMap<string, Order>>();
  for (const week of weeks) {
    await yieldToRequests();
    orders.set(week, await ordersOfWeek(db, poolId, week));
  }
  const known = new Map<string, ReadonlyMap<string, number>>();
  return (entryId: string, { gid, weekId }: Game): number | null => {
    const key = `${weekId} ${entryId}`;
    const values = known.get(key) ?? valuesOf(ofWeek.get(weekId) ?? [], orders.get(weekId)?.get(entryId) ?? [], rules);
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
