import { queryOptions } from '@tanstack/react-query';
import type { GamesReply } from '#contract/games.ts';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import { poolWeek } from '#core/pool-week.ts';
import { call } from '#web/lib/api.ts';
import { liveQuery, POOLS_KEY } from '#web/lib/query.ts';

/** What the screens read, each under one key, so that an update has one place to go. */

export const poolsQuery = queryOptions({
  queryKey: POOLS_KEY,
  queryFn: ({ signal }) => call('GET /api/pools', {}, signal),
  select: (reply) => reply.pools,
  meta: { failure: 'Error fetching pools' },
});

export function poolQuery(poolId: string) {
  return queryOptions({
    ...liveQuery,
    queryKey: ['pool', poolId],
    queryFn: ({ signal }) => call('GET /api/pools/:poolId', { params: { poolId } }, signal),
    meta: { failure: 'Error fetching the pool', topic: { kind: 'pool', poolId } },
  });
}

/** The parts of a pool that apply to the games of its weeks. */
type OwnGames = Partial<Pick<PoolReply, 'deadlines' | 'leftOut' | 'lines'>>;

/** A week of games as a pool plays it. */
export function weekIn({ deadlines, leftOut, lines }: OwnGames, weekId: string, { games }: GamesReply) {
  return poolWeek<GameReply>(weekId, games, { deadline: deadlines?.[weekId], leftOut, lines });
}

/** The games of a week, as the pool has them if it is given. */
export function gamesQuery(poolId: string, weekId: string, pool: OwnGames = {}) {
  return queryOptions({
    ...liveQuery,
    queryKey: ['poolGames', poolId, weekId],
    queryFn: ({ signal }) => call('GET /api/pools/:poolId/weeks/:weekId/games', { params: { poolId, weekId } }, signal),
    select: (reply) => weekIn(pool, weekId, reply).games,
    meta: { failure: 'Error fetching games', topic: { kind: 'poolGames', poolId, weekId } },
  });
}

/** The viewer's entries in a pool, with all their picks. */
export function ownPicksQuery(poolId: string) {
  return queryOptions({
    ...liveQuery,
    queryKey: ['picks', poolId],
    queryFn: ({ signal }) => call('GET /api/pools/:poolId/picks', { params: { poolId } }, signal),
    // The library's structural sharing copies field by field, which loses a game whose id is `__proto__`.
    structuralSharing: (before, after) => (JSON.stringify(before) === JSON.stringify(after) ? before : after),
    meta: { failure: 'Error fetching picks', topic: { kind: 'picks', poolId } },
  });
}

export function matchupQuery(poolId: string, weekId: string) {
  return queryOptions({
    ...liveQuery,
    queryKey: ['matchup', poolId, weekId],
    queryFn: ({ signal }) =>
      call('GET /api/pools/:poolId/weeks/:weekId/matchup', { params: { poolId, weekId } }, signal),
    meta: { failure: 'Error fetching the matchup', topic: { kind: 'matchup', poolId, weekId } },
  });
}

/** How the members picked the locked games. Not a live topic: after the lock, only entered or copied picks change it. */
export function sharesQuery(poolId: string, weekId: string) {
  return queryOptions({
    queryKey: ['shares', poolId, weekId],
    queryFn: ({ signal }) =>
      call('GET /api/pools/:poolId/weeks/:weekId/shares', { params: { poolId, weekId } }, signal),
  });
}

export function activePlayersQuery(poolId: string, weekId: string) {
  return queryOptions({
    ...liveQuery,
    queryKey: ['activePlayers', poolId, weekId],
    queryFn: ({ signal }) =>
      call('GET /api/pools/:poolId/weeks/:weekId/active-players', { params: { poolId, weekId } }, signal),
    meta: { failure: 'Error fetching active players', topic: { kind: 'activePlayers', poolId, weekId } },
  });
}

export function standingsQuery(poolId: string) {
  return queryOptions({
    ...liveQuery,
    queryKey: ['standings', poolId],
    queryFn: ({ signal }) => call('GET /api/pools/:poolId/standings', { params: { poolId } }, signal),
    meta: { failure: 'Error fetching scores', topic: { kind: 'standings', poolId } },
  });
}

/** The side tables of a pool with their standings. */
export function sideTablesQuery(poolId: string) {
  return queryOptions({
    ...liveQuery,
    queryKey: ['sideTables', poolId],
    queryFn: ({ signal }) => call('GET /api/pools/:poolId/side-tables', { params: { poolId } }, signal),
    meta: { failure: 'Error fetching side tables', topic: { kind: 'sideTables', poolId } },
  });
}
