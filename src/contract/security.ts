import type { Static } from 'typebox';
import { Type } from 'typebox';
import { LogPage, Maybe, Named } from './log.ts';
import { routes } from './route.ts';
import { Id, shape, Time } from './shapes.ts';

/** An event of an account, or an attempt at one. Equal events within a minute are one record. */
export const SecurityEntry = shape({
  id: Type.Integer(),
  /** The real time of the first of them. */
  at: Time,
  /** The name of the event, and its label; an unknown event has its name as label. */
  event: Type.String(),
  words: Type.String(),
  /** The owner of the account; null if unknown. */
  person: Maybe(Named),
  /** The admin who did it to someone else's account. */
  actor: Maybe(Named),
  /** An IPv4 address or an IPv6 network; null for the command line. */
  network: Maybe(Type.String()),
  /** Details, such as the provider or the call; often empty. */
  detail: Type.String(),
  times: Type.Integer(),
});
export type SecurityEntry = Static<typeof SecurityEntry>;

const SecurityReply = shape({
  /** The latest first. */
  entries: Type.Array(SecurityEntry),
  /** Send as `before` to get the next page; null at the end. */
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
