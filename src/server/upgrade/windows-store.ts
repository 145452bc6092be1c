/**
 * When windows of buy-backs ended before they were stored: with the first lock of a later week after the entry was out, which was when the
 * games that cost it a life were changed last, or its team entered.
 */
import { isAfterTheEnd, pastWindow, undoEnd } from '#core/formats/survivor/buy-backs.ts';
import type { TeamSlot } from '#core/formats/survivor/survivor.ts';
import { choiceOf, teamSlots, weekOfSlot } from '#core/formats/survivor/survivor.ts';
import type { SurvivorRow, SurvivorTable } from '#core/formats/survivor/table.ts';
import { decidedWeeks, isWeekDecided } from '#core/scoring.ts';
import type { Pool } from '#core/types.ts';
import { weekPicks } from '#server/picks/reads.ts';
import type { Db, Engine } from '#server/platform/db/connect.ts';
import { readSurvivorTable } from '#server/standings/season-reads.ts';
import { storePastWindows } from '#server/standings/windows-store.ts';

/** Stores the windows of a survivor pool as they stand. @param now the league's clock, ms */
export async function storeEarlierWindows(
  tx: Db,
  engine: Engine,
  pool: Pick<Pool, 'id' | 'rules'>,
  now: number,
): Promise<void> {
  await storePastWindows(tx, engine, pool, now);
  const table = await readSurvivorTable(tx, pool, now);
  const weekIds = table.weeks.map(({ id }) => id);
  const outAt = table.rows.map(({ outWeekId }) => weekIds.indexOf(outWeekId ?? ''));
  const sinceOf = await outSince(tx, pool, table);
  for (const [at, row] of table.rows.entries()) {
    const { outWeekId } = row;
    if (outWeekId === null || isAfterTheEnd(outAt, outAt[at] ?? -1)) continue;
    const since = sinceOf(row);
    const closesAt = undoEnd(table.weeks, outWeekId, since);
    const past = pastWindow(table.weeks, outWeekId, now);
    if (closesAt === null || closesAt === past.closesAt) continue;
    await tx
      .updateTable('buy_back_windows')
      .set({ shown_at: Math.min(now, since), closes_at: closesAt, corrected: 1 })
      .where('entry_id', '=', row.id)
      .where('week_id', '=', outWeekId)
      .execute();
  }
}

async function outSince(
  tx: Db,
  { id, rules }: Pick<Pool, 'id' | 'rules'>,
  { weeks, rows }: SurvivorTable,
): Promise<(row: SurvivorRow) => number> {
  const weekIds = weeks.map((week) => week.id);
  const games = await tx.selectFrom('games').select(['gid', 'updated_at']).where('week_id', 'in', weekIds).execute();
  const changedAt = new Map(games.map(({ gid, updated_at }) => [gid, updated_at]));
  const all = rules.allOut === 'goOn';
  const keyOf = (entryId: string, slot: TeamSlot) => (all ? weekOfSlot(slot) : `${entryId} ${slot}`);
  const teams = await weekPicks(tx, { poolIds: [id], kind: 'team' });
  const enteredAt = new Map(
    teams.toSorted((a, b) => a.madeAt - b.madeAt).map(({ entryId, about, madeAt }) => [keyOf(entryId, about), madeAt]),
  );
  const decided = decidedWeeks(weeks.map((week) => week.games));
  return ({ id: entryId, own, results, seconds }) =>
    Math.max(
      Number.NEGATIVE_INFINITY,
      ...weeks.flatMap((week, at) =>
        teamSlots(week.id, rules).flatMap((slot) => {
          const result = slot === week.id ? results[at] : seconds[week.id];
          if (result !== 'lost' && result !== 'missed') return [];
          const gid = choiceOf(own, slot)?.gid;
          const ofOthers = all ? rows.flatMap((row) => choiceOf(row.own, slot)?.gid ?? []) : [];
          const gids = [...(gid === undefined ? week.games.map((game) => game.gid) : [gid]), ...ofOthers];
          // A week without a team that waited for a postponed game was decided with the first lock of a later one.
          const waited = gid === undefined && decided[at] && !isWeekDecided(week.games, false);
          return [
            ...gids.flatMap((each) => changedAt.get(each) ?? []),
            enteredAt.get(keyOf(entryId, slot)) ?? Number.NEGATIVE_INFINITY,
            ...(waited ? [undoEnd(weeks, week.id, Number.NEGATIVE_INFINITY) ?? Number.NEGATIVE_INFINITY] : []),
          ];
        }),
      ),
    );
}
