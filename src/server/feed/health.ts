import type { FeedJob, FeedProblemReply, FeedReply, FeedState, FeedStatus } from '#contract/feed.ts';
import { MINUTE_MS } from '#core/time.ts';
import { effectivePeriod, nextRunAt } from '../jobs/schedule.ts';
import type { JobState } from '../store/feed-jobs.ts';
import type { PlannedTask } from './plan.ts';
import { taskName } from './plan.ts';

/** A run may begin this much later than it should, in ms: nodes look at the plan now and then only. */
const GRACE_MS = 2 * MINUTE_MS;

/** How the feed is, by what is planned and how each job went last. */
export function feedHealth(
  host: string,
  planned: readonly PlannedTask[],
  states: readonly JobState[],
  now: number,
): FeedReply {
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

/** A feed that asks nobody. */
export function idleHealth(state: 'demo' | 'off'): FeedReply {
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
