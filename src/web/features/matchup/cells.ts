import type { MatchupRow } from '#contract/standings.ts';
import type { GameReply } from '#contract/shapes.ts';
import { autoSide } from '#core/auto-picks.ts';
import { gameCounts } from '#core/game.ts';
import type { Choice, SideLetter } from '#core/pick-letters.ts';
import { choiceOf, isBestLetter, sideLetter } from '#core/pick-letters.ts';
import type { PickResult } from '#core/picks.ts';
import { isBestBet, pickOf, pickResult } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Halves } from '#core/scoring.ts';
import { halvesNow } from '#core/scoring.ts';
import type { Outcome } from '#core/spread.ts';
import { leadingSide } from '#core/spread.ts';
import type { CountedPicks, GamePick, Side } from '#core/types.ts';

/**
 * What the lines show of a game: how each side's pickers fare is the same for everyone, so it is worked out once. The
 * score is not part of it, so that one more point draws no line again.
 */
export interface Column {
  /** Which letter of a member's picks is for this game. */
  readonly place: number;
  readonly gid: string;
  readonly home: string;
  readonly away: string;
  /** Whether the game counts: a pick of one that is off is none. */
  readonly counts: boolean;
  readonly results: Readonly<Record<Side, PickResult>>;
  /** What counts for those who did not pick it. */
  readonly auto: Side | null;
  /** Who is ahead while the game runs. */
  readonly leading: Outcome | null;
  /** What the pick of a letter would be worth if the game ended now, with confidence for each point of its value; 0 while it does not run. */
  readonly worth: Readonly<Record<SideLetter, Halves>>;
}

/** The columns in the order of the letters; a game that is not known yet has no column. */
export function columnsOf(gids: readonly string[], games: readonly GameReply[], rules: PoolRules): readonly Column[] {
  const byGid = new Map(games.map((game) => [game.gid, game]));
  return gids.flatMap((gid, place) => {
    const game = byGid.get(gid);
    return game ? [columnOf(game, place, rules)] : [];
  });
}

/** The side that counts for a member; null where none does, or nobody may know. */
export function sideOf(choice: Choice, { auto }: Pick<Column, 'auto'>): Side | null {
  if (choice === 'auto') return auto;
  return choice === 'home' || choice === 'away' ? choice : null;
}

/** The letters of an own row: the picks are not sealed from their owner. */
export function ownLetters(row: MatchupRow, gids: readonly string[], picks: CountedPicks, rules: PoolRules): string {
  const own = gids.map((gid, place) => {
    const pick = pickOf(picks, gid);
    return pick && !pick.auto
      ? sideLetter({ side: pick.side, best: isBestBet(pick, rules) })
      : (row.picks[place] ?? '-');
  });
  return own.join('');
}

/**
 * What a member's score of the week would be if running games ended now, as `provisionalScore` of the core counts it;
 * null while none runs.
 */
export function provisionalWeek(
  row: Pick<MatchupRow, 'weekHalves' | 'picks' | 'values'>,
  columns: readonly Column[],
): Halves | null {
  const running = columns.filter(({ leading }) => leading !== null);
  if (running.length === 0) return null;
  return running.reduce((total, column) => {
    const letter = row.picks[column.place];
    const side = sideOf(choiceOf(letter), column);
    if (side === null) return total;
    const times = row.values ? (row.values[column.place] ?? 0) : 1;
    return total + times * column.worth[sideLetter({ side, best: isBestLetter(letter) })];
  }, row.weekHalves);
}

/** The scores of those for whom any pick counts: a week that somebody has from before they joined wins nothing. */
export function pickersOf(
  rows: readonly MatchupRow[],
  columns: readonly Pick<Column, 'place' | 'counts'>[],
): readonly { readonly id: string; readonly score: Halves }[] {
  const counting = columns.filter(({ counts }) => counts);
  const pickers = rows.filter(({ picks }) => counting.some(({ place }) => choiceOf(picks[place]) !== 'none'));
  return pickers.map(({ id, weekHalves }) => ({ id, score: weekHalves }));
}

function columnOf(game: GameReply, place: number, rules: PoolRules): Column {
  const worthOf = (pick: GamePick) => halvesNow({ ...pick, value: 1 }, game, rules);
  const resultOf = (side: Side) => pickResult({ side, bus: false }, game, rules);
  return {
    place,
    gid: game.gid,
    home: game.home,
    away: game.away,
    counts: gameCounts(game),
    results: { home: resultOf('home'), away: resultOf('away') },
    auto: autoSide(game, rules),
    leading: leadingSide(game, rules),
    worth: {
      h: worthOf({ side: 'home', bus: false }),
      a: worthOf({ side: 'away', bus: false }),
      H: worthOf({ side: 'home', bus: false, best: true }),
      A: worthOf({ side: 'away', bus: false, best: true }),
    },
  };
}
