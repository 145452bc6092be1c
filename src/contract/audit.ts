import type { Static } from 'typebox';
import { Type } from 'typebox';
import { auditGroups } from '#core/audit.ts';
import { LogPage, Maybe, Named } from './log.ts';
import { routes } from './route.ts';
import { Id, PoolParams, shape, Time } from './shapes.ts';

/** In place of an admin's id: acts at the command line. */
export const COMMAND_LINE = 'command-line';

/** A value as the log keeps it; lists and objects are told as text. */
const Plain = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

/** One field that an act changed. `label` is its name in plain words, such as 'home score'. */
export const AuditField = shape({ name: Type.String(), label: Type.String(), before: Plain, after: Plain });
export type AuditField = Static<typeof AuditField>;

/** What an act changed of one of several games. `label` reads 'KC @ BUF'. */
const AuditLine = shape({ gid: Id, label: Type.String(), fields: Type.Array(AuditField) });
export type AuditLine = Static<typeof AuditLine>;

/**
 * One act in the log. What says which side somebody picked reads 'sealed' until that game locks.
 */
export const AuditEntry = shape({
  id: Type.Integer(),
  at: Time,
  /** The name of the act, and what it is called: an unknown one by its name. */
  act: Type.String(),
  words: Type.String(),
  group: Maybe(Type.Enum([...auditGroups])),
  /** Null where somebody worked at the command line. */
  actor: Maybe(Named),
  /** The person concerned. */
  person: Maybe(Named),
  /** Their entry, if it is about one that has another name. */
  entry: Type.Optional(Named),
  pool: Maybe(Named),
  weekId: Maybe(Id),
  /** `label` reads 'KC @ BUF'. */
  game: Maybe(shape({ gid: Id, label: Type.String() })),
  fields: Type.Array(AuditField),
  /** Where the act was about several games: what it changed of each. */
  lines: Type.Array(AuditLine),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditReply = shape({
  /** The latest first. */
  entries: Type.Array(AuditEntry),
  /** What to send as `before` for those that come next; null at the end. */
  next: Maybe(Type.Integer()),
});
export type AuditReply = Static<typeof AuditReply>;

const filters = {
  group: Type.Optional(Type.Enum([...auditGroups])),
  /** `COMMAND_LINE` for those of nobody. */
  actorId: Type.Optional(Id),
  userId: Type.Optional(Id),
  poolId: Type.Optional(Id),
  gid: Type.Optional(Id),
};

export const audit = routes({
  'GET /api/admin/audit': {
    summary: 'What admins did, the latest first; sides of games that are not locked stay sealed',
    access: 'admin',
    query: shape({ ...filters, ...LogPage }),
    reply: AuditReply,
    errors: [],
  },
  'GET /api/admin/audit.csv': {
    summary: 'The same as a file, all of it: CSV with a header',
    access: 'admin',
    query: shape(filters),
    reply: Type.String(),
    errors: [],
  },
  'GET /api/audit/mine': {
    summary: 'What admins did to the own picks, scores and membership',
    access: 'user',
    query: shape(LogPage),
    reply: AuditReply,
    errors: [],
  },
  'GET /api/pools/:poolId/log': {
    summary:
      'What was entered, corrected and changed in a pool, the latest first; what is sealed names no game and no side',
    access: 'member',
    params: PoolParams,
    query: shape({
      ...LogPage,
      /** Only what can have touched the scores of this entry. */
      entryId: Type.Optional(Id),
      /** Only what is about this week, or about no week. */
      weekId: Type.Optional(Id),
    }),
    reply: AuditReply,
    errors: ['pool_not_found'],
  },
});
