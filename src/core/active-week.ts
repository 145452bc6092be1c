import { HOUR_MS } from './time.ts';
import type { Game } from './types.ts';
import { compareWeeks, isUnfinished } from './weeks.ts';

/** A game without a final score holds its week for this long after its kick-off. */
const WEEK_WAITS_MS = 24 * HOUR_MS;
/** The score of a game should be in this long after its kick-off. */
const SCORE_DUE_MS = 4 * HOUR_MS;
/** No game is over sooner after its kick-off. */
const SHORTEST_GAME_MS = 2.5 * HOUR_MS;

/** How far a game is, as far as weeks care. */
type GameState = Pick<Game, 'weekId' | 'status' | 'void' | 'kickoff' | 'timeTbd'>;

/**
 * The active week of a pool: the one an admin chose while the pool has it, else by the calendar the first with a game
 * neither Final nor void (decisions, Scoring). A game whose score nobody entered holds its week for a day and no longer
 * (docs/decisions/023). When all is played it is the last week with games; before any games are known, the first week.
 * Null for a pool without weeks.
 */
export function activeWeek(
  weekIds: readonly string[],
  games: readonly Omit<GameState, 'timeTbd'>[],
  chosen: string | null,
  now: number,
): string | null {
  if (chosen !== null && weekIds.includes(chosen)) return chosen;
  const ordered = weekIds.toSorted(compareWeeks);
  const known = new Set(games.map((game) => game.weekId));
  const open = new Set(
    games.filter((game) => isUnfinished(game) && now < game.kickoff + WEEK_WAITS_MS).map((game) => game.weekId),
  );
  return ordered.find((id) => open.has(id)) ?? ordered.findLast((id) => known.has(id)) ?? ordered[0] ?? null;
}

/** The first week with a game that was over by the clock, and whose final score neither the feed nor an admin entered; or null. */
export function unscoredWeek(games: readonly GameState[], now: number): string | null {
  const due = games.filter((game) => isUnfinished(game) && now >= scoreDue(game));
  const weekIds = due.map((game) => game.weekId);
  return weekIds.toSorted(compareWeeks)[0] ?? null;
}

/** The next moment (ms) at which the clock alone may change the active week, or the first that lacks a score. */
export function nextCalendarTurn(games: readonly GameState[], now: number): number {
  const turns = games.filter(isUnfinished).flatMap((game) => [scoreDue(game), game.kickoff + WEEK_WAITS_MS]);
  return Math.min(Number.POSITIVE_INFINITY, ...turns.filter((turn) => turn > now));
}

/** Whether a score that is typed at `now` should be the final one. */
export function isScoreFinal(game: Omit<GameState, 'weekId'>, now: number): boolean {
  const isPlain = game.status === 'Not Started' && !game.timeTbd;
  return isUnfinished(game) && now >= (isPlain ? game.kickoff + SHORTEST_GAME_MS : scoreDue(game));
}

/** A game that began has a day to end, and the day of a game whose time is not known has to pass. */
function scoreDue({ kickoff, timeTbd, status }: Pick<GameState, 'kickoff' | 'timeTbd' | 'status'>): number {
  return kickoff + (timeTbd || status === 'In Progress' ? WEEK_WAITS_MS : SCORE_DUE_MS);
}
