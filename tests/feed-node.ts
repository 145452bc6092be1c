/** A node that only runs the feed: a thread with its own database connection, on a clock that a test sets. */
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { AfterCommit } from '#server/after-commit.ts';
import { EspnClient } from '#server/feed/espn/client.ts';
import { jobsOf, LeagueFeed } from '#server/feed/feed.ts';
import { connect } from '#server/platform/db/connect.ts';
import { Jobs } from '#server/platform/jobs/jobs.ts';

interface NodeData {
  readonly location: string;
  readonly url: string;
}

/** The report of a node that has finished its due runs: the number of runs so far, and the errors. */
interface Report {
  readonly runs: number;
  readonly errors: readonly string[];
}

export interface FeedNode {
  /** Runs the jobs that are due at a time; false while it is still busy with an earlier call. */
  tick(now: number): boolean;
  /** Resolves when nothing is in progress. */
  idle(): Promise<void>;
  report(): Report;
  stop(): Promise<void>;
}

export function startFeedNode(location: string, url: URL): FeedNode {
  const worker = new Worker(new URL(import.meta.url), { workerData: { location, url: url.href } satisfies NodeData });
  let latest: Report = { runs: 0, errors: [] };
  let busy: Promise<void> | null = null;
  return {
    tick(now) {
      if (busy) return false;
      busy = once(worker, 'message').then(([report]) => {
        latest = report as Report;
        busy = null;
      });
      worker.postMessage(now);
      return true;
    },
    async idle() {
      await busy;
    },
    report: () => latest,
    async stop() {
      await busy;
      await worker.terminate();
    },
  };
}

function run({ location, url }: NodeData): void {
  let moment = 0;
  const clock = { now: () => moment };
  const store = connect(location);
  const client = new EspnClient({ url: new URL(url), pauseMs: 1 });
  const errors: string[] = [];
  const afterCommit = new AfterCommit({
    store,
    live: { changed: () => {}, forget: () => {} },
    now: clock.now,
    onError: (error) => errors.push(String(error)),
  });
  const feed = new LeagueFeed({ store, client, now: clock.now, afterCommit });
  let runs = 0;
  const plan = async () =>
    (await jobsOf(feed)()).map((job) => ({
      ...job,
      run: (signal: AbortSignal) => {
        runs += 1;
        return job.run(signal);
      },
    }));
  const jobs = new Jobs({ store, clock, plan, onError: (error) => errors.push(String(error)) });
  parentPort?.on('message', async (now: number) => {
    moment = now;
    await jobs.tick().catch((error: unknown) => errors.push(String(error)));
    await afterCommit.idle();
    parentPort?.postMessage({ runs, errors } satisfies Report);
  });
}

if (!isMainThread) run(workerData as NodeData);
