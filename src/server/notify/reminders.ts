import type { ReminderMoment } from '#core/notify/moments.ts';
import { EARLIEST_REMINDER_MS, isDue, reminderMoments } from '#core/notify/moments.ts';
import { poolWeek } from '#core/pool-week.ts';
import { DAY_MS, MINUTE_MS } from '#core/time.ts';
import { entriesOfOwners } from '#server/entries/reads.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { forEach } from '#server/platform/for-each.ts';
import type { Job, Outcome } from '#server/platform/jobs/jobs.ts';
import { deleteOldSlots } from '#server/platform/jobs/store.ts';
import { removeOldMessages } from '#server/platform/outbox/store.ts';
import { nextTurn } from '#server/platform/turns.ts';
import { deleteOldPickLinks } from '#server/users/pick-link-store.ts';
import type { LineNoticeDeps } from './missing-lines.ts';
import { notifyOfMissingLines } from './missing-lines.ts';
import type { MissingEntry } from './missing-reads.ts';
import { missingPicks } from './missing-reads.ts';
import type { Channel, MissingNews, Notification, Notifier, Round } from './notifier.ts';
import { SLICE } from './notifier.ts';
import { sendResults } from './results.ts';
import type { PlayedWeek, Recipient } from './store.ts';
import { deleteOldNotifications, KEPT_MS, weeksLocking } from './store.ts';

/** The dependencies of the jobs that send messages. */
export interface NoticeDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly notifier: Notifier;
  /** The address of the league. */
  readonly site: string;
}

/** The key of reminders that a commissioner sends: one per week. */
export function keyByHand({ poolId, weekId }: { readonly poolId: string; readonly weekId: string }): string {
  return `${poolId} ${weekId} asked`;
}

/** A reminder of missing picks to some members. */
export interface Reminding {
  readonly week: Pick<PlayedWeek, 'poolId' | 'poolName' | 'weekId'>;
  readonly notification: Pick<Notification<'missing-picks'>, 'key' | 'consent' | 'site'>;
  readonly isByHand: boolean;
  /** Which picks count as missing. */
  readonly of: Parameters<typeof missingPicks>[4];
  /** The members to remind, with their time zones, by id. */
  readonly zones: ReadonlyMap<string, string | null>;
  /** Default: all. */
  readonly channels?: readonly Channel[];
  /** Runs in the transaction of the claims, unless there are none. */
  readonly onClaim?: (tx: Db) => Promise<unknown>;
}

/** Reminds some members who still lack something. @returns how many were reminded */
export async function remindSome(
  { store, clock, notifier }: Pick<NoticeDeps, 'store' | 'clock' | 'notifier'>,
  { week, notification, isByHand, of, zones, channels, onClaim }: Reminding,
): Promise<number> {
  const claimed = await transact(store, async (tx) => {
    const missing = await missingPicks(tx, week.poolId, week.weekId, clock.now(), of);
    const { entries, nextLock, asksForTeam, hasTwoTeams } = missing;
    const count = await entriesOfOwners(tx, week.poolId);
    const newsFor = (ownerId: string, own: readonly MissingEntry[]): MissingNews => {
      const lacking = own.map(({ id, name, missing, lacksOrder }) => ({ id, name, missing, lacksOrder }));
      const about = { entries: lacking, isNamed: (count.get(ownerId) ?? 0) > 1, zone: zones.get(ownerId) ?? null };
      return { kind: 'missing-picks', ...week, nextLock, asksForTeam, hasTwoTeams, isByHand, ...about };
    };
    const byOwner = Map.groupBy(entries, ({ ownerId }) => ownerId);
    const to = new Map(
      [...byOwner].flatMap(([ownerId, own]) => (zones.has(ownerId) ? [[ownerId, newsFor(ownerId, own)]] : [])),
    );
    const messages = await notifier.claim(tx, { kind: 'missing-picks', ...notification, to }, channels);
    if (messages.length > 0) await onClaim?.(tx);
    return messages;
  });
  return notifier.deliver(claimed);
}

/** Sends due reminders. If it is stopped, the next run continues. */
export async function sendReminders(deps: NoticeDeps, signal: AbortSignal): Promise<Outcome> {
  const { store, clock, notifier } = deps;
  const now = clock.now();
  const round = notifier.round(signal);
  await forEach(await weeksLocking(store.db, now, now + EARLIEST_REMINDER_MS), async (week) => {
    const moments = reminderMoments(poolWeek(week.weekId, week.games, { deadline: week.deadline }).games);
    for (const moment of moments)
      if (!signal.aborted && moment.lockAt > now && moment.lockAt <= now + EARLIEST_REMINDER_MS)
        await remindOf(deps, week, moment, round);
  });
  return { succeeded: !signal.aborted, problems: [] };
}

async function remindOf(
  deps: NoticeDeps,
  { poolId, poolName, weekId }: PlayedWeek,
  moment: ReminderMoment,
  round: Round,
): Promise<void> {
  const { store, clock, notifier, site } = deps;
  await nextTurn();
  const about = { kind: 'missing-picks', key: `${poolId} ${weekId} ${moment.name}` } as const;
  const isNow = (recipient: Recipient) => isDue(moment, recipient, clock.now());
  const recipients = (await notifier.waiting(poolId, about)).filter(isNow);
  if (recipients.length === 0) return;
  const of = { from: moment.lockAt, isTheirOwn: true };
  const { entries } = await missingPicks(store.db, poolId, weekId, clock.now(), of);
  const lacking = new Set(entries.map(({ ownerId }) => ownerId));
  const due = recipients.filter(({ userId }) => lacking.has(userId));
  const reminding = { week: { poolId, poolName, weekId }, notification: { key: about.key, site }, isByHand: false, of };
  for (let at = 0; at < due.length; at += SLICE) {
    const channels = await round.ready();
    if (channels.length === 0) return;
    // During the wait, quiet hours may have begun or the game may have locked.
    const slice = due.slice(at, at + SLICE).filter(isNow);
    const zones = new Map(slice.map(({ userId, zone }) => [userId, zone]));
    await remindSome(deps, { ...reminding, zones, channels });
  }
}

/** How often due reminders are checked: the maximum delay of a reminder. */
const REMINDERS_MS = 5 * MINUTE_MS;
const RESULTS_MS = 5 * MINUTE_MS;
const LINES_MS = 30 * MINUTE_MS;
const CLEANING_MS = DAY_MS;

/** The jobs that send messages. Each run is done by one node. */
export function noticeJobs(deps: LineNoticeDeps): () => Promise<Job[]> {
  const { store, clock } = deps;
  const clean = async () => {
    await deleteOldNotifications(store.db, clock.now());
    await removeOldMessages(store.db, Date.now() - KEPT_MS);
    await deleteOldSlots(store.db, clock.now());
    await deleteOldPickLinks(store.db, clock.now());
    return { succeeded: true, problems: [] };
  };
  return async () => [
    { name: 'reminders', period: REMINDERS_MS, run: (signal) => sendReminders(deps, signal) },
    { name: 'missing lines', period: LINES_MS, run: () => notifyOfMissingLines(deps) },
    { name: 'week results', period: RESULTS_MS, run: (signal) => sendResults(deps, signal) },
    { name: 'old notifications', period: CLEANING_MS, run: clean },
  ];
}
