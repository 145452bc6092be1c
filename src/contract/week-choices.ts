import type { Static } from 'typebox';
import { Type } from 'typebox';
import type { ErrorCode } from './errors.ts';
import { routes } from './route.ts';
import { Id, shape, WeekParams } from './shapes.ts';

/** More games than any week has. */
export const MOST_GAMES = 64;

/** The games of a week, the lowest value first: what a pool with confidence asks for. */
const OrderShape = shape({ order: Type.Array(Id, { minItems: 1, maxItems: MOST_GAMES, uniqueItems: true }) });

/** A team and the game that it plays: what a survivor pool asks for. */
export const TeamShape = shape({ gid: Id, team: Type.String({ minLength: 1, maxLength: 8 }) });

/** What a player enters for a week as a whole, or null: nothing. */
export const WeekChoiceOrNone = Type.Union([OrderShape, TeamShape, Type.Null()]);
export type WeekChoice = Exclude<Static<typeof WeekChoiceOrNone>, null>;

/** A stored entry of one's own, null where it was taken back. `revision` counts its changes of mind, from 1. */
export const OwnWeekChoice = shape({
  entry: WeekChoiceOrNone,
  revision: Type.Integer(),
  /** Only where somebody entered it for the player: their reason. */
  bus: Type.Optional(Type.String()),
});
export type OwnWeekChoice = Static<typeof OwnWeekChoice>;

/** Why an entry is not stored. */
export const weekChoiceRefusals = [
  'account_disabled',
  'not_a_member',
  'pool_not_found',
  'week_not_found',
  'other_format',
  'game_not_found',
  'team_not_found',
  'game_locked',
  'game_void',
  'team_used',
  'player_out',
  'newer_entry',
] as const satisfies readonly ErrorCode[];

export const weekChoices = routes({
  'PUT /api/pools/:poolId/weeks/:weekId/entry': {
    summary: 'Enter the order of the games of a week, or its team; null takes a team back',
    access: 'member',
    params: WeekParams,
    body: shape({
      entry: WeekChoiceOrNone,
      /** The revision that an entry made offline was based on, 0 for none: a newer stored entry stays. */
      basedOn: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
      /** The player an entry made offline belongs to; anyone else's is refused. */
      playerId: Type.Optional(Id),
    }),
    reply: OwnWeekChoice,
    errors: [...weekChoiceRefusals, 'other_player'],
  },
});
