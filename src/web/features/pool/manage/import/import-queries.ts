import { queryOptions } from '@tanstack/react-query';
import type { GamesReply } from '#contract/games.ts';
import type { ImportReply } from '#contract/imports.ts';
import { choiceOf } from '#core/pick-letters.ts';
import type { Side } from '#core/types.ts';
import { call } from '#web/lib/api.ts';
import { ADMIN_KEY } from '#web/lib/query.ts';

/** How often an import that is being written is asked for its progress, in ms. */
const PROGRESS_MS = 500;

/** The games of all weeks of the pool, which the picks of a file are placed in. */
export function poolGamesQuery(poolId: string, weekIds: readonly string[]) {
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'import', poolId, 'games', ...weekIds],
    queryFn: async ({ signal }): Promise<GamesReply['games']> => {
      const weeks = weekIds.map((weekId) =>
        call('GET /api/pools/:poolId/weeks/:weekId/games', { params: { poolId, weekId } }, signal),
      );
      return (await Promise.all(weeks)).flatMap(({ games }) => games);
    },
    meta: { failure: 'Error fetching games' },
  });
}

/** The visible picks of some weeks, by entry and game: `storedKey`. */
export function storedPicksQuery(poolId: string, weekIds: readonly string[]) {
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'import', poolId, 'picks', ...weekIds],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Side>> => {
      const weeks = weekIds.map((weekId) =>
        call('GET /api/pools/:poolId/weeks/:weekId/matchup', { params: { poolId, weekId } }, signal),
      );
      const stored = new Map<string, Side>();
      for (const { games, rows } of await Promise.all(weeks)) {
        for (const { id, picks } of rows) {
          games.forEach((gid, at) => {
            const choice = choiceOf(picks[at]);
            if (choice === 'home' || choice === 'away') stored.set(storedKey(id, gid), choice);
          });
        }
      }
      return stored;
    },
    refetchOnMount: 'always',
    meta: { failure: 'Error fetching picks' },
  });
}

export function storedKey(entryId: string, gid: string): string {
  return `${entryId} ${gid}`;
}

/** The imports of the last day; asked for again while one is being written or undone. */
export function importsQuery(poolId: string) {
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'import', poolId, 'imports'],
    queryFn: ({ signal }) => call('GET /api/pools/:poolId/imports', { params: { poolId } }, signal),
    select: ({ imports }) => imports,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.imports.some(isActive) ? PROGRESS_MS : false),
    meta: { failure: 'Error fetching imports' },
  });
}

/** Whether an import is being written or undone. */
export function isActive({ state }: Pick<ImportReply, 'state'>): boolean {
  return state === 'running' || state === 'undoing';
}
