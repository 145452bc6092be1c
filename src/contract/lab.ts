import type { Static } from 'typebox';
import { Type } from 'typebox';
import { routes } from './route.ts';
import { GameShape, Id, PoolParams, shape, Time } from './shapes.ts';

const { gid, weekId, status, homeScore, awayScore, spread, frozenSpread, lockAt } = GameShape.properties;

/** The decided part of a pool's season, to be computed under other rules. */
export const LabReply = shape({
  weeks: Type.Array(Id),
  /** The moments at which weeks lock as a whole, by week; a week is left out if each game locks by itself. */
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
      /** Whether it is its owner's first entry; see `Entrant` of the core. */
      isFirst: Type.Boolean(),
      /** One letter a game, in the order of `games`: `h` home, `a` away, capitals for a best bet, `-` none or not over yet. */
      picks: Type.String(),
      /** In a confidence pool: the value of each of these picks; null if there is none, or the game is not over yet. */
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
