import type { VisibleRow, VisibleWeek } from '#core/game-day/visible-week.ts';
import { dayWeekOf } from '#core/game-day/visible-week.ts';
import type { DayPlayer } from '#core/game-day/week.ts';
import { pickOf } from '#core/picks.ts';
import type { Halves } from '#core/scoring.ts';
import { isWeekFinished, provisionalScore, totalScore } from '#core/scoring.ts';
import { leadingSide } from '#core/spread.ts';
import { breakTie, guessDifference, totalPoints } from '#core/tiebreak.ts';
import type { CountedPicks } from '#core/types.ts';
import { weekWinners } from '#core/week-winners.ts';
import type { PickReason } from './pick.ts';
import { whyPick } from './pick.ts';

/** An entry of the week to explain. */
export interface AskedRow extends VisibleRow {
  readonly weekHalves: Halves;
}

/** A week to explain. */
export interface AskedWeek extends Omit<VisibleWeek, 'rows' | 'fixed'> {
  readonly rows: readonly AskedRow[];
  /** Lines that were corrected in the pool, by game. */
  readonly lines: Readonly<Record<string, number>>;
  /** The entries that joined after the week: they count its lowest score and cannot win it. */
  readonly late: ReadonlySet<string>;
}

/** An entry's guess of the tiebreak game. */
export interface GuessReason {
  readonly id: string;
  readonly name: string;
  readonly guess: number | null;
  /** How far it is off, negative if it is under. */
  readonly difference: number | null;
  readonly hasWon: boolean;
  /** Whether it won because the same guess of another entry was made later. */
  readonly isFirst: boolean;
}

/** How an entry at the top of a decided week won or lost it. */
export interface WinReason {
  readonly isWinner: boolean;
  /** The other entries that were level with it. */
  readonly levelWith: readonly string[];
  /** The guesses that decided between them, best first; null if guesses did not decide. */
  readonly guesses: readonly GuessReason[] | null;
  readonly tiebreakGid: string | null;
  /** The total points of the tiebreak game. */
  readonly total: number | null;
}

/** Why an entry has its score of a week. */
export interface WeekReason {
  /** In the order of the games; their halves add up to the score, unless the week is from before the entry joined. */
  readonly picks: readonly PickReason[];
  /** The score that counts instead of the picks for a week from before the entry joined. */
  readonly late: Halves | null;
  readonly halves: Halves;
  /** The score if the running games ended now; null if none is running. */
  readonly now: Halves | null;
  /** Null if the week is not decided, or the entry was not at its top. */
  readonly win: WinReason | null;
}

/**
 * Why an entry has its score of a week; null if it does not play.
 * @param joinedAt when it joined; 0 if no game had locked before
 */
export function whyWeek(week: AskedWeek, entryId: string, joinedAt: number): WeekReason | null {
  const row = week.rows.find(({ id }) => id === entryId);
  const player = row && dayWeekOf({ ...week, rows: [row], fixed: {} }).players[0];
  if (row === undefined || player === undefined) return null;
  const { rules } = week;
  const counted = countedPicks(player);
  const picks = week.games.map((game) => {
    return whyPick(game, pickOf(counted, game.gid), player.sealed.includes(game.gid), { ...week, joinedAt });
  });
  const late = week.late.has(entryId) ? row.weekHalves : null;
  const halves = late ?? totalScore(picks.map((pick) => pick.halves));
  const isRunning = week.games.some((game) => leadingSide(game, rules) !== null);
  const now = late === null && isRunning ? provisionalScore(week.games, counted, rules) : null;
  return { picks, late, halves, now, win: late === null ? winReason(week, row) : null };
}

/** The picks of a player, in a pool with confidence with their values. */
function countedPicks({ picks, values }: DayPlayer): CountedPicks {
  if (!values) return picks;
  return Object.fromEntries(Object.entries(picks).map(([gid, pick]) => [gid, { ...pick, value: values[gid] ?? 0 }]));
}

function winReason(week: AskedWeek, row: AskedRow): WinReason | null {
  const { rules, games, rows, late, tiebreakGid } = week;
  if (!isWeekFinished(games)) return null;
  const played = rows.filter(({ id }) => !late.has(id));
  const tied = weekWinners(played.map(({ id, weekHalves }) => ({ id, score: weekHalves })));
  if (!tied.includes(row.id)) return null;
  const level = played.filter(({ id }) => tied.includes(id));
  const game = games.find(({ gid }) => gid === tiebreakGid);
  const total = game === undefined ? null : totalPoints(game);
  const guesses = new Map(
    level.flatMap(({ id, guess, guessedAt = 0 }) =>
      guess === undefined ? [] : [[id, { guess, madeAt: guessedAt }] as const],
    ),
  );
  const winners = breakTie(tied, { rule: rules.tiebreak, total, guesses });
  const told = level.map(({ id, name, guess = null }): GuessReason => {
    const difference = guess === null || total === null ? null : guessDifference(guess, total);
    const hasWon = winners.includes(id);
    const isFirst = hasWon && level.some((other) => other.guess === guess && !winners.includes(other.id));
    return { id, name, guess, difference, hasWon, isFirst };
  });
  return {
    isWinner: winners.includes(row.id),
    levelWith: level.filter(({ id }) => id !== row.id).map(({ name }) => name),
    guesses: winners.length < tied.length ? told.toSorted((a, b) => Number(b.hasWon) - Number(a.hasWon)) : null,
    tiebreakGid,
    total,
  };
}
