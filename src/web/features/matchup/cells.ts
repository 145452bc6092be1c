import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { OwnEntry } from '#contract/entries.ts';
import type { GamesReply } from '#contract/games.ts';
import { slotIn } from '#contract/live.ts';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import type { MatchupReply, MatchupRow } from '#contract/standings.ts';
import type { Order, RemainingGame, WeekScale } from '#core/formats/confidence/confidence.ts';
import { halvesPossible, placedValues, valuesLeft } from '#core/formats/confidence/confidence.ts';
import { isBestBet } from '#core/formats/pickem/points.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { gameCounts } from '#core/game.ts';
import type { GameNow } from '#core/leading-now.ts';
import { gameNow } from '#core/leading-now.ts';
import { isLocked } from '#core/locks.ts';
import { choiceOf, sideLetter } from '#core/pick-letters.ts';
import type { PickResult } from '#core/picks.ts';
import { pickOf, pickResult } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Halves } from '#core/scoring.ts';
import type { CountedPicks, Picks, Side } from '#core/types.ts';
import { useClock } from '#web/lib/clock.ts';
import { shownPicks, useOwnWeekChoice } from '#web/parts/picks/pick-context.tsx';
import { gamesQuery, weekIn } from '#web/parts/queries.ts';
import { scaleInPool } from '#web/parts/scale.ts';

/**
 * What the rows show of a game. The result of each side's pickers is the same for everyone, so it is calculated once. The score is not part
 * of it, so a new point does not render the rows again.
 */
export interface Column extends GameNow {
  readonly gid: string;
  readonly home: string;
  readonly away: string;
  /** Whether the game counts: a canceled or postponed game does not. */
  readonly counts: boolean;
  readonly results: Readonly<Record<Side, PickResult>>;
}

/** The columns in the order of the letters; a game that is not loaded yet has none. */
export function columnsOf(gids: readonly string[], games: readonly GameReply[], rules: PoolRules): readonly Column[] {
  const byGid = new Map(games.map((game) => [game.gid, game]));
  return gids.flatMap((gid, place) => {
    const game = byGid.get(gid);
    return game ? [columnOf(game, place, rules)] : [];
  });
}

/** The letters of a row of the viewer: picks are not sealed from their owner. */
export function ownLetters(row: MatchupRow, gids: readonly string[], picks: CountedPicks, rules: PoolRules): string {
  const own = gids.map((gid, place) => {
    const pick = pickOf(picks, gid);
    return pick && !pick.auto
      ? sideLetter({ side: pick.side, best: isBestBet(pick, rules) })
      : (row.picks[place] ?? '-');
  });
  return own.join('');
}

/** The scores of members with at least one pick that counts: a score from before a member joined can't win a week. */
export function pickersOf(
  rows: readonly MatchupRow[],
  columns: readonly Pick<Column, 'place' | 'counts'>[],
): readonly { readonly id: string; readonly score: Halves }[] {
  const counting = columns.filter(({ counts }) => counts);
  const pickers = rows.filter(({ picks }) => counting.some(({ place }) => choiceOf(picks[place]) !== 'none'));
  return pickers.map(({ id, weekHalves }) => ({ id, score: weekHalves }));
}

function columnOf(game: GameReply, place: number, rules: PoolRules): Column {
  const resultOf = (side: Side) => pickResult({ side, bus: false }, game, rules);
  return {
    ...gameNow(game, place, rules),
    gid: game.gid,
    home: game.home,
    away: game.away,
    counts: gameCounts(game),
    results: { home: resultOf('home'), away: resultOf('away') },
  };
}

/** An entry of the viewer with its week as the owner sees it. */
interface KnownEntry {
  readonly id: string;
  readonly picks: CountedPicks;
  readonly order: Order;
}

/** What is stored for an entry of the viewer other than the chosen one. */
export function storedEntry(entry: Pick<OwnEntry, 'id' | 'picks'>, weekId: string): KnownEntry {
  const order = slotIn(entry, 'order', weekId)?.value?.order ?? NO_ORDER;
  return { id: entry.id, picks: shownPicks(entry.picks), order };
}

