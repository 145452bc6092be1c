import type { Clock } from '#server/platform/clock.ts';
import type { Store } from '#server/platform/db/connect.ts';
import type { Settings } from '#server/platform/env/settings.ts';
import { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Live } from '#server/platform/live/live.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { Outside } from '#server/platform/outside.ts';
import { personalChannels } from './channels.ts';
import { Hooks } from './hooks.ts';
import { Notifier } from './notifier.ts';
import { Posted } from './posted.ts';
import type { Push } from './push.ts';
import { noticeJobs } from './reminders.ts';
import { WeekResults } from './results.ts';

/** Whatever tells people things without being asked. */
export interface Notify {
  readonly mailer: Mailer;
  readonly push: Push;
  /** Messages to single people. */
  readonly notifier: Notifier;
  /** Messages to the hooks of pools. */
  readonly hooks: Hooks;
  /** What members and commissioners post. */
  readonly posted: Posted;
  /** Announces decided weeks. */
  readonly results: WeekResults;
  /** What is sent by the clock, once it is started. */
  readonly jobs: Jobs;
  /** Goes on by itself until `stop`. */
  start(): void;
  /** Resolves when nothing is under way. What waits in the database is left to the next start. */
  stop(): Promise<void>;
}

export interface NotifyDeps {
  readonly settings: Settings;
  readonly store: Store;
  readonly clock: Clock;
  readonly live: Live;
  readonly outside: Outside;
  readonly mailer: Mailer;
  readonly push: Push;
  /** Logs what went wrong in the background. */
  readonly report: (what: string) => (error: unknown) => void;
}

export function createNotify({ settings, report, ...deps }: NotifyDeps): Notify {
  const { store, clock, mailer, push } = deps;
  const { publicUrl } = settings;
  const notifier = new Notifier(store, clock, personalChannels({ settings, mailer, push, clock }));
  const site = publicUrl.origin;
  const posted = new Posted({ store, clock, notifier, site, onError: report('What was posted could not be sent') });
  const hooks = new Hooks({ ...deps, publicUrl, onError: report('Hooks of pools could not be told') });
  const results = new WeekResults({ ...deps, onError: report('The results of weeks could not be announced') });
  const jobs = new Jobs({
    store,
    clock,
    plan: noticeJobs({ store, clock, notifier, site }),
    onError: report('People could not be told something'),
  });
  let catchingUp = Promise.resolve();
  return {
    mailer,
    push,
    notifier,
    posted,
    hooks,
    results,
    jobs,
    start() {
      catchingUp = posted.catchUp().catch(report('What was posted could not be read'));
      results.start();
      hooks.start();
      jobs.start();
    },
    async stop() {
      posted.stop();
      await catchingUp;
      await jobs.stop();
      await results.stop();
      await hooks.stop();
      await push.close();
    },
  };
}
