import { DEFAULT_SPREAD_NOTE, isSpreadLocked } from '#core/game.ts';
import type { FeedField, Game } from '#core/types.ts';
import { gameStatuses } from '#core/types.ts';
import type { FedFields, FeedWord } from '../store/feed-games.ts';
import type { GameWrite } from '../store/games.ts';

/** What a feed says of a game; a field that it does not know is missing. */
export type GameUpdate = Pick<Game, 'gid' | 'weekId'> & FedFields;

/**
 * What of an update may be written. What an admin set by hand holds; the status never goes backwards, and an update that
 * would turn it back is old: its score and situation count as little. Kick-off, week and line move only where the game
 * allows it, the line until 24 hours before the kick-off, and a line that is known is never lost.
 * @param mayGoBack an admin gave the status back, so that this once it may be turned back
 */
export function allowedUpdate(game: Game, update: GameUpdate, now: number, mayGoBack = false): GameWrite {
  const time = allowedTime(game, update);
  return {
    ...game,
    ...time,
    ...allowedPlay(game, update, mayGoBack),
    ...allowedLine(game, update, time.kickoff, now),
    spreadNote: spreadNote(game, time.kickoff, now),
  };
}

/** A game that has begun stays in its week. */
function allowedTime(game: Game, update: GameUpdate): Pick<Game, 'kickoff' | 'timeTbd' | 'weekId'> {
  const { kickoff, timeTbd, weekId } = { ...game, ...(game.allowTimeUpdate && isFree(game, 'kickoff') ? update : {}) };
  return { kickoff, timeTbd, weekId: game.status === 'Not Started' ? weekId : game.weekId };
}

function allowedPlay(game: Game, update: GameUpdate, mayGoBack: boolean): Partial<Game> {
  const { weather = game.weather } = update;
  if (!mayGoBack && isOld(game, update)) return { weather };
  const { status = game.status, situation = game.situation } = update;
  const { homeScore = game.homeScore, awayScore = game.awayScore } = update;
  return {
    weather,
    situation,
    ...(isFree(game, 'status') ? { status, void: update.void === undefined ? game.void : update.void } : {}),
    ...(isFree(game, 'score') ? { homeScore, awayScore } : {}),
  };
}

function allowedLine(game: Game, { spread }: GameUpdate, kickoff: number, now: number): Partial<Game> {
  const known = spread !== undefined && spread !== null;
  const open = game.allowSpreadUpdate && isFree(game, 'spread') && !isSpreadLocked({ kickoff }, now);
  return known && open ? { spread } : {};
}

/** `Spread may change` stands until it cannot any more; words of somebody else stay. */
function spreadNote({ spreadNote }: Game, kickoff: number, now: number): string {
  return spreadNote !== '' && spreadNote !== DEFAULT_SPREAD_NOTE ? spreadNote : noteOnLine(kickoff, now);
}

/** What the feed notes on the line of a game. */
export function noteOnLine(kickoff: number, now: number): string {
  return isSpreadLocked({ kickoff }, now) ? '' : DEFAULT_SPREAD_NOTE;
}

/**
 * Where an admin holds the status, it says nothing about the age of an update. A game that is over cannot be called off.
 */
function isOld(game: Game, update: GameUpdate): boolean {
  if (!isFree(game, 'status')) return false;
  if (update.void && game.status === 'Final') return true;
  return update.status !== undefined && gameStatuses.indexOf(update.status) < gameStatuses.indexOf(game.status);
}

function isFree(game: Game, field: FeedField): boolean {
  return !game.setByAdmin.includes(field);
}

/** What the feed knows of a game after an update. The line is remembered as it was when it locked. */
export function nextWord(
  before: FeedWord | undefined,
  game: Pick<Game, 'gid' | 'kickoff'>,
  update: FedFields,
  heard: { readonly sourceId: string | null; readonly at: number },
  now: number,
): FeedWord {
  const line = before && isSpreadLocked(game, now) ? before.said.spread : (update.spread ?? before?.said.spread);
  const { spread: _, ...said } = { ...before?.said, ...update };
  return {
    gid: game.gid,
    sourceId: heard.sourceId ?? before?.sourceId ?? null,
    said: { ...said, ...(line === undefined ? {} : { spread: line }) },
    saidAt: heard.at,
    mayGoBack: (before?.mayGoBack ?? false) && update.status === undefined && update.void === undefined,
  };
}

/** A game under way of which the feed has said nothing for so long is not given back to its last word, in ms. */
export const SILENCE_MS = 10 * 60_000;

/** The feed's values of the fields that an admin gives back; those that it never named, or named too long ago, stay. */
export function valuesOfFeed(
  game: Game,
  word: FeedWord | undefined,
  fields: readonly FeedField[],
  now: number,
): Partial<Game> {
  if (!word) return {};
  const { said } = word;
  const isSilent = said.status !== 'Final' && !said.void && now >= game.kickoff && now - word.saidAt > SILENCE_MS;
  const back = new Set(fields);
  return {
    ...(back.has('status') && !isSilent ? only(said, ['status', 'void', 'situation']) : {}),
    ...(back.has('score') && !isSilent ? only(said, ['homeScore', 'awayScore']) : {}),
    ...(back.has('kickoff') && game.allowTimeUpdate ? only(said, ['kickoff', 'timeTbd']) : {}),
    ...(back.has('spread') && game.allowSpreadUpdate ? only(said, ['spread']) : {}),
  };
}

function only(said: FedFields, fields: readonly (keyof FedFields)[]): Partial<Game> {
  return Object.fromEntries(fields.flatMap((field) => (said[field] === undefined ? [] : [[field, said[field]]])));
}
