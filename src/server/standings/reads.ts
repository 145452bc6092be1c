import type {
  ActivePlayersReply,
  LeaderReply,
  MatchupReply,
  MatchupRow,
  SharesReply,
  StandingsReply,
} from '#contract/standings.ts';
import { activeWeek, nextCalendarTurn } from '#core/active-week.ts';
import type { MissingEntry } from '#core/auto-picks.ts';
import { hasAutoPick } from '#core/auto-picks.ts';
import { visibleValues } from '#core/formats/confidence/confidence.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { NOBODY, weekTop } from '#core/leader.ts';
import { isLocked, nextLock } from '#core/locks.ts';
import { pickLetter } from '#core/pick-letters.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { isWeekDecided } from '#core/scoring.ts';
import { visibleGames } from '#core/slots.ts';
import { distinctNames, seasonTotal } from '#core/standings.ts';
import type { Guess } from '#core/tiebreak.ts';
import { breakTie } from '#core/tiebreak.ts';
import type { Game, Picks, Pool, Side } from '#core/types.ts';
import { isBlank } from '#core/weekly-play.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import { autoUntilOf } from '#server/picks/missed-limit-reads.ts';
import type { PoolPick } from '#server/picks/reads.ts';
import {
  ordersOfWeek,
  pickCounts,
  pickersOfWeek,
  picksOfPool,
  revealedGuesses,
  teamsOfPool,
} from '#server/picks/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import type { Loaded } from '#server/platform/live/topics.ts';
import { ALWAYS } from '#server/platform/live/topics.ts';
import { asksForSides, findPool } from '#server/pools/reads.ts';
import { gameStates, weekOfPool, weekScaleOf } from '#server/pools/week-reads.ts';
import { readScores, readSeason, tiebreaksOf, weekScores } from './season-reads.ts';

/** How many players have an entry with a pick in a week; in a survivor pool, with a team. */
async function activePlayers(db: Db, poolId: string, weekId: string): Promise<number> {
  const active = (await asksForSides(db, poolId))
    ? await pickersOfWeek(db, poolId, weekId)
    : await teamsOfPool(db, poolId, [weekId]);
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
 * Every entry's picks of the games of a week. For every caller, a pick of a game that is open at `now` is returned as `?` and its value as
 * null; a guess is revealed once its game is locked. The state is valid until the next game locks.
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
  const { games, wholeWeek } = await weekOfPool(db, poolId, weekId);
  const [picks, scores] = [
    Map.groupBy(await picksOfPool(db, poolId, weekId), (pick) => pick.entryId),
    await readScores(db, pool, now),
  ];
  const names = distinctNames(scores.entrants);
  const visible = visibleGames(games, now);
  const hasPick = (entryId: string, gid: string) => picks.get(entryId)?.some((pick) => pick.gid === gid) === true;
  const locked = games.filter((game) => isLocked(game, now));
  const missing = scores.entrants.filter(({ id }) => locked.some(({ gid }) => !hasPick(id, gid)));
  const autoUntil = await autoUntilOf(db, pool, missing, weekId);
  const valuesOf = await revealedValues(db, pool, weekId, wholeWeek, now);
  const guesses = await guessesOfWeek(db, pool, weekId, now);
  const rows = scores.entrants.map((entrant): MatchupRow => {
    const { id, ownerId, joinedAt, weeks } = entrant;
    const missing = { joinedAt, autoUntil: autoUntil.get(id) ?? null };
    const own = picks.get(id) ?? [];
    const [values, guess] = [valuesOf(id, own), guesses.get(id)];
    return {
      id,
      ownerId,
      name: names.get(id) ?? '',
      picks: letters(games, visible, own, missing, pool.rules, now),
      ...(values && { values }),
      ...(guess && { guess: guess.guess }),
      ...(guess && pool.rules.tiebreak === 'closest-early' && { guessedAt: guess.madeAt }),
      weekHalves: weeks[weekId] ?? 0,
      overallHalves: seasonTotal(weeks, scores.weeks, pool.rules).total,
      ...(isBlank(entrant, weekId, pool.rules) && { isBlank: true as const }),
      ...(forCommissioners ? { bus: own.filter((pick) => pick.bus).map((pick) => pick.gid) } : {}),
    };
  });
  const winners = hasTiebreak(pool)
    ? (await readSeason(db, pool, now, scores)).season.weekWinners()[weekId]
    : undefined;
  const head = { games: games.map((game) => game.gid), ...(winners && { winners: winners.map(({ id }) => id) }) };
  const state: MatchupReply = { ...head, rows };
  return { state, validUntil: Math.min(nextLock([...games, ...wholeWeek], now), scores.validUntil) };
}

