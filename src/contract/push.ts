import { Type } from 'typebox';
import { routes } from './route.ts';
import { Done, shape } from './shapes.ts';

/** The longest address of a push service. */
const LONGEST_ENDPOINT = 2000;
/** Base64url of the 65 bytes of a P-256 point, and of 16 bytes. */
const P256DH = '^[A-Za-z0-9_-]{87}=?$';
const AUTH = '^[A-Za-z0-9_-]{22}(==)?$';

export const push = routes({
  'GET /api/push': {
    summary: 'The key by which push services know this league, and whether this session takes messages',
    access: 'user',
    reply: shape({ publicKey: Type.String(), isOn: Type.Boolean() }),
    errors: [],
  },
  'PUT /api/push': {
    summary: 'Let the device of this session take push messages until it is signed out',
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
    summary: 'Let this session take no more push messages',
    access: 'user',
    reply: Done,
    errors: [],
  },
  'POST /api/push/test': {
    summary: 'Send a message to the device of this session, and wait whether its push service takes it',
    access: 'user',
    reply: shape({ isTaken: Type.Boolean() }),
    errors: ['too_many_requests'],
  },
});
