import { gamesOfEntry } from './newcomers.ts';
import type { PickResult, TalliedGame } from './picks.ts';
import { choosesGames, countAuto, pickOf, pickResult } from './picks.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import type { CountedPicks, Game, Picks } from './types.ts';

/** Picks on Final games by their result. */
export type Tally = Readonly<Record<Exclude<PickResult, 'pending' | 'none'>, number>>;

/**
 * A player's results of games that are over, in one line: `8 games: 5 right, 2 wrong, 1 missed`. Auto picks count as right or wrong and are
 * listed: `8 games: 6 right, 2 wrong (1 auto)`. Games that locked before the player joined are not missed.
 */
export function outcomeText(
  games: readonly (TalliedGame & Pick<Game, 'lockAt'>)[],
  picks: CountedPicks,
  rules: PoolRules,
  joinedAt: number,
): string {
  const { correct, split, incorrect } = tally(games, picks, rules);
  const own = gamesOfEntry(games, picks, joinedAt);
  if (own.length === 0) return `${games.length} ${games.length === 1 ? 'game' : 'games'} before you joined`;
  const missed = own.filter((game) => pickOf(picks, game.gid) === undefined).length;
  const auto = countAuto(games, picks);
  const parts = [
    [correct, 'right'],
    [split, 'half right'],
    [incorrect, 'wrong'],
    [missed, choosesGames(rules) ? 'not picked' : 'missed'],
    [own.length - correct - split - incorrect - missed, 'not counted'],
    [games.length - own.length, 'before you joined'],
  ] as const;
  const told = parts.filter(([count]) => count > 0);
  if (games.length === 1) return `1 game: ${told[0]?.[1] ?? ''}${auto > 0 ? ' (auto)' : ''}`;
  return `${games.length} games: ${told.map((part) => part.join(' ')).join(', ')}${auto > 0 ? ` (${auto} auto)` : ''}`;
}

/** The score of a game that is over: `BUF 30, KC 3`. */
export function finalText({ home, away, homeScore, awayScore }: Game): string {
  return `${away} ${awayScore}, ${home} ${homeScore}`;
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
