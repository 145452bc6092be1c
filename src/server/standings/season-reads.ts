import { firstEntries } from '#core/entries.ts';
import type { Field, FieldFacts, ScoreFacts, Season, SeasonFacts, TeamFacts } from '#core/formats/format.ts';
import { formatOf } from '#core/formats/format-of.ts';
import type { SurvivorTable } from '#core/formats/survivor/table.ts';
import { survivorTable } from '#core/formats/survivor/table.ts';
import { asksFor, traitsOf } from '#core/formats/traits.ts';
import { hasBuyBacks } from '#core/rules/pool-rules.ts';
import type { Halves } from '#core/scoring.ts';
import type { Entrant, FinishedWeek } from '#core/standings.ts';
import { lateWeeks, seasonWeeks, weeksBeforeJoining, withLateWeeks } from '#core/standings.ts';
import type { WeekTiebreak } from '#core/tiebreak.ts';
import { totalPoints } from '#core/tiebreak.ts';
import type { Pool } from '#core/types.ts';
import { playedWeeks } from '#core/weekly-play.ts';
import type { PoolEntry } from '#server/entries/reads.ts';
import { buyBackWindowsOf, entriesOfPool } from '#server/entries/reads.ts';
import { pickersByWeek, revealedGuesses, survivorPlayers } from '#server/picks/reads.ts';
import { weekPlayers } from '#server/picks/weekly-play-reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { ALWAYS } from '#server/platform/live/topics.ts';
import { poolWeeks, sideTablesOf } from '#server/pools/reads.ts';
import type { GameState } from '#server/pools/week-reads.ts';
import { gameStates, weeksOfPool } from '#server/pools/week-reads.ts';

type AskedPool = Pick<Pool, 'id' | 'rules'>;

/** A season as it was read. */
export interface ReadSeason {
  readonly season: Season;
  readonly weeks: readonly FinishedWeek[];
  readonly games: readonly GameState[];
  /** In the order in which they joined. */
  readonly entries: readonly PoolEntry[];
}

/** Reads the season of a pool at `now`. @param known its scores, if they are read already */
export async function readSeason(db: Db, pool: AskedPool, now: number, known?: SeasonScores): Promise<ReadSeason> {
  const { entries, games, ...facts } = await seasonFacts(db, pool, now, known);
  const season = formatOf(pool.rules).season({ ...facts, games });
  return { season, weeks: facts.weeks, games, entries };
}

type ReadFacts = SeasonFacts & Pick<ReadSeason, 'games' | 'entries'>;

/** Reads what decides the season: scores where weeks are won, otherwise teams. */
async function seasonFacts(db: Db, pool: AskedPool, now: number, known?: SeasonScores): Promise<ReadFacts> {
  const { id, rules } = pool;
  if (traitsOf(rules).plays === 'season') {
    const teams = await readTeams(db, pool);
    const games = teams.weeks.flatMap((week) => week.games);
    const weekIds = teams.weeks.map((week) => week.id);
    const weeks = seasonWeeks(weekIds, games);
    return { rules, now, games, weeks, teams, scores: NO_SCORES, entries: teams.entries };
  }
  const { games, weeks, ...scores } = known ?? (await readScores(db, pool, now));
  const finished = weeks.filter(({ isFinished }) => isFinished).map((week) => week.id);
  const tiebreaks = await tiebreaksOf(db, { id, rules }, finished, now);
  return { rules, now, games, weeks, teams: NO_TEAMS, scores: { ...scores, tiebreaks }, entries: scores.entrants };
}

const NO_SCORES: ScoreFacts = {
  entrants: [],
  late: new Map(),
  players: null,
  tiebreaks: new Map(),
  correct: () => new Map(),
  validUntil: ALWAYS,
};

/** Reads the entries that play for a pool at `now`. */
export async function readField(db: Db, pool: AskedPool, now: number): Promise<Field> {
  const { rules } = pool;
  const facts: FieldFacts = { rules, now, teams: asksFor('team', rules) ? await readTeams(db, pool) : NO_TEAMS };
  return formatOf(rules).field(facts);
}

/** Whether a pool is won already, so that it needs no more picks. */
export async function isWon(db: Db, pool: AskedPool, now: number): Promise<boolean> {
  return !(await readField(db, pool, now)).isOpen;
}

/** Computes the standings of a survivor pool at `now`. */
export async function readSurvivorTable(db: Db, pool: AskedPool, now: number): Promise<SurvivorTable> {
  return survivorTable(await readTeams(db, pool), pool.rules, now);
}

const NO_TEAMS: TeamFacts = { weeks: [], entries: [], windows: new Map(), shownWeeks: new Set(), sideTables: [] };

