import type { Static } from 'typebox';
import { Type } from 'typebox';
import { conferences, divisions, feedFields } from '#core/types.ts';
import { SPREAD_NOTE_MAX } from '#core/validation.ts';
import { routes } from './route.ts';
import {
  ChangedOutcomes,
  Done,
  FeedFieldShape,
  GameShape,
  Id,
  LineShape,
  StatusShape,
  shape,
  VoidShape,
  WeekParams,
} from './shapes.ts';

export const GamesReply = shape({ games: Type.Array(GameShape) });
export type GamesReply = Static<typeof GamesReply>;

/** Until the end of the century: a year typed with one digit too many could not be shown as a date. */
const Kickoff = Type.Integer({ minimum: 0, maximum: 4_102_444_800_000 });
const Score = Type.Integer({ minimum: 0, maximum: 99 });

const editable = {
  status: Type.Optional(StatusShape),
  homeScore: Type.Optional(Score),
  awayScore: Type.Optional(Score),
  kickoff: Type.Optional(Kickoff),
  spread: Type.Optional(Type.Union([LineShape, Type.Null()])),
  spreadNote: Type.Optional(Type.String({ maxLength: SPREAD_NOTE_MAX })),
  void: Type.Optional(Type.Union([VoidShape, Type.Null()])),
  allowSpreadUpdate: Type.Optional(Type.Boolean()),
  allowTimeUpdate: Type.Optional(Type.Boolean()),
};

const ReturnToFeed = Type.Optional(Type.Array(FeedFieldShape, { maxItems: feedFields.length }));

/**
 * The values that an admin may set; only values that are sent change. A value that is returned to the feed takes the feed's last value at
 * once.
 */
export const GameEdit = shape({
  ...editable,
  returnToFeed: ReturnToFeed,
  /** The values that the admin saw: nothing is written if a value to change is neither that nor the new one. */
  seen: Type.Optional(shape(editable)),
});
export type GameEdit = Static<typeof GameEdit>;

const { status, homeScore, awayScore, spread } = editable;
const inWeek = { status, homeScore, awayScore, spread };

/** What an edit of games that are Final would change in a pool. */
export const PoolEffect = shape({
  id: Id,
  name: Type.String(),
  /** Entries whose points or places change, those whose points do first. */
  entries: Type.Array(shape({ name: Type.String(), before: Type.String(), after: Type.String() })),
  /** How many more there are. */
  moreEntries: Type.Integer(),
  /** Weeks and prizes that change hands. */
  changes: ChangedOutcomes,
});
export type PoolEffect = Static<typeof PoolEffect>;

const EditEffectReply = shape({
  pools: Type.Array(PoolEffect),
  /** How many more pools play the week, which were not looked at. */
  morePools: Type.Integer(),
});
export type EditEffectReply = Static<typeof EditEffectReply>;

/** Scores and lines of several games of a week; only values that are sent change, each with the value that the admin saw. */
const WeekEdit = shape({
  games: Type.Array(shape({ gid: Id, ...inWeek, seen: shape(inWeek) }), { minItems: 1, maxItems: 100 }),
});

const TeamShape = shape({
  abbr: Type.String(),
  shortName: Type.String(),
  longName: Type.String(),
  city: Type.String(),
  mascot: Type.String(),
  conference: Type.Enum([...conferences]),
  division: Type.Enum([...divisions]),
  colors: shape({
    primary: Type.String(),
    secondary: Type.String(),
    accent: Type.String(),
  }),
});

/** A team's record of a regular season; the three texts read `W-L` or `W-L-T`. */
const RecordShape = shape({
  wins: Type.Integer(),
  losses: Type.Integer(),
  ties: Type.Integer(),
  /** 0 to 1 */
  winPercentage: Type.Number(),
  homeRecord: Type.String(),
  awayRecord: Type.String(),
  overallRecord: Type.String(),
});

