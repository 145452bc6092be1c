import type { Static } from 'typebox';
import { Type } from 'typebox';
import { MAX_GUESS } from '#core/tiebreak.ts';
import { DefaultOrNone, Id, SideShape, shape, Time } from './shapes.ts';

/**
 * Own picks as pages of the release before send and watch them: a page stays open until its user agrees to update. The release after this
 * one drops this file, and what imports it.
 */
const SideOrNone = Type.Union([SideShape, Type.Null()]);
const TotalOrNone = Type.Union([Type.Integer({ minimum: 0, maximum: MAX_GUESS }), Type.Null()]);
const Order = Type.Array(Id, { minItems: 1, maxItems: 64, uniqueItems: true });
const Team = shape({ gid: Id, team: Type.String({ minLength: 1, maxLength: 8 }) });
const basedOn = { basedOn: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })) };

/** What is asked for in a slot. */
export const EarlierWish = Type.Union([
  shape({
    kind: Type.Literal('pick'),
    gid: Id,
    side: SideOrNone,
    best: Type.Optional(Type.Boolean()),
    ...basedOn,
  }),
  shape({ kind: Type.Literal('guess'), weekId: Id, gid: Id, total: TotalOrNone, ...basedOn }),
  shape({ kind: Type.Literal('order'), weekId: Id, order: Order, ...basedOn }),
  shape({
    kind: Type.Literal('team'),
    weekId: Id,
    team: Type.Union([Team, Type.Null()]),
    second: Type.Optional(Type.Literal(true)),
    ...basedOn,
  }),
]);
export type EarlierWish = Static<typeof EarlierWish>;

const entered = { revision: Type.Integer(), bus: Type.Optional(Type.String()) };
const auto = { auto: Type.Optional(Type.Literal(true)) };

const OwnPick = shape({ side: SideOrNone, best: Type.Optional(Type.Boolean()), ...auto, ...entered });
const OwnGuess = shape({
  gid: Id,
  guess: TotalOrNone,
  cleared: Type.Optional(Type.Literal(true)),
  ...entered,
});
const OwnWeekChoice = shape({ entry: Type.Union([shape({ order: Order }), Team, Type.Null()]), ...auto, ...entered });

/** What is stored in a slot. */
const EarlierSlot = Type.Union([OwnPick, OwnGuess, OwnWeekChoice]);
export type EarlierSlot = Static<typeof EarlierSlot>;

export const EarlierSavedPick = shape({ saved: Type.Literal(true), pick: EarlierSlot });

/** A newer order or team was stored. All other refusals have the same codes as today. */
export const EarlierRefusedPick = shape({
  saved: Type.Literal(false),
  code: Type.Literal('newer_entry'),
  message: Type.String(),
});

const byWeek = <T extends Parameters<typeof Type.Record>[1]>(of: T) => Type.Record(Type.String(), of);

/** The caller's entries in a pool, with their picks. */
export const EarlierEntriesReply = shape({
  entries: Type.Array(
    shape({
      id: Id,
      name: Type.String(),
      joinedAt: Time,
      guesses: byWeek(OwnGuess),
      weeks: byWeek(OwnWeekChoice),
      autoUntil: Type.Optional(Id),
      default: Type.Optional(DefaultOrNone),
      used: Type.Optional(byWeek(byWeek(Id))),
      outWeekId: Type.Optional(Id),
      secondChance: Type.Optional(Type.Array(Id)),
    }),
  ),
  picks: Type.Array(shape({ key: Type.String(), entryId: Id, gid: Id, ...OwnPick.properties })),
});
export type EarlierEntriesReply = Static<typeof EarlierEntriesReply>;
