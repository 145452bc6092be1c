/**
 * The season of a survivor pool as a file has it: teams week by week, and who bought back. A pool that has not begun also gets the weeks that
 * began before it.
 */
import type { ImportRequest } from '#contract/imports.ts';
import { canBuyBack } from '#core/formats/survivor/buy-backs.ts';
import { teamSlotsOf } from '#core/formats/survivor/survivor.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { listedNames } from '#core/listed.ts';
import { lastLock } from '#core/locks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { hasBuyBacks } from '#core/rules/pool-rules.ts';
import { dayInSeason } from '#core/sheet/days.ts';
import type { Pool } from '#core/types.ts';
import { compareWeeks, parseWeekId, weekRange } from '#core/weeks.ts';
import { entryNames } from '#server/entries/reads.ts';
import { storeBuyBack } from '#server/entry-changes/buy-back-store.ts';
import { unbegunWeeks } from '#server/games/reads.ts';
import { enableWeeks, leaveWeeks } from '#server/manage/week-store.ts';
import { withdrawOpenPicks } from '#server/picks/withdrawn-store.ts';
import type { Db, Engine } from '#server/platform/db/connect.ts';
import { findPool, poolWeeks } from '#server/pools/reads.ts';
import { readSurvivorTable } from '#server/standings/season-reads.ts';
import { holdWindows, storePastWindows } from '#server/standings/windows-store.ts';
import { namesOf } from '#server/users/reads.ts';

/** A team of an entry, by position in the lists of an import. */
interface SeasonTeam {
  readonly entry: number;
  readonly game: number;
  readonly team: string;
  readonly isSecond: boolean;
}

/** What an import has of the season of a survivor pool. */
export interface ImportedSeason {
  /** In the order of weeks. */
  readonly teams: readonly SeasonTeam[];
  /** The days (ms) on which entries bought back, in order; null where that is not said. By position of the entry. */
  readonly buyBacks: readonly { readonly entry: number; readonly at: number | null }[];
  /** The weeks that it adds to the pool. */
  readonly pastWeeks: readonly string[];
  /** The entries whose teams of open games were withdrawn when these weeks came. */
  readonly withdrawn?: readonly string[];
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

/** The teams of an import by weeks, and its buy-backs by days: as many of an entry as the rules allow. */
export async function seasonOf(
  tx: Db,
  rules: PoolRules,
  { gids, teams = [], buyBacks = [] }: Pick<ImportRequest, 'gids' | 'teams' | 'buyBacks'>,
  pastWeeks: readonly string[],
): Promise<ImportedSeason> {
  if (teams.length === 0) return { teams: [], buyBacks: [], pastWeeks };
  const rows = await tx
    .selectFrom('games')
    .select(['gid', 'home', 'away', 'week_id as weekId'])
    .where('gid', 'in', gids)
    .execute();
  const games = new Map(rows.map((row) => [row.gid, row]));
  const chosen = teams.map(([entry, game, side, slot]) => {
    const own = games.get(gids[game] ?? '');
    return { weekId: own?.weekId ?? '', step: { entry, game, team: own?.[side] ?? '', isSecond: slot === 1 } };
  });
  const inOrder = chosen.toSorted((a, b) => compareWeeks(a.weekId, b.weekId));
  const season = parseWeekId(inOrder[0]?.weekId ?? '')?.season ?? 0;
  const days = buyBacks.map(([entry, day]) => {
    return { entry, at: day && dayInSeason({ month: day[0], day: day[1] }, season) };
  });
  const bought = [...Map.groupBy(days, ({ entry }) => entry).values()].flatMap((own) =>
    own.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0)).slice(0, hasBuyBacks(rules) ? rules.buyBacks : 0),
  );
  return { teams: inOrder.map(({ step }) => step), buyBacks: bought, pastWeeks };
}

interface ByImporter {
  readonly poolId: string;
  readonly userId: string;
}

/**
 * Adds the weeks of an import to its pool, and logs it. Its entries lose the teams that they chose for open games: what they have used by
 * then is only known now, and whether a team is refused would show a sealed one.
 * @returns the season with the entries that lost one
 */
export async function beginSeason(
  tx: Db,
  engine: Engine,
  { poolId, userId }: ByImporter,
  season: ImportedSeason,
  entryIds: readonly string[],
  now: number,
): Promise<ImportedSeason> {
  if (season.pastWeeks.length === 0) return season;
  await enableWeeks(tx, engine, { adminId: userId, now }, poolId, season.pastWeeks);
  const withdrawn: string[] = [];
  for (const entryId of [...new Set(entryIds)].toSorted())
    if ((await withdrawOpenPicks(tx, engine, { poolId, entryId }, now)).length > 0) withdrawn.push(entryId);
  return { ...season, withdrawn };
}

/**
 * Buys entries back that are out by then, as far as the rules allow, each after the week that put it out.
 * @param before the week for which they have a team; null at the end
 */
