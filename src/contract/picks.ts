import type { Static } from 'typebox';
import { Type } from 'typebox';
import { busGuessRefusals, busPickRefusals, busWeekRefusals, ownRefusals } from '#core/judge.ts';
import { slateRefusals } from '#core/slate.ts';
import { MAX_GUESS } from '#core/tiebreak.ts';
import { routes } from './route.ts';
import { Done, Id, SideShape, shape, WeekParams } from './shapes.ts';

/** The total points of a game; null for no guess. */
const GuessOrNone = Type.Union([Type.Integer({ minimum: 0, maximum: MAX_GUESS }), Type.Null()]);

/** The caller's own guess of a week's tiebreak game, null if it was taken back. `revision` counts its changes, from 1. */
export const OwnGuess = shape({
  /** The game that was guessed. */
  gid: Id,
  guess: GuessOrNone,
  revision: Type.Integer(),
  /** Whether another game became the tiebreak, which removed the guess. */
  cleared: Type.Optional(Type.Literal(true)),
  /** Present only if somebody entered it for the player: their reason. */
  bus: Type.Optional(Type.String()),
});
export type OwnGuess = Static<typeof OwnGuess>;

/** More games than any week has. */
const MOST_GAMES = 64;

/** The games of a week, lowest value first: what a confidence pool requires. */
const OrderShape = shape({ order: Type.Array(Id, { minItems: 1, maxItems: MOST_GAMES, uniqueItems: true }) });

/** A team and its game: what a survivor pool requires. */
const TeamShape = shape({ gid: Id, team: Type.String({ minLength: 1, maxLength: 8 }) });

/** What a player enters for a week as a whole; null for nothing. */
const WeekChoiceOrNone = Type.Union([OrderShape, TeamShape, Type.Null()]);
export type WeekChoice = Exclude<Static<typeof WeekChoiceOrNone>, null>;

/** A stored entry of the caller, null if it was taken back. `revision` counts its changes, from 1. */
export const OwnWeekChoice = shape({
  entry: WeekChoiceOrNone,
  revision: Type.Integer(),
  /** Present only if the player made no pick, and their default counts. */
  auto: Type.Optional(Type.Literal(true)),
  /** Present only if somebody entered it for the player: their reason. */
  bus: Type.Optional(Type.String()),
});
export type OwnWeekChoice = Static<typeof OwnWeekChoice>;

/** A side; null for no side. */
const SideOrNone = Type.Union([SideShape, Type.Null()]);

/** A stored pick of the caller, null if it was taken back. `revision` counts its changes, from 1; 0 if there never was a pick. */
export const OwnPick = shape({
  side: SideOrNone,
  revision: Type.Integer(),
  /** Present only if it is marked as a best bet. */
  best: Type.Optional(Type.Boolean()),
  /** Present only if the player made no pick, and their default counts. */
  auto: Type.Optional(Type.Literal(true)),
  /** Present only if an admin entered it: their reason; empty if it was entered before reasons were required. */
  bus: Type.Optional(Type.String()),
});
export type OwnPick = Static<typeof OwnPick>;

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

/**
 * A player's guess of a week, with the same visibility. Until its game is locked, one of the player's own seems not to be there: the MatchUp
 * does not show who guessed. Replacing it is refused, and taking it back changes nothing.
 */
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
/** The revision that an offline choice was based on, 0 for none: a newer stored choice is kept. */
const BasedOn = Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 }));

/** Whether it is the second team of a week with two. */
const Second = Type.Optional(Type.Literal(true));

/** What is picked for an entry, tagged with its kind: `Choice` of the core. */
export const TaggedPick = Type.Union([
  shape({
    kind: Type.Literal('pick'),
    gid: Id,
    side: SideOrNone,
    best: Type.Optional(Type.Boolean()),
    basedOn: BasedOn,
  }),
  shape({
    kind: Type.Literal('guess'),
    weekId: Id,
    gid: Id,
    total: Type.Union([Type.Integer({ minimum: 0, maximum: MAX_GUESS }), Type.Null()]),
    basedOn: BasedOn,
  }),
  shape({
    kind: Type.Literal('order'),
    weekId: Id,
    order: Type.Array(Id, { minItems: 1, maxItems: MOST_GAMES, uniqueItems: true }),
    basedOn: BasedOn,
  }),
  shape({
    kind: Type.Literal('team'),
    weekId: Id,
    team: Type.Union([TeamShape, Type.Null()]),
    second: Second,
    basedOn: BasedOn,
  }),
]);

