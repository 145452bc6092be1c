import { seasonAt } from '#core/team-record.ts';
import { isPostSeason } from '#core/weeks.ts';
import type { Store } from '#server/store/engine/connect.ts';
import type { Outcome } from '../jobs/jobs.ts';
import { commitChange } from '../live/commit-change.ts';
import type { Live } from '../live/live.ts';
import { forgetJobs, forgetSlots } from '../store/feed-jobs.ts';
import { gamesOfSeason, writeRecords } from '../store/records.ts';
import type { EspnClient, Patience } from './espn/client.ts';
import { HASTY, PATIENT } from './espn/client.ts';
import type { FeedProblem, ProblemKind } from './espn/problems.ts';
import { parseScoreboard } from './espn/scoreboard.ts';
import { parseStandings } from './espn/standings.ts';
import { scoreboardPath, standingsPath } from './espn/urls.ts';
import { espnWeek } from './espn/weeks.ts';
import type { Planned, Task } from './plan.ts';
import { isOffSeason, LIVE_PERIOD, openWeeks, planTasks } from './plan.ts';
import type { SyncedWeek, WeekAnswer } from './sync.ts';
import { syncWeek } from './sync.ts';

export interface LeagueFeedParts {
  readonly store: Store;
  readonly client: EspnClient;
  /** ms */
  readonly now: () => number;
  readonly live: Pick<Live, 'changed'>;
}

/** What became of one week. */
export interface AskedWeekResult {
  readonly weekId: string;
  /** Games that were understood. */
  readonly games: number;
  /** Null where nothing could be used. */
  readonly synced: SyncedWeek | null;
  readonly problems: readonly FeedProblem[];
}

/** What was said of one week. */
export interface AskedWeek {
  readonly weekId: string;
  readonly answer: WeekAnswer | null;
  readonly problems: readonly FeedProblem[];
}

const nothing: SyncedWeek = { added: [], gids: [], weekIds: [], problems: [] };

const outages: readonly ProblemKind[] = ['unreachable', 'timeout', 'refused'];
const absences: readonly ProblemKind[] = ['stub', 'empty', 'other_season', 'other_week'];
/** Jobs of last season are forgotten after this long, in ms. */
const FORGET_JOBS_MS = 30 * 24 * 60 * 60 * 1000;

/** Brings a league what ESPN says: games of a week, of a season, and the standings. */
export class LeagueFeed {
  readonly #parts: LeagueFeedParts;

  constructor(parts: LeagueFeedParts) {
    this.#parts = parts;
  }

  /** What is to be asked for at the moment. */
  async plan(): Promise<Planned[]> {
    const { store, now } = this.#parts;
    const season = seasonAt(now());
    return planTasks(season, await gamesOfSeason(store.db, season), now());
  }

  /** Does what was planned. */
  async run({ task, period }: Planned, signal: AbortSignal): Promise<Outcome> {
    if (task.kind === 'week') {
      const { synced, problems } = await this.week(task.weekId, period <= LIVE_PERIOD * 2 ? HASTY : PATIENT, signal);
      return { succeeded: synced !== null, problems };
    }
    return task.kind === 'season' ? this.#season(task, signal) : this.#standings(task, signal);
  }

  /** Asks for one week, and writes what may be written. */
  async week(weekId: string, patience: Patience, signal?: AbortSignal): Promise<AskedWeekResult> {
    const { store, now, live } = this.#parts;
    const { answer, problems } = await this.ask(weekId, patience, signal);
    if (!answer || signal?.aborted) return { weekId, games: 0, synced: null, problems };
    const { games } = answer;
    const synced = games.length === 0 ? nothing : await syncWeek(store, answer, now);
    await commitChange({ store, live }, { kind: 'games', weekIds: synced.weekIds });
    return { weekId, games: games.length, synced, problems: [...problems, ...synced.problems] };
  }

  /** Asks for one week, and writes nothing. `answer` is null where nothing could be used. */
  async ask(weekId: string, patience: Patience, signal?: AbortSignal): Promise<AskedWeek> {
    const week = espnWeek(weekId);
    if (!week) throw new Error(`${weekId} is not the id of a week.`);
    const askedAt = this.#parts.now();
    const said = await this.#parts.client.get(scoreboardPath(week), patience, signal);
    if (!said.ok) return { weekId, answer: null, problems: [{ ...said.problem, where: weekId }] };
    const { value, problems } = parseScoreboard(said.body, { ...week, weekId });
    return { weekId, answer: value && { weekId, games: value.games, askedAt }, problems };
  }

  /** One week after the other; an outage ends it, and what is missing comes with the next run. */
  async #season({ season }: Task & { kind: 'season' }, signal: AbortSignal): Promise<Outcome> {
    const { store, now } = this.#parts;
    await forgetSlots(store.db, now());
    await forgetJobs(store.db, now() - FORGET_JOBS_MS);
    const games = await gamesOfSeason(store.db, season);
    const problems: FeedProblem[] = [];
    for (const weekId of openWeeks(season, games, now())) {
      const asked = await this.week(weekId, PATIENT, signal);
      // A round of the post-season is there when its teams are known, a schedule when it has been announced.
      if (isAbsent(asked) && isPostSeason(weekId)) continue;
      if (isAbsent(asked) && games.length === 0 && isOffSeason(now())) return { succeeded: true, problems: [] };
      problems.push(...asked.problems);
      if (signal.aborted || isOutage(asked)) return { succeeded: false, problems };
    }
    return { succeeded: problems.every(({ kind }) => !absences.includes(kind)), problems };
  }

  async #standings({ season }: Task & { kind: 'standings' }, signal: AbortSignal): Promise<Outcome> {
    const { store, client, now } = this.#parts;
    const answer = await client.get(standingsPath(season), PATIENT, signal);
    if (!answer.ok) return { succeeded: false, problems: [{ ...answer.problem, where: `standings ${season}` }] };
    const { value, problems } = parseStandings(answer.body, season);
    if (value) await writeRecords(store.db, store.engine, season, value, now());
    return { succeeded: value !== null, problems };
  }
}

/** What is known of a week that was asked for, whether it was written or not. */
type Outcomes = Pick<AskedWeekResult, 'problems'> & (Pick<AskedWeekResult, 'synced'> | Pick<AskedWeek, 'answer'>);

function isUsable(asked: Outcomes): boolean {
  return ('synced' in asked ? asked.synced : asked.answer) !== null;
}

/** Whether ESPN cannot be asked at all just now. */
export function isOutage(asked: Outcomes): boolean {
  const { problems } = asked;
  return !isUsable(asked) && problems.some(({ kind }) => outages.includes(kind));
}

/** Whether ESPN answers, but has no such week. */
export function isAbsent(asked: Outcomes): boolean {
  const { problems } = asked;
  return !isUsable(asked) && problems.length > 0 && problems.every(({ kind }) => absences.includes(kind));
}
