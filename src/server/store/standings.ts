import type {
  ActivePlayersReply,
  LeaderReply,
  MatchupReply,
  MatchupRow,
  SharesReply,
  StandingsReply,
} from '#contract/scores.ts';
import { activeWeek, nextCalendarTurn } from '#core/active-week.ts';
import { hasAutoPick } from '#core/auto-picks.ts';
import { firstEntries } from '#core/entries.ts';
import { NOBODY, weekTop } from '#core/leader.ts';
import { firstLock, isLocked, nextLock } from '#core/locks.ts';
import { pickLetter } from '#core/pick-letters.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Entrant, FinishedWeek } from '#core/standings.ts';
import {
  distinctNames,
  lateWeeks,
  seasonTotal,
  seasonWeeks,
  standings,
  weeksBeforeJoining,
  withLateWeeks,
} from '#core/standings.ts';
import type { Game, Pool, Side } from '#core/types.ts';
import { guessesTold, valuesTold } from '#server/live/matchup-values.ts';
import type { Loaded } from '#server/live/snapshot-cache.ts';
import { ALWAYS } from '#server/live/snapshot-cache.ts';
import { loadSurvival } from '#server/live/survival.ts';
import type { Db } from './engine/connect.ts';
import type { PoolEntry } from './entry-reads.ts';
import { entriesOfPool } from './entry-reads.ts';
import type { GameState } from './game-reads.ts';
import { gameStates } from './game-reads.ts';
import type { PoolPick } from './pick-reads.ts';
import { pickCounts, pickersByWeek, pickersOfWeek, picksOfPool, teamsOfPool } from './pick-reads.ts';
import { asWholeWeek, gamesOfPoolWeek } from './pool-games.ts';
import { findPool, isSurvivor, poolWeeks } from './pools.ts';
import { leadersOf, weekWinnersOf } from './week-winners.ts';

/** The stored scores of a pool in halves, of all weeks or of one: by entry, then by week. */
export async function weekScores(
  db: Db,
  poolId: string,
  weekId?: string,
): Promise<Map<string, Record<string, number>>> {
  let query = db.selectFrom('week_scores').select(['entry_id', 'week_id', 'halves']).where('pool_id', '=', poolId);
  if (weekId !== undefined) query = query.where('week_id', '=', weekId);
  const byEntry = new Map<string, Record<string, number>>();
  for (const { entry_id, week_id, halves } of await query.execute()) {
    const scores = byEntry.get(entry_id) ?? {};
    scores[week_id] = halves;
    byEntry.set(entry_id, scores);
  }
  return byEntry;
}

/** The entries of a pool over its weeks, with what its rules count for each. */
export interface Season {
  readonly weekIds: readonly string[];
  readonly weeks: readonly FinishedWeek[];
  readonly games: readonly GameState[];
  /** In the order in which they joined. */
  readonly entrants: readonly (Entrant & PoolEntry)[];
  /** Weeks that count what others scored, by entry and week. */
  readonly late: ReturnType<typeof lateWeeks>;
}

/** Reads the season of a pool. */
export async function readSeason(db: Db, { id, rules }: Pick<Pool, 'id' | 'rules'>): Promise<Season> {
  const weekIds = await poolWeeks(db, id);
  const [entries, scores, games] = [
    await entriesOfPool(db, id),
    await weekScores(db, id),
    await gameStates(db, weekIds),
  ];
  const weeks = seasonWeeks(weekIds, games);
  const firsts = firstEntries(entries);
  const scored = entries.map((entry) => ({
    ...entry,
    isFirst: firsts.has(entry.id),
    weeks: scores.get(entry.id) ?? {},
  }));
  const pickers = await pickersByWeek(db, id, weeksBeforeJoining(scored, weeks, rules));
  const late = lateWeeks(scored, weeks, pickers, rules);
  return { weekIds, weeks, games, entrants: withLateWeeks(scored, late), late };
}

/** How many people have an entry with a pick in a week, in a survivor pool with a team. */
export async function activePlayers(db: Db, poolId: string, weekId: string): Promise<number> {
  const active = (await isSurvivor(db, poolId))
    ? await teamsOfPool(db, poolId, [weekId])
    : await pickersOfWeek(db, poolId, weekId);
  const entries = (await entriesOfPool(db, poolId)).filter(({ id }) => active.has(id));
  return new Set(entries.map(({ ownerId }) => ownerId)).size;
}

const NO_STANDINGS: StandingsReply = {
  weeks: [],
  activeWeekId: null,
  finishedWeeks: [],
  rows: [],
};

/**
 * Every entry against the games of a week. A pick of a game that is not locked at `now` leaves as `?`, whoever asks, and its value
 * as null; a guess leaves once its game is locked. The state holds until the next game locks.
 */
