import { HOUR_MS } from './time.ts';
import type { Game } from './types.ts';
import { compareWeeks, isUnfinished } from './weeks.ts';

/** A game without a final score holds its week for this long after its kick-off, in ms. */
const WEEK_WAITS_MS = 24 * HOUR_MS;
/** The score of a game should be entered this long after its kick-off, in ms. */
const SCORE_DUE_MS = 4 * HOUR_MS;
/** No game is over sooner than this after its kick-off, in ms. */
const SHORTEST_GAME_MS = 2.5 * HOUR_MS;

/** The fields of a game that determine the active week. */
type GameState = Pick<Game, 'weekId' | 'status' | 'void' | 'kickoff' | 'timeTbd'>;

/**
 * The active week of a pool: the week an admin chose, if the pool has it; otherwise, by the calendar, the first week with a game neither
 * Final nor void (decisions, Scoring). A game whose score nobody entered holds its week for at most a day (docs/decisions/023). If all
 * games are over, it is the last week with games; before any games are known, the first week. Null for a pool without weeks.
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

/**
 * The first week with a game that must be over by the clock, but whose final score neither the feed nor an admin has entered; null if there
 * is none.
 */
export function unscoredWeek(games: readonly GameState[], now: number): string | null {
  const due = games.filter((game) => isUnfinished(game) && now >= scoreDue(game));
  const weekIds = due.map((game) => game.weekId);
  return weekIds.toSorted(compareWeeks)[0] ?? null;
}

/** The next moment (ms) at which time alone may change the active week, or the first week that lacks a score. */
export function nextCalendarTurn(games: readonly GameState[], now: number): number {
  const turns = games.filter(isUnfinished).flatMap((game) => [scoreDue(game), game.kickoff + WEEK_WAITS_MS]);
  return Math.min(Number.POSITIVE_INFINITY, ...turns.filter((turn) => turn > now));
}

/** Whether a score entered at `now` should be the final one. */
export function isScoreFinal(game: Omit<GameState, 'weekId'>, now: number): boolean {
  const isPlain = game.status === 'Not Started' && !game.timeTbd;
  return isUnfinished(game) && now >= (isPlain ? game.kickoff + SHORTEST_GAME_MS : scoreDue(game));
}

/** A game that began has a day to end; if its time is not known, its date must pass first. */
function scoreDue({ kickoff, timeTbd, status }: Pick<GameState, 'kickoff' | 'timeTbd' | 'status'>): number {
  return kickoff + (timeTbd || status === 'In Progress' ? WEEK_WAITS_MS : SCORE_DUE_MS);
}
