import type { Static } from 'typebox';
import { Type } from 'typebox';
import { routes } from './route.ts';
import { Id, shape } from './shapes.ts';

/** The longest file of games, in characters. */
export const SEASON_FILE_MAX = 4 * 1024 * 1024;
/** The largest body with such a file, in bytes: line ends and quotes take two characters each in JSON. */
const SEASON_BODY_MAX = 6 * 1024 * 1024;
/** The most flaws of a file that are reported; the rest is only counted. */
export const FLAWS_SHOWN = 20;

/** The year in which a season began. */
export const SeasonYear = Type.Integer({ minimum: 1920, maximum: 2099 });

/** The source of the games: a file in nflverse format (CSV), or ESPN. */
export const SeasonRequest = shape({
  source: Type.Enum(['file', 'espn']),
  season: SeasonYear,
  /** The file; present only if it is the source. */
  text: Type.Optional(Type.String({ maxLength: SEASON_FILE_MAX })),
});
export type SeasonRequest = Static<typeof SeasonRequest>;

/** A flaw at one place in a file; lines and columns count from 1. */
const SeasonFlaw = shape({ line: Type.Integer(), column: Type.Integer(), message: Type.String() });
export type SeasonFlaw = Static<typeof SeasonFlaw>;

/** How many games are new, different or the same; `kept` games have values that an admin set by hand and that stay. */
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
  /** What was not understood, in words; it is left out. */
  problems: Type.Array(Type.String()),
};

const SeasonLoaded = shape(counts);
export type SeasonLoaded = Static<typeof SeasonLoaded>;

export const SeasonPreview = shape({
  ...counts,
  /** The first flaws of the file, in its order. If there are any, nothing can be loaded. */
  flaws: Type.Array(SeasonFlaw),
  /** The number of all flaws. */
  flawCount: Type.Integer(),
  /** The seasons in the file, in order; empty for ESPN. */
  seasons: Type.Array(Type.Integer()),
});
export type SeasonPreview = Static<typeof SeasonPreview>;

export const season = routes({
  'GET /api/season': {
    summary: 'Get the latest loaded season',
    access: 'user',
    /** `comingWeekId` is set if the season has begun: the first week after the last one that has begun. Null if no week is left, too. */
    reply: shape({
      season: Type.Union([Type.Integer(), Type.Null()]),
      comingWeekId: Type.Union([Id, Type.Null()]),
      /** The weeks that are known, in order. */
      weekIds: Type.Array(Id),
    }),
    errors: [],
  },
  'POST /api/admin/season/preview': {
    summary: 'Preview loading a season, without changes',
    access: 'admin',
    body: SeasonRequest,
    bodyLimit: SEASON_BODY_MAX,
    reply: SeasonPreview,
    errors: ['feed_not_set_up', 'feed_failed'],
  },
  'POST /api/admin/season': {
    summary: 'Add and update the games of a season; refused if the file has errors',
    access: 'admin',
    body: SeasonRequest,
    bodyLimit: SEASON_BODY_MAX,
    reply: SeasonLoaded,
    errors: ['flawed_file', 'feed_not_set_up', 'feed_failed'],
  },
});
