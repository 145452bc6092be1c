import type { Static } from 'typebox';
import { Type } from 'typebox';
import { MAX_BUS_PICK_REASON } from './bus-picks.ts';
import type { ErrorCode } from './errors.ts';
import { GuessOrNone } from './guesses.ts';
import { routes } from './route.ts';
import { Id, shape } from './shapes.ts';
import { WeekChoiceOrNone } from './week-choices.ts';

const Reason = Type.String({ maxLength: MAX_BUS_PICK_REASON });
/** Why this admin cannot enter, change or clear it, in words; null if they can. */
const Refusal = Type.Union([Type.String(), Type.Null()]);

/** A player's order or team of a week, as visible to an admin who wants to enter one for them. */
const BusEntry = shape({
  hasEntry: Type.Boolean(),
  /** Whether an admin entered it. */
  isBus: Type.Boolean(),
  /** The order once the whole week is locked, or the team once its game is; null before that, or if there is none. */
  entry: WeekChoiceOrNone,
  refusal: Refusal,
});
export type BusEntry = Static<typeof BusEntry>;

/** A player's guess of a week, with the same visibility. */
const BusGuess = shape({
  /** The tiebreak game of the week. */
  gid: Id,
  hasGuess: Type.Boolean(),
  isBus: Type.Boolean(),
  /** Visible once the game is locked; null before that, or if there is none. */
  guess: GuessOrNone,
  refusal: Refusal,
});
export type BusGuess = Static<typeof BusGuess>;

const params = shape({ poolId: Id, weekId: Id, entryId: Id });
const refusals = ['week_not_found', 'entry_not_found', 'game_void', 'own_bus_pick', 'players_own_pick'] as const;

/** Why an order or a team is not entered for a player. */
export const busEntryRefusals = [
  ...refusals,
  'other_format',
  'game_not_found',
  'team_not_found',
  'player_used_team',
  'players_team_ahead',
  'player_is_out',
] as const satisfies readonly ErrorCode[];

/** Why a guess is not entered for a player. */
export const busGuessRefusals = [
  ...refusals,
  'no_tiebreak',
  'tiebreak_changed',
] as const satisfies readonly ErrorCode[];

export const busEntries = routes({
  'GET /api/admin/pools/:poolId/weeks/:weekId/bus/:entryId/entry': {
    summary: 'What an admin can enter for a player of a week as a whole, and their guess',
    access: 'commissioner',
    params,
    reply: shape({
      /** Null in pools that require none. */
      entry: Type.Union([BusEntry, Type.Null()]),
      guess: Type.Union([BusGuess, Type.Null()]),
      /** Teams that the player has used in other weeks of a survivor pool, each with its week; only teams whose game is locked. */
      used: Type.Record(Type.String(), Id),
    }),
    errors: ['pool_not_found', 'week_not_found', 'entry_not_found'],
  },
  'PUT /api/pools/:poolId/weeks/:weekId/entry/bus/:entryId': {
    summary: 'Enter the order of a week or its team for a player, or take a team back; scores follow',
    access: 'commissioner',
    params,
    body: shape({ entry: WeekChoiceOrNone, reason: Reason }),
    reply: BusEntry,
    errors: [...busEntryRefusals, 'pool_not_found', 'bus_reason_missing'],
  },
  'PUT /api/pools/:poolId/weeks/:weekId/guess/bus/:entryId': {
    summary: 'Enter the guess of the tiebreak game for a player, or take it back',
    access: 'commissioner',
    params,
    body: shape({ gid: Id, guess: GuessOrNone, reason: Reason }),
    reply: BusGuess,
    errors: [...busGuessRefusals, 'pool_not_found', 'bus_reason_missing'],
  },
});