export async function writeBuyBacks(
  tx: Db,
  engine: Engine,
  { poolId, userId }: ByImporter,
  bought: readonly { readonly entryId: string; readonly at: number | null }[],
  before: string | null,
  now: number,
): Promise<void> {
  const pool = await findPool(tx, poolId);
  if (pool === null || bought.length === 0 || !hasBuyBacks(pool.rules)) return;
  await settleWindows(tx, engine, pool, now);
  const { rows, weeks } = await readSurvivorTable(tx, pool, now);
  const lockOf = (weekId: string | null) => weeks.find(({ id }) => id === weekId)?.games ?? [];
  const closesAt = Math.min(now, ...lockOf(before).map(({ lockAt }) => lockAt - 1));
  for (const [entryId, own] of Map.groupBy(bought, (each) => each.entryId)) {
    const row = rows.find(({ id }) => id === entryId);
    const weekId = row?.outWeekId ?? null;
    const next = own[row?.boughtBack.length ?? 0];
    if (row === undefined || weekId === null || next === undefined) continue;
    const wasOutBefore = before === null || compareWeeks(weekId, before) < 0;
    if (!wasOutBefore || !canBuyBack(weekId, row.boughtBack.length, pool.rules)) continue;
    const outAt = lastLock(lockOf(weekId)) ?? 0;
    const madeAt = Math.min(Math.max(next.at ?? 0, outAt + 1), closesAt);
    await storeBuyBack(tx, { entryId, weekId, userId, poolId, ownerId: row.ownerId }, now, madeAt);
  }
}

/** The windows of buy-backs as if pages had shown who was out in time. */
async function settleWindows(tx: Db, engine: Engine, pool: Pick<Pool, 'id' | 'rules'>, now: number): Promise<void> {
  await holdWindows(tx, engine, pool.id);
  const entries = tx.selectFrom('entries').select('id').where('pool_id', '=', pool.id);
  await tx.deleteFrom('buy_back_windows').where('entry_id', 'in', entries).execute();
  await storePastWindows(tx, engine, pool, now);
}

/**
 * Ends an import that added weeks: entries that are out and bought back for the weeks to come are in again, and who went out earlier can be
 * bought back no longer than if pages had shown it in time.
 * @returns what members are notified of; null if it added none
 */
export async function endSeason(
  tx: Db,
  engine: Engine,
  by: ByImporter,
  season: ImportedSeason | undefined,
  entryIds: readonly string[],
  now: number,
): Promise<string | null> {
  const pool = season?.pastWeeks.length ? await findPool(tx, by.poolId) : null;
  if (season === undefined || pool === null) return null;
  const bought = season.buyBacks.map(({ entry, at }) => ({ entryId: entryIds[entry] ?? '', at }));
  await writeBuyBacks(tx, engine, by, bought, null, now);
  await settleWindows(tx, engine, pool, now);
  const { rows } = await readSurvivorTable(tx, pool, now);
  const out = rows.filter(({ outWeekId }) => outWeekId !== null).map(({ name }) => name);
  const still = rows.filter(({ outWeekId }) => outWeekId === null).map(({ name }) => name);
  const names = await entryNames(tx, season.withdrawn ?? []);
  const lost = [...names.values()];
  const actor = (await namesOf(tx, [by.userId])).get(by.userId) ?? '';
  const told = [
    `${actor} added ${weekRange(season.pastWeeks)} to this pool, with the teams that a file has for ${season.pastWeeks.length === 1 ? 'it' : 'them'}.`,
    `Still in: ${still.length === 0 ? 'nobody' : listedNames(still)}.`,
    ...(out.length === 0 ? [] : [`Out: ${listedNames(out)}.`]),
    ...(lost.length === 0
      ? []
      : [`${listedNames(lost)} had already chosen a team for a coming week, which was taken back. Choose again.`]),
  ];
  return told.join(' ');
}

/**
 * Takes out the weeks that an undone import added, with their buy-backs, unless they have other teams by now.
 * @returns what members are notified of; null if nothing was taken out
 */
export async function undoSeason(
  tx: Db,
  { poolId, userId }: ByImporter,
  season: ImportedSeason | undefined,
  now: number,
): Promise<string | null> {
  const weekIds = season?.pastWeeks ?? [];
  if (weekIds.length === 0) return null;
  const entries = tx.selectFrom('entries').select('id').where('pool_id', '=', poolId);
  const left = tx.selectFrom('picks').select('about').where('entry_id', 'in', entries).where('kind', '=', 'team');
  const teams = left.where('about', 'in', teamSlotsOf(weekIds)).where('value', 'is not', null);
  if ((await teams.limit(1).executeTakeFirst()) !== undefined) return null;
  for (const table of ['buy_backs', 'buy_back_windows'] as const)
    await tx.deleteFrom(table).where('entry_id', 'in', entries).where('week_id', 'in', weekIds).execute();
  await leaveWeeks(tx, { adminId: userId, now }, poolId, weekIds);
  const actor = (await namesOf(tx, [userId])).get(userId) ?? '';
  return `${actor} undid an import, so ${weekRange(weekIds)} ${weekIds.length === 1 ? 'is' : 'are'} no longer part of this pool.`;
}
