import { DEFAULT_SPREAD_NOTE, isSpreadLocked } from '#core/game.ts';
import type { ProgressReport } from '#core/game-progress.ts';
import type { FeedField, Game } from '#core/types.ts';
import { gameStatuses } from '#core/types.ts';
import type { FeedValues } from '../store/feed-games.ts';
import type { GameWrite } from '../store/games.ts';

/** An update of a game from a feed; a field that the feed does not know is missing. */
export type GameUpdate = Pick<Game, 'gid' | 'weekId'> & FeedValues & Pick<ProgressReport, 'clock'>;

/**
 * Merges an update into a game, as far as it may. What an admin set by hand holds. The status never goes backwards: an
 * update with an earlier one is outdated, and its score and situation are ignored too. Kick-off, week and spread move only
 * where the game allows it, the spread until 24 hours before the kick-off, and a known spread is never lost.
 * @param mayRegress the status may go backwards this once: an admin returned it to the feed, or the update outweighs a Final
 */
export function mergeUpdate(game: Game, update: GameUpdate, now: number, mayRegress = false): GameWrite {
  const time = mergeTime(game, update);
  return {
    ...game,
    ...time,
    ...mergePlay(game, update, mayRegress),
    ...mergeSpread(game, update, time.kickoff, now),
    spreadNote: spreadNote(game, time.kickoff, now),
  };
}

/** A game that has begun stays in its week. */
function mergeTime(game: Game, update: GameUpdate): Pick<Game, 'kickoff' | 'timeTbd' | 'weekId'> {
  const { kickoff, timeTbd, weekId } = { ...game, ...(game.allowTimeUpdate && isFree(game, 'kickoff') ? update : {}) };
  return { kickoff, timeTbd, weekId: game.status === 'Not Started' ? weekId : game.weekId };
}

function mergePlay(game: Game, update: GameUpdate, mayRegress: boolean): Partial<Game> {
  const { weather = game.weather } = update;
  if (!mayRegress && isOutdated(game, update)) return { weather };
  const { status = game.status, situation = game.situation } = update;
  const { homeScore = game.homeScore, awayScore = game.awayScore } = update;
  return {
    weather,
    situation,
    ...(isFree(game, 'status') ? { status, void: update.void === undefined ? game.void : update.void } : {}),
    ...(isFree(game, 'score') ? { homeScore, awayScore } : {}),
  };
}

function mergeSpread(game: Game, { spread }: GameUpdate, kickoff: number, now: number): Partial<Game> {
  const known = spread !== undefined && spread !== null;
  const open = game.allowSpreadUpdate && isFree(game, 'spread') && !isSpreadLocked({ kickoff }, now);
  return known && open ? { spread } : {};
}

/** `Spread may change` stays until the spread locks; a note that an admin wrote stays. */
function spreadNote({ spreadNote }: Game, kickoff: number, now: number): string {
  return spreadNote !== '' && spreadNote !== DEFAULT_SPREAD_NOTE ? spreadNote : usualSpreadNote(kickoff, now);
}

/** What the feed notes on the line of a game. */
export function usualSpreadNote(kickoff: number, now: number): string {
  return isSpreadLocked({ kickoff }, now) ? '' : DEFAULT_SPREAD_NOTE;
}

/**
 * Where an admin holds the status, it says nothing about the age of an update. A game that is over cannot be called off.
 */
function isOutdated(game: Game, update: GameUpdate): boolean {
  if (!isFree(game, 'status')) return false;
  if (update.void && game.status === 'Final') return true;
  return update.status !== undefined && gameStatuses.indexOf(update.status) < gameStatuses.indexOf(game.status);
}

function isFree(game: Game, field: FeedField): boolean {
  return !game.setByAdmin.includes(field);
}
