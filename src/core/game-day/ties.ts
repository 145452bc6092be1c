import { gameCounts, isOver } from '#core/game.ts';
import { isLocked } from '#core/locks.ts';
import { guessDistance, totalPoints } from '#core/tiebreak.ts';
import type { DayPlayer, DayWeek } from './week.ts';

/** What decides between players who are level at the top of the week, as far as that is known. */
export interface LevelRules {
  /**
   * By player, from 0 for the best: who of those who are level goes before whom, for certain; those of one rank share as far as anybody
   * can tell. Once the tiebreak game is over all guesses have their ranks. While it is played, who made no guess goes after all who did.
   * Before its guesses are told nothing is certain.
   */
  readonly ranks: readonly number[];
  /** Whether the second player can win alone where both are level, whatever the points of the tiebreak game; it being played. */
  readonly mayLose: (player: number, other: number) => boolean;
}

/** Reads the guesses that are told. A tiebreak game that is off decides nothing; one that left the week can still end anyhow. */
export function levelRules({ rules, games, players, tiebreakGid, now }: DayWeek): LevelRules {
  const all = (rank: number) => players.map(() => rank);
  const game = games.find(({ gid }) => gid === tiebreakGid);
  if (rules.tiebreak === 'none' || tiebreakGid === null) return { ranks: all(0), mayLose: () => false };
  if (game !== undefined && !gameCounts(game)) return { ranks: all(0), mayLose: () => false };
  if (game === undefined || !(isOver(game) || isLocked(game, now))) return { ranks: all(0), mayLose: () => true };
  const total = totalPoints(game);
  if (total === null) {
    const ranks = players.map(({ guess }) => Number(guess === undefined));
    return { ranks, mayLose: (player, other) => hasAnotherGuess(players[player], players[other]) };
  }
  const distances = players.map(({ guess }) => guessDistance(guess, total, rules.tiebreak));
  const known = [...new Set(distances)].sort((a, b) => a - b);
  const ranks = distances.map((distance) => known.indexOf(distance));
  return { ranks, mayLose: (player, other) => (ranks[other] ?? 0) < (ranks[player] ?? 0) };
}

/** Whoever guesses otherwise is right where the total is their guess. */
function hasAnotherGuess(player: DayPlayer | undefined, other: DayPlayer | undefined): boolean {
  return other?.guess !== undefined && other.guess !== player?.guess;
}
