import type {
  ActivePlayersReply,
  LeaderReply,
  MatchupReply,
  MatchupRow,
  SharesReply,
  StandingRow,
  StandingsReply,
  Survival,
} from '#contract/standings.ts';
import { activeWeek, nextCalendarTurn } from '#core/active-week.ts';
import { hasAutoPick } from '#core/auto-picks.ts';
import { firstEntries } from '#core/entries.ts';
import type { BuyBacks } from '#core/formats/buy-backs.ts';
import { buyBackEnds, isOutForNow, windowOf } from '#core/formats/buy-backs.ts';
import { visibleValues } from '#core/formats/confidence.ts';
import type { SparedWeeks, SurvivorResult, SurvivorSeason, TeamChoices, TeamSlot } from '#core/formats/survivor.ts';
import {
  choiceOf,
  sparedWeeks,
  survivorOrder,
  survivorSeason,
  survivorWinners,
  teamSlot,
  weekOfSlot,
} from '#core/formats/survivor.ts';
import { knownChoices } from '#core/formats/survivor-week.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { isOver } from '#core/game.ts';
import { NOBODY, weekTop } from '#core/leader.ts';
import { firstLock, isLocked, nextLock } from '#core/locks.ts';
import { pickLetter } from '#core/pick-letters.ts';
import type { PoolWeek } from '#core/pool-week.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Halves } from '#core/scoring.ts';
import { averageScore, decidedWeeks, halvesOfPoints, isWeekDecided } from '#core/scoring.ts';
import type { SideTable } from '#core/side-tables.ts';
import { hasSecondChance } from '#core/side-tables.ts';
import type { Entrant, FinishedWeek, Rank, WeekTie, WeekTies } from '#core/standings.ts';
import {
  distinctNames,
  lateWeeks,
  rankRows,
  seasonTotal,
  seasonWeeks,
  standings,
  weeksBeforeJoining,
  weekWinners,
  withLateWeeks,
} from '#core/standings.ts';
import type { Guess, WeekTiebreak, WeekWinner } from '#core/tiebreak.ts';
import { breakTie, decideWeek, guessOff, totalPoints } from '#core/tiebreak.ts';
import type { Game, Picks, Pool, Side } from '#core/types.ts';
import type { WeekPlayers } from '#core/weekly-play.ts';
import { isBlank, playedWeeks } from '#core/weekly-play.ts';
import type { PoolEntry } from '#server/entries/reads.ts';
import { buyBackWindowsOf, entriesOfPool } from '#server/entries/reads.ts';
import type { PoolPick } from '#server/picks/reads.ts';
import {
  lockedGuesses,
  ordersOfWeek,
  pickCounts,
  pickersByWeek,
  pickersOfWeek,
  picksOfPool,
  survivorPlayers,
  teamsOfPool,
} from '#server/picks/reads.ts';
import { weekPlayers } from '#server/picks/weekly-play-reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import type { Loaded } from '#server/platform/live/topics.ts';
import { ALWAYS } from '#server/platform/live/topics.ts';
import { asksForSides, findPool, poolWeeks, sideTablesOf } from '#server/pools/reads.ts';
import type { GameState } from '#server/pools/week-reads.ts';
import { gameStates, weekOfPool, weekScaleOf, weeksOfPool } from '#server/pools/week-reads.ts';

/** The stored scores of a pool in half points, of all weeks or one, by entry, then by week. */
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

/** How many picks are right, by entry, then by week. */
export async function rightPicks(
  db: Db,
  poolId: string,
): Promise<ReadonlyMap<string, Readonly<Record<string, number>>>> {
  const rows = await db
    .selectFrom('week_scores')
    .select(['entry_id', 'week_id', 'correct'])
    .where('pool_id', '=', poolId)
    .execute();
  const byEntry = Map.groupBy(rows, ({ entry_id }) => entry_id);
  return new Map(
    [...byEntry].map(([id, own]) => [id, Object.fromEntries(own.map(({ week_id, correct }) => [week_id, correct]))]),
  );
}

