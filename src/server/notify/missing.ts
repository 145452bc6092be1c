import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReminderMoment } from '#core/notify/moments.ts';
import { EARLIEST_REMINDER_MS, isDue, reminderMoments } from '#core/notify/moments.ts';
import { withPoolLock } from '#core/pool-lock.ts';
import type { Store } from '#server/store/engine/connect.ts';
import type { Clock } from '../clock.ts';
import { forEach } from '../for-each.ts';
import type { Outcome } from '../jobs/jobs.ts';
import { transact } from '../store/engine/transactions.ts';
import type { OpenPoolWeek } from '../store/reminder-plan.ts';
import { openPoolWeeks, toRemind } from '../store/reminder-plan.ts';
import type { MissingPlayer } from '../store/reminders.ts';
import { missingPicks } from '../store/reminders.ts';
import type { MissingNews } from './news.ts';
import type { Notifier } from './notifier.ts';
import { SLICE } from './notifier.ts';

/** What the jobs that tell people something work with. */
export interface NoticeDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly notifier: Notifier;
  /** The address of the league. */
  readonly site: string;
}

/** Names a reminder that whoever runs a pool sends: one for a week. */
export function keyByHand({ poolId, weekId }: { readonly poolId: string; readonly weekId: string }): string {
  return `${poolId} ${weekId} asked`;
}

/** What members of a pool are told of a week, each with what they lack. @param zones by the id of the member */
export function missingNews(
  of: Omit<MissingNews, 'kind' | 'missing' | 'lacksOrder' | 'zone'>,
  zones: ReadonlyMap<string, string | null>,
): (player: MissingPlayer) => MissingNews {
  return ({ id, missing, lacksOrder }) => {
    return { kind: 'missing-picks', ...of, missing, lacksOrder, zone: zones.get(id) ?? null };
  };
}

/** Reminds everybody who is to be reminded now of what they have not picked. Ends early where it is told to; the next run goes on. */
export async function sendReminders(deps: NoticeDeps, signal: AbortSignal): Promise<Outcome> {
  const { store, clock } = deps;
  const now = clock.now();
  await forEach(await openPoolWeeks(store.db, now, now + EARLIEST_REMINDER_MS), async (week) => {
    const moments = reminderMoments(week.games.map((game) => withPoolLock(game, week.deadline)));
    for (const moment of moments)
      if (!signal.aborted && moment.lockAt > now && moment.lockAt <= now + EARLIEST_REMINDER_MS)
        await remindOf(deps, week, moment, signal);
  });
  return { succeeded: !signal.aborted, problems: [] };
}

async function remindOf(
  { store, clock, notifier, site }: NoticeDeps,
  { poolId, poolName, weekId }: OpenPoolWeek,
  moment: ReminderMoment,
  signal: AbortSignal,
): Promise<void> {
  await nextTurn();
  const about = { kind: 'missing-picks', key: `${poolId} ${weekId} ${moment.name}` } as const;
  const people = await toRemind(store.db, poolId, about, notifier.open);
  const wishes = people.filter((wish) => isDue(moment, wish, clock.now()));
  const wishing = new Map(wishes.map(({ userId, zone }) => [userId, zone]));
  if (wishing.size === 0) return;
  const toThem = { from: moment.lockAt, isTheirOwn: true };
  const { players: all } = await missingPicks(store.db, poolId, weekId, clock.now(), toThem);
  const due = all.map(({ id }) => id).filter((id) => wishing.has(id));
  for (let at = 0; at < due.length && !signal.aborted; at += SLICE) {
    const slice = new Set(due.slice(at, at + SLICE));
    const claimed = await transact(store, async (tx) => {
      const { players, nextLock, asksForTeam } = await missingPicks(tx, poolId, weekId, clock.now(), toThem);
      const newsFor = missingNews({ poolId, poolName, weekId, nextLock, asksForTeam, isByHand: false }, wishing);
      const lacking = players.filter(({ id }) => slice.has(id));
      return notifier.claim(tx, { ...about, site, to: new Map(lacking.map((player) => [player.id, newsFor(player)])) });
    });
    await notifier.deliver(claimed);
    await notifier.ready(signal);
  }
}
