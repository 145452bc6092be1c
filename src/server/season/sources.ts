import { isPostSeason } from '#core/weeks.ts';
import type { Db, Store } from '#server/store/engine/connect.ts';
import { SHORT_RETRY } from '../feed/espn/client.ts';
import type { FeedProblem } from '../feed/espn/problems.ts';
import { problemText, reporterFor } from '../feed/espn/problems.ts';
import { postSeasonWeekIds, regularWeekIds } from '../feed/espn/weeks.ts';
import { withoutReplaced } from '../feed/feed-game.ts';
import type { FetchedWeek, LeagueFeed } from '../feed/league-feed.ts';
import { isAbsent, isOutage } from '../feed/league-feed.ts';
import type { WeekAnswer } from '../feed/sync.ts';
import { writeWeek } from '../feed/sync.ts';
import { gamesOfWeeks } from '../store/game-reads.ts';
import type { GameWrite } from '../store/games.ts';
import type { Loader, MisnamedGame } from '../store/import-games.ts';
import { importGamesIn } from '../store/import-games.ts';
import { addMissingTeams } from '../store/teams.ts';

/** What writing a season does. */
export interface SeasonCounts {
  readonly games: number;
  readonly weeks: number;
  readonly added: number;
  readonly changed: number;
  /** Games with something that an admin set by hand and that stays. */
  readonly kept: number;
  readonly problems: readonly FeedProblem[];
}

/** The games of a season, ready to be written. */
export interface SeasonSource {
  readonly kind: 'file' | 'espn';
  readonly season: number;
  /** Rounds that are not known yet. */
  readonly notYet: readonly string[];
  /** What made no sense and is left out. */
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
      const { misnamed, ...counts } = await importGamesIn(tx, store, season, games, loader);
      return { ...counts, games: games.length - misnamed.length, problems: misnamedProblems(misnamed) };
    },
  };
}

/** Games that are left out because their id is that of others. */
export function misnamedProblems(misnamed: readonly MisnamedGame[]): FeedProblem[] {
  const problems: FeedProblem[] = [];
  for (const { wanted, known } of misnamed) {
    const report = reporterFor(problems, `${wanted.weekId} ${wanted.away} at ${wanted.home}`);
    report('other_teams', `Game ${known.gid} is ${known.away} at ${known.home} in ${known.weekId}.`);
  }
  return problems;
}

/** Asks ESPN for every week of a season. Null where it does not answer, or knows no games of it. */
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