/** The entries of a pool with their scores over its weeks. */
export interface Season {
  readonly weekIds: readonly string[];
  readonly weeks: readonly FinishedWeek[];
  readonly games: readonly GameState[];
  /** In the order in which they joined. */
  readonly entrants: readonly (Entrant & PoolEntry)[];
  /** Weeks that score an entry by the others' results, because it joined late, by entry and week. */
  readonly late: ReturnType<typeof lateWeeks>;
  /** With weekly play: who plays each week, former members included. */
  readonly players: WeekPlayers | null;
  /** When it may change without another write, ms: with weekly play at the next lock. */
  readonly validUntil: number;
}

/** Reads the season of a pool at `now`. */
export async function readSeason(db: Db, { id, rules }: Pick<Pool, 'id' | 'rules'>, now: number): Promise<Season> {
  const weekIds = await poolWeeks(db, id);
  const [entries, scores, games] = [
    await entriesOfPool(db, id),
    await weekScores(db, id),
    await gameStates(db, id, weekIds),
  ];
  const weeks = seasonWeeks(weekIds, games);
  const firsts = firstEntries(entries);
  const playing = rules.weekly ? await weekPlayers(db, id, weekIds, now) : null;
  const scored = entries.map((entry) => {
    const own = scores.get(entry.id) ?? {};
    const weeks = playing ? playedWeeks(entry.id, own, playing.players) : own;
    return { ...entry, isFirst: firsts.has(entry.id), weeks };
  });
  const pickers = await pickersByWeek(db, id, weeksBeforeJoining(scored, weeks, rules));
  const late = (await earlierCountOf(db, id, rules))?.late ?? lateWeeks(scored, weeks, pickers, rules);
  return {
    weekIds,
    weeks,
    games,
    entrants: withLateWeeks(scored, late),
    late,
    players: playing?.players ?? null,
    validUntil: playing?.validUntil ?? ALWAYS,
  };
}

/** How a finished pool was counted before an update changed that; null for a pool that is counted like all others. */
export async function earlierCountOf(
  db: Db,
  poolId: string,
  { lateJoin, missed }: Pick<Pool['rules'], 'lateJoin' | 'missed'>,
): Promise<{ readonly late: Season['late']; readonly defaultsPick: boolean } | null> {
  if (lateJoin === 'zero' && missed !== 'own') return null;
  const row = await db.selectFrom('earlier_counts').selectAll().where('pool_id', '=', poolId).executeTakeFirst();
  if (row === undefined) return null;
  const late = new Map(Object.entries(JSON.parse(row.late) as Record<string, Record<string, Halves>>));
  return { late, defaultsPick: row.defaults_pick === 1 };
}

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
  const [picks, season] = [
    Map.groupBy(await picksOfPool(db, poolId, weekId), (pick) => pick.entryId),
    await readSeason(db, pool, now),
  ];
  const names = distinctNames(season.entrants);
  const valuesOf = await revealedValues(db, pool, weekId, wholeWeek, now);
  const guesses = await revealedGuesses(db, pool, weekId, now);
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
      ...(guess && { guess: guess.guess }),
      ...(guess && pool.rules.tiebreak === 'closest-early' && { guessedAt: guess.madeAt }),
      weekHalves: weeks[weekId] ?? 0,
      overallHalves: seasonTotal(weeks, season.weeks, pool.rules).total,
      ...(isBlank(entrant, weekId, pool.rules) && { isBlank: true as const }),
      ...(forCommissioners ? { bus: own.filter((pick) => pick.bus).map((pick) => pick.gid) } : {}),
    };
  });
  const winners = hasTiebreak(pool) ? (await weekWinnersOf(db, pool, season, now))[weekId] : undefined;
  const head = { games: games.map((game) => game.gid), ...(winners && { winners: winners.map(({ id }) => id) }) };
  const state: MatchupReply = { ...head, rows };
  return { state, validUntil: Math.min(nextLock([...games, ...wholeWeek], now), season.validUntil) };
}

