import { EASTERN_ZONE } from '#core/kickoff-text.ts';
import { WEEK_NEWS_MS } from '#core/notify/moments.ts';
import { isQuiet } from '#core/notify/quiet.ts';
import { isWeekFinished } from '#core/scoring.ts';
import { forEach } from '../for-each.ts';
import type { Outcome } from '../jobs/jobs.ts';
import { loadRecap } from '../live/recap.ts';
import type { PlayedWeek, Wishing } from '../store/notice-plan.ts';
import { weeksLocking } from '../store/notice-plan.ts';
import { staleWeeks } from '../store/stale-weeks.ts';
import type { ResultNews } from './news.ts';
import type { Round } from './notifier.ts';
import { SLICE } from './notifier.ts';
import type { NoticeDeps } from './reminders.ts';

/** Tells members who asked for it how they did in a decided week: once, whatever is corrected later, and outside their quiet hours. */
export async function sendResults(deps: NoticeDeps, signal: AbortSignal): Promise<Outcome> {
  const now = deps.clock.now();
  const weeks = await weeksLocking(deps.store.db, now - WEEK_NEWS_MS, now);
  const stale = await staleWeeks(deps.store.db);
  const round = deps.notifier.round(signal);
  await forEach(weeks, async (week) => {
    if (!signal.aborted && isWeekFinished(week.games) && !stale.has(week.weekId)) await tellResult(deps, week, round);
  });
  return { succeeded: !signal.aborted, problems: [] };
}

async function tellResult({ store, clock, notifier, site }: NoticeDeps, week: PlayedWeek, round: Round): Promise<void> {
  const { poolId, poolName, weekId } = week;
  const about = { kind: 'week-result', key: `${poolId} ${weekId}` } as const;
  const wishing = await notifier.waiting(poolId, about);
  const isAwake = ({ zone }: Wishing) => !isQuiet(clock.now(), zone ?? EASTERN_ZONE);
  if (!wishing.some(isAwake)) return;
  const told = await loadRecap(store.db, poolId, weekId, clock.now());
  if (told === null) return;
  for (let at = 0; at < wishing.length; at += SLICE) {
    const channels = await round.ready();
    if (channels.length === 0) return;
    const to = new Map<string, ResultNews | null>();
    for (const { userId } of wishing.slice(at, at + SLICE).filter(isAwake)) {
      const own = told.ownOf(userId);
      to.set(userId, own && { kind: 'week-result', poolId, poolName, weekId, own, all: told.all });
    }
    await notifier.tell({ ...about, site, to }, channels);
  }
}
