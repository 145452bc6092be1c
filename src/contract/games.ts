import type { Static } from 'typebox';
import { Type } from 'typebox';
import { feedFields } from '#core/types.ts';
import { routes } from './route.ts';
import { FeedFieldShape, GameShape, Id, LineShape, StatusShape, shape, VoidShape, WeekParams } from './shapes.ts';

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
  void: Type.Optional(Type.Union([VoidShape, Type.Null()])),
  allowSpreadUpdate: Type.Optional(Type.Boolean()),
  allowTimeUpdate: Type.Optional(Type.Boolean()),
};

/**
 * The values that an admin may set; only values that are sent change. A value that is returned to the feed takes the feed's last value at
 * once.
 */
export const GameEdit = shape({
  ...editable,
  returnToFeed: Type.Optional(Type.Array(FeedFieldShape, { maxItems: feedFields.length })),
  /** The values that the admin saw: nothing is written if a value to change is neither that nor the new one. */
  seen: Type.Optional(shape(editable)),
});
export type GameEdit = Static<typeof GameEdit>;

const { status, homeScore, awayScore, spread } = editable;
const inWeek = { status, homeScore, awayScore, spread };

/** Scores and lines of several games of a week; only values that are sent change, each with the value that the admin saw. */
const WeekEdit = shape({
  games: Type.Array(shape({ gid: Id, ...inWeek, seen: shape(inWeek) }), { minItems: 1, maxItems: 100 }),
});

export const games = routes({
  'GET /api/pools/:poolId/weeks/:weekId/games': {
    summary: 'The games of a week of the pool, by kick-off',
    access: 'member',
    params: WeekParams,
    reply: GamesReply,
    errors: ['pool_not_found', 'week_not_found'],
  },
  'PATCH /api/games/:gid': {
    summary: 'Edit a game; scores of every pool follow',
    access: 'admin',
    params: shape({ gid: Id }),
    body: GameEdit,
    reply: GameShape,
    errors: ['game_not_found', 'changed_meanwhile'],
  },
  'PATCH /api/weeks/:weekId/games': {
    summary: 'Edit scores and lines of games of a week, all or none; scores of every pool follow',
    access: 'admin',
    params: shape({ weekId: Id }),
    body: WeekEdit,
    reply: GamesReply,
    errors: ['game_not_found', 'changed_meanwhile'],
  },
});
