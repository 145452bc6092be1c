import type { Static } from 'typebox';
import { Type } from 'typebox';
import { refusals } from '#core/judge.ts';
import type { SlotKind } from '#core/pick.ts';
import { MAX_GUESS } from '#core/tiebreak.ts';
import { Maybe } from './log.ts';
import { MOST_WISHES, slot, TeamShape } from './picks.ts';
import { routes } from './route.ts';
import { GameShape, Id, LinkToken, SideShape, shape, Time } from './shapes.ts';

/**
 * The pick link of a reminder, which works without a session (decision 068). Its token is in the body, so that it is in no log. Whoever
 * holds it reads and writes no more than is here: no side of a stored pick, nothing of others, nothing of other weeks.
 */

const { gid, kickoff, timeTbd, lockAt, home, away } = GameShape.properties;

/** An open game. `spread` is the line as the card shows it; null if there is none. */
const LinkGame = shape({
  gid,
  kickoff,
  timeTbd,
  lockAt,
  home,
  away,
  spread: Maybe(Type.Number()),
});
export type LinkGame = Static<typeof LinkGame>;

/** The kinds of picks that a link fills in. */
export const linkKinds = ['pick', 'team', 'guess'] as const satisfies readonly SlotKind[];

/** An open slot of an entry. What is made shows only that it is. */
const LinkSlot = shape({ kind: Type.Enum([...linkKinds]), about: Id, isMade: Type.Boolean() });
export type LinkSlot = Static<typeof LinkSlot>;

const LinkEntry = shape({
  id: Id,
  /** Null if the account has only one in the pool. */
  name: Maybe(Type.String()),
  /** How many sides or teams it still lacks. */
  asked: Type.Integer(),
  slots: Type.Array(LinkSlot),
});
export type LinkEntry = Static<typeof LinkEntry>;

export const PickLinkReply = shape({
  poolName: Type.String(),
  weekId: Id,
  /** When the link ends, unless something ends it before. */
  expiresAt: Time,
  /** The games of the week that can still be picked, by kick-off. */
  games: Type.Array(LinkGame),
  /** The game whose points are guessed; null if none is open. */
  tiebreakGid: Maybe(Id),
  /** The entries of the account that have an open slot. */
  entries: Type.Array(LinkEntry),
});
export type PickLinkReply = Static<typeof PickLinkReply>;

const LinkWish = Type.Union([
  slot('pick', shape({ side: SideShape }), {}),
  slot('team', TeamShape, {}),
  slot('guess', shape({ gid: Id, total: Type.Integer({ minimum: 0, maximum: MAX_GUESS }) }), {}),
]);
export type LinkWish = Static<typeof LinkWish>;

export const pickLinks = routes({
  'POST /api/pick-link': {
    summary: 'Get what the pick link of a reminder can fill in; changes nothing',
    access: 'anyone',
    body: shape({ token: LinkToken }),
    reply: PickLinkReply,
    errors: ['link_expired', 'too_many_attempts'],
  },
  'POST /api/pick-link/picks': {
    summary: 'Fill in missing picks of an entry by the pick link of a reminder; each is stored or refused individually',
    access: 'anyone',
    body: shape({
      token: LinkToken,
      entryId: Id,
      picks: Type.Array(LinkWish, { minItems: 1, maxItems: MOST_WISHES }),
    }),
    reply: shape({
      /** The answer to each pick, in order. */
      picks: Type.Array(
        Type.Union([
          shape({ saved: Type.Literal(true) }),
          shape({ saved: Type.Literal(false), code: Type.Enum([...refusals]), message: Type.String() }),
        ]),
      ),
      /** What can be filled in now; null if the link has ended. */
      link: Maybe(PickLinkReply),
    }),
    errors: ['link_expired', 'entry_not_found', 'too_many_attempts'],
  },
});
