import type { PoolReply } from '#contract/pools.ts';
import type { Deps } from '../deps.ts';
import { ownPicks } from '../store/picks.ts';
import { findPool, isWeekOfPool } from '../store/pools.ts';
import { toRowState } from './row-state.ts';
import { loadGames, loadMatchup, loadPool, loadStandings } from './states.ts';
import type { Topic } from './topics.ts';
import type { WatchedState } from './watched-topic.ts';

const NO_MATCHUP: Awaited<ReturnType<typeof loadMatchup>> = {
  state: { games: [], rows: [] },
  validUntil: Number.POSITIVE_INFINITY,
};

/**
 * Reads the topics that pages watch. A pool that is gone, and a week that is not one of its weeks, have nothing to tell.
 */
export function watchLoader({ store, clock }: Pick<Deps, 'store' | 'clock'>): (topic: Topic) => Promise<WatchedState> {
  const { db } = store;
  return async (topic) => {
    if (topic.kind === 'games') return gamesState(await loadGames(db, topic.weekId));
    if (topic.kind === 'picks') return picksState(await ownPicks(db, topic.poolId, topic.weekId, topic.userId));
    const { poolId } = topic;
    if (topic.kind === 'pool') return poolState(await loadPool(db, poolId));
    if (topic.kind === 'standings') return standingsState(await loadStandings(db, poolId));
    const isThere = (await findPool(db, poolId)) && (await isWeekOfPool(db, poolId, topic.weekId));
    if (!isThere) return matchupState(NO_MATCHUP);
    return matchupState(await loadMatchup(db, poolId, topic.weekId, topic.forAdmins, clock.now()));
  };
}

function gamesState({ state, validUntil }: Awaited<ReturnType<typeof loadGames>>): WatchedState {
  return { state: toRowState({}, state.games, 'gid'), validUntil };
}

function poolState(pool: PoolReply | null): WatchedState {
  return { state: toRowState({ pool }, [], 'id'), validUntil: Number.POSITIVE_INFINITY };
}

function matchupState({ state, validUntil }: Awaited<ReturnType<typeof loadMatchup>>): WatchedState {
  const { rows, ...head } = state;
  return { state: toRowState(head, rows, 'id'), validUntil };
}

function standingsState({ state, validUntil }: Awaited<ReturnType<typeof loadStandings>>): WatchedState {
  const { rows, ...head } = state;
  return { state: toRowState(head, rows, 'id'), validUntil };
}

function picksState(picks: Awaited<ReturnType<typeof ownPicks>>): WatchedState {
  const rows = Object.entries(picks).map(([gid, { side, revision }]) => ({ gid, side, revision }));
  return { state: toRowState({}, rows, 'gid'), validUntil: Number.POSITIVE_INFINITY };
}
