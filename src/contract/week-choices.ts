import type { Static } from 'typebox';
import { Type } from 'typebox';
import type { ErrorCode } from './errors.ts';
import { routes } from './route.ts';
import { Id, shape, WeekParams } from './shapes.ts';

/** More games than any week has. */
export const MOST_GAMES = 64;

/** The games of a week, lowest value first: what a confidence pool requires. */
const OrderShape = shape({ order: Type.Array(Id, { minItems: 1, maxItems: MOST_GAMES, uniqueItems: true }) });

/** A team and its game: what a survivor pool requires. */
export const TeamShape = shape({ gid: Id, team: Type.String({ minLength: 1, maxLength: 8 }) });

/** What a player enters for a week as a whole; null for nothing. */
export const WeekChoiceOrNone = Type.Union([OrderShape, TeamShape, Type.Null()]);
export type WeekChoice = Exclude<Static<typeof WeekChoiceOrNone>, null>;

/** A stored entry of the caller, null if it was taken back. `revision` counts its changes, from 1. */
export const OwnWeekChoice = shape({
  entry: WeekChoiceOrNone,
  revision: Type.Integer(),
  /** Present only if somebody entered it for the player: their reason. */
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
      /** The revision that an offline entry was based on, 0 for none: a newer stored entry is kept. */
      basedOn: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
      /** The player an offline entry belongs to; anyone else's is refused. */
      playerId: Type.Optional(Id),
    }),
    reply: OwnWeekChoice,
    errors: [...weekChoiceRefusals, 'other_player'],
  },
});