type ReadTeams = TeamFacts & { readonly entries: readonly PoolEntry[] };

async function readTeams(db: Db, pool: AskedPool): Promise<ReadTeams> {
  const { id, rules } = pool;
  const isOpen = hasBuyBacks(rules);
  return {
    weeks: await weeksOfPool(db, id),
    entries: await survivorPlayers(db, pool),
    windows: isOpen ? await buyBackWindowsOf(db, id) : new Map(),
    shownWeeks: isOpen ? await weeksShownAsDecided(db, id) : new Set(),
    sideTables: await sideTablesOf(db, id),
  };
}

/** The scores of the entries of a pool over its weeks. */
export interface SeasonScores extends Omit<ScoreFacts, 'tiebreaks'>, Pick<ReadSeason, 'weeks' | 'games'> {
  /** In the order in which they joined. */
  readonly entrants: readonly (Entrant & PoolEntry)[];
}

/** Reads the scores of a pool at `now`. */
export async function readScores(db: Db, { id, rules }: AskedPool, now: number): Promise<SeasonScores> {
  const weekIds = await poolWeeks(db, id);
  const [entries, stored, games] = [
    await entriesOfPool(db, id),
    await storedScores(db, id),
    await gameStates(db, id, weekIds),
  ];
  const weeks = seasonWeeks(weekIds, games);
  const scores = byEntry(stored, 'halves');
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
    weeks,
    games,
    entrants: withLateWeeks(scored, late),
    late,
    players: playing?.players ?? null,
    correct: () => byEntry(stored, 'correct'),
    validUntil: playing?.validUntil ?? ALWAYS,
  };
}

/** Values of a season by entry, then by week. */
type ByEntry = ReadonlyMap<string, Readonly<Record<string, number>>>;

/** The stored scores of a pool in half points, and how many picks are right. */
export async function scoresByEntry(db: Db, poolId: string): Promise<Readonly<Record<'halves' | 'correct', ByEntry>>> {
  const rows = await storedScores(db, poolId);
  return { halves: byEntry(rows, 'halves'), correct: byEntry(rows, 'correct') };
}

type StoredScore = Awaited<ReturnType<typeof storedScores>>[number];

function storedScores(db: Db, poolId: string, weekId?: string) {
  const query = db.selectFrom('week_scores').select(['entry_id', 'week_id', 'halves', 'correct']);
  const ofPool = query.where('pool_id', '=', poolId);
  return (weekId === undefined ? ofPool : ofPool.where('week_id', '=', weekId)).execute();
}

function byEntry(rows: readonly StoredScore[], value: 'halves' | 'correct'): ByEntry {
  const entries = new Map<string, Record<string, number>>();
  for (const row of rows) {
    const own = entries.get(row.entry_id) ?? {};
    own[row.week_id] = row[value];
    entries.set(row.entry_id, own);
  }
  return entries;
}

/** The stored scores of a pool in half points, of all weeks or one, by entry, then by week. */
export async function weekScores(db: Db, poolId: string, weekId?: string): Promise<ByEntry> {
  return byEntry(await storedScores(db, poolId, weekId), 'halves');
}

/** How a finished pool was counted before an update changed that; null for a pool that is counted like all others. */
export async function earlierCountOf(
  db: Db,
  poolId: string,
  { lateJoin, missed }: Pick<Pool['rules'], 'lateJoin' | 'missed'>,
): Promise<{ readonly late: ScoreFacts['late']; readonly defaultsPick: boolean } | null> {
  if (lateJoin === 'zero' && missed !== 'own') return null;
  const row = await db.selectFrom('earlier_counts').selectAll().where('pool_id', '=', poolId).executeTakeFirst();
  if (row === undefined) return null;
  const late = new Map(Object.entries(JSON.parse(row.late) as Record<string, Record<string, Halves>>));
  return { late, defaultsPick: row.defaults_pick === 1 };
}

/** The weeks of a survivor pool that pages have shown as decided. */
export async function weeksShownAsDecided(db: Db, poolId: string): Promise<ReadonlySet<string>> {
  const query = db.selectFrom('pool_weeks').select('week_id').where('pool_id', '=', poolId);
  return new Set((await query.where('decided_at', 'is not', null).execute()).map(({ week_id }) => week_id));
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
  const guesses = Map.groupBy(await revealedGuesses(db, id, weekIds, now), (row) => row.weekId);
  return new Map(
    games.map(({ weekId, ...game }) => {
      const own = new Map((guesses.get(weekId) ?? []).map((guess) => [guess.entryId, guess]));
      return [weekId, { rule: rules.tiebreak, total: totalPoints(game), guesses: own }];
    }),
  );
}