export async function loadMatchup(
  db: Db,
  poolId: string,
  weekId: string,
  forCommissioners: boolean,
  now: number,
): Promise<Loaded<MatchupReply>> {
  const pool = await findPool(db, poolId);
  if (!pool) return NO_MATCHUP;
  const games = await gamesOfPoolWeek(db, poolId, weekId);
  const [picks, season] = [
    Map.groupBy(await picksOfPool(db, poolId, weekId), (pick) => pick.entryId),
    await readSeason(db, pool),
  ];
  const names = distinctNames(season.entrants);
  const whole = await asWholeWeek(db, poolId, weekId, games);
  const valuesOf = await valuesTold(db, pool, weekId, whole, now);
  const guesses = await guessesTold(db, pool, weekId, now);
  const rows = season.entrants.map((entrant): MatchupRow => {
    const { id, ownerId, weeks } = entrant;
    const own = picks.get(id) ?? [];
    const [values, guess] = [valuesOf(id, own), guesses.get(id)];
    return {
      id,
      ownerId,
      name: names.get(id) ?? '',
      picks: letters(games, own, entrant, pool.rules, now),
      ...(values && { values }),
      ...(guess !== undefined && { guess }),
      weekHalves: weeks[weekId] ?? 0,
      overallHalves: seasonTotal(weeks, season.weeks, pool.rules).total,
      ...(forCommissioners ? { bus: own.filter((pick) => pick.bus).map((pick) => pick.gid) } : {}),
    };
  });
  const winners = hasTiebreak(pool) ? (await weekWinnersOf(db, pool, season, now))[weekId] : undefined;
  const head = { games: games.map((game) => game.gid), ...(winners && { winners: winners.map(({ id }) => id) }) };
  const state: MatchupReply = { ...head, rows };
  return { state, validUntil: nextLock([...games, ...whole], now) };
}

/** The standings of a pool; empty where it is gone. */
export async function loadStandings(db: Db, poolId: string, now: number): Promise<Loaded<StandingsReply>> {
  const pool = await findPool(db, poolId);
  if (!pool) return { state: NO_STANDINGS, validUntil: ALWAYS };
  if (pool.rules.format === 'survivor') return loadSurvival(db, pool, now);
  const season = await readSeason(db, pool);
  const { weekIds, weeks, games, entrants, late } = season;
  const names = distinctNames(entrants);
  const winners = hasTiebreak(pool) ? await weekWinnersOf(db, pool, season, now) : undefined;
  const firstLockAt = firstLock(games) ?? Number.POSITIVE_INFINITY;
  const state: StandingsReply = {
    weeks: [...weekIds],
    activeWeekId: activeWeek(weekIds, games, pool.activeWeekId, now),
    finishedWeeks: weeks.filter(({ isDecided }) => isDecided).map(({ id }) => id),
    ...(winners && { winners }),
    rows: standings(entrants, weeks, pool.rules).map((row) => ({
      id: row.id,
      ownerId: row.ownerId,
      name: names.get(row.id) ?? row.name,
      halves: weeks.map(({ id, hasFinal }) => (hasFinal ? (row.weeks[id] ?? 0) : null)),
      totalHalves: row.total,
      average: row.average,
      rank: row.rank,
      ...(row.dropped.length > 0 && { dropped: [...row.dropped] }),
      ...(late.has(row.id) && { late: Object.keys(late.get(row.id) ?? {}) }),
      ...(row.joinedAt >= firstLockAt && { joinedAt: row.joinedAt }),
    })),
  };
  return { state, validUntil: nextCalendarTurn(games, now) };
}

/** How many people have a pick in a week. */
export async function loadActivePlayers(db: Db, poolId: string, weekId: string): Promise<Loaded<ActivePlayersReply>> {
  return { state: { activePlayers: await activePlayers(db, poolId, weekId) }, validUntil: ALWAYS };
}

/** How the entries picked the games that are locked at `now`; the state holds until the next game locks. */
export async function loadShares(db: Db, poolId: string, weekId: string, now: number): Promise<Loaded<SharesReply>> {
  const games = await gamesOfPoolWeek(db, poolId, weekId);
  const locked = games.filter((game) => isLocked(game, now)).map(({ gid }) => gid);
  const picked = await pickCounts(db, poolId, locked);
  const countOf = (gid: string, side: Side) =>
    picked.find((each) => each.gid === gid && each.side === side)?.count ?? 0;
  const state: SharesReply = {
    games: locked.map((gid) => ({ gid, home: countOf(gid, 'home'), away: countOf(gid, 'away') })),
  };
  return { state, validUntil: nextLock(games, now) };
}

/** Who leads a week; once it is decided, who won it. Nobody leads a survivor pool. */
export async function loadLeader(db: Db, poolId: string, weekId: string, now: number): Promise<Loaded<LeaderReply>> {
  const nobody = { state: { halves: NOBODY.halves, entryIds: [], ownerIds: [], name: '' }, validUntil: ALWAYS };
  if (await isSurvivor(db, poolId)) return nobody;
  const [entries, scores] = [await entriesOfPool(db, poolId), await weekScores(db, poolId, weekId)];
  const scored = entries.map(({ id, ownerId }) => ({ id, ownerId, score: scores.get(id)?.[weekId] ?? 0 }));
  const { halves, entryIds: top } = weekTop(scored);
  const entryIds = await leadersOf(db, poolId, weekId, top, now);
  const [first] = entryIds;
  if (first === undefined) return nobody;
  const ownerIds = [...new Set(entries.filter(({ id }) => entryIds.includes(id)).map(({ ownerId }) => ownerId))];
  return { state: { halves, entryIds, ownerIds, name: distinctNames(entries).get(first) ?? '' }, validUntil: ALWAYS };
}

export function hasTiebreak({ rules }: Pick<Pool, 'rules'>): boolean {
  return rules.tiebreak !== 'none';
}

function letters(
  games: readonly Game[],
  picks: readonly PoolPick[],
  { joinedAt }: Pick<Entrant, 'joinedAt'>,
  rules: PoolRules,
  now: number,
): string {
  const own = new Map(picks.map((pick) => [pick.gid, pick]));
  return games
    .map((game) => pickLetter(game, own.get(game.gid), now, rules, hasAutoPick(game, rules, joinedAt, now)))
    .join('');
}

export const NO_MATCHUP: Loaded<MatchupReply> = { state: { games: [], rows: [] }, validUntil: ALWAYS };
