import { EASTERN_ZONE, formatDay, formatTime } from '#core/kickoff-text.ts';
import { listText } from '#core/listed.ts';
import type { MissingLines } from '#core/missing-lines.ts';
import { missingLines } from '#core/missing-lines.ts';
import { DAY_MS } from '#core/time.ts';
import type { Game } from '#core/types.ts';
import { weekName } from '#core/weeks.ts';
import { weekFreezes } from '#server/game-changes/store.ts';
import { actingCommissioners } from '#server/members/reads.ts';
import type { Outcome } from '#server/platform/jobs/jobs.ts';
import type { AnnouncementNews } from './notifier.ts';
import type { NoticeDeps } from './reminders.ts';
import type { RuledWeek } from './store.ts';
import { weeksWithoutLine } from './store.ts';

/** A line freezes at most this long before its kick-off, in ms: weeks begin on Tuesday. Generous, because games move. */
const AHEAD = 15 * DAY_MS;

export interface LineNoticeDeps extends NoticeDeps {
  /** Whether admins and commissioners without a second factor have no such role. */
  readonly asksSecondFactor: boolean;
}

/** Notifies the commissioners of pools whose games have no line a day before it closes, once for each pool and week (decision 069). */
export async function notifyOfMissingLines(deps: LineNoticeDeps): Promise<Outcome> {
  const { store, clock } = deps;
  const now = clock.now();
  const weeks = await weeksWithoutLine(store.db, now, now + AHEAD);
  const freezes = await weekFreezes(store.db, [...new Set(weeks.map(({ weekId }) => weekId))]);
  for (const week of weeks) {
    const missing = missingLines(week.games, week.rules, freezes.get(week.weekId) ?? null, now);
    if (missing !== null) await notifyCommissioners(deps, week, missing);
  }
  return { succeeded: true, problems: [] };
}

async function notifyCommissioners(
  { store, notifier, site, asksSecondFactor }: LineNoticeDeps,
  week: RuledWeek,
  missing: MissingLines<Game>,
): Promise<void> {
  const { poolId, poolName, weekId } = week;
  const news: AnnouncementNews = {
    kind: 'announcement',
    poolId,
    poolName,
    text: missingLinesText(week, missing),
    isByUs: true,
    path: '/pool/manage',
  };
  const readers = await actingCommissioners(store.db, poolId, asksSecondFactor);
  const about = { kind: 'announcement', key: `lines ${poolId} ${weekId}`, consent: 'not refused' } as const;
  await notifier.notify({ ...about, site, to: new Map(readers.map((id) => [id, news])) });
}

/** Which games have no line, until when it can come by itself, and who can set it. */
function missingLinesText(
  { weekId, rules }: Pick<RuledWeek, 'weekId' | 'rules'>,
  { games, closesAt }: MissingLines<Game>,
): string {
  const named = listText(games.map(({ away, home }) => `${away} @ ${home}`));
  const time = `${formatDay(closesAt, EASTERN_ZONE)} at ${formatTime(closesAt, EASTERN_ZONE)}`;
  const begin = `${weekName(weekId)} has no line yet for ${named}.`;
  if (rules.line !== 'frozen')
    return `${begin} The first of these lines locks on ${time}. An admin can set it by hand.`;
  return `${begin} Lines freeze on ${time}. Until then an admin can set them by hand; after that you can, in Manage under Frozen lines.`;
}
