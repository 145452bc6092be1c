import { easternDate } from '#core/eastern-time.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time.ts';
import type { Game } from '#core/types.ts';
import { compareWeeks, isPostSeason } from '#core/weeks.ts';
import { postSeasonWeekIds, regularWeekIds } from './espn/weeks.ts';

/** What is asked for: one week, all weeks of a season that may still change, or the records of its teams. */
export type Task =
  | { readonly kind: 'week'; readonly weekId: string }
  | { readonly kind: 'season'; readonly season: number }
  | { readonly kind: 'standings'; readonly season: number };

/** A task with the time from one run to the next, in ms. */
export interface PlannedTask {
  readonly task: Task;
  readonly period: number;
}

export type PlannedGame = Pick<Game, 'weekId' | 'kickoff' | 'timeTbd' | 'status' | 'void'>;

const SECOND = 1000;

/** While a game is under way. */
export const LIVE_PERIOD = 20 * SECOND;
/** From shortly before a kick-off until the game is under way. */
export const KICKOFF_PERIOD = 30 * SECOND;
/** While a game should be over and is not, and on the day of one without a time. */
const WAITING_PERIOD = 15 * MINUTE_MS;
/** The coming week, and one that has just ended. */
const WEEK_PERIOD = HOUR_MS;
const SEASON_PERIOD = DAY_MS;
/** Around the post-season, whose games are found out from one day to the next. */
const POST_SEASON_PERIOD = 6 * HOUR_MS;
const OFF_SEASON_PERIOD = 7 * DAY_MS;
const STANDINGS_PERIOD = 6 * HOUR_MS;
/** While a Final may still be a mistake. */
const FRESH_FINAL_PERIOD = MINUTE_MS;

const BEFORE_KICKOFF = 15 * MINUTE_MS;
/** A game that should have begun so long ago, or that has been under way for so long, is asked about less often. */
const LATEST_BEGINNING = 5 * HOUR_MS;
const LONGEST_GAME = 8 * HOUR_MS;
/** A game may still be under way for so long, although the feed says that it is over. */
const USUAL_GAME = 4 * HOUR_MS;
/** A game that should be over is asked about for so long; after that with its season only. */
const OVERDUE = 3 * DAY_MS;
const COMING = 8 * DAY_MS;
/** A result may be corrected for so long. */
const JUST_ENDED = 36 * HOUR_MS;
/** A game that was postponed may find another day of its week for so long. */
const POSTPONED = 14 * DAY_MS;
/** A season is on while a game lies so far behind or ahead. */
const BEHIND = 10 * DAY_MS;
const AHEAD = 60 * DAY_MS;

/** What to ask for at a moment, and how often, by what is known of the season's games. */
export function planTasks(season: number, games: readonly PlannedGame[], now: number): PlannedTask[] {
  const byWeek = Map.groupBy(games, (game) => game.weekId);
  const weeks = [...byWeek].flatMap(([weekId, ofWeek]): PlannedTask[] => {
    const period = weekPeriod(ofWeek, now);
    return period === null ? [] : [{ task: { kind: 'week', weekId }, period }];
  });
  const isOn = games.some(({ kickoff }) => kickoff > now - BEHIND && kickoff < now + COMING);
  return [
    ...weeks.sort((a, b) => compareWeeks(weekOf(a), weekOf(b))),
    ...(isOn ? [{ task: { kind: 'standings', season } as const, period: STANDINGS_PERIOD }] : []),
    { task: { kind: 'season', season }, period: seasonPeriod(games, now) },
  ];
}

/** How a task is named among the jobs. */
export function taskName(task: Task): string {
  return task.kind === 'week' ? `week ${task.weekId}` : `${task.kind} ${task.season}`;
}

/**
 * The weeks of a season that may still change. The post-season is asked about from the last weeks of the regular season
 * on.
 */
export function openWeeks(season: number, games: readonly PlannedGame[], now: number): string[] {
  const byWeek = Map.groupBy(games, (game) => game.weekId);
  const isOpen = (weekId: string) => byWeek.get(weekId)?.every((game) => isSettled(game, now)) !== true;
  const regular = regularWeekIds(season);
  const last = Math.max(...games.filter((game) => !isPostSeason(game.weekId)).map((game) => game.kickoff));
  const isNear = games.length > 0 && now > last - BEHIND;
  return [...regular, ...(isNear ? postSeasonWeekIds(season) : [])].filter(isOpen);
}

/** From March to July there is no football, and no schedule for some months. */
export function isOffSeason(now: number): boolean {
  const month = Number(easternDate(now).slice(5, 7));
  return month >= 3 && month <= 7;
}

function weekOf({ task }: PlannedTask): string {
  return task.kind === 'week' ? task.weekId : '';
}

function weekPeriod(games: readonly PlannedGame[], now: number): number | null {
  const periods = games.flatMap((game) => gamePeriod(game, now) ?? []);
  return periods.length > 0 ? Math.min(...periods) : null;
}

function gamePeriod(game: PlannedGame, now: number): number | null {
  const since = now - game.kickoff;
  const usual = since > -COMING && since < (game.void === 'postponed' ? POSTPONED : JUST_ENDED) ? WEEK_PERIOD : null;
  if (game.void) return usual;
  if (game.status === 'Final') return since < USUAL_GAME ? FRESH_FINAL_PERIOD : usual;
  const late = since < OVERDUE ? WAITING_PERIOD : null;
  if (game.timeTbd) return since > 0 ? late : usual;
  if (game.status === 'In Progress') return since < LONGEST_GAME ? LIVE_PERIOD : late;
  if (since >= LATEST_BEGINNING) return late;
  return since > -BEFORE_KICKOFF ? KICKOFF_PERIOD : usual;
}

function seasonPeriod(games: readonly PlannedGame[], now: number): number {
  if (games.length === 0) return isOffSeason(now) ? OFF_SEASON_PERIOD : SEASON_PERIOD;
  const isOn = games.some(({ kickoff }) => kickoff > now - BEHIND && kickoff < now + AHEAD);
  if (!isOn) return OFF_SEASON_PERIOD;
  const isLate = !games.some((game) => !isPostSeason(game.weekId) && game.kickoff > now + COMING);
  return isLate ? POST_SEASON_PERIOD : SEASON_PERIOD;
}

function isSettled({ status, void: called, kickoff }: PlannedGame, now: number): boolean {
  if (called === 'postponed') return now - kickoff > POSTPONED;
  return (status === 'Final' || called !== null) && now - kickoff > OVERDUE;
}
