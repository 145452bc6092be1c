import { queryOptions } from '@tanstack/react-query';
import type { GamesReply } from '#contract/games.ts';
import type { ImportReply, ImportRequest } from '#contract/imports.ts';
import { IMPORT_NAME_MAX } from '#contract/imports.ts';
import { teamSlots } from '#core/formats/survivor/survivor.ts';
import type { Slot } from '#core/pick.ts';
import { slotKey } from '#core/pick.ts';
import { choiceOf } from '#core/pick-letters.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
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

/** Visible picks, by entry and slot: `storedKey`. */
export interface StoredPicks {
  /** Sides of games, guesses of tiebreak games, and teams of weeks. */
  readonly picks: ReadonlyMap<string, Side | number | string>;
  /** What games are worth in a confidence pool. */
  readonly values: ReadonlyMap<string, number>;
}

/** The visible picks of some weeks. */
export function storedPicksQuery(poolId: string, weekIds: readonly string[]) {
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'import', poolId, 'picks', ...weekIds],
    queryFn: async ({ signal }): Promise<StoredPicks> => {
      const stored = { picks: new Map<string, Side | number>(), values: new Map<string, number>() };
      const weeks = weekIds.map(async (weekId) => {
        const params = { poolId, weekId };
        const { games, rows } = await call('GET /api/pools/:poolId/weeks/:weekId/matchup', { params }, signal);
        for (const { id, picks, values, guess } of rows) {
          if (guess !== undefined) stored.picks.set(storedKey(id, { kind: 'guess', about: weekId }), guess);
          games.forEach((gid, at) => {
            const choice = choiceOf(picks[at]);
            const key = storedKey(id, { kind: 'pick', about: gid });
            if (choice === 'home' || choice === 'away') stored.picks.set(key, choice);
            const value = values?.[at] ?? null;
            if (value !== null) stored.values.set(key, value);
          });
        }
      });
      await Promise.all(weeks);
      return stored;
    },
    refetchOnMount: 'always',
    meta: { failure: 'Error fetching picks' },
  });
}

/** The visible teams of a survivor pool. */
export function storedTeamsQuery(poolId: string, rules: PoolRules) {
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'import', poolId, 'teams'],
    queryFn: async ({ signal }): Promise<StoredPicks> => {
      const { weeks, rows } = await call('GET /api/pools/:poolId/standings', { params: { poolId } }, signal);
      const picks = rows.flatMap(({ id, survival }) =>
        weeks.flatMap((weekId, at) => {
          const week = survival?.weeks[at];
          const teams = [week?.team, week?.second?.team];
          return teamSlots(weekId, rules).flatMap((about, slot) => {
            const team = teams[slot];
            return team === undefined ? [] : [[storedKey(id, { kind: 'team', about }), team] as const];
          });
        }),
      );
      return { picks: new Map(picks), values: new Map() };
    },
    refetchOnMount: 'always',
    meta: { failure: 'Error fetching picks' },
  });
}

/** What an import would win for the importer's own entries. */
export function ownLineQuery(poolId: string, { name, ...sent }: ImportRequest) {
  const body = { ...sent, name: name.slice(-IMPORT_NAME_MAX) };
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'import', poolId, 'own line', sent],
    queryFn: ({ signal }) => call('POST /api/pools/:poolId/imports/preview', { params: { poolId }, body }, signal),
    gcTime: 0,
    retry: false,
    meta: { failure: 'Error fetching what your own picks win' },
  });
}

export function storedKey(entryId: string, slot: Slot): string {
  return `${entryId} ${slotKey(slot)}`;
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
