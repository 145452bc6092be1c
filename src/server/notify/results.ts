import type { StandingsReply } from '#contract/scores.ts';
import { EASTERN_ZONE } from '#core/kickoff-text.ts';
import { isQuiet } from '#core/notify/quiet.ts';
import { survivalText, weekResultText } from '#core/notify/result-words.ts';
import { isWeekFinished, pointsText } from '#core/scoring.ts';
import { postText } from '#core/talk.ts';
import { weekName } from '#core/weeks.ts';
import type { Outcome } from '../jobs/jobs.ts';
import { decidedWeek } from '../live/decided-week.ts';
import { loadStandings } from '../live/topic-loaders.ts';
import type { OpenPoolWeek } from '../store/reminder-plan.ts';
import { openPoolWeeks, toRemind } from '../store/reminder-plan.ts';
import type { NoticeDeps } from './missing.ts';
import type { ResultNews } from './news.ts';

/** A week of which no game has locked for so long is no news, in ms. */
const NEWS_MS = 3 * 24 * 60 * 60_000;

/** Tells members who asked for it how they did in a week that is decided, once, whatever is corrected later, and outside their quiet hours. */
export async function sendResults(deps: NoticeDeps, signal: AbortSignal): Promise<Outcome> {
  const now = deps.clock.now();
  for (const week of await openPoolWeeks(deps.store.db, now - NEWS_MS, now)) {
    if (signal.aborted) return { succeeded: false, problems: [] };
    if (isWeekFinished(week.games)) await tellResult(deps, week, now);
  }
  return { succeeded: true, problems: [] };
}

async function tellResult({ store, notifier, site }: NoticeDeps, week: OpenPoolWeek, now: number): Promise<void> {
  const { poolId, poolName, weekId } = week;
  const about = { kind: 'week-result', key: `${poolId} ${weekId}` } as const;
  const wishing = await toRemind(store.db, poolId, about, notifier.open);
  const readers = wishing.filter(({ zone }) => !isQuiet(now, zone ?? EASTERN_ZONE)).map(({ userId }) => userId);
  if (readers.length === 0) return;
  const { state } = await loadStandings(store.db, poolId, now);
  if (!state.finishedWeeks.includes(weekId)) return;
  const all = weekText(weekId, state);
  const to = new Map<string, ResultNews>();
  for (const userId of readers) {
    const own = ownText(weekId, state, userId);
    if (own !== null) to.set(userId, { kind: 'week-result', poolName, weekId, own, all });
  }
  await notifier.tell({ ...about, site, to });
  await notifier.ready();
}

function weekText(weekId: string, standings: StandingsReply): string {
  const week = weekName(weekId);
  const decided = decidedWeek(weekId, standings);
  if ('out' in decided) return postText({ kind: 'survived', week, ...decided });
  const names = new Map(standings.rows.map(({ id, name }) => [id, name]));
  const winners = decided.winners.map((id) => names.get(id) ?? '');
  return postText({ kind: 'week', week, winners, points: pointsText(decided.halves), newLeaders: [] });
}

function ownText(weekId: string, { weeks, rows }: StandingsReply, userId: string): string | null {
  const survival = rows.find(({ id }) => id === userId)?.survival;
  if (survival) return survivalText(survival.lives);
  const at = weeks.indexOf(weekId);
  const scores = rows.map(({ id, name, halves }) => ({ id, name, halves: halves[at] ?? 0 }));
  return weekResultText(scores, userId);
}
