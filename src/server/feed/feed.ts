import type { FeedReply } from '#contract/feed.ts';
import type { Game } from '#core/types.ts';
import type { Settings } from '#server/env/settings.ts';
import type { Store } from '#server/store/engine/connect.ts';
import type { AfterCommit } from '../after-commit.ts';
import type { Clock } from '../clock.ts';
import type { Job, JobsOptions } from '../jobs/jobs.ts';
import { Jobs } from '../jobs/jobs.ts';
import { jobStates } from '../store/feed-jobs.ts';
import { EspnClient } from './espn/client.ts';
import { feedHealth, idleHealth } from './health.ts';
import { LeagueFeed } from './league-feed.ts';
import { taskName } from './plan.ts';
import type { GameRecords } from './records.ts';
import { TeamRecords } from './records.ts';

export interface FeedDeps {
  readonly settings: Pick<Settings, 'kind' | 'feed'>;
  readonly store: Store;
  readonly clock: Clock;
  readonly afterCommit: Pick<AfterCommit, 'changed'>;
}

/** Who hears of bugs, and of jobs that begin to fail or work again. */
export type FeedListener = Pick<JobsOptions, 'onError' | 'onStatusChange'>;

/** What the rest of the server knows of the feed. A feed that is down holds nobody up. */
export interface Feed {
  /** The records of a game's teams; null where no real numbers can be had. */
  records(teams: Pick<Game, 'home' | 'away'>): Promise<GameRecords | null>;
  health(): Promise<FeedReply>;
  /** Whom to ask for a season; null where nobody is asked. */
  readonly league: LeagueFeed | null;
  /** The jobs that ask by themselves once they are started; null where nobody is asked. */
  readonly jobs: Jobs | null;
}

/**
 * The feed of a league, or of a demo, which plays its own games.
 * @param told hears what there is to say of its jobs
 */
export function createFeed({ settings, store, clock, afterCommit }: FeedDeps, told: FeedListener): Feed {
  const { now } = clock;
  const isDemo = settings.kind === 'demo';
  const client = settings.feed && new EspnClient({ url: settings.feed });
  const records = new TeamRecords({ store, now, client, isDemo });
  if (!client) {
    const health = idleHealth(isDemo ? 'demo' : 'off');
    return { records: (teams) => records.of(teams), health: async () => health, league: null, jobs: null };
  }
  const league = new LeagueFeed({ store, client, now, afterCommit });
  return {
    records: (teams) => records.of(teams),
    health: async () => feedHealth(client.host, await league.plan(), await jobStates(store.db), now()),
    league,
    jobs: new Jobs({ store, clock, plan: jobsOf(league), ...told }),
  };
}

/** What a feed has planned, as jobs. */
export function jobsOf(feed: LeagueFeed): () => Promise<Job[]> {
  return async () =>
    (await feed.plan()).map((planned) => ({
      name: taskName(planned.task),
      period: planned.period,
      run: (signal) => feed.run(planned, signal),
    }));
}
