import { autoSide } from '#core/auto-picks.ts';
import { isPickable } from '#core/locks.ts';
import { choiceOf, isAutoLetter, isBestLetter } from '#core/pick-letters.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { CountedPick, CountedPicks, Game, Side } from '#core/types.ts';
import type { DayGame, DayPlayer, DayWeek } from './week.ts';

/** An entry in the Matchup: one letter a game, and values if the pool has them. */
export interface VisibleRow {
  readonly id: string;
  readonly name: string;
  readonly picks: string;
  /** With weekly play: none of its picks of the week has locked. */
  readonly isBlank?: boolean | undefined;
  readonly values?: readonly (number | null)[] | undefined;
  readonly guess?: number | undefined;
  /** When it was made (ms), if that can decide the week. */
  readonly guessedAt?: number | undefined;
}

/** The data of one of the viewer's own entries: all of its picks, the values of its order and its guess. */
export interface OwnDay {
  readonly picks: CountedPicks;
  /** In a confidence pool: of all games, by gid. */
  readonly values: Readonly<Record<string, number>> | null;
  readonly guess: number | null;
  /** Whether missed games of the week count nothing for it, because the limit of auto picks was reached. */
  readonly isPastLimit?: boolean;
}

/** A game with its teams. */
export type VisibleGame = DayGame & Pick<Game, 'home' | 'away' | 'timeTbd'>;

/** A week as a page has it: small enough to pass around, however many entries there are. */
export interface VisibleWeek {
  readonly rules: PoolRules;
  /** In a confidence pool: the stored values of the week, from the lowest up. */
  readonly scaleValues?: readonly number[] | undefined;
  /** All games of the week, with the pool's locks and lines. */
  readonly games: readonly VisibleGame[];
  /** The order of the letters. */
  readonly gids: readonly string[];
  readonly rows: readonly VisibleRow[];
  /** The viewer's entry that is shown. */
  readonly viewerId: string;
  /** By own entry: what is sealed for everyone else. */
  readonly own: Readonly<Record<string, OwnDay>>;
  readonly tiebreakGid: string | null;
  readonly fixed: Readonly<Record<string, Side>>;
  readonly now: number;
}

/** Converts the visible data of the Matchup. A viewer who is in no row does not play, nor does an entry whose week stays blank. */
export function dayWeekOf({ gids, rows: all, viewerId, own, ...week }: VisibleWeek): DayWeek {
  const mayPlay = week.games.some((game) => isPickable(game, week.now));
  const rows = mayPlay ? all : all.filter(({ isBlank }) => !isBlank);
  const autos = new Map(week.games.map((game) => [game.gid, autoSide(game, week.rules)]));
  const players = rows.map((row) => {
    const visible = playerOf(row, gids, autos);
    const known = own[row.id];
    return known ? withOwn(visible, known) : visible;
  });
  return { ...week, players, viewerId: rows.some(({ id }) => id === viewerId) ? viewerId : null };
}

/** The picks of the viewer. */
export function viewerPicks({ own, viewerId }: Pick<VisibleWeek, 'own' | 'viewerId'>): CountedPicks {
  return own[viewerId]?.picks ?? {};
}

function playerOf(
  { id, picks: letters, values, guess, guessedAt }: VisibleRow,
  gids: readonly string[],
  autos: ReadonlyMap<string, Side | null>,
): DayPlayer {
  const choices = gids.map((gid, place) => ({ gid, letter: letters[place], choice: choiceOf(letters[place]) }));
  const picks = choices.flatMap(({ gid, letter, choice }): (readonly [string, CountedPick])[] => {
    if (choice === 'home' || choice === 'away')
      return [
        [
          gid,
          {
            side: choice,
            bus: false,
            ...(isBestLetter(letter) && { best: true }),
            ...(isAutoLetter(letter) && { auto: true }),
          },
        ],
      ];
    const side = choice === 'auto' ? autos.get(gid) : null;
    return side ? [[gid, { side, bus: false, auto: true }]] : [];
  });
  const known = gids.flatMap((gid, place) => {
    const value = values?.[place] ?? null;
    return value === null ? [] : [[gid, value] as const];
  });
  return {
    id,
    picks: Object.fromEntries(picks),
    sealed: choices.flatMap(({ gid, choice }) => (choice === 'sealed' ? [gid] : [])),
    ...(values && { values: Object.fromEntries(known) }),
    ...(guess !== undefined && { guess }),
    ...(guessedAt !== undefined && { guessedAt }),
  };
}

function withOwn(visible: DayPlayer, { picks, values, guess, isPastLimit }: OwnDay): DayPlayer {
  return {
    ...visible,
    // The auto picks of missed games are only in the Matchup.
    picks: { ...visible.picks, ...picks },
    sealed: [],
    ...(values && { values }),
    ...(guess !== null && { guess }),
    ...(isPastLimit && { isPastLimit }),
  };
}