/** The standings of a pool; empty if it is deleted. */
export async function loadStandings(db: Db, poolId: string, now: number): Promise<Loaded<StandingsReply>> {
  const pool = await findPool(db, poolId);
  if (!pool) return { state: NO_STANDINGS, validUntil: ALWAYS };
  if (traitsOf(pool.rules).plays === 'season') return loadSurvival(db, pool, now);
  const season = await readSeason(db, pool, now);
  const { weekIds, weeks, games, entrants, late } = season;
  const names = distinctNames(entrants);
  const winners = hasTiebreak(pool) ? await weekWinnersOf(db, pool, season, now) : undefined;
  const ties = await weekTiesOf(db, pool, season, now);
  const firstLockAt = firstLock(games) ?? Number.POSITIVE_INFINITY;
  const state: StandingsReply = {
    weeks: [...weekIds],
    activeWeekId: activeWeek(weekIds, games, pool.activeWeekId, now),
    finishedWeeks: weeks.filter(({ isDecided }) => isDecided).map(({ id }) => id),
    ...(winners && { winners }),
    rows: standings(entrants, weeks, pool.rules, ties).map((row) => ({
      id: row.id,
      ownerId: row.ownerId,
      name: names.get(row.id) ?? row.name,
      halves: weeks.map(({ id, hasFinal }) =>
        hasFinal && !isBlank(row, id, pool.rules) ? (row.weeks[id] ?? 0) : null,
      ),
      totalHalves: row.total,
      average: row.average,
      rank: row.rank,
      ...(row.dropped.length > 0 && { dropped: [...row.dropped] }),
      ...(late.has(row.id) && { late: Object.keys(late.get(row.id) ?? {}) }),
      ...(row.joinedAt >= firstLockAt && { joinedAt: row.joinedAt }),
      ...(ties.size > 0 && { ties: tiesReply(weekIds, ties.get(row.id) ?? {}) }),
    })),
  };
  return { state, validUntil: Math.min(nextCalendarTurn(games, now), season.validUntil) };
}

function tiesReply(weekIds: readonly string[], weeks: Readonly<Record<string, WeekTie>>): StandingRow['ties'] {
  const own = weekIds.map((id) => weeks[id]);
  return {
    won: own.map((week) => week?.won ?? false),
    correct: own.map((week) => week?.correct ?? 0),
    off: own.map((week) => week?.off ?? 0),
  };
}

/** How many players have a pick in a week. */
export async function loadActivePlayers(db: Db, poolId: string, weekId: string): Promise<Loaded<ActivePlayersReply>> {
  return { state: { activePlayers: await activePlayers(db, poolId, weekId) }, validUntil: ALWAYS };
}

/** How the entries picked the games that are locked at `now`; valid until the next game locks. */
export async function loadShares(db: Db, poolId: string, weekId: string, now: number): Promise<Loaded<SharesReply>> {
  const { games } = await weekOfPool(db, poolId, weekId);
  const locked = games.filter((game) => isLocked(game, now)).map(({ gid }) => gid);
  const picked = await pickCounts(db, poolId, locked);
  const countOf = (gid: string, side: Side) =>
    picked.find((each) => each.gid === gid && each.side === side)?.count ?? 0;
  const state: SharesReply = {
    games: locked.map((gid) => ({ gid, home: countOf(gid, 'home'), away: countOf(gid, 'away') })),
  };
  return { state, validUntil: nextLock(games, now) };
}

