import type { Static } from 'typebox';
import { Type } from 'typebox';
import type { ErrorCode } from './errors.ts';
import { OwnGuess } from './guesses.ts';
import { routes } from './route.ts';
import { Id, SideShape, shape, WeekParams } from './shapes.ts';
import { OwnWeekChoice } from './week-choices.ts';

/** A side; null for no side. */
export const SideOrNone = Type.Union([SideShape, Type.Null()]);

/** A stored pick of the caller, null if it was taken back. `revision` counts its changes, from 1; 0 if there never was a pick. */
export const OwnPick = shape({
  side: SideOrNone,
  revision: Type.Integer(),
  /** Present only if it is marked as a best bet. */
  best: Type.Optional(Type.Boolean()),
  /** Present only if an admin entered it: their reason; empty if it was entered before reasons were required. */
  bus: Type.Optional(Type.String()),
});
export type OwnPick = Static<typeof OwnPick>;

export const OwnPicksReply = shape({
  picks: Type.Record(Type.String(), OwnPick),
  /** Present if they ever guessed the tiebreak game of the week. */
  guess: Type.Optional(OwnGuess),
  /** Present if they ever entered an order or a team for the week. */
  entry: Type.Optional(OwnWeekChoice),
  /** In a survivor pool: the teams that they cannot choose this week, each with the week that has it. */
  used: Type.Optional(Type.Record(Type.String(), Id)),
  /** In a survivor pool: the week in which they went out. */
  outWeekId: Type.Optional(Id),
});
export type OwnPicksReply = Static<typeof OwnPicksReply>;

/** Why a pick is not stored. */
export const pickRefusals = [
  'account_disabled',
  'not_a_member',
  'pool_not_found',
  'game_not_found',
  'other_format',
  'game_locked',
  'game_void',
  'newer_pick',
  'too_many_picks',
  'too_many_best_bets',
  'no_best_bets',
] as const satisfies readonly ErrorCode[];
export type PickRefusal = (typeof pickRefusals)[number];

/** The result for one of several picks: what is stored, or why it was refused. */
const WeekPickReply = Type.Union([
  shape({
    gid: Id,
    saved: Type.Literal(true),
    side: SideOrNone,
    revision: Type.Integer(),
    best: Type.Optional(Type.Boolean()),
  }),
  shape({ gid: Id, saved: Type.Literal(false), code: Type.Enum([...pickRefusals]), message: Type.String() }),
]);

/** Whether it is marked as a best bet; if missing, the mark stays as it is. A pick that is taken back has no mark. */
const BestBet = Type.Optional(Type.Boolean());

/** More games than any week has. */
const MOST_PICKS = 64;

export const picks = routes({
  'GET /api/pools/:poolId/weeks/:weekId/picks': {
    summary: 'The own picks of a week, by game',
    access: 'member',
    params: WeekParams,
    reply: OwnPicksReply,
    errors: ['pool_not_found', 'week_not_found'],
  },
  'PUT /api/pools/:poolId/weeks/:weekId/picks': {
    summary: 'Pick sides of several games of a week, now: each is stored or refused by itself, and those left out stay',
    access: 'member',
    params: WeekParams,
    body: shape({
      picks: Type.Array(shape({ gid: Id, side: SideOrNone, best: BestBet }), { minItems: 1, maxItems: MOST_PICKS }),
      /** The owner of the picks; anyone else's are refused. */
      playerId: Type.Optional(Id),
    }),
    changesIn: 'picks',
    reply: shape({ picks: Type.Array(WeekPickReply) }),
    errors: ['not_a_member', 'pool_not_found', 'week_not_found', 'other_player'],
  },
  'PUT /api/pools/:poolId/picks/:gid': {
    summary: 'Pick a side of a game, or take the pick back',
    access: 'member',
    params: shape({ poolId: Id, gid: Id }),
    body: shape({
      side: SideOrNone,
      best: BestBet,
      /** The revision that an offline pick was based on, 0 for none: a newer stored pick is kept. */
      basedOn: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
      /** The player an offline pick belongs to; anyone else's is refused. */
      playerId: Type.Optional(Id),
    }),
    reply: OwnPick,
    errors: [...pickRefusals, 'other_player'],
  },
});
