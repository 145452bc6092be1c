import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReminderMoment } from '#core/notify/moments.ts';
import { EARLIEST_REMINDER_MS, isDue, reminderMoments } from '#core/notify/moments.ts';
import { withPoolLock } from '#core/pool-lock.ts';
import type { Store } from '#server/store/engine/connect.ts';
import type { Clock } from '../clock.ts';
import { forEach } from '../for-each.ts';
import type { Outcome } from '../jobs/jobs.ts';
import { transact } from '../store/engine/transactions.ts';
import type { PlayedWeek, Wishing } from '../store/notice-plan.ts';
import { weeksLocking } from '../store/notice-plan.ts';
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
  await forEach(await weeksLocking(store.db, now, now + EARLIEST_REMINDER_MS), async (week) => {
    const moments = reminderMoments(week.games.map((game) => withPoolLock(game, week.deadline)));
    for (const moment of moments)
      if (!signal.aborted && moment.lockAt > now && moment.lockAt <= now + EARLIEST_REMINDER_MS)
        await remindOf(deps, week, moment, signal);
  });
  return { succeeded: !signal.aborted, problems: [] };
}

async function remindOf(
  { store, clock, notifier, site }: NoticeDeps,
  { poolId, poolName, weekId }: PlayedWeek,
  moment: ReminderMoment,
  signal: AbortSignal,
): Promise<void> {
  await nextTurn();
  const about = { kind: 'missing-picks', key: `${poolId} ${weekId} ${moment.name}` } as const;
  const isNow = (wish: Wishing) => isDue(moment, wish, clock.now());
  const wishing = (await notifier.waiting(poolId, about)).filter(isNow);
  if (wishing.length === 0) return;
  const toThem = { from: moment.lockAt, isTheirOwn: true };
  const { players: all } = await missingPicks(store.db, poolId, weekId, clock.now(), toThem);
  const lacking = new Set(all.map(({ id }) => id));
  const due = wishing.filter(({ userId }) => lacking.has(userId));
  for (let at = 0; at < due.length && !signal.aborted; at += SLICE) {
    // A night may have begun, or the game locked, while a channel was waited for.
    const slice = new Map(due.slice(at, at + SLICE).flatMap((wish) => (isNow(wish) ? [[wish.userId, wish.zone]] : [])));
    const claimed = await transact(store, async (tx) => {
      const { players, nextLock, asksForTeam } = await missingPicks(tx, poolId, weekId, clock.now(), toThem);
      const newsFor = missingNews({ poolId, poolName, weekId, nextLock, asksForTeam, isByHand: false }, slice);
      const some = players.filter(({ id }) => slice.has(id));
      return notifier.claim(tx, { ...about, site, to: new Map(some.map((player) => [player.id, newsFor(player)])) });
    });
    await notifier.deliver(claimed);
    await notifier.ready(signal);
  }
}
