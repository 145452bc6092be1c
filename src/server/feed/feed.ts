import type { FeedJob, FeedProblemReply, FeedReply, FeedState, FeedStatus } from '#contract/feed.ts';
import { easternDate } from '#core/eastern-time.ts';
import { seasonAt } from '#core/team-record.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time.ts';
import type { Game } from '#core/types.ts';
import { compareWeeks, isPostSeason } from '#core/weeks.ts';
import type { Deps } from '#server/deps.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Store } from '#server/platform/db/connect.ts';
import type { Settings } from '#server/platform/env/settings.ts';
import type { Job, JobsOptions, Outcome } from '#server/platform/jobs/jobs.ts';
import { effectivePeriod, Jobs, nextRunAt } from '#server/platform/jobs/jobs.ts';
import type { JobState } from '#server/platform/jobs/store.ts';
import { deleteOldJobs, deleteOldSlots, jobStates } from '#server/platform/jobs/store.ts';
import { EVERYTHING } from '#server/platform/live/changes.ts';
import type { Pages } from '#server/platform/outside.ts';
import type { RetryPolicy } from './espn/client.ts';
import { EspnClient, LONG_RETRY, recordsPath, SHORT_RETRY, scoreboardPath } from './espn/client.ts';
import type { EspnWeek } from './espn/scoreboard.ts';
import { espnWeeks, parseRecords, parseScoreboard, postSeasonWeekIds, regularWeekIds } from './espn/scoreboard.ts';
import { secondLinesOf } from './lines/lines.ts';
import type { FeedProblem, ProblemKind } from './problems.ts';
import type { GameRecords } from './records.ts';
import { TeamRecords } from './records.ts';
import { gamesOfSeason, writeRecords } from './store.ts';
import type { WeekAnswer, WeekSync } from './sync.ts';
import { syncWeek } from './sync.ts';

/** What to fetch: one week, all weeks of a season that may still change, or the records of its teams. */
export type Task =
  | { readonly kind: 'week'; readonly weekId: string }
  | { readonly kind: 'season'; readonly season: number }
  | { readonly kind: 'standings'; readonly season: number };

/** A task with the interval between runs, in ms. */
export interface PlannedTask {
  readonly task: Task;
  readonly period: number;
}

export type PlannedGame = Pick<Game, 'weekId' | 'kickoff' | 'timeTbd' | 'status' | 'void'>;

const SECOND = 1000;

/** While a game is live. */
export const LIVE_PERIOD = 20 * SECOND;
/** From shortly before a kick-off until the game is live. */
export const KICKOFF_PERIOD = 30 * SECOND;
/** While a game is overdue to end, and on the day of a game without a time. */
const WAITING_PERIOD = 15 * MINUTE_MS;
/** For the coming week, and one that has just ended. */
const WEEK_PERIOD = HOUR_MS;
const SEASON_PERIOD = DAY_MS;
/** Around the post-season, whose games are known only days ahead. */
const POST_SEASON_PERIOD = 6 * HOUR_MS;
const OFF_SEASON_PERIOD = 7 * DAY_MS;
const STANDINGS_PERIOD = 6 * HOUR_MS;
/** While a Final may still be wrong. */
const FRESH_FINAL_PERIOD = MINUTE_MS;

const BEFORE_KICKOFF = 15 * MINUTE_MS;
/** A game is fetched less often this long after its kick-off. */
const LATEST_BEGINNING = 5 * HOUR_MS;
const LONGEST_GAME = 8 * HOUR_MS;
/** A game may still be under way this long after kick-off, even if the feed reports it as over. */
const USUAL_GAME = 4 * HOUR_MS;
/** An overdue game is fetched by its week for this long; after that only with its season. */
const OVERDUE = 3 * DAY_MS;
const COMING = 8 * DAY_MS;
/** A result may be corrected for this long. */
const JUST_ENDED = 36 * HOUR_MS;
/** A postponed game may be rescheduled within its week for this long. */
const POSTPONED = 14 * DAY_MS;
/** A season is active while a game is at most this far in the past or the future. */
const BEHIND = 10 * DAY_MS;
const AHEAD = 60 * DAY_MS;

/** What to fetch at a given time, and how often, from the known games of the season. */
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

/** The name of a task's job. */
export function taskName(task: Task): string {
  return task.kind === 'week' ? `week ${task.weekId}` : `${task.kind} ${task.season}`;
}

