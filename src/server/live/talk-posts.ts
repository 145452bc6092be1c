import type { StandingsReply } from '#contract/scores.ts';
import { weekWinners } from '#core/standings.ts';
import type { Store } from '#server/store/engine/connect.ts';
import { gameStates } from '../store/standings.ts';
import { poolsToTell, postWeek, toldLeaders } from '../store/talk-posts.ts';
import { loadStandings } from './topic-loaders.ts';

/** A week that ended longer ago is no news, as where a season is loaded or the talk is turned on later; in ms. */
const NEWS_MS = 7 * 24 * 60 * 60_000;

/** Says in the talk of pools which of some weeks are decided, and who won them: each once, whatever is corrected later. @returns those pools */
export async function postDecidedWeeks(store: Store, weekIds: readonly string[], now: number): Promise<string[]> {
  const told: string[] = [];
  for (const weekId of weekIds) {
    const games = await gameStates(store.db, [weekId]);
    if (!games.some(({ kickoff }) => kickoff > now - NEWS_MS)) continue;
    for (const poolId of await poolsToTell(store.db, weekId)) {
      const { state } = await loadStandings(store.db, poolId, now);
      if (!state.finishedWeeks.includes(weekId)) break;
      if (await postWeek(store.db, poolId, await newsOf(store, poolId, weekId, state), now)) told.push(poolId);
    }
  }
  return told;
}

async function newsOf({ db }: Store, poolId: string, weekId: string, { weeks, winners, rows }: StandingsReply) {
  if (rows.some(({ survival }) => survival !== undefined)) {
    const out = rows.filter(({ survival }) => survival?.outWeekId === weekId).length;
    const left = rows.filter(({ survival }) => (survival?.lives ?? 0) > 0).length;
    return { kind: 'survived' as const, weekId, out, left };
  }
  const scores = rows.map(({ id, halves }) => ({ id, score: halves[weeks.indexOf(weekId)] ?? 0 }));
  const best = winners?.[weekId]?.map(({ id }) => id) ?? weekWinners(scores);
  const leaders = rows.filter(({ rank, totalHalves }) => rank === 1 && totalHalves > 0).map(({ id }) => id);
  const before = await toldLeaders(db, poolId);
  const isNew = before !== null && [...before].sort().join() !== leaders.toSorted().join();
  const newLeaders = isNew ? leaders : [];
  return {
    kind: 'week' as const,
    weekId,
    userIds: [...new Set([...best, ...leaders])],
    winners: best,
    halves: scores.find(({ id }) => id === best[0])?.score ?? 0,
    leaders,
    newLeaders,
  };
}
