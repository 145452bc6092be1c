import type { Static } from 'typebox';
import { Type } from 'typebox';
import { auditGroups } from '#core/audit.ts';
import { routes } from './route.ts';
import { Id, PoolParams, shape, Time } from './shapes.ts';

/** How many records of a log are read at once, unless `limit` is set. */
export const LOG_PAGE = 50;

/** A person or a thing that a record names. */
export const Named = shape({ id: Id, name: Type.String() });
export const Maybe = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) => Type.Union([type, Type.Null()]);

/** The query for a page of a log. Numbers are text in a URL. */
export const LogPage = {
  before: Type.Optional(Type.String({ maxLength: 15, pattern: '^[1-9][0-9]*$' })),
  /** 1 to 200. */
  limit: Type.Optional(Type.String({ maxLength: 3, pattern: '^([1-9][0-9]?|1[0-9]{2}|200)$' })),
};

/** Used instead of an admin's id: acts at the command line. */
export const COMMAND_LINE = 'command-line';

/** A value in the log; lists and objects are sent as text. */
const Plain = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

/** One field that an act changed. `label` is its name in words, such as 'home score'. */
export const AuditField = shape({ name: Type.String(), label: Type.String(), before: Plain, after: Plain });
export type AuditField = Static<typeof AuditField>;

/** What an act changed in one of several games. `label` reads 'KC @ BUF'. */
const AuditLine = shape({ gid: Id, label: Type.String(), fields: Type.Array(AuditField) });
export type AuditLine = Static<typeof AuditLine>;

/** One act in the log. Anything that reveals a picked side reads 'sealed' until that game locks. */
export const AuditEntry = shape({
  id: Type.Integer(),
  at: Time,
  /** The name of the act, and its label; an unknown act has its name as label. */
  act: Type.String(),
  words: Type.String(),
  group: Maybe(Type.Enum([...auditGroups])),
  /** Null for acts at the command line. */
  actor: Maybe(Named),
  /** The person the act is about. */
  person: Maybe(Named),
  /** Their entry, if the act is about one with a different name. */
  entry: Type.Optional(Named),
  pool: Maybe(Named),
  weekId: Maybe(Id),
  /** `label` reads 'KC @ BUF'. */
  game: Maybe(shape({ gid: Id, label: Type.String() })),
  fields: Type.Array(AuditField),
  /** If the act was about several games: what it changed in each. */
  lines: Type.Array(AuditLine),
  /** Whether a pool file brought it: who did what, and when, is as the file says. */
  isImported: Type.Optional(Type.Literal(true)),
  /** Whether what it changed can't be read. */
  isUnreadable: Type.Optional(Type.Literal(true)),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditReply = shape({
  /** The latest first. */
  entries: Type.Array(AuditEntry),
  /** Send as `before` to get the next page; null at the end. */
  next: Maybe(Type.Integer()),
});
export type AuditReply = Static<typeof AuditReply>;

const filters = {
  group: Type.Optional(Type.Enum([...auditGroups])),
  /** `COMMAND_LINE` for acts at the command line. */
  actorId: Type.Optional(Id),
  userId: Type.Optional(Id),
  poolId: Type.Optional(Id),
  gid: Type.Optional(Id),
};

export const log = routes({
  'GET /api/admin/audit': {
    summary: 'List log records of this league, newest first; sides of games that are not locked stay sealed',
    access: 'admin',
    query: shape({ ...filters, ...LogPage }),
    reply: AuditReply,
    errors: [],
  },
  'GET /api/admin/audit.csv': {
    summary: 'Download all log records as CSV with a header',
    access: 'admin',
    query: shape(filters),
    reply: Type.String(),
    errors: [],
  },
  'GET /api/audit/mine': {
    summary: "List log records that affect the caller's picks, scores and membership",
    access: 'user',
    query: shape(LogPage),
    reply: AuditReply,
    errors: [],
  },
  'GET /api/pools/:poolId/log': {
    summary: 'List the log records of a pool, newest first; sealed records name no game and no side',
    access: 'member',
    params: PoolParams,
    query: shape({
      ...LogPage,
      /** Only records that can have affected the scores of this entry. */
      entryId: Type.Optional(Id),
      /** Only records about this week, or about no week. */
      weekId: Type.Optional(Id),
    }),
    reply: AuditReply,
    errors: ['pool_not_found'],
  },
});
