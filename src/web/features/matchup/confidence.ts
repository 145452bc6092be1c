import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { GamesReply } from '#contract/games.ts';
import type { PoolReply } from '#contract/pools.ts';
import type { MatchupRow } from '#contract/standings.ts';
import type { Order, RemainingGame } from '#core/formats/confidence.ts';
import { halvesPossible, placedValues, valuesLeft } from '#core/formats/confidence.ts';
import { isLocked } from '#core/locks.ts';
import { choiceOf } from '#core/pick-letters.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Halves } from '#core/scoring.ts';
import type { Picks } from '#core/types.ts';
import { useClock } from '#web/lib/clock.ts';
import { useOwnWeekChoice } from '#web/parts/picks/pick-context.tsx';
import { gamesIn, gamesQuery } from '#web/parts/queries.ts';
import type { Column } from './cells.ts';

/** What the values of a week follow from, the same objects as before where nothing of it changed. */
export interface ConfidenceWeek {
  readonly weekId: string;
  readonly rules: PoolRules;
  /** By gid, with the pool's locks. */
  readonly games: Readonly<Record<string, RemainingGame>>;
  /** Of the chosen own entry. */
  readonly order: Order;
  /** The moment of the last lock so far: between two nothing here changes by the time. */
  readonly lockedAt: number;
}

const NO_ORDER: Order = [];

/** The values of a week; null in a pool without. */
export function useConfidence(pool: PoolReply, weekId: string): ConfidenceWeek | null {
  const select = useCallback((reply: GamesReply) => gamesOf(pool, reply), [pool]);
  const { data } = useQuery({ ...gamesQuery(pool.id, weekId), select });
  const order = useOwnWeekChoice(pool.id, weekId, 'order').choice?.order ?? NO_ORDER;
  const locks = Object.values(data ?? {});
  const lockedAt = useClock((now) => Math.max(0, ...locks.filter((game) => isLocked(game, now)).map(lockOf)));
  const { rules } = pool;
  return useMemo(() => {
    if (rules.format !== 'confidence' || data === undefined) return null;
    return { weekId, rules, games: data, order, lockedAt };
  }, [weekId, rules, data, order, lockedAt]);
}

/** The values of an own row: all of them, whatever is sealed from others. */
export function ownValues(
  { values = [] }: Pick<MatchupRow, 'values'>,
  gids: readonly string[],
  { games, order }: Pick<ConfidenceWeek, 'games' | 'order'>,
): (number | null)[] {
  const all = Object.values(games);
  const own = new Map(placedValues(all, order).map((value, at) => [all[at]?.gid, value]));
  return gids.map((gid, place) => values[place] ?? own.get(gid) ?? null);
}

/** The most that a member can still have in a week, as far as is known; null once nothing can come any more. */
export function possibleWeek(
  { weekHalves, picks: letters, values = [] }: Pick<MatchupRow, 'weekHalves' | 'picks' | 'values'>,
  columns: readonly Pick<Column, 'place' | 'gid'>[],
  { weekId, rules, games, lockedAt }: Pick<ConfidenceWeek, 'weekId' | 'rules' | 'games' | 'lockedAt'>,
): Halves | null {
  const known = new Map<string, number>();
  const picks: Record<string, Picks[string]> = {};
  for (const { place, gid } of columns) {
    const [value, side] = [values[place] ?? null, choiceOf(letters[place])];
    if (value !== null) known.set(gid, value);
    if (side === 'home' || side === 'away') picks[gid] = { side, bus: false };
  }
  const left = valuesLeft(Object.values(games), known, picks, lockedAt);
  return left === 0 ? null : halvesPossible(weekHalves, left, weekId, rules);
}

/** As little of the games as values follow from, so that a point or a new line changes nothing. */
function gamesOf(pool: PoolReply, reply: GamesReply): ConfidenceWeek['games'] {
  const games = gamesIn(pool, reply).map(({ gid, void: off, status, lockAt }) => {
    return [gid, { gid, void: off, status, lockAt }] as const;
  });
  return Object.fromEntries(games);
}

function lockOf({ lockAt }: Pick<RemainingGame, 'lockAt'>): number {
  return lockAt;
}