/** The standings of a pool; empty if it is deleted. Teams are revealed once their games have locked, even if these are cancelled. */
export async function loadStandings(db: Db, poolId: string, now: number): Promise<Loaded<StandingsReply>> {
  const pool = await findPool(db, poolId);
  if (!pool) return { state: NO_STANDINGS, validUntil: ALWAYS };
  const { weeks, games, season } = await readSeason(db, pool, now);
  const weekIds = weeks.map(({ id }) => id);
  const state: StandingsReply = {
    weeks: weekIds,
    activeWeekId: activeWeek(weekIds, games, pool.activeWeekId, now),
    finishedWeeks: weeks.filter(({ isDecided }) => isDecided).map(({ id }) => id),
    ...season.standings(),
  };
  return { state, validUntil: Math.min(nextCalendarTurn(games, now), season.validUntil) };
}

/** How many players have a pick in a week. */
export async function loadActivePlayers(db: Db, poolId: string, weekId: string): Promise<Loaded<ActivePlayersReply>> {
  return { state: { activePlayers: await activePlayers(db, poolId, weekId) }, validUntil: ALWAYS };
}

/** How the entries picked the games that are locked at `now`; valid until the next game locks. */
export async function loadShares(db: Db, poolId: string, weekId: string, now: number): Promise<Loaded<SharesReply>> {
  const { games } = await weekOfPool(db, poolId, weekId);
  const visible = [...visibleGames(games, now)];
  const picked = await pickCounts(db, poolId, visible);
  const countOf = (gid: string, side: Side) =>
    picked.find((each) => each.gid === gid && each.side === side)?.count ?? 0;
  const state: SharesReply = {
    games: visible.map((gid) => ({ gid, home: countOf(gid, 'home'), away: countOf(gid, 'away') })),
  };
  return { state, validUntil: nextLock(games, now) };
}

/** The leaders of a week or, once it is decided, its winners. A pool whose weeks are not won has none. */
export async function loadLeader(db: Db, poolId: string, weekId: string, now: number): Promise<Loaded<LeaderReply>> {
  const nobody = { state: { halves: NOBODY.halves, entryIds: [], ownerIds: [], name: '' }, validUntil: ALWAYS };
  const pool = await findPool(db, poolId);
  if (pool === null || traitsOf(pool.rules).plays === 'season') return nobody;
  const [entries, scores] = [await entriesOfPool(db, poolId), await weekScores(db, poolId, weekId)];
  const scored = entries.map(({ id, ownerId }) => ({ id, ownerId, score: scores.get(id)?.[weekId] ?? 0 }));
  const { halves, entryIds: top } = weekTop(scored);
  const entryIds = await leadersOf(db, pool, weekId, top, now);
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
  visible: ReadonlySet<string>,
  picks: readonly PoolPick[],
  entry: MissingEntry,
  rules: PoolRules,
  now: number,
): string {
  const own = new Map(picks.map((pick) => [pick.gid, pick]));
  return games
    .map((game) => pickLetter(own.get(game.gid), visible.has(game.gid), rules, hasAutoPick(game, rules, entry, now)))
    .join('');
}

export const NO_MATCHUP: Loaded<MatchupReply> = { state: { games: [], rows: [] }, validUntil: ALWAYS };

/** The top entries of a week that win it by tiebreak; all top entries until it is decided. */
async function leadersOf(
  db: Db,
  pool: Pick<Pool, 'id' | 'rules'>,
  weekId: string,
  top: readonly string[],
  now: number,
): Promise<string[]> {
  if (top.length < 2 || !hasTiebreak(pool) || !isWeekDecided(await gameStates(db, pool.id, [weekId]), false))
    return [...top];
  const tiebreak = (await tiebreaksOf(db, pool, [weekId], now)).get(weekId);
  return tiebreak === undefined ? [...top] : breakTie(top, tiebreak);
}

/** The revealed values of an entry's picks, in the order of the games; undefined if the pool has none. */
export type RevealedValues = (entryId: string, own: readonly PoolPick[]) => (number | null)[] | undefined;

/**
 * The values of each entry's games in a week that are revealed at `now`.
 * @param games with the locks of the whole week (`asWholeWeek`)
 */
async function revealedValues(
  db: Db,
  { id, rules }: Pick<Pool, 'id' | 'rules'>,
  weekId: string,
  games: readonly Game[],
  now: number,
): Promise<RevealedValues> {
  if (!traitsOf(rules).hasValues) return () => undefined;
  const orders = await ordersOfWeek(db, id, weekId);
  const scale = await weekScaleOf(db, { id, rules }, weekId);
  return (entryId, own) => visibleValues(games, orders.get(entryId) ?? [], picksByGid(own), now, scale);
}

/** The guesses of a week's tiebreak game that are revealed at `now`, by entry. */
async function guessesOfWeek(
  db: Db,
  { id, rules }: Pick<Pool, 'id' | 'rules'>,
  weekId: string,
  now: number,
): Promise<ReadonlyMap<string, Guess>> {
  if (rules.tiebreak === 'none') return new Map();
  const guesses = await revealedGuesses(db, id, [weekId], now);
  return new Map(guesses.map((guess) => [guess.entryId, guess]));
}

function picksByGid(own: readonly PoolPick[]): Picks {
  return Object.fromEntries(own.map((pick) => [pick.gid, pick]));
}
