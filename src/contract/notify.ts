import type { Static } from 'typebox';
import { Type } from 'typebox';
import { HOOK_ADDRESS_MAX, HOOK_HOURS, hookTopicNames } from '#core/hooks/hooks.ts';
import { hookKinds } from '#core/hooks/kinds.ts';
import { channelNames, noticeKinds } from '#core/notify/kinds.ts';
import { reminderHours } from '#core/notify/moments.ts';
import { outsideFailures } from '#core/outside.ts';
import { Maybe } from './log.ts';
import { routes } from './route.ts';
import { Done, Id, PoolParams, shape, Time, WeekParams } from './shapes.ts';

const Kind = Type.Enum([...noticeKinds]);
const Channel = Type.Enum([...channelNames]);
const Hours = Type.Enum([...reminderHours]);
const Choice = shape({ kind: Kind, channel: Channel, wanted: Type.Boolean() });

/** What a user is notified of by mail and push, and when. */
export const NotificationsReply = shape({
  /** The channels of this league. */
  channels: Type.Array(Channel),
  /** Whether any of their devices receives push messages. */
  hasDevice: Type.Boolean(),
  /** Their explicit choices. Of other kinds they get only the reminders that a commissioner sends about missing picks. */
  choices: Type.Array(Choice),
  /** How long before a lock they are reminded of it. */
  hours: Hours,
  /** The name in the time-zone database; null if Eastern time is used instead. */
  zone: Type.Union([Type.String(), Type.Null()]),
  /** Whether they have been asked about reminders. */
  asked: Type.Boolean(),
});
export type NotificationsReply = Static<typeof NotificationsReply>;

/**
 * Whether a person can be reminded: `ready`; already `reminded`; wants none (`opted_out`); has neither a verified address nor a device that
 * receives messages (`no_mail`).
 */
const reminderStates = ['ready', 'reminded', 'opted_out', 'no_mail'] as const;
export type ReminderState = (typeof reminderStates)[number];

/** An entry with missing picks: games that can still be picked and are not, or no order or team although the pool requires one. */
const MissingPicks = shape({
  id: Id,
  name: Type.String(),
  missing: Type.Integer(),
  /** Present only if the pool requires an order of the games and the entry has none. */
  lacksOrder: Type.Optional(Type.Boolean()),
  /** The state of its owner. */
  reminder: Type.Enum([...reminderStates]),
});
export type MissingPicks = Static<typeof MissingPicks>;

export const MissingReply = shape({
  /** Games of the week that can still be picked. */
  openGames: Type.Integer(),
  /** Whether a reminder can reach anyone: the league sends mail, or one of them has a device that receives messages. */
  canRemind: Type.Boolean(),
  /** By name. */
  entries: Type.Array(MissingPicks),
});
export type MissingReply = Static<typeof MissingReply>;

export const RemindersReply = shape({
  sent: Type.Integer(),
  alreadyReminded: Type.Integer(),
  optedOut: Type.Integer(),
  withoutMail: Type.Integer(),
});
export type RemindersReply = Static<typeof RemindersReply>;

/** The longest address of a push service. */
const LONGEST_ENDPOINT = 2000;
/** Base64url of the 65 bytes of a P-256 point, and of 16 bytes. */
const P256DH = '^[A-Za-z0-9_-]{87}=?$';
const AUTH = '^[A-Za-z0-9_-]{22}(==)?$';

const HookKindShape = Type.Enum([...hookKinds]);
const Topic = Type.Enum([...hookTopicNames]);

/** Why a message did not arrive: 'interrupted' if the server stopped during the delivery, 'outdated' if its result was corrected first. */
const problems = [...outsideFailures, 'interrupted', 'outdated'] as const;

/** One message of a hook, with the result of its last attempt. */
export const DeliveryReply = shape({
  id: Id,
  topic: Type.Enum([...hookTopicNames, 'test']),
  /** The week that it is about; null for a test. */
  weekId: Maybe(Id),
  /** In real time, as are all times of hooks. */
  at: Time,
  state: Type.Enum(['waiting', 'sending', 'sent', 'failed']),
  attempts: Type.Integer(),
  /** When it is tried next; null if it is not. */
  nextAt: Maybe(Time),
  /** Null if there was no response. */
  status: Maybe(Type.Integer()),
  problem: Maybe(Type.Enum([...problems])),
});
export type DeliveryReply = Static<typeof DeliveryReply>;

/** A hook. Its address is never sent by the server: anyone who knows it can post there. */
export const HookReply = shape({
  id: Id,
  kind: HookKindShape,
  /** Its host, and the end of its address. */
  label: Type.String(),
  topics: Type.Array(Topic),
  hours: Type.Integer(),
  /** Off if the address reported that it is gone, until a test arrives there. */
  isOff: Type.Boolean(),
  /** The latest first. */
  deliveries: Type.Array(DeliveryReply),
});
export type HookReply = Static<typeof HookReply>;

const HookParams = shape({ poolId: Id, hookId: Id });

