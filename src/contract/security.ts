import type { Static } from 'typebox';
import { Type } from 'typebox';
import { LogPage, Maybe, Named } from './log.ts';
import { routes } from './route.ts';
import { Id, shape, Time } from './shapes.ts';

/** Something that happened to an account, or that somebody tried. Equal events of one minute are one entry. */
export const SecurityEntry = shape({
  id: Type.Integer(),
  /** Real time, of the first of them. */
  at: Time,
  /** The name of the event, and what it is called: an unknown one by its name. */
  event: Type.String(),
  words: Type.String(),
  /** Whose account it is; null where that is unknown. */
  person: Maybe(Named),
  /** The admin who did it to somebody else. */
  actor: Maybe(Named),
  /** An IPv4 address or an IPv6 network; null for the command line. */
  network: Maybe(Type.String()),
  /** More about it, such as the provider or the call; often empty. */
  detail: Type.String(),
  times: Type.Integer(),
});
export type SecurityEntry = Static<typeof SecurityEntry>;

const SecurityReply = shape({
  /** The latest first. */
  entries: Type.Array(SecurityEntry),
  /** What to send as `before` for those that come next; null at the end. */
  next: Maybe(Type.Integer()),
});
export type SecurityReply = Static<typeof SecurityReply>;

export const security = routes({
  'GET /api/admin/security-log': {
    summary: 'Sign-ins, failures and what else concerns the safety of accounts, the latest first, for 90 days',
    access: 'admin',
    query: shape({ userId: Type.Optional(Id), ...LogPage }),
    reply: SecurityReply,
    errors: [],
  },
});