/** The rows of the viewer's entries by id, with the picks and values that only their owner sees. */
export function ownRows(
  { games: gids, rows }: Pick<MatchupReply, 'games' | 'rows'>,
  entries: readonly KnownEntry[],
  rules: PoolRules,
  confidence: Pick<ConfidenceWeek, 'games' | 'scale'> | null,
): ReadonlyMap<string, MatchupRow> {
  const own = entries.flatMap(({ id, picks, order }): (readonly [string, MatchupRow])[] => {
    const row = rows.find((each) => each.id === id);
    if (row === undefined) return [];
    const values = confidence && { values: ownValues(row, gids, { ...confidence, order }) };
    return [[id, { ...row, picks: ownLetters(row, gids, picks, rules), ...values }]];
  });
  return new Map(own);
}

/** The inputs of a week's values; the same objects as before if nothing changed. */
export interface ConfidenceWeek {
  readonly weekId: string;
  readonly rules: PoolRules;
  readonly scale: WeekScale;
  /** By gid, with the pool's locks. */
  readonly games: Readonly<Record<string, RemainingGame>>;
  /** Of the viewer's chosen entry. */
  readonly order: Order;
  /** The time of the latest lock: between two locks nothing here changes with time. */
  readonly lockedAt: number;
}

const NO_ORDER: Order = [];

/** The values of a week; null in a pool without confidence. */
export function useConfidence(pool: PoolReply, weekId: string): ConfidenceWeek | null {
  const select = useCallback((reply: GamesReply) => gamesOf(pool, weekId, reply), [pool, weekId]);
  const { data } = useQuery({ ...gamesQuery(pool.id, weekId), select });
  const order = useOwnWeekChoice(pool.id, weekId, 'order').choice?.value.order ?? NO_ORDER;
  const locks = Object.values(data ?? {});
  const lockedAt = useClock((now) => Math.max(0, ...locks.filter((game) => isLocked(game, now)).map(lockOf)));
  const { rules } = pool;
  return useMemo(() => {
    if (!traitsOf(rules).hasValues || data === undefined) return null;
    return { weekId, rules, scale: scaleInPool(pool, weekId), games: data, order, lockedAt };
  }, [weekId, rules, pool, data, order, lockedAt]);
}

/** The values of a row of the viewer, including those that are sealed from others. */
function ownValues(
  { values = [] }: Pick<MatchupRow, 'values'>,
  gids: readonly string[],
  { games, order, scale }: Pick<ConfidenceWeek, 'games' | 'order' | 'scale'>,
): (number | null)[] {
  const all = Object.values(games);
  const own = new Map(placedValues(all, scale)(order).map((value, at) => [all[at]?.gid, value]));
  return gids.map((gid, place) => values[place] ?? own.get(gid) ?? null);
}

/** The maximum score that a member can still reach in a week, as far as is known; null once it is final. */
export function possibleWeek(
  { weekHalves, picks: letters, values = [] }: Pick<MatchupRow, 'weekHalves' | 'picks' | 'values'>,
  columns: readonly Pick<Column, 'place' | 'gid'>[],
  { weekId, rules, scale, games, lockedAt }: Pick<ConfidenceWeek, 'weekId' | 'rules' | 'scale' | 'games' | 'lockedAt'>,
): Halves | null {
  const known = new Map<string, number>();
  const picks: Record<string, Picks[string]> = {};
  for (const { place, gid } of columns) {
    const [value, side] = [values[place] ?? null, choiceOf(letters[place])];
    if (value !== null) known.set(gid, value);
    if (side === 'home' || side === 'away') picks[gid] = { side, bus: false };
  }
  const left = valuesLeft(Object.values(games), known, picks, lockedAt, scale);
  return left === 0 ? null : halvesPossible(weekHalves, left, weekId, rules);
}

/** Only the parts of the games that values depend on, so that a new point or line changes nothing. */
function gamesOf(pool: PoolReply, weekId: string, reply: GamesReply): ConfidenceWeek['games'] {
  const games = weekIn(pool, weekId, reply).games.map(({ gid, void: off, status, lockAt }) => {
    return [gid, { gid, void: off, status, lockAt }] as const;
  });
  return Object.fromEntries(games);
}

function lockOf({ lockAt }: Pick<RemainingGame, 'lockAt'>): number {
  return lockAt;
}
