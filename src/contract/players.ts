import type { Static } from 'typebox';
import { Type } from 'typebox';
import { routes } from './route.ts';
import { Id, shape, Time } from './shapes.ts';

/** Somebody who came with an import and has no account. */
export const Player = shape({
  id: Id,
  name: Type.String(),
  /** Pools that they are or were a member of, with the number of their picks. */
  pools: Type.Array(shape({ id: Id, name: Type.String(), picks: Type.Integer() })),
  /** The account that they are linked to. */
  linked: Type.Union([shape({ userId: Id, name: Type.String(), at: Time }), Type.Null()]),
});
export type Player = Static<typeof Player>;

/** What becomes of a player's picks in a pool, as numbers only: they may be sealed. */
const counts = {
  /** The account gets them at once, having none there: their games are locked. */
  taken: Type.Integer(),
  /** The account gets them when their games lock, unless it has picks of its own by then. */
  waiting: Type.Integer(),
  /** Both have the same. */
  same: Type.Integer(),
  /** The account's stay. */
  differing: Type.Integer(),
  /** The account's stay, and until the game locks it is not told whether they are the same. */
  sealed: Type.Integer(),
};

export const LinkReply = shape({
  player: shape({ id: Id, name: Type.String() }),
  account: shape({ id: Id, name: Type.String(), email: Type.String() }),
  pools: Type.Array(shape({ id: Id, name: Type.String(), becomesMember: Type.Boolean(), ...counts })),
  ...counts,
});
export type LinkReply = Static<typeof LinkReply>;

/** How an undone link went. */
const UnlinkReply = shape({
  /** Picks that the player has back. */
  returned: Type.Integer(),
  /** Copied picks that stay with the account, because they were changed since. The player has their own back besides. */
  kept: Type.Integer(),
});
export type UnlinkReply = Static<typeof UnlinkReply>;

const LinkParams = shape({ playerId: Id, userId: Id });

export const players = routes({
  'GET /api/admin/players': {
    summary: 'Players without an account, by name; those who are linked to one too',
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
  'GET /api/admin/players/:playerId/link/:userId': {
    summary: 'What linking a player to an account would do',
    access: 'admin',
    params: LinkParams,
    reply: LinkReply,
    errors: ['player_not_found', 'player_linked', 'entered_late'],
  },
  'POST /api/admin/players/:playerId/link/:userId': {
    summary:
      'Link a player to an account: memberships, and picks where the account has none; those of games that are not locked follow at the lock',
    access: 'admin',
    params: LinkParams,
    reply: LinkReply,
    errors: ['player_not_found', 'player_linked', 'entered_late'],
  },
  'DELETE /api/admin/players/:playerId/link/:userId': {
    summary: 'Undo a link: both have what they had, but for picks that changed since',
    access: 'admin',
    params: LinkParams,
    reply: UnlinkReply,
    errors: ['player_not_found', 'player_not_linked', 'later_link'],
  },
});
