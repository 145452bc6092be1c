import type { OwnEntry } from '#contract/entries.ts';
import type { GamesReply } from '#contract/games.ts';
import { ownPickKey } from '#contract/live.ts';
import type { ActivePlayersReply } from '#contract/standings.ts';
import type { TalkReply } from '#contract/talk.ts';
import type { Deps } from './deps.ts';
import { loadGames } from './games/reads.ts';
import { loadMoney } from './money/reads.ts';
import { loadOwnEntries } from './picks/reads.ts';
import type { Loaded } from './platform/live/snapshot-cache.ts';
import { ALWAYS } from './platform/live/snapshot-cache.ts';
import type { LiveTopic } from './platform/live/topics.ts';
import type { WatchedState } from './platform/live/watched-topic.ts';
import { toRowState } from './platform/live/watched-topic.ts';
import { loadPool } from './pools/overview-reads.ts';
import { findPool, isWeekOfPool } from './pools/reads.ts';
import { loadActivePlayers, loadMatchup, loadStandings, NO_MATCHUP } from './standings/reads.ts';
import { loadTalk } from './talk/store.ts';

const NO_PLAYERS: Loaded<ActivePlayersReply> = { state: { activePlayers: 0 }, validUntil: ALWAYS };

/**
 * Reads the topics that pages watch. A pool that is gone, and a week that is not one of its weeks, have nothing to tell.
 */
export function watchLoader({
  store,
  clock,
}: Pick<Deps, 'store' | 'clock'>): (topic: LiveTopic) => Promise<WatchedState> {
  const { db } = store;
  return async (topic) => {
    if (topic.kind === 'games') return gamesState(await loadGames(db, topic.weekId, clock.now()));
    if (topic.kind === 'entries') return entriesState(await loadOwnEntries(db, topic.poolId, topic.userId));
    const { poolId } = topic;
    if (topic.kind === 'pool') return headState(await loadPool(db, poolId, clock.now()));
    if (topic.kind === 'money') return headState(await loadMoney(db, poolId, clock.now()));
    if (topic.kind === 'talk') return talkState(await loadTalk(db, poolId));
    if (topic.kind === 'standings') return rowsState(await loadStandings(db, poolId, clock.now()));
    const { weekId } = topic;
    const isThere = (await findPool(db, poolId)) && (await isWeekOfPool(db, poolId, weekId));
    if (topic.kind === 'activePlayers')
      return headState(isThere ? await loadActivePlayers(db, poolId, weekId) : NO_PLAYERS);
    return rowsState(isThere ? await loadMatchup(db, poolId, weekId, topic.forCommissioners, clock.now()) : NO_MATCHUP);
  };
}

function gamesState({ state, validUntil }: Loaded<GamesReply>): WatchedState {
  return { state: toRowState({}, state.games, 'gid'), validUntil };
}

function headState({ state, validUntil }: Loaded<object>): WatchedState {
  return { state: toRowState(state, [], 'id'), validUntil };
}

function rowsState<R extends { readonly id: string }>({ state, validUntil }: Loaded<{ rows: R[] }>): WatchedState {
  const { rows, ...head } = state;
  return { state: toRowState(head, rows, 'id'), validUntil };
}

function talkState({ messages, ...head }: TalkReply): WatchedState {
  return { state: toRowState(head, messages, 'id'), validUntil: ALWAYS };
}

/** The picks of all own entries are the rows, so that a change is as short as what changed. */
function entriesState(entries: readonly OwnEntry[]): WatchedState {
  const rows = entries.flatMap(({ id: entryId, picks }) =>
    Object.entries(picks).map(([gid, pick]) => ({ key: ownPickKey(entryId, gid), entryId, gid, ...pick })),
  );
  const head = { entries: entries.map(({ picks: _, ...entry }) => entry) };
  const followsScores = entries.some(({ used }) => used !== undefined);
  return { state: toRowState(head, rows, 'key'), validUntil: ALWAYS, followsScores };
}
