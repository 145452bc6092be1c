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

/** The services that notify people. */
export interface Notify {
  readonly mailer: Mailer;
  readonly push: Push;
  /** Messages to individual people. */
  readonly notifier: Notifier;
  /** Messages to the hooks of pools. */
  readonly hooks: Hooks;
  /** Notifications of what members and commissioners post. */
  readonly posted: Posted;
  /** Announces decided weeks. */
  readonly results: WeekResults;
  /** Scheduled messages, once started. */
  readonly jobs: Jobs;
  /** Starts the background work, until `stop`. */
  start(): void;
  /** Resolves when nothing is in progress. Messages that wait in the database are left to the next start. */
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
  /** Logs errors of background work. */
  readonly report: (what: string) => (error: unknown) => void;
}

export function createNotify({ settings, report, ...deps }: NotifyDeps): Notify {
  const { store, clock, mailer, push } = deps;
  const { publicUrl } = settings;
  const notifier = new Notifier(store, clock, personalChannels({ settings, mailer, push, clock }));
  const site = publicUrl.origin;
  const posted = new Posted({
    store,
    clock,
    notifier,
    site,
    onError: report('Notifications of posts could not be sent'),
  });
  const hooks = new Hooks({ ...deps, publicUrl, onError: report('The hooks of pools could not be notified') });
  const results = new WeekResults({ ...deps, onError: report('The results of weeks could not be announced') });
  const jobs = new Jobs({
    store,
    clock,
    plan: noticeJobs({ store, clock, notifier, site }),
    onError: report('Scheduled notifications could not be sent'),
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
      catchingUp = posted.catchUp().catch(report('Waiting posts could not be read'));
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
