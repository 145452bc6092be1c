import type { Static } from 'typebox';
import { Type } from 'typebox';
import { MAX_GUESS } from '#core/tiebreak.ts';
import type { ErrorCode } from './errors.ts';
import { OwnGuess } from './guesses.ts';
import { OwnPick, SideOrNone } from './picks.ts';
import { routes } from './route.ts';
import { Done, Id, PoolParams, shape, Time } from './shapes.ts';
import { MOST_GAMES, OwnWeekChoice, TeamShape } from './week-choices.ts';

const byWeek = <T extends Parameters<typeof Type.Record>[1]>(of: T) => Type.Record(Type.String(), of);

/** One of the caller's own entries, with everything that was entered for it in the pool's weeks. */
export const OwnEntry = shape({
  id: Id,
  /** The name that the pool shows. */
  name: Type.String(),
  /** An additional entry plays from this moment on; it counts 0 for weeks decided before. */
  joinedAt: Time,
  /** Picks by game. */
  picks: Type.Record(Type.String(), OwnPick),
  /** Guesses by week. */
  guesses: byWeek(OwnGuess),
  /** Orders and teams by week. */
  weeks: byWeek(OwnWeekChoice),
  /** In a survivor pool: the teams that it cannot choose in a week, each with the week that has it; by week. */
  used: Type.Optional(byWeek(byWeek(Id))),
  /** In a survivor pool: the week in which it went out. */
  outWeekId: Type.Optional(Id),
});
export type OwnEntry = Static<typeof OwnEntry>;

/** By the moment at which they joined; none for a commissioner who does not play. */
export const OwnEntriesReply = shape({ entries: Type.Array(OwnEntry) });
export type OwnEntriesReply = Static<typeof OwnEntriesReply>;

/** The revision that an offline choice was based on, 0 for none: a newer stored choice is kept. */
const BasedOn = Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 }));

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
    basedOn: BasedOn,
  }),
]);
export type TaggedPick = Static<typeof TaggedPick>;

/** Why a choice for an entry is not stored. */
export const ownPickRefusals = [
  'account_disabled',
  'not_a_member',
  'pool_not_found',
  'entry_not_found',
  'other_player',
  'week_not_found',
  'game_not_found',
  'other_format',
  'game_locked',
  'game_void',
  'newer_pick',
  'too_many_picks',
  'too_many_best_bets',
  'no_best_bets',
  'no_tiebreak',
  'tiebreak_changed',
  'guess_locked',
  'newer_guess',
  'team_not_found',
  'team_used',
  'player_out',
  'newer_entry',
] as const satisfies readonly ErrorCode[];

/** The result for one of them: what is stored now, or why it was refused. */
const PickedReply = Type.Union([
  shape({ saved: Type.Literal(true), pick: Type.Union([OwnPick, OwnGuess, OwnWeekChoice]) }),
  shape({ saved: Type.Literal(false), code: Type.Enum([...ownPickRefusals]), message: Type.String() }),
]);
export type PickedReply = Static<typeof PickedReply>;

/** All games of a week, with the data of the week. */
const MOST_CHOICES = MOST_GAMES + 2;

const EntryParams = shape({ entryId: Id });
const Name = Type.String({ maxLength: 320 });

export const entries = routes({
  'GET /api/pools/:poolId/entries': {
    summary: 'The own entries in a pool, with all that was entered for them',
    access: 'member',
    params: PoolParams,
    reply: OwnEntriesReply,
    errors: ['pool_not_found'],
  },
  'POST /api/pools/:poolId/entries': {
    summary: "Add an entry of one's own to a pool; without a name it is called by the own name and a number",
    access: 'member',
    params: PoolParams,
    body: shape({ name: Type.Optional(Name) }),
    reply: shape({ id: Id, name: Type.String() }),
    errors: ['pool_not_found', 'not_a_member', 'too_many_entries', 'survivor_begun', 'name_taken'],
  },
  'PATCH /api/entries/:entryId': {
    summary: "Name an entry of one's own; null gives it its usual name back, which a commissioner may do too",
    access: 'member',
    params: EntryParams,
    body: shape({ name: Type.Union([Name, Type.Null()]) }),
    reply: shape({ name: Type.String() }),
    errors: ['entry_not_found', 'other_player', 'name_taken'],
  },
  'DELETE /api/entries/:entryId': {
    summary: "Give up an entry of one's own that has not played yet",
    access: 'member',
    params: EntryParams,
    reply: Done,
    errors: ['entry_not_found', 'other_player', 'only_entry', 'entry_locked', 'entry_paid', 'entry_counted'],
  },
  'PUT /api/entries/:entryId/picks': {
    summary: "Pick for an entry of one's own: each of the list is stored or refused by itself",
    access: 'member',
    params: EntryParams,
    body: shape({ picks: Type.Array(TaggedPick, { minItems: 1, maxItems: MOST_CHOICES }) }),
    changesIn: 'picks',
    reply: shape({ picks: Type.Array(PickedReply) }),
    errors: ['entry_not_found', 'other_player'],
  },
});
