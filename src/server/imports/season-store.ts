/**
 * The season of a survivor pool as a file has it: teams week by week, and the days on which players bought back. A pool that has not begun
 * also gets the weeks that were over before it.
 */
import type { ImportRequest } from '#contract/imports.ts';
import { canBuyBack } from '#core/formats/survivor/buy-backs.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { hasBuyBacks } from '#core/rules/pool-rules.ts';
import { dayInSeason } from '#core/sheet/days.ts';
import type { Pool } from '#core/types.ts';
import { compareWeeks, parseWeekId } from '#core/weeks.ts';
import { storeBuyBack } from '#server/entry-changes/buy-back-store.ts';
import { setPoolWeeks } from '#server/game-changes/deadline-store.ts';
import { unbegunWeeks } from '#server/games/reads.ts';
import type { Db, Engine } from '#server/platform/db/connect.ts';
import type { Planner } from '#server/pools/begun-store.ts';
import { findPool, poolWeeks } from '#server/pools/reads.ts';
import { readSurvivorTable } from '#server/standings/season-reads.ts';
import { storePastWindows } from '#server/standings/windows-store.ts';

/** A team of an entry, or the day (ms) on which it bought back; by position in the lists of an import. */
type SeasonStep =
  | { readonly entry: number; readonly game: number; readonly team: string; readonly isSecond: boolean }
  | { readonly entry: number; readonly at: number };

/** What an import has of the season of a survivor pool. */
export interface ImportedSeason {
  /** In the order in which they happened. */
  readonly steps: readonly SeasonStep[];
  /** The weeks that it adds to the pool. */
  readonly pastWeeks: readonly string[];
}

/** Of the weeks of games, those that a survivor pool which has not begun can get: they began before its first one, in the same season. */
export async function pastWeeksOf(
  tx: Db,
  { id, rules }: Pick<Pool, 'id' | 'rules'>,
  gids: readonly string[],
  now: number,
): Promise<string[]> {
  const [first] = await poolWeeks(tx, id);
  if (!traitsOf(rules).closesAtStart || first === undefined || gids.length === 0) return [];
  const rows = await tx.selectFrom('games').select('week_id').distinct().where('gid', 'in', gids).execute();
  const earlier = rows.flatMap(({ week_id }) => (isEarlier(week_id, first) ? [week_id] : []));
  const unbegun = new Set(await unbegunWeeks(tx, earlier, now));
  return earlier.filter((weekId) => !unbegun.has(weekId)).toSorted(compareWeeks);
}

function isEarlier(weekId: string, first: string): boolean {
  return compareWeeks(weekId, first) < 0 && parseWeekId(weekId)?.season === parseWeekId(first)?.season;
}

/** Puts the teams and buy-backs of an import in the order in which they happened. */
export async function seasonOf(
  tx: Db,
  poolId: string,
  { gids, teams = [], buyBacks = [] }: Pick<ImportRequest, 'gids' | 'teams' | 'buyBacks'>,
  pastWeeks: readonly string[],
): Promise<ImportedSeason> {
  if (teams.length === 0) return { steps: [], pastWeeks };
  const rows = await tx
    .selectFrom('games')
    .innerJoin('pool_locks', 'pool_locks.gid', 'games.gid')
    .select(['games.gid', 'games.home', 'games.away', 'games.week_id as weekId', 'pool_locks.lock_at as lockAt'])
    .where('pool_locks.pool_id', '=', poolId)
    .where('games.gid', 'in', gids)
    .execute();
  const games = new Map(rows.map((row) => [row.gid, row]));
  const chosen = teams.flatMap(([entry, game, side, slot]) => {
    const own = games.get(gids[game] ?? '');
    return [{ own, step: { entry, game, team: own?.[side] ?? '', isSecond: slot === 1 } }];
  });
  const byWeek = Map.groupBy(chosen, ({ own }) => own?.weekId ?? '');
  const [first = ''] = byWeek.keys();
  const season = parseWeekId(first)?.season ?? 0;
  const bought = buyBacks.map(([entry, month, day]) => ({ entry, at: dayInSeason({ month, day }, season) }));
  const waiting = bought.toSorted((a, b) => a.at - b.at);
  const steps: SeasonStep[] = [];
  for (const [, own] of [...byWeek].toSorted(([a], [b]) => compareWeeks(a, b))) {
    const begins = Math.min(...own.map((each) => each.own?.lockAt ?? Number.POSITIVE_INFINITY));
    while (waiting[0] !== undefined && waiting[0].at < begins) steps.push(...waiting.splice(0, 1));
    steps.push(...own.map(({ step }) => step));
  }
  return { steps: [...steps, ...waiting], pastWeeks };
}

interface ByImporter {
  readonly poolId: string;
  readonly userId: string;
}

/** Buys entries back that are out by then, as far as the rules allow. @returns how many */
export async function writeBuyBacks(
  tx: Db,
  engine: Engine,
  { poolId, userId }: ByImporter,
  bought: readonly { readonly entryId: string; readonly at: number }[],
  now: number,
): Promise<number> {
  const pool = await findPool(tx, poolId);
  if (pool === null || !hasBuyBacks(pool.rules)) return 0;
  await settleWindows(tx, engine, pool, now);
  let written = 0;
  for (const { entryId, at } of bought) {
    const { rows, weeks } = await readSurvivorTable(tx, pool, now);
    const row = rows.find(({ id }) => id === entryId);
    const weekId = row?.outWeekId ?? null;
    const week = weeks.find(({ id }) => id === weekId);
    const wasOver = week?.games.every(({ lockAt }) => lockAt < at) === true;
    if (row === undefined || weekId === null || !wasOver || at > now) continue;
    if (!canBuyBack(weekId, row.boughtBack.length, pool.rules)) continue;
    await storeBuyBack(tx, { entryId, weekId, userId, poolId, ownerId: row.ownerId }, now, at);
    written += 1;
  }
  return written;
}

/** The windows of buy-backs as if pages had shown who was out in time. */
async function settleWindows(tx: Db, engine: Engine, pool: Pick<Pool, 'id' | 'rules'>, now: number): Promise<void> {
  const entries = tx.selectFrom('entries').select('id').where('pool_id', '=', pool.id);
  await tx.deleteFrom('buy_back_windows').where('entry_id', 'in', entries).execute();
  await storePastWindows(tx, engine, pool, now);
}

/** Nobody can be bought back after a week that was over before the pool came here. */
export async function settleSeason(
  tx: Db,
  engine: Engine,
  poolId: string,
  season: ImportedSeason | undefined,
  now: number,
): Promise<void> {
  if (!season?.pastWeeks.length) return;
  const pool = await findPool(tx, poolId);
  if (pool !== null) await settleWindows(tx, engine, pool, now);
}

/** Takes out the weeks that an undone import added, with their buy-backs, unless the pool still has teams in them. */
export async function undoSeason(
  tx: Db,
  planner: Planner,
  poolId: string,
  season: ImportedSeason | undefined,
): Promise<void> {
  if (!season?.pastWeeks.length) return;
  const entries = tx.selectFrom('entries').select('id').where('pool_id', '=', poolId);
  const left = tx.selectFrom('picks').select('about').where('entry_id', 'in', entries).where('kind', '=', 'team');
  if ((await left.where('value', 'is not', null).limit(1).executeTakeFirst()) !== undefined) return;
  for (const table of ['buy_backs', 'buy_back_windows'] as const)
    await tx.deleteFrom(table).where('entry_id', 'in', entries).execute();
  await setPoolWeeks(tx, planner, poolId, season.pastWeeks, false);
}
