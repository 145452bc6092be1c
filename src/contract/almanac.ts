import type { Static } from 'typebox';
import { Type } from 'typebox';
import {
  FIRST_YEAR,
  LAST_YEAR,
  MAX_PLACE,
  MAX_TYPED_NAME,
  MAX_TYPED_PLACES,
  MAX_TYPED_POINTS,
} from '#core/almanac/parse-table.ts';
import { MAX_CENTS } from '#core/money.ts';
import { routes } from './route.ts';
import { Done, Id, PoolParams, shape } from './shapes.ts';

/** The years that a table can be of: those of the NFL. */
export const Year = Type.Integer({ minimum: FIRST_YEAR, maximum: LAST_YEAR });
const Count = Type.Integer({ minimum: 0 });
const Tally = shape({ right: Count, wrong: Count });

/**
 * Somebody of the almanac: the id of a user, or of a typed name (`nameId` of the core), which begins with `name`.
 */
const Person = shape({ id: Type.String(), name: Type.String() });

/** A place of a final table. */
const Place = shape({
  place: Type.Integer({ minimum: 1 }),
  /** The name of the entry; in a typed table as it was typed, or the present name of the user that it is. */
  name: Type.String(),
  person: Type.String(),
  /** In points; null if they are unknown, and in a season that is not won by points. */
  points: Type.Union([Type.Number(), Type.Null()]),
  /** In cents; only in typed tables. */
  prize: Type.Optional(Type.Integer()),
});

/** A season of the league, or a year before that somebody typed. */
const AlmanacYear = shape({
  year: Year,
  /** Null if the table was typed. */
  pool: Type.Union([shape({ id: Id, name: Type.String() }), Type.Null()]),
  /** Whether the viewer played in it, and may see its picks and weeks. */
  isOwn: Type.Boolean(),
  isOver: Type.Boolean(),
  /** How many of its weeks are decided. */
  weeks: Count,
  /** By place, then by name, or as it was typed; of a season that is not over, after its decided weeks. */
  table: Type.Array(Place),
});
export type AlmanacYear = Static<typeof AlmanacYear>;

/** What somebody did in all seasons. Of several entries in a season the best one counts for places. */
const AllTime = shape({
  person: Person,
  /** Seasons that are over. */
  seasons: Count,
  /** How many of them are typed. */
  typed: Count,
  titles: Count,
  seconds: Count,
  thirds: Count,
  best: Type.Integer({ minimum: 1 }),
  /** Weeks won by any of their entries. */
  weekWins: Count,
  /** Right and wrong picks of all their entries. */
  picks: Tally,
  /** Their places, by year. */
  places: Type.Array(shape({ year: Year, place: Type.Integer({ minimum: 1 }) })),
});
export type AllTime = Static<typeof AllTime>;

/** Weeks and picks are only there in seasons in which the viewer played. */
const Holder = shape({
  person: Person,
  /** The name of the entry. */
  name: Type.String(),
  year: Year,
  weekId: Type.Optional(Id),
  toWeekId: Type.Optional(Id),
  team: Type.Optional(Type.String()),
  opponent: Type.Optional(Type.String()),
});

const AlmanacRecord = shape({
  kind: Type.Enum(['bestWeek', 'streak', 'weekWins', 'closestFinish', 'upset']),
  /** Right picks, their number in a row, won weeks, half points of difference, or the points of a line. */
  value: Type.Number(),
  /** Only of the best week: how many picks were right or wrong. */
  of: Type.Optional(Count),
  /** The earliest first, at most five. */
  holders: Type.Array(Holder),
  /** How many share the record beyond those. */
  more: Count,
});
export type AlmanacRecord = Static<typeof AlmanacRecord>;

export const AlmanacReply = shape({
  /** The latest first. */
  years: Type.Array(AlmanacYear),
  /** By titles, second and third places, then by the best place, seasons and name. */
  allTime: Type.Array(AllTime),
  records: Type.Array(AlmanacRecord),
});
export type AlmanacReply = Static<typeof AlmanacReply>;

/** How often one finished before another. */
const Duel = shape({ before: Count, behind: Count, level: Count });

export const RivalsReply = shape({
  person: Person,
  /** By the number of shared weeks, then of seasons, then by name. */
  rivals: Type.Array(shape({ person: Person, weeks: Duel, seasons: Duel })),
});
export type RivalsReply = Static<typeof RivalsReply>;

/** The viewer's own picks over all seasons. */
export const OwnRecordReply = shape({
  picks: Tally,
  /** By how much they cost: wrong picks of the team less right ones, the most first. */
  teams: Type.Array(shape({ team: Type.String(), picked: Tally, against: Tally })),
  favorites: Tally,
  underdogs: Tally,
  home: Tally,
  away: Tally,
});
export type OwnRecordReply = Static<typeof OwnRecordReply>;

