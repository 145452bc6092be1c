import { gameCounts, isOver } from '#core/game.ts';
import { isLocked } from '#core/locks.ts';
import type { Guess } from '#core/tiebreak.ts';
import { compareGuesses, totalPoints } from '#core/tiebreak.ts';
import type { DayPlayer, DayWeek } from './week.ts';

/** What decides between players who are level at the top of the week, as far as it is known. */
export interface LevelRules {
  /**
   * By player, 0 for the best: who certainly goes before whom among players who are level. Players of one rank may share. Once the tiebreak
   * game is over, all guesses have ranks. While it is played, players without a guess rank after those with one. Before its guesses are
   * revealed, nothing is certain.
   */
  readonly ranks: readonly number[];
  /** Whether the second player can win alone if both are level, whatever the points of the tiebreak game, assuming it is played. */
  readonly mayLose: (player: number, other: number) => boolean;
}

/** Evaluates the visible guesses. A tiebreak game that is off decides nothing; one that left the week can still have any result. */
export function levelRules({ rules, games, players, tiebreakGid, now }: DayWeek): LevelRules {
  const all = (rank: number) => players.map(() => rank);
  const game = games.find(({ gid }) => gid === tiebreakGid);
  if (rules.tiebreak === 'none' || tiebreakGid === null) return { ranks: all(0), mayLose: () => false };
  if (game !== undefined && !gameCounts(game)) return { ranks: all(0), mayLose: () => false };
  if (game === undefined || !(isOver(game) || isLocked(game, now))) return { ranks: all(0), mayLose: () => true };
  const total = totalPoints(game);
  if (total === null) {
    const ranks = players.map(({ guess }) => Number(guess === undefined));
    const isEarly = rules.tiebreak === 'closest-early';
    const mayLose = (player: number, other: number) => {
      const [own, theirs] = [guessOf(players[player]), guessOf(players[other])];
      if (theirs === undefined || theirs.guess !== own?.guess) return theirs !== undefined;
      return isEarly && theirs.madeAt < own.madeAt;
    };
    return { ranks, mayLose };
  }
  const guesses = players.map(guessOf);
  const inOrder = guesses.toSorted((a, b) => compareGuesses(a, b, total, rules.tiebreak));
  const ranks = guesses.map((guess) =>
    inOrder.findIndex((each) => compareGuesses(each, guess, total, rules.tiebreak) === 0),
  );
  return { ranks, mayLose: (player, other) => (ranks[other] ?? 0) < (ranks[player] ?? 0) };
}

/** A player's guess. A different one wins if the total equals it. */
function guessOf(player: DayPlayer | undefined): Guess | undefined {
  return player?.guess === undefined ? undefined : { guess: player.guess, madeAt: player.guessedAt ?? 0 };
}
