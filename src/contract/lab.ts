import type { Static } from 'typebox';
import { Type } from 'typebox';
import { routes } from './route.ts';
import { GameShape, Id, PoolParams, shape, Time } from './shapes.ts';

const { gid, weekId, status, homeScore, awayScore, spread, frozenSpread, lockAt } = GameShape.properties;

/** The season of a pool as far as it is over, to be counted under other rules. */
export const LabReply = shape({
  weeks: Type.Array(Id),
  /** The moments at which weeks lock as a whole, by week; a week is not there where each game locks by itself. */
  deadlines: Type.Record(Type.String(), Time),
  games: Type.Array(
    shape({ gid, weekId, status, void: GameShape.properties.void, homeScore, awayScore, spread, frozenSpread, lockAt }),
  ),
  entries: Type.Array(
    shape({
      id: Id,
      ownerId: Id,
      name: Type.String(),
      joinedAt: Time,
      /** The first of its owner; see `Entrant` of the core. */
      isFirst: Type.Boolean(),
      /** One letter a game, in the order of `games`: `h` home, `a` away, capitals for a best bet, `-` none or not over yet. */
      picks: Type.String(),
      /** In a pool with confidence: what each of these picks is worth; null where there is none, or it is not over yet. */
      values: Type.Optional(Type.Array(Type.Union([Type.Integer(), Type.Null()]))),
    }),
  ),
});
export type LabReply = Static<typeof LabReply>;

export const lab = routes({
  'GET /api/pools/:poolId/lab': {
    summary: 'The season of a pool with the picks of games that are over, to count it under other rules',
    access: 'member',
    isCostly: true,
    params: PoolParams,
    reply: LabReply,
    errors: ['pool_not_found'],
  },
});
