import type { StandingsReply } from '#contract/scores.ts';
import { decidedWeek } from '#core/recap/decided-week.ts';
import { isWeekFinished } from '#core/scoring.ts';
import { leadersToTell } from '#core/talk.ts';
import type { Store } from '#server/store/engine/connect.ts';
import { gameStates } from '../store/standings.ts';
import { poolsToTell, postWeek, toldLeaders } from '../store/talk-posts.ts';
import { weeksPlayed } from '../store/weeks.ts';
import { loadStandings } from './topic-loaders.ts';

/** A week that ended longer ago is no news, as where a season is loaded or the talk is turned on later; in ms. */
const NEWS_MS = 7 * 24 * 60 * 60_000;

/** Says in the talk of pools which of some weeks are decided, and who won them: each once, whatever is corrected later. @returns those pools */
export async function postDecidedWeeks(store: Store, weekIds: readonly string[], now: number): Promise<string[]> {
  const told: string[] = [];
  for (const weekId of weekIds) {
    const games = await gameStates(store.db, [weekId]);
    if (!isWeekFinished(games) || !games.some(({ kickoff }) => kickoff > now - NEWS_MS)) continue;
    for (const poolId of await poolsToTell(store.db, weekId)) {
      const { state } = await loadStandings(store.db, poolId, now);
      if (!state.finishedWeeks.includes(weekId)) continue;
      const news = await newsOf(store, poolId, weekId, state);
      if (news !== null && (await postWeek(store, poolId, news, now))) told.push(poolId);
    }
  }
  return told;
}

/** The same of all weeks that ended lately, where the server was ended between their scores and the talk. */
export async function postMissedWeeks(store: Store, now: number): Promise<void> {
  await postDecidedWeeks(store, await weeksPlayed(store.db, now - NEWS_MS, now), now);
}

async function newsOf({ db }: Store, poolId: string, weekId: string, standings: StandingsReply) {
  const decided = decidedWeek(weekId, standings);
  if (decided === null) return null;
  if ('out' in decided) {
    const { out, left, winners: userIds } = decided;
    return { kind: 'survived' as const, weekId, userIds, out, left };
  }
  const { winners, halves, leaders } = decided;
  const before = await toldLeaders(db, poolId);
  const newLeaders = leadersToTell(before, leaders);
  const userIds = [...new Set([...winners, ...leaders])];
  return { kind: 'week' as const, weekId, userIds, winners, halves, leaders, newLeaders };
}
