import { seasonAt } from '#core/team-record.ts';
import { DAY_MS } from '#core/time.ts';
import { isPostSeason } from '#core/weeks.ts';
import type { Store } from '#server/store/engine/connect.ts';
import type { AfterCommit } from '../after-commit.ts';
import type { Outcome } from '../jobs/jobs.ts';
import { EVERYTHING } from '../live/changes.ts';
import { deleteOldJobs, deleteOldSlots } from '../store/feed-jobs.ts';
import { gamesOfSeason, writeRecords } from '../store/records.ts';
import type { EspnClient, RetryPolicy } from './espn/client.ts';
import { LONG_RETRY, SHORT_RETRY } from './espn/client.ts';
import type { FeedProblem, ProblemKind } from './espn/problems.ts';
import { parseRecords } from './espn/records.ts';
import { parseScoreboard } from './espn/scoreboard.ts';
import { recordsPath, scoreboardPath } from './espn/urls.ts';
import { espnWeek } from './espn/weeks.ts';
import type { PlannedTask, Task } from './plan.ts';
import { isOffSeason, LIVE_PERIOD, openWeeks, planTasks } from './plan.ts';
import type { WeekAnswer, WeekSync } from './sync.ts';
import { syncWeek } from './sync.ts';

export interface LeagueFeedDeps {
  readonly store: Store;
  readonly client: EspnClient;
  /** ms */
  readonly now: () => number;
  readonly afterCommit: Pick<AfterCommit, 'changed'>;
}

/** How the sync of one week went. */
export interface WeekResult {
  readonly weekId: string;
  /** Games of the league that the answer names. */
  readonly games: number;
  /** Null where nothing could be used. */
  readonly synced: WeekSync | null;
  readonly problems: readonly FeedProblem[];
}

/** The answer about one week, which nothing was written of. */
export interface FetchedWeek {
  readonly weekId: string;
  readonly answer: WeekAnswer | null;
  readonly problems: readonly FeedProblem[];
}

const nothing: WeekSync = { games: 0, added: [], gids: [], weekIds: [], problems: [] };

const outages: readonly ProblemKind[] = ['unreachable', 'timeout', 'refused'];
const absences: readonly ProblemKind[] = ['stub', 'empty', 'other_season', 'other_week'];
/** Jobs of last season are forgotten after this long, in ms. */
const KEEP_JOBS_MS = 30 * DAY_MS;

/** Keeps a league up to date with ESPN: games of a week, of a season, and team records. */
export class LeagueFeed {
  readonly #deps: LeagueFeedDeps;

  constructor(deps: LeagueFeedDeps) {
    this.#deps = deps;
  }

  /** The tasks of the moment. */
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
    // A game that moved from another week took its picks along, or lost them: own picks of both weeks are different.
    const hasMoved = synced.weekIds.some((id) => id !== weekId);
    if (synced.weekIds.length > 0)
      afterCommit.changed(hasMoved ? EVERYTHING : { kind: 'games', weekIds: synced.weekIds });
    return { weekId, games: synced.games, synced, problems: [...problems, ...synced.problems] };
  }

  /** Fetches one week, and writes nothing. `answer` is null where nothing could be used. */
  async fetchWeek(weekId: string, policy: RetryPolicy, signal?: AbortSignal): Promise<FetchedWeek> {
    const week = espnWeek(weekId);
    if (!week) throw new Error(`${weekId} is not the id of a week.`);
    const askedAt = this.#deps.now();
    const response = await this.#deps.client.get(scoreboardPath(week), policy, signal);
    if (!response.ok) return { weekId, answer: null, problems: [{ ...response.problem, where: weekId }] };
    const { value, problems } = parseScoreboard(response.body, { ...week, weekId });
    return { weekId, answer: value && { weekId, games: value.games, askedAt }, problems };
  }

  /** One week after the other; an outage ends it, and what is missing comes with the next run. */
  async #syncSeason({ season }: Task & { kind: 'season' }, signal: AbortSignal): Promise<Outcome> {
    const { store, now } = this.#deps;
    await deleteOldSlots(store.db, now());
    await deleteOldJobs(store.db, now() - KEEP_JOBS_MS);
    const games = await gamesOfSeason(store.db, season);
    const problems: FeedProblem[] = [];
    for (const weekId of openWeeks(season, games, now())) {
      const asked = await this.syncWeek(weekId, LONG_RETRY, signal);
      // A round of the post-season is there when its teams are known, a schedule when it has been announced.
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

/** What is known of a week that was asked for, whether it was written or not. */
type WeekOutcome = Pick<WeekResult, 'problems'> & (Pick<WeekResult, 'synced'> | Pick<FetchedWeek, 'answer'>);

function isUsable(asked: WeekOutcome): boolean {
  return ('synced' in asked ? asked.synced : asked.answer) !== null;
}

/** Whether ESPN cannot be asked at all just now. */
export function isOutage(asked: WeekOutcome): boolean {
  const { problems } = asked;
  return !isUsable(asked) && problems.some(({ kind }) => outages.includes(kind));
}

/** Whether ESPN answers, but has no such week. */
export function isAbsent(asked: WeekOutcome): boolean {
  const { problems } = asked;
  return !isUsable(asked) && problems.length > 0 && problems.every(({ kind }) => absences.includes(kind));
}
