import { autoSide } from './auto-picks.ts';
import { listedNames } from './listed.ts';
import type { Choice, SideLetter } from './pick-letters.ts';
import { choiceOf, isBestLetter, sideLetter } from './pick-letters.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import type { Halves, ScoredGame } from './scoring.ts';
import { formatPoints, halvesNow } from './scoring.ts';
import type { Outcome } from './spread.ts';
import { leadingSide } from './spread.ts';
import type { GamePick, Side } from './types.ts';

/** The fields of a row of the Matchup that its provisional score depends on. */
interface ScoredRow {
  readonly name: string;
  readonly picks: string;
  readonly weekHalves: Halves;
  readonly values?: readonly (number | null)[] | undefined;
}

/** What the picks of a game are worth if it ended now. It is the same for everyone, so it is calculated once. */
export interface GameNow {
  /** The index of this game's letter in a member's picks. */
  readonly place: number;
  /** The side that counts for members who did not pick the game. */
  readonly auto: Side | null;
  /** Who is ahead while the game runs. */
  readonly leading: Outcome | null;
  /** What the pick of a letter would be worth; with confidence, for each point of its value. 0 if the game is not running. */
  readonly worth: Readonly<Record<SideLetter, Halves>>;
}

/** The worth of a game's picks if it ended now. */
export function gameNow(game: ScoredGame, place: number, rules: PoolRules): GameNow {
  const worthOf = (pick: GamePick) => halvesNow({ ...pick, value: 1 }, game, rules);
  return {
    place,
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

/** The games of a Matchup, by their order of letters. */
export function gamesNow(gids: readonly string[], games: readonly ScoredGame[], rules: PoolRules): readonly GameNow[] {
  return games.map((game) => gameNow(game, gids.indexOf(game.gid), rules)).filter(({ place }) => place >= 0);
}

/** The side that counts for a member; null if none does, or it is sealed. */
export function sideOf(choice: Choice, { auto }: Pick<GameNow, 'auto'>): Side | null {
  if (choice === 'auto') return auto;
  return choice === 'home' || choice === 'away' ? choice : null;
}

/** A member's score of the week if running games ended now, as `provisionalScore` counts it; null if none is running. */
export function provisionalWeek(row: Omit<ScoredRow, 'name'>, games: readonly GameNow[]): Halves | null {
  const running = games.filter(({ leading }) => leading !== null);
  if (running.length === 0) return null;
  return running.reduce((total, game) => {
    const letter = row.picks[game.place];
    const side = sideOf(choiceOf(letter), game);
    if (side === null) return total;
    const times = row.values ? (row.values[game.place] ?? 0) : 1;
    return total + times * game.worth[sideLetter({ side, best: isBestLetter(letter) })];
  }, row.weekHalves);
}

/** Who has the best provisional score, and how many points. */
export interface LeadingNow {
  readonly names: string;
  readonly points: string;
}

/** As `Leading now: Ann and Bob, 7`; empty if nobody leads. */
export function leadingNowText(rows: readonly ScoredRow[], games: readonly GameNow[]): string {
  const leading = leadingNow(rows, games);
  return leading === null ? '' : `Leading now: ${leading.names}, ${leading.points}`;
}

/**
 * Who has the best provisional score. Null while no game runs, or if nobody would have scored. A score from before a member joined leads no
 * week.
 */
export function leadingNow(rows: readonly ScoredRow[], games: readonly GameNow[]): LeadingNow | null {
  const players = rows
    .filter(({ picks }) => /[^-]/.test(picks))
    .map((row) => ({ name: row.name, halves: provisionalWeek(row, games) ?? 0 }));
  const best = games.some(({ leading }) => leading !== null) ? Math.max(0, ...players.map(({ halves }) => halves)) : 0;
  if (best === 0) return null;
  const names = players.filter(({ halves }) => halves === best).map(({ name }) => name);
  return { names: listedNames(names), points: formatPoints(best) };
}
