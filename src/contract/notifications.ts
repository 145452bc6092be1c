import type { Static } from 'typebox';
import { Type } from 'typebox';
import { channelNames, noticeKinds } from '#core/notify/kinds.ts';
import { reminderHours } from '#core/notify/moments.ts';
import { routes } from './route.ts';
import { shape } from './shapes.ts';

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

export const notifications = routes({
  'GET /api/notifications': {
    summary: 'What the caller is told by mail and the like',
    access: 'user',
    reply: NotificationsReply,
    errors: [],
  },
  'PATCH /api/notifications': {
    summary: 'Change what the caller is told, and when; what is not said stays',
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
    summary: 'Which messages the link in one of them turns off, and whether it has',
    access: 'anyone',
    params: shape({ token: Type.String({ maxLength: 64 }) }),
    reply: shape({ kind: Kind, channel: Channel, isOff: Type.Boolean() }),
    errors: ['link_expired'],
  },
  'POST /unsubscribe/:token': {
    summary: 'Turn off messages of one kind by the link in one of them, as mail programs do it (RFC 8058)',
    access: 'anyone',
    isOpenToOthers: true,
    params: shape({ token: Type.String({ maxLength: 64 }) }),
    reply: shape({ kind: Kind, channel: Channel }),
    errors: ['link_expired'],
  },
});
