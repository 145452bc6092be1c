import type { Static } from 'typebox';
import { Type } from 'typebox';
import { giveUpRefusals } from '#core/entries.ts';
import { linkRefusals } from '#core/links.ts';
import { EarlierEntriesReply } from './earlier-picks.ts';
import type { OwnSlot } from './picks.ts';
import { OwnSlotRow } from './picks.ts';
import { routes } from './route.ts';
import { ChangedOutcomes, DefaultOrNone, Done, Id, PoolParams, shape, Time } from './shapes.ts';

const byWeek = <T extends Parameters<typeof Type.Record>[1]>(of: T) => Type.Record(Type.String(), of);

/** One of the caller's own entries, without its picks. */
const EntryWithoutPicks = shape({
  id: Id,
  /** The name that the pool shows. */
  name: Type.String(),
  /** An additional entry plays from this moment on; it counts 0 for weeks decided before. */
  joinedAt: Time,
  /** In a pool with a limit of auto picks: the last week in which missed games count for it, once it is reached. */
  autoUntil: Type.Optional(Id),
  /** In a pool with own defaults: that of the entry; null for none. */
  default: Type.Optional(DefaultOrNone),
  /** In a pool with own defaults and a limit of auto picks: the weeks in which its default made picks. */
  defaultWeeks: Type.Optional(Type.Array(Id)),
  /** In a survivor pool: the teams that it cannot choose, each with the week that has it; by slot. */
  used: Type.Optional(byWeek(byWeek(Id))),
  /** In a survivor pool: the week in which it went out. */
  outWeekId: Type.Optional(Id),
  /** The weeks after that in which it still chooses teams, for a side table. */
  secondChance: Type.Optional(Type.Array(Id)),
});

/** By the moment at which they joined; none for a commissioner who does not play. Picks are apart, so that they can be sent one by one. */
export const OwnPicksReply = shape({ entries: Type.Array(EntryWithoutPicks), picks: Type.Array(OwnSlotRow) });
export type OwnPicksReply = Static<typeof OwnPicksReply>;

/** One of the caller's own entries, with its picks by `slotKey`. */
export interface OwnEntry extends Static<typeof EntryWithoutPicks> {
  readonly picks: Readonly<Record<string, OwnSlot>>;
}

/** Which of the caller's entries can be given up. */
export const GivingUpReply = shape({
  /** The refusal is null for an entry that can be given up. */
  entries: Type.Array(shape({ id: Id, refusal: Type.Union([Type.Enum([...giveUpRefusals]), Type.Null()]) })),
  /** The next lock that may change this. */
  validUntil: Time,
});
export type GivingUpReply = Static<typeof GivingUpReply>;

const EntryParams = shape({ entryId: Id });
const Name = Type.String({ maxLength: 320 });

/** A player without an account: imported, or added by a commissioner. */
export const Player = shape({
  id: Id,
  name: Type.String(),
  /** Pools in which they have an entry, by name. */
  pools: Type.Array(
    shape({
      id: Id,
      name: Type.String(),
      entryId: Id,
      /** How many games are picked for the entry. */
      picks: Type.Integer(),
      /** The account that it is linked to. */
      linked: Type.Union([shape({ userId: Id, name: Type.String(), at: Time }), Type.Null()]),
    }),
  ),
});
export type Player = Static<typeof Player>;

/** `given`: the entry becomes the account's; `filled`: an entry of the account is filled with its picks. */
const Way = Type.Enum(['given', 'filled']);

/** The effects of a link, as numbers only: picks may be sealed. None depends on more than what the MatchUp shows of every entry. */
export const LinkReply = shape({
  entryName: Type.String(),
  accountName: Type.String(),
  way: Way,
  /** The name of the entry that is filled. */
  intoName: Type.Union([Type.String(), Type.Null()]),
  becomesMember: Type.Boolean(),
  /** How many picks of open games are withdrawn: sides and teams that the MatchUp showed as made. Guesses and orders are not counted. */
  withdrawn: Type.Integer(),
  /** How many picks of locked games the account's entry gets, and how many are left out because it has its own, or no room. */
  filled: Type.Integer(),
  kept: Type.Integer(),
  /** When the next game of the pool locks. */
  nextLock: Type.Union([Time, Type.Null()]),
  changes: ChangedOutcomes,
});
export type LinkReply = Static<typeof LinkReply>;

/** The effects of undoing a link. Picks of open games that it withdrew stay withdrawn. */
export const UnlinkReply = shape({
  entryName: Type.String(),
  /** How many picks that the account's entry was filled with are removed, and how many stay because they were changed since. */
  returned: Type.Integer(),
  kept: Type.Integer(),
  /** Whether a game has locked since the link, so that a reason is required. */
  needsReason: Type.Boolean(),
  changes: ChangedOutcomes,
});
export type UnlinkReply = Static<typeof UnlinkReply>;

/** The longest reason for undoing a link. */
export const MAX_UNLINK_REASON = 200;

const LinkParams = shape({ entryId: Id, userId: Id });
const LinkedEntryParams = shape({ entryId: Id });

const linkErrors = ['entry_not_found', ...linkRefusals] as const;
const unlinkErrors = ['entry_not_found', 'player_not_linked', 'later_link'] as const;

const PlayerName = Type.String({ maxLength: 320 });

