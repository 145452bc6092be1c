import { canonicalTeam } from './teams.ts';
import type { Game, TeamRecord } from './types.ts';
import { isPostSeason } from './weeks.ts';

/** A game is over, and its result known, this long after its kick-off. */
const RESULT_KNOWN_MS = 8 * 60 * 60 * 1000;

/**
 * Of two records of one team in one season the one that counts more games: the own finals until the feed brings them. The
 * feed's where both count the same (decisions, Screens).
 */
export function fullerRecord(ofFeed: TeamRecord, own: TeamRecord): TeamRecord {
  return gamesPlayed(own) > gamesPlayed(ofFeed) ? own : ofFeed;
}

/**
 * Whether a team's own games of a season can stand for its record: its schedule is known, and every game that must be over
 * has its result.
 * @param games those of the season
 * @param now milliseconds since the epoch
 */
export function isComplete(
  abbr: string,
  games: readonly Pick<Game, 'weekId' | 'home' | 'away' | 'kickoff' | 'status' | 'void'>[],
  now: number,
): boolean {
  const team = canonicalTeam(abbr) ?? abbr;
  const own = games.filter((game) => !isPostSeason(game.weekId) && (game.home === team || game.away === team));
  const due = own.filter((game) => now - game.kickoff > RESULT_KNOWN_MS);
  return own.length > 0 && due.every((game) => game.status === 'Final' || game.void !== null);
}

function gamesPlayed(record: TeamRecord): number {
  return record.wins + record.losses + record.ties;
}