export type TaggedPick = Static<typeof TaggedPick>;

/** The result for one of them: what is stored now, or why it was refused. */
export const PickedReply = Type.Union([
  shape({ saved: Type.Literal(true), pick: Type.Union([OwnPick, OwnGuess, OwnWeekChoice]) }),
  shape({ saved: Type.Literal(false), code: Type.Enum([...ownRefusals]), message: Type.String() }),
]);

export type PickedReply = Static<typeof PickedReply>;

/** All games of a week, with the data of the week. */
const MOST_CHOICES = MOST_GAMES + 2;

export const picks = routes({
  'PUT /api/pools/:poolId/weeks/:weekId/slate': {
    summary: 'Leave games out of a week before its first lock, and take in all others',
    access: 'commissioner',
    params: WeekParams,
    body: shape({ leftOut: Type.Array(Id, { maxItems: MOST_GAMES, uniqueItems: true }) }),
    reply: Done,
    errors: ['pool_not_found', 'week_not_found', ...slateRefusals, 'rule_below_picks'],
  },
  'PUT /api/pools/:poolId/weeks/:weekId/tiebreak': {
    summary: 'Set the tiebreak game of a week before its first lock; clears guesses of another game',
    access: 'commissioner',
    params: WeekParams,
    body: shape({ gid: Id }),
    reply: Done,
    errors: ['pool_not_found', 'week_not_found', 'no_tiebreak', 'game_not_found', 'game_void', 'tiebreak_settled'],
  },
  'GET /api/admin/pools/:poolId/weeks/:weekId/bus/:entryId': {
    summary: 'List the games of a week that a commissioner can pick for a player',
    access: 'commissioner',
    params: shape({ poolId: Id, weekId: Id, entryId: Id }),
    reply: BusPicksReply,
    errors: ['pool_not_found', 'week_not_found', 'entry_not_found'],
  },
  'PUT /api/pools/:poolId/picks/:gid/bus/:entryId': {
    summary: 'Enter or clear a pick for a player; the week is rescored',
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
  'GET /api/admin/pools/:poolId/weeks/:weekId/bus/:entryId/entry': {
    summary: 'Get the order or team and the guess that a commissioner can enter for a player',
    access: 'commissioner',
    params,
    reply: shape({
      /** Null in pools that require none. */
      entry: Type.Union([BusEntry, Type.Null()]),
      guess: Type.Union([BusGuess, Type.Null()]),
      /** Teams that the player has used in other weeks of a survivor pool, each with its week; only teams whose game is locked. */
      used: Type.Record(Type.String(), Id),
      /** The same for the second team of a week with two. */
      second: Type.Optional(shape({ entry: BusEntry, used: Type.Record(Type.String(), Id) })),
    }),
    errors: ['pool_not_found', 'week_not_found', 'entry_not_found'],
  },
  'PUT /api/pools/:poolId/weeks/:weekId/entry/bus/:entryId': {
    summary: 'Enter the order or team of a week for a player, or clear the team; the week is rescored',
    access: 'commissioner',
    params,
    body: shape({ entry: WeekChoiceOrNone, second: Second, reason: Reason }),
    reply: BusEntry,
    errors: [...busWeekRefusals, 'pool_not_found', 'bus_reason_missing'],
  },
  'PUT /api/pools/:poolId/weeks/:weekId/guess/bus/:entryId': {
    summary: 'Enter or clear the guess of the tiebreak game for a player',
    access: 'commissioner',
    params,
    body: shape({ gid: Id, guess: GuessOrNone, reason: Reason }),
    reply: BusGuess,
    errors: [...busGuessRefusals, 'pool_not_found', 'bus_reason_missing'],
  },
  'PUT /api/entries/:entryId/picks': {
    summary: "Store picks for one of the caller's entries; each is stored or refused individually",
    access: 'member',
    params: shape({ entryId: Id }),
    body: shape({ picks: Type.Array(TaggedPick, { minItems: 1, maxItems: MOST_CHOICES }) }),
    changesIn: 'picks',
    reply: shape({ picks: Type.Array(PickedReply) }),
    errors: ['entry_not_found', 'other_player'],
  },
});