export const notify = routes({
  'GET /api/notifications': {
    summary: "Get the caller's notification settings",
    access: 'user',
    reply: NotificationsReply,
    errors: [],
  },
  'PATCH /api/notifications': {
    summary: "Change the caller's notification settings; missing fields keep their values",
    access: 'user',
    body: shape({
      choice: Type.Optional(Choice),
      hours: Type.Optional(Hours),
      zone: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      asked: Type.Optional(Type.Literal(true)),
    }),
    reply: NotificationsReply,
    errors: [],
  },
  'GET /api/unsubscribe/:token': {
    summary: 'Get the kind of messages that an unsubscribe link turns off, and whether they are off',
    access: 'anyone',
    params: shape({ token: Type.String({ maxLength: 64 }) }),
    reply: shape({ kind: Kind, channel: Channel, isOff: Type.Boolean() }),
    errors: ['link_expired'],
  },
  'POST /unsubscribe/:token': {
    summary: 'Turn off one kind of messages by an unsubscribe link, as mail programs do (RFC 8058)',
    access: 'anyone',
    isOpenToOthers: true,
    params: shape({ token: Type.String({ maxLength: 64 }) }),
    reply: shape({ kind: Kind, channel: Channel }),
    errors: ['link_expired'],
  },
  'GET /api/pools/:poolId/weeks/:weekId/missing': {
    summary: 'List entries with missing picks for open games of a week',
    access: 'commissioner',
    isCostly: true,
    params: WeekParams,
    reply: MissingReply,
    errors: ['pool_not_found', 'week_not_found'],
  },
  'POST /api/pools/:poolId/weeks/:weekId/reminders': {
    summary: 'Remind members with missing picks, each at most once per week',
    access: 'commissioner',
    params: WeekParams,
    reply: RemindersReply,
    errors: ['pool_not_found', 'week_not_found', 'reminders_need_mail'],
  },
  'GET /api/push': {
    summary: 'Get the public push key of the league, and whether this session receives push messages',
    access: 'user',
    reply: shape({ publicKey: Type.String(), isOn: Type.Boolean() }),
    errors: [],
  },
  'PUT /api/push': {
    summary: 'Subscribe the device of this session to push messages until it signs out',
    access: 'user',
    body: shape({
      endpoint: Type.String({ minLength: 1, maxLength: LONGEST_ENDPOINT }),
      keys: shape({
        p256dh: Type.String({ maxLength: 88, pattern: P256DH }),
        auth: Type.String({ maxLength: 24, pattern: AUTH }),
      }),
      /** The time zone of the device, used for its owner's quiet hours. */
      zone: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    }),
    reply: Done,
    errors: ['session_not_found'],
  },
  'DELETE /api/push': {
    summary: 'Unsubscribe this session from push messages',
    access: 'user',
    reply: Done,
    errors: [],
  },
  'POST /api/push/test': {
    summary: 'Send a test message to the device of this session, and wait for the reply of its push service',
    access: 'user',
    reply: shape({ isTaken: Type.Boolean() }),
    errors: ['too_many_requests'],
  },
  'GET /api/pools/:poolId/hooks': {
    summary: 'List the hooks of a pool with their latest deliveries',
    access: 'commissioner',
    params: PoolParams,
    reply: shape({ hooks: Type.Array(HookReply) }),
    errors: ['pool_not_found'],
  },
  'POST /api/pools/:poolId/hooks': {
    summary: 'Add a hook to a pool; the secret of a signed hook is only returned here',
    access: 'commissioner',
    params: PoolParams,
    body: shape({
      kind: HookKindShape,
      address: Type.String({ maxLength: 2 * HOOK_ADDRESS_MAX }),
      topics: Type.Array(Topic, { minItems: 1, maxItems: hookTopicNames.length, uniqueItems: true }),
      hours: Type.Integer({ minimum: HOOK_HOURS.min, maximum: HOOK_HOURS.max }),
    }),
    reply: shape({ id: Id, secret: Maybe(Type.String()) }),
    errors: ['pool_not_found', 'too_many_hooks', 'too_many_requests'],
  },
  'DELETE /api/pools/:poolId/hooks/:hookId': {
    summary: 'Remove a hook and its deliveries',
    access: 'commissioner',
    params: HookParams,
    reply: Done,
    errors: ['pool_not_found', 'hook_not_found'],
  },
  'POST /api/pools/:poolId/hooks/:hookId/test': {
    summary: 'Send a test message to a hook, and wait for the result',
    access: 'commissioner',
    params: HookParams,
    reply: DeliveryReply,
    errors: ['pool_not_found', 'hook_not_found', 'too_many_requests'],
  },
  'POST /api/pools/:poolId/hooks/:hookId/deliveries/:deliveryId/replay': {
    summary: 'Send a finished delivery again, and wait for the result',
    access: 'commissioner',
    params: shape({ poolId: Id, hookId: Id, deliveryId: Id }),
    reply: DeliveryReply,
    errors: ['pool_not_found', 'hook_not_found', 'too_many_requests'],
  },
});
