import { EASTERN_ZONE } from '#core/kickoff-text.ts';
import { isQuiet } from '#core/notify/quiet.ts';
import { isWeekFinished } from '#core/scoring.ts';
import { forEach } from '../for-each.ts';
import type { Outcome } from '../jobs/jobs.ts';
import { loadRecap } from '../live/recap.ts';
import type { PlayedWeek, Wishing } from '../store/notice-plan.ts';
import { weeksLocking } from '../store/notice-plan.ts';
import { staleWeeks } from '../store/stale-weeks.ts';
import type { ResultNews } from './news.ts';
import { SLICE } from './notifier.ts';
import type { NoticeDeps } from './reminders.ts';

/** A week of which no game has locked for so long is no news, in ms. */
const NEWS_MS = 3 * 24 * 60 * 60_000;

/** Tells members who asked for it how they did in a week that is decided, once, whatever is corrected later, and outside their quiet hours. */
export async function sendResults(deps: NoticeDeps, signal: AbortSignal): Promise<Outcome> {
  const now = deps.clock.now();
  const weeks = await weeksLocking(deps.store.db, now - NEWS_MS, now);
  const stale = await staleWeeks(deps.store.db);
  await forEach(weeks, async (week) => {
    if (!signal.aborted && isWeekFinished(week.games) && !stale.has(week.weekId)) await tellResult(deps, week, signal);
  });
  return { succeeded: !signal.aborted, problems: [] };
}

async function tellResult(
  { store, clock, notifier, site }: NoticeDeps,
  week: PlayedWeek,
  signal: AbortSignal,
): Promise<void> {
  const { poolId, poolName, weekId } = week;
  const about = { kind: 'week-result', key: `${poolId} ${weekId}` } as const;
  const wishing = await notifier.waiting(poolId, about);
  const isAwake = ({ zone }: Wishing) => !isQuiet(clock.now(), zone ?? EASTERN_ZONE);
  if (!wishing.some(isAwake)) return;
  const told = await loadRecap(store.db, poolId, weekId, clock.now());
  if (told === null) return;
  for (let at = 0; at < wishing.length && !signal.aborted; at += SLICE) {
    const to = new Map<string, ResultNews>();
    for (const { userId } of wishing.slice(at, at + SLICE).filter(isAwake)) {
      const own = told.ownOf(userId);
      if (own !== null) to.set(userId, { kind: 'week-result', poolId, poolName, weekId, own, all: told.all });
    }
    await notifier.tell({ ...about, site, to });
    await notifier.ready(signal);
  }
}
