import type { Static } from 'typebox';
import { Type } from 'typebox';
import type { ErrorCode } from './errors.ts';
import { routes } from './route.ts';
import { Id, SideShape, shape } from './shapes.ts';

/** The longest reason for a bus pick. */
export const MAX_BUS_PICK_REASON = 200;

/** A player's pick of a game, as visible to an admin who wants to enter one for them. */
export const BusPickGame = shape({
  gid: Id,
  hasPick: Type.Boolean(),
  /** Whether an admin entered it. */
  isBus: Type.Boolean(),
  /** Their pick, once the game is locked; null before that, or if there is none. */
  side: Type.Union([SideShape, Type.Null()]),
  /** Why this admin cannot enter, change or clear it, in words; null if they can. */
  refusal: Type.Union([Type.String(), Type.Null()]),
});
export type BusPickGame = Static<typeof BusPickGame>;

/** The games of the week, by kick-off. */
const BusPicksReply = shape({
  entry: shape({ id: Id, name: Type.String() }),
  games: Type.Array(BusPickGame),
});
export type BusPicksReply = Static<typeof BusPicksReply>;

/** Why a pick is not entered for a player. */
export const busPickRefusals = [
  'game_not_found',
  'entry_not_found',
  'game_void',
  'own_bus_pick',
  'players_own_pick',
  'player_has_all_picks',
  'other_format',
] as const satisfies readonly ErrorCode[];

export const busPicks = routes({
  'GET /api/admin/pools/:poolId/weeks/:weekId/bus/:entryId': {
    summary: 'Which games of a week an admin can pick for a player',
    access: 'commissioner',
    params: shape({ poolId: Id, weekId: Id, entryId: Id }),
    reply: BusPicksReply,
    errors: ['pool_not_found', 'week_not_found', 'entry_not_found'],
  },
  'PUT /api/pools/:poolId/picks/:gid/bus/:entryId': {
    summary: 'Enter a pick for a player, or clear one; scores follow',
    access: 'commissioner',
    params: shape({ poolId: Id, gid: Id, entryId: Id }),
    body: shape({
      /** Null clears it. */
      side: Type.Union([SideShape, Type.Null()]),
      reason: Type.String({ maxLength: MAX_BUS_PICK_REASON }),
    }),
    reply: BusPickGame,
    errors: [...busPickRefusals, 'pool_not_found', 'bus_reason_missing'],
  },
});