export const entries = routes({
  'GET /api/pools/:poolId/picks': {
    summary: "List the caller's entries in a pool, with their picks",
    access: 'member',
    params: PoolParams,
    reply: OwnPicksReply,
    errors: ['pool_not_found'],
  },
  'GET /api/pools/:poolId/entries': {
    summary: 'The same for pages of the release before',
    access: 'member',
    params: PoolParams,
    reply: EarlierEntriesReply,
    errors: ['pool_not_found'],
  },
  'POST /api/pools/:poolId/entries': {
    summary: "Add an entry to a pool; the default name is the caller's name with a number",
    access: 'member',
    params: PoolParams,
    body: shape({ name: Type.Optional(Name) }),
    reply: shape({ id: Id, name: Type.String() }),
    errors: ['pool_not_found', 'not_a_member', 'too_many_entries', 'survivor_begun', 'name_taken'],
  },
  'GET /api/pools/:poolId/entries/giving-up': {
    summary: "List which of the caller's entries in a pool can be given up, and why others can't",
    access: 'member',
    params: PoolParams,
    reply: GivingUpReply,
    errors: [],
  },
  'PATCH /api/entries/:entryId': {
    summary: "Rename one of the caller's entries; null restores the default name, which a commissioner may do too",
    access: 'member',
    params: EntryParams,
    body: shape({ name: Type.Union([Name, Type.Null()]) }),
    reply: shape({ name: Type.String() }),
    errors: ['entry_not_found', 'other_player', 'name_taken'],
  },
  'DELETE /api/entries/:entryId': {
    summary: "Delete one of the caller's entries that has not played yet",
    access: 'member',
    params: EntryParams,
    reply: Done,
    errors: ['entry_not_found', 'other_player', ...giveUpRefusals],
  },
  'GET /api/admin/players': {
    summary: 'List players without an account by name, with their entries; includes linked players',
    access: 'admin',
    reply: shape({ players: Type.Array(Player) }),
    errors: [],
  },
  'PATCH /api/admin/players/:playerId': {
    summary: 'Rename a player without an account',
    access: 'admin',
    params: shape({ playerId: Id }),
    body: shape({ displayName: Type.String({ maxLength: 320 }) }),
    reply: Player,
    errors: ['player_not_found', 'player_linked'],
  },
  'GET /api/pools/:poolId/links': {
    summary: 'List the links of entries to accounts in a pool, newest first',
    access: 'commissioner',
    params: PoolParams,
    reply: shape({
      links: Type.Array(shape({ entryId: Id, playerName: Type.String(), userId: Id, way: Way, linkedAt: Time })),
    }),
    errors: [],
  },
  'GET /api/entries/:entryId/link/:userId': {
    summary: 'Preview linking the entry of a player without an account to an account',
    access: 'commissioner',
    isCostly: true,
    params: LinkParams,
    reply: LinkReply,
    errors: linkErrors,
  },
  'POST /api/entries/:entryId/link/:userId': {
    summary:
      'Link the entry of a player without an account to an account, which gets the entry or fills its own with it; picks of open games are withdrawn',
    access: 'commissioner',
    isCostly: true,
    params: LinkParams,
    reply: LinkReply,
    errors: linkErrors,
  },
  'GET /api/entries/:entryId/link': {
    summary: 'Preview undoing the link of an entry',
    access: 'commissioner',
    isCostly: true,
    params: LinkedEntryParams,
    reply: UnlinkReply,
    errors: unlinkErrors,
  },
  'DELETE /api/entries/:entryId/link': {
    summary:
      'Undo the link of an entry; needs a reason if a game has locked since. Picks of open games that it withdrew stay withdrawn',
    access: 'commissioner',
    isCostly: true,
    params: LinkedEntryParams,
    body: shape({ reason: Type.String({ maxLength: MAX_UNLINK_REASON }) }),
    reply: UnlinkReply,
    errors: [...unlinkErrors, 'undo_reason_missing'],
  },
  'PUT /api/entries/:entryId/default': {
    summary: "Say what counts for one of the caller's entries if they forget to pick; null for nothing",
    access: 'member',
    params: EntryParams,
    body: shape({ value: DefaultOrNone }),
    reply: Done,
    errors: ['entry_not_found', 'other_player', 'no_defaults'],
  },
  'PUT /api/entries/:entryId/buy-back': {
    summary: 'Buy an entry back into its survivor pool: by a commissioner or, where the rules allow it, its owner',
    access: 'member',
    params: shape({ entryId: Id }),
    /** The week that put it out, as the page shows it. */
    body: shape({ weekId: Id }),
    reply: Done,
    errors: ['entry_not_found', 'buy_back_impossible', 'buy_back_closed', 'buy_back_by_commissioner'],
  },
  'DELETE /api/entries/:entryId/buy-back': {
    summary: 'Undo a buy-back, until the next lock',
    access: 'member',
    params: shape({ entryId: Id }),
    body: shape({ weekId: Id }),
    reply: Done,
    errors: ['entry_not_found', 'buy_back_impossible', 'buy_back_closed', 'buy_back_by_commissioner'],
  },
  'POST /api/pools/:poolId/players': {
    summary: 'Add a player without an account to a pool',
    access: 'commissioner',
    params: PoolParams,
    body: shape({ displayName: PlayerName }),
    reply: shape({ id: Id }),
    errors: ['pool_not_found', 'name_taken', 'survivor_begun', 'too_many_players'],
  },
  'PATCH /api/pools/:poolId/players/:playerId': {
    summary: 'Rename a player without an account; a commissioner if they run all pools that the player was ever in',
    access: 'commissioner',
    params: shape({ poolId: Id, playerId: Id }),
    body: shape({ displayName: PlayerName }),
    reply: Done,
    errors: ['pool_not_found', 'player_not_found', 'player_elsewhere', 'player_linked', 'name_taken'],
  },
});