/** The weeks of a season that may still change. The post-season is included from the last weeks of the regular season on. */
export function openWeeks(season: number, games: readonly PlannedGame[], now: number): string[] {
  const byWeek = Map.groupBy(games, (game) => game.weekId);
  const isOpen = (weekId: string) => byWeek.get(weekId)?.every((game) => isSettled(game, now)) !== true;
  const regular = regularWeekIds(season);
  const last = Math.max(...games.filter((game) => !isPostSeason(game.weekId)).map((game) => game.kickoff));
  const isNear = games.length > 0 && now > last - BEHIND;
  return [...regular, ...(isNear ? postSeasonWeekIds(season) : [])].filter(isOpen);
}

/** Whether it is March to July: no football is played, and for some months no schedule exists. */
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

/** A run may begin this much late, in ms, because nodes check the plan only at intervals. */
const GRACE_MS = 2 * MINUTE_MS;

/** The health of the feed without its second source. */
type EspnHealth = Omit<FeedReply, 'lines'>;

/** The health of the feed, from its plan and the last run of each job. */
export function feedHealth(
  host: string,
  planned: readonly PlannedTask[],
  states: readonly JobState[],
  now: number,
): EspnHealth {
  const past = new Map(states.map((state) => [state.job, state]));
  const jobs = planned.map((each) => toJob(each, past.get(taskName(each.task)) ?? null, now));
  const successes = jobs.flatMap((job) => job.lastSuccessAt ?? []);
  const lastSuccessAt = successes.length > 0 ? Math.max(...successes) : null;
  const status: FeedStatus = {
    state: stateOf(planned, jobs, past, now),
    lastSuccessAt,
    ageMs: lastSuccessAt === null ? null : Math.max(0, now - lastSuccessAt),
    failures: Math.max(0, ...jobs.map((job) => job.failures)),
    nextRunAt: Math.min(...jobs.map((job) => job.nextRunAt)),
  };
  return { host, status, jobs };
}

/** The health of a feed that fetches nothing. */
export function idleHealth(state: 'demo' | 'off'): EspnHealth {
  return {
    host: null,
    status: { state, lastSuccessAt: null, ageMs: null, failures: 0, nextRunAt: null },
    jobs: [],
  };
}

function toJob({ task, period }: PlannedTask, state: JobState | null, now: number): FeedJob {
  return {
    name: taskName(task),
    period,
    lastRunAt: state?.ranAt ?? null,
    lastSuccessAt: state?.succeededAt ?? null,
    failures: state?.failures ?? 0,
    nextRunAt: nextRunAt(period, state, now),
    problems: state ? (JSON.parse(state.problems) as FeedProblemReply[]) : [],
  };
}

function stateOf(
  planned: readonly PlannedTask[],
  jobs: readonly FeedJob[],
  past: ReadonlyMap<string, JobState>,
  now: number,
): FeedState {
  if (jobs.every((job) => job.lastRunAt === null)) return 'waiting';
  if (planned.some((each) => isLate(each, past.get(taskName(each.task)), now))) return 'late';
  if (jobs.some((job) => job.failures > 0)) return 'failing';
  return planned.some(({ task }) => task.kind === 'week') ? 'ok' : 'quiet';
}

function isLate({ period }: PlannedTask, state: JobState | undefined, now: number): boolean {
  return state !== undefined && now - state.ranAt > 2 * effectivePeriod(period, state.failures) + GRACE_MS;
}

export interface LeagueFeedDeps {
  readonly store: Store;
  readonly client: EspnClient;
  /** ms */
  readonly now: () => number;
  readonly afterCommit: Pick<Deps['afterCommit'], 'changed'>;
}

/** The result of syncing one week. */
export interface WeekResult {
  readonly weekId: string;
  /** Number of the league's games in the answer. */
  readonly games: number;
  /** Null if nothing could be used. */
  readonly synced: WeekSync | null;
  readonly problems: readonly FeedProblem[];
}

/** The answer about one week, not written. */
export interface FetchedWeek {
  readonly weekId: string;
  readonly answer: WeekAnswer | null;
  readonly problems: readonly FeedProblem[];
}

const nothing: WeekSync = { games: 0, added: [], gids: [], replaced: [], weekIds: [], problems: [] };

