import type { Static } from 'typebox';
import { Type } from 'typebox';
import { routes } from './route.ts';
import { Id, shape } from './shapes.ts';

/** The longest file of games, in characters. */
export const SEASON_FILE_MAX = 4 * 1024 * 1024;
/** The largest body that carries one, in bytes: line ends and quotes take two characters each in JSON. */
const SEASON_BODY_MAX = 6 * 1024 * 1024;
/** So many flaws of a file are told; the rest is counted. */
export const FLAWS_TOLD = 20;

/** The year in which a season began. */
export const SeasonYear = Type.Integer({ minimum: 1920, maximum: 2099 });

/** Where the games come from: a file of games as nflverse has them (CSV), or ESPN. */
export const SeasonRequest = shape({
  source: Type.Enum(['file', 'espn']),
  season: SeasonYear,
  /** The file; only where the source is one. */
  text: Type.Optional(Type.String({ maxLength: SEASON_FILE_MAX })),
});
export type SeasonRequest = Static<typeof SeasonRequest>;

/** What is wrong at one place of a file; lines and columns count from 1. */
const SeasonFlaw = shape({ line: Type.Integer(), column: Type.Integer(), message: Type.String() });
export type SeasonFlaw = Static<typeof SeasonFlaw>;

/** How many games are new, different, the same; `kept` ones have something that an admin set by hand and that stays. */
const counts = {
  season: Type.Integer(),
  games: Type.Integer(),
  weeks: Type.Integer(),
  added: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  kept: Type.Integer(),
  /** Rounds that ESPN does not know yet. */
  notYet: Type.Array(Id),
  /** What made no sense, in words; it is left out. */
  problems: Type.Array(Type.String()),
};

const SeasonLoaded = shape(counts);
export type SeasonLoaded = Static<typeof SeasonLoaded>;

export const SeasonPreview = shape({
  ...counts,
  /** The first flaws of the file, in its order. With any, nothing can be loaded. */
  flaws: Type.Array(SeasonFlaw),
  /** All of them. */
  flawCount: Type.Integer(),
  /** The seasons that the file has, in order; empty for ESPN. */
  seasons: Type.Array(Type.Integer()),
});
export type SeasonPreview = Static<typeof SeasonPreview>;

export const season = routes({
  'GET /api/season': {
    summary: 'The latest season that is loaded',
    access: 'user',
    /** `comingWeekId` is where one has begun, its first week after the last of these; null where none is left, too. */
    reply: shape({
      season: Type.Union([Type.Integer(), Type.Null()]),
      comingWeekId: Type.Union([Id, Type.Null()]),
    }),
    errors: [],
  },
  'POST /api/admin/season/preview': {
    summary: 'What loading a season would change; nothing is written',
    access: 'admin',
    body: SeasonRequest,
    bodyLimit: SEASON_BODY_MAX,
    reply: SeasonPreview,
    errors: ['feed_not_set_up', 'feed_failed'],
  },
  'POST /api/admin/season': {
    summary: 'Add and update the games of a season, unless anything in the file is wrong',
    access: 'admin',
    body: SeasonRequest,
    bodyLimit: SEASON_BODY_MAX,
    reply: SeasonLoaded,
    errors: ['flawed_file', 'feed_not_set_up', 'feed_failed'],
  },
});
