import { DAY_MS, MINUTE_MS } from '#core/time.ts';
import type { Job } from '../jobs/jobs.ts';
import { deleteOldSlots } from '../store/feed-jobs.ts';
import { deleteOldNotifications } from '../store/notifications.ts';
import type { NoticeDeps } from './reminders.ts';
import { sendReminders } from './reminders.ts';
import { sendResults } from './results.ts';

/** How often due reminders are looked for: the most that one can be late. */
const REMINDERS_MS = 5 * MINUTE_MS;
const RESULTS_MS = 5 * MINUTE_MS;
const CLEANING_MS = DAY_MS;

/** The jobs that send messages by themselves. One node does each run. */
export function noticeJobs(deps: NoticeDeps): () => Promise<Job[]> {
  const { store, clock } = deps;
  const clean = async () => {
    await deleteOldNotifications(store.db, clock.now());
    await deleteOldSlots(store.db, clock.now());
    return { succeeded: true, problems: [] };
  };
  return async () => [
    { name: 'reminders', period: REMINDERS_MS, run: (signal) => sendReminders(deps, signal) },
    { name: 'week results', period: RESULTS_MS, run: (signal) => sendResults(deps, signal) },
    { name: 'old notifications', period: CLEANING_MS, run: clean },
  ];
}