const outages: readonly ProblemKind[] = ['unreachable', 'timeout', 'refused'];
const absences: readonly ProblemKind[] = ['stub', 'empty', 'other_season', 'other_week'];
/** Jobs of last season are deleted after this long, in ms. */
const KEEP_JOBS_MS = 30 * DAY_MS;

/** Keeps a league up to date with ESPN: games of a week, of a season, and team records. */
export class LeagueFeed {
  readonly #deps: LeagueFeedDeps;

  constructor(deps: LeagueFeedDeps) {
    this.#deps = deps;
  }

  /** The current tasks. */
  async plan(): Promise<PlannedTask[]> {
    const { store, now } = this.#deps;
    const season = seasonAt(now());
    return planTasks(season, await gamesOfSeason(store.db, season), now());
  }

  /** Runs a planned task. */
  async run({ task, period }: PlannedTask, signal: AbortSignal): Promise<Outcome> {
    if (task.kind === 'week') {
      const { synced, problems } = await this.syncWeek(
        task.weekId,
        period <= LIVE_PERIOD * 2 ? SHORT_RETRY : LONG_RETRY,
        signal,
      );
      return { succeeded: synced !== null, problems };
    }
    return task.kind === 'season' ? this.#syncSeason(task, signal) : this.#fetchRecords(task, signal);
  }

  /** Fetches one week, and merges it into the games. */
  async syncWeek(weekId: string, policy: RetryPolicy, signal?: AbortSignal): Promise<WeekResult> {
    const { store, now, afterCommit } = this.#deps;
    const { answer, problems } = await this.fetchWeek(weekId, policy, signal);
    if (!answer || signal?.aborted) return { weekId, games: 0, synced: null, problems };
    const { games } = answer;
    const synced = games.length === 0 ? nothing : await syncWeek(store, answer, now);
    // A game that moved from another week took its picks along, or lost them, as does one with another team: own picks changed.
    const changesPicks = synced.weekIds.some((id) => id !== weekId) || synced.replaced.length > 0;
    if (synced.weekIds.length > 0)
      afterCommit.changed(changesPicks ? EVERYTHING : { kind: 'games', weekIds: synced.weekIds });
    return { weekId, games: synced.games, synced, problems: [...problems, ...synced.problems] };
  }

  /** Fetches one week, and writes nothing. `answer` is null if nothing could be used. */
  async fetchWeek(weekId: string, policy: RetryPolicy, signal?: AbortSignal): Promise<FetchedWeek> {
    const [usual, ...others] = espnWeeks(weekId);
    if (!usual) throw new Error(`${weekId} is not the id of a week.`);
    const first = await this.#fetch(weekId, usual, policy, signal);
    if (isOutage(first) || !isWithoutGames(first)) return first;
    for (const other of others) {
      const fetched = await this.#fetch(weekId, other, policy, signal);
      if (!isWithoutGames(fetched)) return fetched;
    }
    return first;
  }

  async #fetch(weekId: string, week: EspnWeek, policy: RetryPolicy, signal?: AbortSignal): Promise<FetchedWeek> {
    const askedAt = this.#deps.now();
    const response = await this.#deps.client.get(scoreboardPath(week), policy, signal);
    if (!response.ok) return { weekId, answer: null, problems: [{ ...response.problem, where: weekId }] };
    const { value, problems } = parseScoreboard(response.body, { ...week, weekId });
    return { weekId, answer: value && { weekId, games: value.games, askedAt }, problems };
  }

  /** Syncs one week after the other. An outage ends it; the next run fetches the rest. */
  async #syncSeason({ season }: Task & { kind: 'season' }, signal: AbortSignal): Promise<Outcome> {
    const { store, now } = this.#deps;
    await deleteOldSlots(store.db, now());
    await deleteOldJobs(store.db, now() - KEEP_JOBS_MS);
    const games = await gamesOfSeason(store.db, season);
    const problems: FeedProblem[] = [];
    for (const weekId of openWeeks(season, games, now())) {
      const asked = await this.syncWeek(weekId, LONG_RETRY, signal);
      // A round of the post-season exists once its teams are known, a schedule once it is announced.
      if (isAbsent(asked) && isPostSeason(weekId)) continue;
      if (isAbsent(asked) && games.length === 0 && isOffSeason(now())) return { succeeded: true, problems: [] };
      problems.push(...asked.problems);
      if (signal.aborted || isOutage(asked)) return { succeeded: false, problems };
    }
    return { succeeded: problems.every(({ kind }) => !absences.includes(kind)), problems };
  }

  async #fetchRecords({ season }: Task & { kind: 'standings' }, signal: AbortSignal): Promise<Outcome> {
    const { store, client, now } = this.#deps;
    const answer = await client.get(recordsPath(season), LONG_RETRY, signal);
    if (!answer.ok) return { succeeded: false, problems: [{ ...answer.problem, where: `standings ${season}` }] };
    const { value, problems } = parseRecords(answer.body, season);
    if (value) await writeRecords(store.db, store.engine, season, value, now());
    return { succeeded: value !== null, problems };
  }
}