/** The leaders of a week or, once it is decided, its winners. Survivor pools have none. */
export async function loadLeader(db: Db, poolId: string, weekId: string, now: number): Promise<Loaded<LeaderReply>> {
  const nobody = { state: { halves: NOBODY.halves, entryIds: [], ownerIds: [], name: '' }, validUntil: ALWAYS };
  if (!(await asksForSides(db, poolId))) return nobody;
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

/** An entry of a survivor pool with its season; its choices include sealed ones. */
export interface SurvivorRow extends PoolEntry, SurvivorSeason, Rank {
  readonly own: TeamChoices;
  readonly buyBacks: BuyBacks;
  /** If the rules let it be bought back after the week that put it out: until when, ms. It may have passed. */
  readonly buyBackEnd: number | null;
  /** That week and moment, if it can still be bought back; null if it can't. */
  readonly mayBuyBack: { readonly weekId: string; readonly until: number } | null;
}

/** The standings of a survivor pool. */
export interface SurvivorTable {
  readonly weeks: readonly PoolWeek[];
  readonly spared: SparedWeeks;
  /** In the order in which they joined. */
  readonly entries: readonly PoolEntry[];
  /** By rank, then by name. */
  readonly rows: readonly SurvivorRow[];
  /** The winning entries, once decided; nobody wins while an entry can still be bought back. */
  readonly winners: readonly string[];
  /** When the next of the entries can no longer be bought back, ms; infinite if none can. */
  readonly validUntil: number;
}

/** Whether a pool is a survivor pool that is won, so that it needs no more picks. */
export async function isWon(db: Db, pool: Pick<Pool, 'id' | 'rules'>, now: number): Promise<boolean> {
  return traitsOf(pool.rules).plays === 'season' && (await survivorTable(db, pool, now)).winners.length > 0;
}

/** Computes the standings of a survivor pool at `now`. */
export async function survivorTable(db: Db, pool: Pick<Pool, 'id' | 'rules'>, now: number): Promise<SurvivorTable> {
  const weeks = await weeksOfPool(db, pool.id);
  const entries = await survivorPlayers(db, pool);
  const spared = sparedWeeks(weeks, entries, pool.rules);
  const seasons = entries.map(({ choices: own, buyBacks, ...entry }) => {
    return { ...entry, own, buyBacks, ...survivorSeason(weeks, own, pool.rules, buyBacks, spared) };
  });
  const ends = await loadBuyBackEnds(db, pool, weeks, seasons, now);
  const players = seasons.map((player) => {
    const { outWeekId: weekId } = player;
    const until = ends.get(player.id) ?? null;
    const mayBuyBack = weekId !== null && until !== null && now < until ? { weekId, until } : null;
    return { ...player, buyBackEnd: until, mayBuyBack };
  });
  const order = survivorOrder(players, weeks, pool.rules);
  const orderOf = new Map(players.map(({ id }, at) => [id, order[at] ?? 0]));
  const rows = rankRows(players, ({ id }) => orderOf.get(id) ?? 0);
  const open = players.flatMap(({ mayBuyBack }) => mayBuyBack?.until ?? []);
  return {
    weeks,
    spared,
    entries,
    rows,
    winners: open.length > 0 ? [] : survivorWinners(players, weeks, pool.rules),
    validUntil: Math.min(Number.POSITIVE_INFINITY, ...open),
  };
}

/** `buyBackEnds` of a pool, by its stored windows. */
async function loadBuyBackEnds(
  db: Db,
  { id, rules }: Pick<Pool, 'id' | 'rules'>,
  weeks: readonly PoolWeek[],
  seasons: readonly (SurvivorSeason & { readonly id: string })[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  if (!seasons.some((season) => isOutForNow(season, rules))) return new Map();
  const stored = await buyBackWindowsOf(db, id);
  const shown = await weeksShownAsDecided(db, id);
  const closesAt = (entryId: string, weekId: string) =>
    windowOf(weeks, weekId, stored.get(entryId)?.get(weekId), shown.has(weekId), now).closesAt;
  return buyBackEnds(
    weeks.map((week) => week.id),
    seasons,
    rules,
    closesAt,
    now,
  );
}

/** The weeks of a survivor pool that pages have shown as decided. */
export async function weeksShownAsDecided(db: Db, poolId: string): Promise<ReadonlySet<string>> {
  const query = db.selectFrom('pool_weeks').select('week_id').where('pool_id', '=', poolId);
  return new Set((await query.where('decided_at', 'is not', null).execute()).map(({ week_id }) => week_id));
}

/** The winners of the finished weeks of a pool, by week, including weeks that are not decided yet; empty in a survivor pool. */
export async function weekWinnersOf(
  db: Db,
  pool: Pick<Pool, 'id' | 'rules'>,
  { weeks, entrants, late }: Pick<Season, 'weeks' | 'entrants' | 'late'>,
  now: number,
): Promise<Record<string, WeekWinner[]>> {
  if (traitsOf(pool.rules).plays === 'season') return {};
  const finished = weeks.filter(({ isFinished }) => isFinished).map(({ id }) => id);
  const tiebreaks = await tiebreaksOf(db, pool, finished, now);
  return Object.fromEntries(
    finished.map((week) => {
      const played = entrants.filter(({ id }) => late.get(id)?.[week] === undefined);
      const best = weekWinners(played.map(({ id, weeks: scores }) => ({ id, score: scores[week] ?? 0 })));
      return [week, decideWeek(best, tiebreaks.get(week) ?? null)];
    }),
  );
}

/** What separates entries with level totals in each week; empty if the pool has no season tiebreak. */
export async function weekTiesOf(
  db: Db,
  pool: Pick<Pool, 'id' | 'rules'>,
  season: Pick<Season, 'weeks' | 'entrants' | 'late'>,
  now: number,
): Promise<WeekTies> {
  if (pool.rules.seasonTiebreak === 'none' || traitsOf(pool.rules).plays === 'season') return new Map();
  const decided = season.weeks.filter(({ isDecided }) => isDecided).map(({ id }) => id);
  const winners = await weekWinnersOf(db, pool, season, now);
  const tiebreaks = await tiebreaksOf(db, pool, decided, now);
  const correct = await rightPicks(db, pool.id);
  const tieOf = (entrant: Entrant, week: string): WeekTie => ({
    won: decided.includes(week) && (winners[week] ?? []).some((winner) => winner.id === entrant.id),
    correct: correct.get(entrant.id)?.[week] ?? 0,
    off: isBlank(entrant, week, pool.rules) ? 0 : guessOff(tiebreaks.get(week), entrant.id),
  });
  return new Map(
    season.entrants.map((entrant) => [
      entrant.id,
      Object.fromEntries(season.weeks.map((week) => [week.id, tieOf(entrant, week.id)])),
    ]),
  );
}

/** The top entries of a week that win it by tiebreak; all top entries until it is decided. */
async function leadersOf(
  db: Db,
  poolId: string,
  weekId: string,
  top: readonly string[],
  now: number,
): Promise<string[]> {
  const pool = top.length > 1 ? await findPool(db, poolId) : null;
  if (pool === null || pool.rules.tiebreak === 'none' || !isWeekDecided(await gameStates(db, poolId, [weekId]), false))
    return [...top];
  const tiebreak = (await tiebreaksOf(db, pool, [weekId], now)).get(weekId);
  return tiebreak === undefined ? [...top] : breakTie(top, tiebreak);
}

/**
 * The tiebreaks of the given weeks of a pool; empty if it has no tiebreak rule. Leaves out guesses of games that are open in the pool at
 * `now`.
 */
export async function tiebreaksOf(
  db: Db,
  { id, rules }: Pick<Pool, 'id' | 'rules'>,
  weekIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, WeekTiebreak>> {
  if (rules.tiebreak === 'none' || weekIds.length === 0) return new Map();
  const games = await db
    .selectFrom('pool_weeks')
    .innerJoin('games', 'games.gid', 'pool_weeks.tiebreak_gid')
    .select(['pool_weeks.week_id as weekId', 'games.status', 'games.void'])
    .select(['games.home_score as homeScore', 'games.away_score as awayScore'])
    .where('pool_weeks.pool_id', '=', id)
    .where('pool_weeks.week_id', 'in', weekIds)
    .execute();
  const guesses = Map.groupBy(await lockedGuesses(db, id, weekIds, now), (row) => row.weekId);
  return new Map(
    games.map(({ weekId, ...game }) => {
      const own = new Map((guesses.get(weekId) ?? []).map((guess) => [guess.entryId, guess]));
      return [weekId, { rule: rules.tiebreak, total: totalPoints(game), guesses: own }];
    }),
  );
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
async function revealedGuesses(
  db: Db,
  { id, rules }: Pick<Pool, 'id' | 'rules'>,
  weekId: string,
  now: number,
): Promise<ReadonlyMap<string, Guess>> {
  if (rules.tiebreak === 'none') return new Map();
  const guesses = await lockedGuesses(db, id, [weekId], now);
  return new Map(guesses.map((guess) => [guess.entryId, guess]));
}

function picksByGid(own: readonly PoolPick[]): Picks {
  return Object.fromEntries(own.map((pick) => [pick.gid, pick]));
}

/**
 * The standings of a survivor pool. A chosen team is revealed once its game has locked in the pool at `now`, even if the game is cancelled;
 * until then only that a team is chosen.
 */
async function loadSurvival(
  db: Db,
  pool: Pick<Pool, 'id' | 'rules' | 'activeWeekId'>,
  now: number,
): Promise<Loaded<StandingsReply>> {
  const { weeks, entries, rows, winners } = await survivorTable(db, pool, now);
  const games = weeks.flatMap((week) => week.games);
  const knownOf = knownChoices(weeks, now);
  const weekIds = weeks.map(({ id }) => id);
  const sideTables = await sideTablesOf(db, pool.id);
  const names = distinctNames(entries);
  const hasFinal = weeks.map((week) => week.games.some(isOver));
  const decided = decidedWeeks(weeks.map((week) => week.games));
  const state: StandingsReply = {
    weeks: weekIds,
    activeWeekId: activeWeek(weekIds, games, pool.activeWeekId, now),
    finishedWeeks: weekIds.filter((_, at) => decided[at]),
    survivors: [...winners],
    rows: rows.map((player) => ({
      id: player.id,
      ownerId: player.ownerId,
      name: names.get(player.id) ?? player.name,
      halves: weekIds.map((id, at) => (hasFinal[at] ? winHalves(player.results[at], player.seconds[id]) : null)),
      totalHalves: halvesOfPoints(player.wins),
      average: averageScore(halvesOfPoints(player.wins), hasFinal.filter(Boolean).length),
      rank: player.rank,
      survival: survivalOf(player, player.own, weekIds, { known: knownOf(player.own), sideTables }),
    })),
  };
  return { state, validUntil: Math.min(nextCalendarTurn(games, now), nextLock(games, now)) };
}

function winHalves(...results: readonly (SurvivorResult | undefined)[]): Halves {
  return halvesOfPoints(results.filter((result) => result === 'won').length);
}

function survivalOf(
  {
    lives,
    outWeekId,
    wins,
    results,
    seconds,
    boughtBack,
    mayBuyBack,
  }: Pick<SurvivorRow, keyof SurvivorSeason | 'mayBuyBack'>,
  choices: TeamChoices,
  weekIds: readonly string[],
  { known, sideTables }: { readonly known: TeamChoices; readonly sideTables: readonly SideTable[] },
): Survival {
  const slotOf = (slot: TeamSlot, result: SurvivorResult) => {
    // A team of somebody who is out counts in a side table only.
    const counts = result !== 'out' || hasSecondChance(sideTables, weekOfSlot(slot));
    if (choiceOf(choices, slot) === undefined || !counts) return { result };
    const shown = choiceOf(known, slot);
    if (shown !== undefined) return { result, team: shown.team, ...(shown.auto && { auto: true as const }) };
    return { result: result === 'off' ? ('open' as const) : result, made: true as const };
  };
  const weeks = results.map((result, at) => {
    const weekId = weekIds[at] ?? '';
    const second = seconds[weekId];
    return { ...slotOf(weekId, result), ...(second && { second: slotOf(teamSlot(weekId, true), second) }) };
  });
  return {
    lives,
    outWeekId,
    wins,
    weeks,
    ...(boughtBack.length > 0 && { boughtBack: [...boughtBack] }),
    ...(mayBuyBack && { mayBuyBack }),
  };
}
