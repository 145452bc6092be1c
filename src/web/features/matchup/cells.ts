import type { MatchupRow } from '#contract/scores.ts';
import type { GameReply } from '#contract/shapes.ts';
import type { PickResult } from '#core/picks.ts';
import { pickOf, pickResult } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Halves } from '#core/scoring.ts';
import { halvesNow } from '#core/scoring.ts';
import type { Outcome } from '#core/spread.ts';
import { leadingSide } from '#core/spread.ts';
import type { Picks, Side } from '#core/types.ts';

/** What a member's letter for a game means. */
export type Choice = Side | 'sealed' | 'none';

const choices: Readonly<Record<string, Choice>> = { h: 'home', a: 'away', '?': 'sealed', '-': 'none' };
const letters: Readonly<Record<Side, string>> = { home: 'h', away: 'a' };

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
  readonly results: Readonly<Record<Side, PickResult>>;
  /** Who is ahead while the game runs. */
  readonly leading: Outcome | null;
  /** What a pick of each side would be worth if the game ended now; 0 while it does not run. */
  readonly worth: Readonly<Record<Side, Halves>>;
}

/** The columns in the order of the letters; a game that is not known yet has no column. */
export function columnsOf(gids: readonly string[], games: readonly GameReply[], rules: PoolRules): readonly Column[] {
  const byGid = new Map(games.map((game) => [game.gid, game]));
  return gids.flatMap((gid, place) => {
    const game = byGid.get(gid);
    return game ? [columnOf(game, place, rules)] : [];
  });
}

export function choiceOf(letter: string | undefined): Choice {
  return choices[letter ?? '-'] ?? 'none';
}

/** The letters of the own row: one's own picks, which nobody seals from oneself. */
export function ownLetters(row: MatchupRow, gids: readonly string[], picks: Picks): string {
  const own = gids.map((gid, place) => {
    const pick = pickOf(picks, gid);
    return pick ? letters[pick.side] : (row.picks[place] ?? '-');
  });
  return own.join('');
}

/**
 * What a member's score of the week would be if running games ended now, as `provisionalScore` of the core counts it;
 * null while none runs.
 */
export function provisionalWeek(
  row: Pick<MatchupRow, 'weekHalves' | 'picks'>,
  columns: readonly Column[],
): Halves | null {
  const running = columns.filter(({ leading }) => leading !== null);
  if (running.length === 0) return null;
  return running.reduce((total, { place, worth }) => {
    const choice = choiceOf(row.picks[place]);
    return choice === 'home' || choice === 'away' ? total + worth[choice] : total;
  }, row.weekHalves);
}

/** The scores of those who picked anything: a week that somebody has from before they joined wins nothing. */
export function pickersOf(rows: readonly MatchupRow[]): readonly { readonly id: string; readonly score: Halves }[] {
  const pickers = rows.filter(({ picks }) => /[^-]/.test(picks));
  return pickers.map(({ id, weekHalves }) => ({ id, score: weekHalves }));
}

function columnOf(game: GameReply, place: number, rules: PoolRules): Column {
  const resultOf = (side: Side) => pickResult({ side, bus: false }, game, rules);
  return {
    place,
    gid: game.gid,
    home: game.home,
    away: game.away,
    results: { home: resultOf('home'), away: resultOf('away') },
    leading: leadingSide(game, rules),
    worth: { home: halvesNow('home', game, rules), away: halvesNow('away', game, rules) },
  };
}
