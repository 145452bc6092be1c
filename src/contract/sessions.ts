import type { Static } from 'typebox';
import { Type } from 'typebox';
import { routes } from './route.ts';
import { Done, Id, shape, Time } from './shapes.ts';

/** A session of a user. Its id is not a secret: it gives no access. */
export const OwnSession = shape({
  id: Id,
  /** In words: `Chrome on Windows`. */
  device: Type.String(),
  /** In words: `this network`, or a network such as `203.0.113.x`. */
  network: Type.String(),
  /** Updated every few minutes. In real time, not in the demo's time. */
  lastSeenAt: Time,
  /** Whether it is the current session. */
  isCurrent: Type.Boolean(),
});
export type OwnSession = Static<typeof OwnSession>;

const OwnSessions = shape({
  sessions: Type.Array(OwnSession),
  /** The real time, to compute how long ago a session was seen. */
  now: Time,
});

export const sessions = routes({
  'GET /api/sessions': {
    summary: 'Where the caller is signed in, the last seen first',
    access: 'account',
    reply: OwnSessions,
    errors: [],
  },
  'DELETE /api/sessions/:sessionId': {
    summary: 'End one session of the own account',
    access: 'account',
    params: shape({ sessionId: Id }),
    reply: OwnSessions,
    errors: ['session_not_found'],
  },
  'POST /api/sessions/end-others': {
    summary: 'End every session of the own account but this one',
    access: 'account',
    reply: OwnSessions,
    errors: [],
  },
  'DELETE /api/users/:userId/sessions': {
    summary: 'End every session of a user',
    access: 'admin',
    params: shape({ userId: Id }),
    reply: Done,
    errors: ['admin_only', 'player_not_found'],
  },
});
