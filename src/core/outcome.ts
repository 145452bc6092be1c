import type { PickResult, TalliedGame } from './picks.ts';
import { choosesGames, countAuto, pickOf, pickResult } from './picks.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import type { CountedPicks, Picks } from './types.ts';

/** Picks on Final games by their result. */
export type Tally = Readonly<Record<Exclude<PickResult, 'pending' | 'none'>, number>>;

/**
 * A player's results of games that are over, in one line: `8 games: 5 right, 2 wrong, 1 missed`. Auto picks count as right or wrong and are
 * listed: `8 games: 6 right, 2 wrong (1 auto)`.
 */
export function outcomeText(games: readonly TalliedGame[], picks: CountedPicks, rules: PoolRules): string {
  const { correct, split, incorrect } = tally(games, picks, rules);
  const missed = games.filter((game) => pickOf(picks, game.gid) === undefined).length;
  const auto = countAuto(games, picks);
  const parts = [
    [correct, 'right'],
    [split, 'half right'],
    [incorrect, 'wrong'],
    [missed, choosesGames(rules) ? 'not picked' : 'missed'],
    [games.length - correct - split - incorrect - missed, 'not counted'],
  ] as const;
  const told = parts.filter(([count]) => count > 0);
  if (games.length === 1) return `1 game: ${told[0]?.[1] ?? ''}${auto > 0 ? ' (auto)' : ''}`;
  return `${games.length} games: ${told.map((part) => part.join(' ')).join(', ')}${auto > 0 ? ` (${auto} auto)` : ''}`;
}

/** A player's correct and incorrect picks (section 2, Picks screen). */
export function tally(games: readonly TalliedGame[], picks: Picks, rules: PoolRules): Tally {
  const counts = { correct: 0, split: 0, incorrect: 0 };
  for (const game of games) {
    const result = pickResult(pickOf(picks, game.gid), game, rules);
    if (result in counts) counts[result as keyof Tally] += 1;
  }
  return counts;
}
