import { cleanName } from '#core/names.ts';
import { readTeam } from '#core/team-names.ts';
import type { Game, GameStatus, GameVoid } from '#core/types.ts';
import { gameStatuses } from '#core/types.ts';
import { isScore, isSpread, SPREAD_NOTE_MAX } from '#core/validation.ts';
import { readKickoff } from './moment.ts';
import type { LeftOut, Place } from './tree.ts';
import { childrenOf, cut, fieldsOf, flagOf, isMap, numberOf, textOf } from './tree.ts';
import { readWeekId } from './week-id.ts';

/** A game of an export. A field that the export does not have, or has wrong, is missing. */
export interface OldGame {
  /** Its key, which is unique in its week only. */
  readonly gid: string;
  readonly path: string;
  readonly weekId: string;
  readonly fields: Pick<Game, 'home' | 'away' | 'kickoff' | 'timeTbd'> & Partial<GameFacts>;
}

/** The facts of a game that an export tells. */
type GameFacts = Omit<Game, 'gid' | 'weekId' | 'lockAt' | 'frozenSpread' | 'lineSource'>;

const MOST_POINTS = 99;
const WEATHER_MAX = 100;
const SITUATION_MAX = 100;

const voids: readonly (readonly [word: RegExp, reason: GameVoid])[] = [
  [/^postponed/i, 'postponed'],
  [/^cancell?ed/i, 'cancelled'],
];

/** Reads `Weeks`: games directly under their week or under its `Games`. */
export function readGames(weeks: Place, leftOut: LeftOut[]): OldGame[] {
  return childrenOf(weeks, leftOut).flatMap((week) => {
    const weekId = readWeekId(week.key);
    if (weekId !== null) return gamePlaces(week, leftOut).flatMap((place) => readGame(place, weekId, leftOut));
    leftOut.push({ path: week.path, reason: 'This is not the id of a week.' });
    return [];
  });
}

function gamePlaces(week: Place, leftOut: LeftOut[]): Place[] {
  const children = childrenOf(week, leftOut);
  const below = children
    .filter(({ key }) => key.toLowerCase() === 'games')
    .flatMap((each) => childrenOf(each, leftOut));
  // Facts about the week, such as its ID, stand beside its games.
  return [...below, ...children.filter(({ key, value }) => key.toLowerCase() !== 'games' && isMap(value))];
}

function readGame(place: Place, weekId: string, leftOut: LeftOut[]): OldGame[] {
  const field = fieldsOf(place);
  const no = (reason: string, at: Place | undefined = place): null => {
    leftOut.push({ path: at?.path ?? place.path, reason });
    return null;
  };
  const [home, away] = ['home', 'away'].map((side) => readTeam(textOf(field(side)) ?? '').abbr);
  const time = [field('start'), field('date'), field('startstring')]
    .map((each) => readKickoff(textOf(each) ?? ''))
    .find((each) => each !== null);
  if (!home || !away) no('The game does not name two teams that we know.');
  else if (home === away) no('A team cannot play against itself.');
  else if (!time) no('The game has no kick-off that can be read.');
  else {
    const fields = { home, away, ...time, ...readState(field, no), ...readSpread(field, no), ...readNotes(field) };
    return [{ gid: place.key, path: place.path, weekId, fields }];
  }
  return [];
}

type Field = ReturnType<typeof fieldsOf>;
type No = (reason: string, at?: Place) => null;

/** The status with its scores. A game is never Final without scores. */
function readState(field: Field, no: No): Partial<GameFacts> {
  const text = textOf(field('status'));
  if (text === null) return {};
  const off = voids.find(([word]) => word.test(text))?.[1];
  if (off !== undefined) return { void: off };
  const status = readStatus(text);
  if (status === null) no('This is not the status of a game.', field('status'));
  if (status === null || status === 'Not Started') return {};
  const homeScore = numberOf(field('homescore'));
  const awayScore = numberOf(field('awayscore'));
  if (homeScore !== null && awayScore !== null && isScore(homeScore) && isScore(awayScore))
    return { status, homeScore, awayScore };
  no('The game has no two scores from 0 to 99, so it comes without its status.');
  return {};
}

function readStatus(text: string): GameStatus | null {
  const wanted = text.toLowerCase();
  if (wanted.startsWith('final')) return 'Final';
  return gameStatuses.find((status) => status.toLowerCase() === wanted) ?? null;
}

/** 0 means no line (section 3). */
function readSpread(field: Field, no: No): Partial<GameFacts> {
  const place = field('spread');
  if (textOf(place) === null) return {};
  const spread = numberOf(place);
  if (spread === null || !isSpread(spread) || Math.abs(spread) > MOST_POINTS)
    no('This is not a line in steps of 0.5.', place);
  else if (spread !== 0) return { spread };
  return {};
}

function readNotes(field: Field): Partial<GameFacts> {
  const [note, weather] = [textOf(field('spreadnote')), textOf(field('weather'))];
  const situation = textOf(field('situation'));
  const allowSpreadUpdate = flagOf(field('allowspreadupdate', 'allowautospreadupdate'));
  const allowTimeUpdate = flagOf(field('allowtimeupdate', 'allowautotimeupdate'));
  return {
    ...(note !== null && { spreadNote: cleanName(cut(note, SPREAD_NOTE_MAX)) }),
    ...(weather !== null && { weather: cleanName(cut(weather, WEATHER_MAX)) }),
    ...(situation !== null && { situation: cleanName(cut(situation, SITUATION_MAX)) }),
    ...(allowSpreadUpdate !== null && { allowSpreadUpdate }),
    ...(allowTimeUpdate !== null && { allowTimeUpdate }),
  };
}
