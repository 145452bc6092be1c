import type { Clock } from '#server/platform/clock.ts';
import type { Store } from '#server/platform/db/connect.ts';
import type { Settings } from '#server/platform/env/settings.ts';
import { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Live } from '#server/platform/live/live.ts';
import type { Outbox } from '#server/platform/outbox/outbox.ts';
import { personalChannels } from './channels.ts';
import { Hooks } from './hooks.ts';
import { Notifier } from './notifier.ts';
import { Posted } from './posted.ts';
import type { Push, PushSender } from './push.ts';
import { noticeJobs } from './reminders.ts';
import { WeekResults } from './results.ts';

/** The services that notify people. */
export interface Notify {
  readonly push: Push;
  readonly pushSender: PushSender;
  /** Messages to individual people. */
  readonly notifier: Notifier;
  /** News of pools for their hooks. */
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
  readonly outbox: Outbox;
  readonly push: Push;
  readonly pushSender: PushSender;
  /** Logs errors of background work. */
  readonly report: (what: string) => (error: unknown) => void;
}

export function createNotify({ settings, report, ...deps }: NotifyDeps): Notify {
  const { store, clock, outbox, push, pushSender } = deps;
  const notifier = new Notifier(store, clock, outbox, personalChannels(settings));
  const site = settings.publicUrl.origin;
  const asksSecondFactor = settings.secondFactor === 'required';
  const posted = new Posted({
    store,
    clock,
    notifier,
    site,
    asksSecondFactor,
    onError: report('Notifications of posts could not be sent'),
  });
  const hooks = new Hooks({ ...deps, onError: report('The hooks of pools could not be notified') });
  const results = new WeekResults({ ...deps, onError: report('The results of weeks could not be announced') });
  const jobs = new Jobs({
    store,
    clock,
    plan: noticeJobs({ store, clock, notifier, site, asksSecondFactor }),
    onError: report('Scheduled notifications could not be sent'),
  });
  let catchingUp = Promise.resolve();
  return {
    push,
    pushSender,
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
    },
  };
}
