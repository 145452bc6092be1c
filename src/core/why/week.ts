import type { ToldRow, ToldWeek } from '#core/game-day/told-week.ts';
import { dayWeekOf } from '#core/game-day/told-week.ts';
import { pickOf } from '#core/picks.ts';
import type { Halves } from '#core/scoring.ts';
import { isWeekFinished, totalScore } from '#core/scoring.ts';
import { weekWinners } from '#core/standings.ts';
import { breakTie, guessDifference, totalPoints } from '#core/tiebreak.ts';
import type { PickReason } from './pick.ts';
import { whyPick } from './pick.ts';

/** An entry of a week that is asked about. */
export interface AskedRow extends ToldRow {
  readonly weekHalves: Halves;
}

/** A week that is asked about. */
export interface AskedWeek extends Omit<ToldWeek, 'rows' | 'fixed'> {
  readonly rows: readonly AskedRow[];
  /** Lines that were corrected in the pool, by game. */
  readonly lines: Readonly<Record<string, number>>;
  /** The entries that have the week from before they joined: they count its lowest score and win nothing. */
  readonly late: ReadonlySet<string>;
}

/** Somebody's guess of the tiebreak game. */
export interface GuessReason {
  readonly id: string;
  readonly name: string;
  readonly guess: number | null;
  /** How far it is off, below 0 where it is under. */
  readonly difference: number | null;
  readonly hasWon: boolean;
}

/** How a decided week was won by somebody who was at its top. */
export interface WinReason {
  readonly isWinner: boolean;
  /** The others who were level with them. */
  readonly levelWith: readonly string[];
  /** The guesses that decided between them, the best first; null where none did. */
  readonly guesses: readonly GuessReason[] | null;
  readonly tiebreakGid: string | null;
  /** The points of the tiebreak game. */
  readonly total: number | null;
}

/** Why somebody has the score of a week. */
export interface WeekReason {
  /** In the order of the games; their halves add up to the score, unless it is one from before they joined. */
  readonly picks: readonly PickReason[];
  /** The score that counts in place of the picks for a week from before they joined. */
  readonly late: Halves | null;
  readonly halves: Halves;
  /** Null where the week is not decided, or they were not at its top. */
  readonly win: WinReason | null;
}

/** Why an entry has the score of a week; null where it does not play. */
export function whyWeek(week: AskedWeek, entryId: string): WeekReason | null {
  const row = week.rows.find(({ id }) => id === entryId);
  const player = row && dayWeekOf({ ...week, rows: [row], fixed: {} }).players[0];
  if (row === undefined || player === undefined) return null;
  const picks = week.games.map((game) => {
    const pick = pickOf(player.picks, game.gid);
    const value = player.values?.[game.gid] ?? 0;
    const counted = pick && (player.values ? { ...pick, value } : pick);
    return whyPick(game, counted, player.sealed.includes(game.gid), week);
  });
  const late = week.late.has(entryId) ? row.weekHalves : null;
  const halves = late ?? totalScore(picks.map((pick) => pick.halves));
  return { picks, late, halves, win: late === null ? winReason(week, row) : null };
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
  const guesses = new Map(level.flatMap(({ id, guess }) => (guess === undefined ? [] : [[id, guess] as const])));
  const winners = breakTie(tied, { rule: rules.tiebreak, total, guesses });
  const told = level.map(({ id, name, guess = null }): GuessReason => {
    const difference = guess === null || total === null ? null : guessDifference(guess, total);
    return { id, name, guess, difference, hasWon: winners.includes(id) };
  });
  return {
    isWinner: winners.includes(row.id),
    levelWith: level.filter(({ id }) => id !== row.id).map(({ name }) => name),
    guesses: winners.length < tied.length ? told.toSorted((a, b) => Number(b.hasWon) - Number(a.hasWon)) : null,
    tiebreakGid,
    total,
  };
}