/** The records of both teams of a game. */
export const GameRecordsReply = shape({
  /** The season of the records: the last season if there are none of the current one. Null for the sample. */
  season: Type.Union([Type.Integer(), Type.Null()]),
  /** Whether neither team has played yet. */
  preseason: Type.Boolean(),
  /** Whether it is the built-in sample: only in the demo, and to be labeled as such. */
  isSample: Type.Boolean(),
  home: RecordShape,
  away: RecordShape,
});
export type GameRecordsReply = Static<typeof GameRecordsReply>;

/** The records of this season's teams that have played, `W-L` or `W-L-T` by abbreviation; a team whose record is not known is left out. */
const RecordsReply = shape({ records: Type.Record(Type.String(), Type.String()) });

/** The longest reason for a corrected line. */
export const MAX_LINE_REASON = 200;

export const games = routes({
  'GET /api/pools/:poolId/weeks/:weekId/games': {
    summary: 'List the games of a week by kickoff',
    access: 'member',
    params: WeekParams,
    reply: GamesReply,
    errors: ['pool_not_found', 'week_not_found'],
  },
  'PATCH /api/games/:gid': {
    summary: 'Edit a game; all pools are rescored',
    access: 'admin',
    params: shape({ gid: Id }),
    body: GameEdit,
    reply: GameShape,
    errors: ['game_not_found', 'changed_meanwhile'],
  },
  'PATCH /api/weeks/:weekId/games': {
    summary: 'Edit scores and lines of games of a week, all or none; all pools are rescored',
    access: 'admin',
    params: shape({ weekId: Id }),
    body: WeekEdit,
    reply: GamesReply,
    errors: ['game_not_found', 'changed_meanwhile'],
  },
  'POST /api/weeks/:weekId/games/effect': {
    summary: 'Preview whose points, places and prizes an edit of Final games would change; nothing is written',
    access: 'admin',
    isCostly: true,
    params: shape({ weekId: Id }),
    body: shape({
      games: Type.Array(shape({ gid: Id, ...inWeek, void: editable.void, returnToFeed: ReturnToFeed }), {
        minItems: 1,
        maxItems: 100,
      }),
    }),
    reply: EditEffectReply,
    errors: [],
  },
  'GET /api/teams': {
    summary: 'List the 32 teams',
    access: 'user',
    reply: shape({ teams: Type.Array(TeamShape) }),
    errors: [],
  },
  'GET /api/teams/:abbr': {
    summary: 'Get a team by any of its abbreviations',
    access: 'user',
    params: shape({ abbr: Id }),
    reply: TeamShape,
    errors: ['team_not_found'],
  },
  'POST /api/teams/initialise': {
    summary: 'Add missing teams; existing ones do not change',
    access: 'user',
    reply: shape({ added: Type.Integer() }),
    errors: [],
  },
  'GET /api/games/:gid/records': {
    summary: 'Get the records of the two teams of a game',
    access: 'user',
    params: shape({ gid: Id }),
    reply: GameRecordsReply,
    errors: ['game_not_found', 'records_unavailable'],
  },
  'GET /api/team-records': {
    summary: "List the records of the season's teams",
    access: 'user',
    reply: RecordsReply,
    errors: [],
  },
  'PUT /api/pools/:poolId/lines/:gid': {
    summary: 'Correct the frozen line of a game in a pool, which is rescored',
    access: 'commissioner',
    isCostly: true,
    params: shape({ poolId: Id, gid: Id }),
    body: shape({
      spread: LineShape,
      /** The pool's line that the admin saw, null for none: nothing is written if it has changed. */
      seen: shape({ spread: Type.Union([Type.Number(), Type.Null()]) }),
      reason: Type.String({ maxLength: MAX_LINE_REASON }),
    }),
    reply: Done,
    errors: [
      'pool_not_found',
      'game_not_found',
      'line_moves',
      'line_not_frozen',
      'line_reason_missing',
      'changed_meanwhile',
    ],
  },
});
