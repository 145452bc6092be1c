import type { Static, TProperties, TSchema } from 'typebox';
import { Type } from 'typebox';
import { refusals } from '#core/judge.ts';
import type { ShownPick, SlotKind, SlotPick, SlotWish } from '#core/pick.ts';
import { slateRefusals } from '#core/slate.ts';
import { MAX_GUESS } from '#core/tiebreak.ts';
import { EarlierRefusedPick, EarlierSavedPick, EarlierWish } from './earlier-picks.ts';
import { routes } from './route.ts';
import { Done, Id, SideShape, shape, WeekParams } from './shapes.ts';

const orNone = <V extends TSchema>(value: V) => Type.Union([value, Type.Null()]);

/** The total points of a game; null for no guess. */
const GuessOrNone = orNone(Type.Integer({ minimum: 0, maximum: MAX_GUESS }));

/** More games than any week has. */
const MOST_GAMES = 64;

/** The games of a week, lowest value first: what a confidence pool requires. */
const OrderShape = shape({ order: Type.Array(Id, { minItems: 1, maxItems: MOST_GAMES, uniqueItems: true }) });

/** A team and its game: what a survivor pool requires. */
export const TeamShape = shape({ gid: Id, team: Type.String({ minLength: 1, maxLength: 8 }) });

/** A slot with its value: `Slot` of the core. */
export function slot<K extends SlotKind, V extends TSchema, M extends TProperties>(kind: K, value: V, more: M) {
  return shape({ kind: Type.Literal(kind), about: Id, value, ...more });
}

const Mark = Type.Optional(Type.Literal(true));

/** What is stored in a slot of one of the caller's entries. */
export type OwnSlot<K extends SlotKind = SlotKind> = SlotPick<K> & {
  /** Present only if somebody entered it for the player: their reason; empty if it was entered before reasons were required. */
  readonly reason?: string;
};

/** Slots of every kind with their stored values: `SlotValues` of the core. */
function slots<M extends TProperties>(more: M) {
  return Type.Union([
    slot('pick', orNone(shape({ side: SideShape, best: Mark, auto: Mark })), more),
    slot('guess', orNone(shape({ gid: Id, total: GuessOrNone, cleared: Mark })), more),
    slot('order', orNone(OrderShape), more),
    slot('team', orNone(shape({ ...TeamShape.properties, auto: Mark })), more),
  ]);
}

const ofOwner = { revision: Type.Integer(), reason: Type.Optional(Type.String()) };
const OwnSlotShape = Type.Unsafe<OwnSlot>(slots(ofOwner));

/** The same as a row of a live topic; `key` is `ownSlotKey`. */
export type OwnSlotRow = OwnSlot & { readonly key: string; readonly entryId: string };
export const OwnSlotRow = Type.Unsafe<OwnSlotRow>(slots({ ...ofOwner, key: Type.String(), entryId: Id }));

/** The longest reason for a bus pick. */
export const MAX_BUS_PICK_REASON = 200;

/**
 * A slot of an entry as those see it who may enter picks for it: `ShownPick` of the core. A guess that its player made seems not to be there
 * until its game locks.
 */
export type EntrySlot<K extends SlotKind = SlotKind> = ShownPick<K> & {
  /** Whether somebody entered it for the player. */
  readonly isEntered: boolean;
  /** Why the caller cannot enter, change or clear it, in words; null if they can. */
  readonly refusal: string | null;
  /** Of a team: those that the player has used in other slots, each with its week; only teams whose game is locked. */
  readonly used?: Readonly<Record<string, string>>;
};

const ofOthers = {
  isSealed: Type.Boolean(),
  isEntered: Type.Boolean(),
  refusal: Type.Union([Type.String(), Type.Null()]),
  used: Type.Optional(Type.Record(Type.String(), Id)),
};
const EntrySlot = Type.Unsafe<EntrySlot>(slots(ofOthers));

/** The slots of each week: games by kick-off, then the order or the teams, then the guess. */
const EntryPicksReply = shape({ entry: shape({ id: Id, name: Type.String() }), slots: Type.Array(EntrySlot) });
export type EntryPicksReply = Static<typeof EntryPicksReply>;

/** The revision that an offline pick was based on, 0 for none: a newer stored pick is kept. */
const basedOn = { basedOn: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })) };

/** What is asked for in a slot. */
export type Wish = SlotWish & { readonly basedOn?: number };
const Wish = Type.Unsafe<Wish>(
  Type.Union([
    slot('pick', orNone(shape({ side: SideShape, best: Type.Optional(Type.Boolean()) })), basedOn),
    slot('guess', shape({ gid: Id, total: GuessOrNone }), basedOn),
    slot('order', OrderShape, basedOn),
    slot('team', orNone(TeamShape), basedOn),
  ]),
);

/** The result for one of them: what is stored now, or why it was refused. */
const SavedPick = shape({ saved: Type.Literal(true), pick: OwnSlotShape });
const EnteredPick = shape({ saved: Type.Literal(true), pick: EntrySlot });
const RefusedPick = shape({ saved: Type.Literal(false), code: Type.Enum([...refusals]), message: Type.String() });
/** The answer to the owner of the entry. */
export type PickedReply = Static<typeof SavedPick> | Static<typeof RefusedPick>;
/** The answer to a commissioner. */
export type EnteredReply = Static<typeof EnteredPick> | Static<typeof RefusedPick>;

/** All games of a week, with the data of the week. */
export const MOST_WISHES = MOST_GAMES + 2;

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
  'GET /api/entries/:entryId/picks': {
    summary: 'Get the picks of an entry as a commissioner or an admin sees them, who can enter some',
    access: 'commissioner',
    params: shape({ entryId: Id }),
    /** Of one week; of all weeks by default. */
    query: shape({ week: Type.Optional(Id) }),
    reply: EntryPicksReply,
    errors: ['entry_not_found', 'week_not_found'],
  },
  'PUT /api/entries/:entryId/picks': {
    summary:
      "Store picks for one of the caller's entries or, with a reason, for any entry of a pool that they run; each is stored or refused individually",
    access: 'member',
    params: shape({ entryId: Id }),
    body: shape({
      picks: Type.Array(Type.Union([Wish, EarlierWish]), { minItems: 1, maxItems: MOST_WISHES }),
      /** Why a commissioner or an admin enters them; its player reads it. */
      reason: Type.Optional(Type.String({ maxLength: MAX_BUS_PICK_REASON })),
    }),
    changesIn: 'picks',
    reply: shape({
      picks: Type.Array(Type.Union([SavedPick, EnteredPick, RefusedPick, EarlierSavedPick, EarlierRefusedPick])),
    }),
    errors: ['entry_not_found', 'other_player', 'admin_only', 'bus_reason_missing'],
  },
});