/** The course of this pool's season. */
export const SeasonChartReply = shape({
  /** Decided weeks, in order. */
  weekIds: Type.Array(Id),
  /** By rank. */
  entries: Type.Array(
    shape({
      id: Id,
      ownerId: Id,
      name: Type.String(),
      /** By index of the week. */
      ranks: Type.Array(Type.Integer()),
      weekHalves: Type.Array(Type.Union([Type.Integer(), Type.Null()])),
    }),
  ),
});
export type SeasonChartReply = Static<typeof SeasonChartReply>;

/** The fields of a typed place besides its person. */
export const placeFields = {
  place: Type.Integer({ minimum: 1, maximum: MAX_PLACE }),
  name: Type.String({ maxLength: MAX_TYPED_NAME }),
  points: Type.Union([
    Type.Number({ minimum: -MAX_TYPED_POINTS, maximum: MAX_TYPED_POINTS, multipleOf: 0.5 }),
    Type.Null(),
  ]),
  prize: Type.Union([Type.Integer({ minimum: 0, maximum: MAX_CENTS }), Type.Null()]),
};

/** A line of a final table as it is typed. */
const TypedPlaceShape = shape({ ...placeFields, personId: Type.Union([Id, Type.Null()]) });

const Table = Type.Array(TypedPlaceShape, { maxItems: MAX_TYPED_PLACES });

/** What a commissioner edits. */
export const AlmanacPlanReply = shape({
  /** The latest first. */
  typed: Type.Array(shape({ year: Year, places: Table })),
  /** People with an account or an entry in the line, whom a name can be. */
  people: Type.Array(shape({ id: Id, name: Type.String(), hasAccount: Type.Boolean() })),
  /** Players without an account of this line, and who a commissioner says that they are. */
  players: Type.Array(
    shape({ id: Id, name: Type.String(), years: Type.Array(Year), personId: Type.Union([Id, Type.Null()]) }),
  ),
  /** The pool before this one, its year null if it has no weeks; null if this one begins the line. */
  follows: Type.Union([shape({ id: Id, name: Type.String(), year: Type.Union([Year, Type.Null()]) }), Type.Null()]),
  /** Pools of earlier seasons that the caller runs, and that no pool follows; none if this one follows a pool already. */
  couldFollow: Type.Array(shape({ id: Id, name: Type.String(), year: Year })),
});
export type AlmanacPlanReply = Static<typeof AlmanacPlanReply>;

export const almanac = routes({
  'GET /api/pools/:poolId/almanac': {
    summary: 'Get the almanac of a pool and the seasons before it: champions, all-time table and records',
    access: 'member',
    params: PoolParams,
    reply: AlmanacReply,
    errors: ['pool_not_found'],
    isCostly: true,
  },
  'GET /api/pools/:poolId/almanac/rivals': {
    summary: 'Get how often somebody finished before each of the others, by week and by season',
    access: 'member',
    params: PoolParams,
    query: shape({ person: Type.Optional(Type.String({ maxLength: 1000 })) }),
    reply: RivalsReply,
    errors: ['pool_not_found', 'unknown_person'],
    isCostly: true,
  },
  'GET /api/pools/:poolId/almanac/own': {
    summary: "Get the caller's own record: by team, favorites and underdogs, home and away",
    access: 'member',
    params: PoolParams,
    reply: OwnRecordReply,
    errors: ['pool_not_found'],
    isCostly: true,
  },
  'GET /api/pools/:poolId/almanac/chart': {
    summary: "Get the course of this pool's season: ranks and points after each decided week",
    access: 'member',
    params: PoolParams,
    reply: SeasonChartReply,
    errors: ['pool_not_found'],
    isCostly: true,
  },
  'GET /api/pools/:poolId/almanac/plan': {
    summary: 'Get what a commissioner edits of the almanac: typed tables, matched players and the pool before',
    access: 'commissioner',
    params: PoolParams,
    reply: AlmanacPlanReply,
    isCostly: true,
    errors: ['pool_not_found'],
  },
  'PUT /api/pools/:poolId/almanac/years': {
    summary: 'Store the final table of a year that was not played here; an empty one removes the year',
    access: 'commissioner',
    params: PoolParams,
    body: shape({
      year: Year,
      places: Table,
      /** The table that the form was filled with: nothing is written if the stored one is different. */
      seen: Table,
    }),
    reply: Done,
    errors: ['pool_not_found', 'year_played', 'unknown_person', 'changed_meanwhile'],
    isCostly: true,
  },
  'PUT /api/pools/:poolId/almanac/people/:userId': {
    summary: 'Say who a player without an account is in other seasons of the league; null for nobody else',
    access: 'commissioner',
    params: shape({ poolId: Id, userId: Id }),
    body: shape({ personId: Type.Union([Id, Type.Null()]) }),
    reply: Done,
    errors: ['pool_not_found', 'unknown_person', 'own_match'],
  },
  'PUT /api/pools/:poolId/almanac/follows': {
    summary: 'Say which pool of an earlier season this pool follows; null for none',
    access: 'commissioner',
    params: PoolParams,
    body: shape({ poolId: Type.Union([Id, Type.Null()]) }),
    reply: Done,
    errors: ['pool_not_found', 'cannot_follow'],
  },
});