/** The outcome of a fetched week, whether written or not. */
type WeekOutcome = Pick<WeekResult, 'problems'> & (Pick<WeekResult, 'synced'> | Pick<FetchedWeek, 'answer'>);

function isUsable(asked: WeekOutcome): boolean {
  return ('synced' in asked ? asked.synced : asked.answer) !== null;
}

function isWithoutGames({ answer }: FetchedWeek): boolean {
  return answer === null || answer.games.length === 0;
}

/** Whether ESPN is currently unreachable. */
export function isOutage(asked: WeekOutcome): boolean {
  const { problems } = asked;
  return !isUsable(asked) && problems.some(({ kind }) => outages.includes(kind));
}

/** Whether ESPN answers, but has no such week. */
export function isAbsent(asked: WeekOutcome): boolean {
  const { problems } = asked;
  return !isUsable(asked) && problems.length > 0 && problems.every(({ kind }) => absences.includes(kind));
}

export interface FeedDeps {
  readonly settings: Pick<Settings, 'kind' | 'feed' | 'lines'>;
  readonly store: Store;
  readonly clock: Clock;
  readonly afterCommit: Pick<Deps['afterCommit'], 'changed'>;
  /** Reads the file of a second source. */
  readonly pages: Pages;
}

/** Handles bugs, and jobs that start to fail or work again. */
export type FeedListener = Pick<JobsOptions, 'onError' | 'onStatusChange'>;

/** The feed's interface to the rest of the server. A feed that is down blocks nothing. */
export interface Feed {
  /** The records of a game's teams; null if real numbers are not available. */
  records(teams: Pick<Game, 'home' | 'away'>): Promise<GameRecords | null>;
  /** The records of the season's teams, as texts by abbreviation; see `TeamRecords.all`. */
  allRecords(): Promise<Readonly<Record<string, string>>>;
  health(): Promise<FeedReply>;
  /** The source for loading a season; null if the feed is off. */
  readonly league: LeagueFeed | null;
  /** The jobs that fetch in the background once started; null if the feed is off and there is no second source of lines. */
  readonly jobs: Jobs | null;
}

/** The feed of a league, or of a demo, which plays its own games. @param listener receives failures and status changes of its jobs */
export function createFeed(deps: FeedDeps, listener: FeedListener): Feed {
  const { settings, store, clock, afterCommit } = deps;
  const { now } = clock;
  const isDemo = settings.kind === 'demo';
  const client = settings.feed && new EspnClient({ url: settings.feed });
  const records = new TeamRecords({ store, now, client, isDemo });
  const league = client && new LeagueFeed({ store, client, now, afterCommit });
  const lines = secondLinesOf(settings.lines, deps);
  const plan = async () => [...(league ? await jobsOf(league)() : []), ...((await lines?.jobs()) ?? [])];
  return {
    records: (teams) => records.of(teams),
    allRecords: () => records.all(),
    health: async () => {
      const states = await jobStates(store.db);
      const health = league
        ? feedHealth(client.host, await league.plan(), states, now())
        : idleHealth(isDemo ? 'demo' : 'off');
      return { ...health, lines: (await lines?.health(states)) ?? null };
    },
    league,
    jobs: league || lines ? new Jobs({ store, clock, plan, ...listener }) : null,
  };
}

/** The plan of a feed, as jobs. */
export function jobsOf(feed: LeagueFeed): () => Promise<Job[]> {
  return async () =>
    (await feed.plan()).map((planned) => ({
      name: taskName(planned.task),
      period: planned.period,
      run: (signal) => feed.run(planned, signal),
    }));
}
