import type { Static } from 'typebox';
import { Type } from 'typebox';
import { reactionKinds } from '#core/reactions.ts';
import { MESSAGE_MAX } from '#core/talk.ts';
import { Maybe, Named } from './log.ts';
import { routes } from './route.ts';
import { Done, Id, PoolParams, shape, Time } from './shapes.ts';

/** The first line of the message that another one replies to. */
const Quote = shape({
  id: Type.Integer(),
  /** Null if the product posted it. */
  by: Maybe(Named),
  /** Null if it was deleted. */
  text: Maybe(Type.String()),
});
export type Quote = Static<typeof Quote>;

const Reaction = Type.Enum(reactionKinds);

/** A message in the talk of a pool. */
export const Message = shape({
  id: Type.Integer(),
  at: Time,
  /** Null if the product posted it. */
  by: Maybe(Named),
  /** Null if it was deleted. */
  text: Maybe(Type.String()),
  /** When its author last edited it. */
  edited: Type.Optional(Time),
  /** Who deleted it. */
  deleted: Type.Optional(Type.Enum(['author', 'commissioner'])),
  replyTo: Type.Optional(Quote),
  /** The reactions that it has, each with the ids of the people who gave it; missing if there are none. */
  reactions: Type.Optional(Type.Array(shape({ kind: Reaction, by: Type.Array(Id) }))),
});
export type Message = Static<typeof Message>;

export const TalkReply = shape({
  isOn: Type.Boolean(),
  /** Whether there are older messages. */
  hasOlder: Type.Boolean(),
  /** The latest last. */
  messages: Type.Array(Message),
});
export type TalkReply = Static<typeof TalkReply>;

/** A position in the talk: the id of a message, as text in a URL. */
const MessageId = Type.String({ maxLength: 15, pattern: '^[1-9][0-9]*$' });
const MessageParams = shape({ poolId: Id, messageId: MessageId });

const Text = Type.String({ maxLength: 8 * MESSAGE_MAX });

export const talk = routes({
  'GET /api/pools/:poolId/talk': {
    summary: 'List the latest messages in the talk of a pool, or those before a given one',
    access: 'member',
    isCostly: true,
    params: PoolParams,
    query: shape({ before: Type.Optional(MessageId) }),
    reply: TalkReply,
    errors: ['pool_not_found'],
  },
  'PUT /api/pools/:poolId/talk': {
    summary: 'Turn the talk of a pool on or off; messages are kept',
    access: 'commissioner',
    params: PoolParams,
    body: shape({ isOn: Type.Boolean() }),
    reply: Done,
    errors: ['pool_not_found'],
  },
  'POST /api/pools/:poolId/talk': {
    summary: 'Post a message in the talk of a pool; a repeated key does not post it again',
    access: 'member',
    params: PoolParams,
    body: shape({
      text: Text,
      key: Type.String({ minLength: 8, maxLength: 64 }),
      /** The id of the message that it replies to, which must be in the same talk and not deleted. */
      replyTo: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    }),
    reply: Message,
    errors: ['pool_not_found', 'talk_off', 'not_a_member', 'talk_muted', 'message_not_found', 'too_many_attempts'],
  },
  'PUT /api/pools/:poolId/talk/:messageId/reactions': {
    summary: "Set or remove one of the caller's reactions to a message that is not deleted",
    access: 'member',
    params: MessageParams,
    body: shape({ kind: Reaction, isOn: Type.Boolean() }),
    reply: Message,
    errors: ['pool_not_found', 'talk_off', 'not_a_member', 'talk_muted', 'message_not_found', 'too_many_attempts'],
  },
  'PATCH /api/pools/:poolId/talk/:messageId': {
    summary: "Edit one of the caller's messages, for five minutes",
    access: 'member',
    params: MessageParams,
    body: shape({ text: Text }),
    reply: Message,
    errors: [
      'pool_not_found',
      'talk_off',
      'not_a_member',
      'talk_muted',
      'message_not_found',
      'message_settled',
      'too_many_attempts',
    ],
  },
  'DELETE /api/pools/:poolId/talk/:messageId': {
    summary: "Delete one of the caller's messages, or as a commissioner any message; a line stays in its place",
    access: 'member',
    params: MessageParams,
    reply: Done,
    errors: ['pool_not_found', 'message_not_found'],
  },
  'PUT /api/pools/:poolId/talk/read': {
    summary: 'Mark the talk of a pool as read, up to a given message',
    access: 'member',
    params: PoolParams,
    body: shape({ until: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
    reply: Done,
    errors: ['pool_not_found', 'not_a_member', 'message_not_found'],
  },
  'PUT /api/pools/:poolId/talk/muted/:userId': {
    summary: 'Mute or unmute a member in the talk of a pool',
    access: 'commissioner',
    params: shape({ poolId: Id, userId: Id }),
    body: shape({ muted: Type.Boolean() }),
    reply: Done,
    errors: ['pool_not_found', 'player_not_found'],
  },
});
