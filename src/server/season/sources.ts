import { lockedTeamsText, secondGameText } from '#core/source-games.ts';
import { isPostSeason } from '#core/weeks.ts';
import { postSeasonWeekIds, regularWeekIds, withoutReplaced } from '#server/feed/espn/scoreboard.ts';
import type { FetchedWeek, LeagueFeed } from '#server/feed/feed.ts';
import { isAbsent, isOutage } from '#server/feed/feed.ts';
import type { FeedProblem } from '#server/feed/problems.ts';
import { problemText, reporterFor } from '#server/feed/problems.ts';
import type { GameWrite } from '#server/game-changes/store.ts';
import { addMissingTeams } from '#server/game-changes/store.ts';
import { gamesOfWeeks } from '#server/games/reads.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import { dryRun, transact } from '#server/platform/db/transactions.ts';
import { SHORT_RETRY } from '../feed/espn/client.ts';
import type { WeekAnswer } from '../feed/sync.ts';
import { writeWeek } from '../feed/sync.ts';
import type { LeftOutGame, Loader } from './store.ts';
import { importGamesIn } from './store.ts';

/** The effect of writing a season. */
export interface SeasonCounts {
  readonly games: number;
  readonly weeks: number;
  readonly added: number;
  readonly changed: number;
  /** Games that keep a value that an admin set by hand. */
  readonly kept: number;
  readonly problems: readonly FeedProblem[];
}

/** The games of a season, ready to be written. */
export interface SeasonSource {
  readonly kind: 'file' | 'espn';
  readonly season: number;
  /** Rounds that are not known yet. */
  readonly notYet: readonly string[];
  /** What was invalid and is left out. */
  readonly problems: readonly string[];
  readonly write: (tx: Db, store: Store, loader: Loader) => Promise<SeasonCounts>;
}

/** The games of a file. */
export function fileSource(season: number, games: readonly GameWrite[]): SeasonSource {
  return {
    kind: 'file',
    season,
    notYet: [],
    problems: [],
    write: async (tx, store, loader) => {
      const { leftOut, ...counts } = await importGamesIn(tx, store, season, games, loader);
      return { ...counts, games: games.length - leftOut.length, problems: leftOutProblems(leftOut) };
    },
  };
}

/** Problems for games that are left out because they contradict another game. */
export function leftOutProblems(leftOut: readonly LeftOutGame[]): FeedProblem[] {
  const problems: FeedProblem[] = [];
  for (const { wanted, known, reason } of leftOut) {
    const report = reporterFor(problems, `${wanted.weekId} ${wanted.away} at ${wanted.home}`);
    if (reason === 'second_game') report('team_twice', secondGameText(known));
    else if (reason === 'locked') report('other_teams', lockedTeamsText(known));
    else report('other_teams', `Game ${known.gid} is ${known.away} at ${known.home} in ${known.weekId}.`);
  }
  return problems;
}

/** Fetches every week of a season from ESPN. Null if it does not answer, or has no games of the season. */
export async function espnSource(feed: Pick<LeagueFeed, 'fetchWeek'>, season: number): Promise<SeasonSource | null> {
  const asked: FetchedWeek[] = [];
  for (const weekId of [...regularWeekIds(season), ...postSeasonWeekIds(season)]) {
    const week = await feed.fetchWeek(weekId, SHORT_RETRY);
    if (isOutage(week)) return null;
    asked.push(week);
  }
  const answers = asked.flatMap(({ answer }) => (answer && answer.games.length > 0 ? [answer] : []));
  if (answers.length === 0) return null;
  const early = asked.filter((week) => isPostSeason(week.weekId) && isAbsent(week));
  const others = asked.filter((week) => !early.includes(week));
  return {
    kind: 'espn',
    season,
    notYet: early.map((week) => week.weekId),
    problems: others.flatMap((week) => week.problems.map(problemText)),
    write: (tx, store, { now }) => writeAnswers(tx, store, answers, now),
  };
}

async function writeAnswers(
  tx: Db,
  { engine }: Store,
  answers: readonly WeekAnswer[],
  now: () => number,
): Promise<SeasonCounts> {
  await addMissingTeams(tx);
  let [games, added, changed] = [0, 0, 0];
  const problems: FeedProblem[] = [];
  const played = new Set(withoutReplaced(answers.flatMap((answer) => answer.games)));
  for (const answer of answers) {
    const answered = answer.games.filter((game) => played.has(game));
    const written = await writeWeek(tx, engine, { ...answer, games: answered }, now);
    games += written.games;
    added += written.added.length;
    changed += written.gids.length;
    problems.push(...written.problems);
  }
  const weekIds = answers.map((answer) => answer.weekId);
  const kept = (await gamesOfWeeks(tx, weekIds)).filter((game) => game.setByAdmin.length > 0).length;
  return { games, weeks: weekIds.length, added, changed, kept, problems };
}

/** The effect of loading a season, in the types of the contract. */
export interface LoadedSeason {
  season: number;
  games: number;
  weeks: number;
  added: number;
  changed: number;
  unchanged: number;
  kept: number;
  notYet: string[];
  problems: string[];
}

/** The effect that loading a season would have: loads it, and rolls back. */
export async function previewSeason(store: Store, source: SeasonSource, now: () => number): Promise<LoadedSeason> {
  return loadedOf(source, await dryRun(store, (tx) => source.write(tx, store, { adminId: null, now })));
}

/**
 * Writes a season, all or nothing, and logs it if it changed anything. Changes to locked games from a file are logged game by game. The
 * caller must run `AfterCommit`.
 */
export async function loadSeason(store: Store, source: SeasonSource, loader: Loader): Promise<LoadedSeason> {
  const load = async (tx: Db): Promise<SeasonCounts> => {
    const written = await source.write(tx, store, loader);
    const { added, changed } = written;
    if (added + changed > 0) {
      const after = { season: source.season, source: source.kind, added, changed };
      const now = await timeInTransaction(tx, store.engine, loader.now);
      await writeAudit(tx, { act: 'season.load', actorId: loader.adminId, after }, now);
    }
    return written;
  };
  const counts = await transact(store, load);
  return loadedOf(source, counts);
}

function loadedOf(source: SeasonSource, { games, weeks, added, changed, kept, problems }: SeasonCounts): LoadedSeason {
  return {
    season: source.season,
    games,
    weeks,
    added,
    changed,
    unchanged: Math.max(games - added - changed, 0),
    kept,
    notYet: [...source.notYet],
    problems: [...source.problems, ...problems.map(problemText)],
  };
}
