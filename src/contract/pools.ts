import type { Static, TSchema } from 'typebox';
import { Type } from 'typebox';
import { ANNOUNCEMENT_MAX } from '#core/announcements.ts';
import type { RuleName, PoolRules as Rules } from '#core/rules/pool-rules.ts';
import { ruleChoices, ruleNames } from '#core/rules/pool-rules.ts';
import type { WeekRules as Kept } from '#core/rules/week-rules.ts';
import { weekRuleNames } from '#core/rules/week-rules.ts';
import { MAX_SIDE_TABLES } from '#core/side-tables.ts';
import { MONEY_URL_MAX, POOL_DESCRIPTION_MAX, POOL_NAME_MAX } from '#core/validation.ts';
import { AuditField, LogPage } from './log.ts';
import { PlanShape } from './money.ts';
import { KeptReceipt } from './receipts.ts';
import { routes } from './route.ts';
import { SeasonYear } from './season.ts';
import { Done, Id, PoolParams, shape, Time, WeekParams } from './shapes.ts';
import { SideTableShape, SideTableTerms } from './side-tables.ts';

function choice(values: readonly (boolean | number | string)[]): TSchema {
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length > 0) {
    const range = Type.Integer({ minimum: Math.min(...numbers), maximum: Math.max(...numbers) });
    const words = values.filter((value) => typeof value === 'string');
    return words.length > 0 ? Type.Union([Type.Enum(words), range]) : range;
  }
  return values.includes(true) ? Type.Boolean() : Type.Enum(values.map(String));
}

function choices(names: readonly RuleName[]) {
  return shape(Object.fromEntries(names.map((rule) => [rule, choice(ruleChoices[rule])])));
}

const rules = choices(ruleNames);

/** The rules of a pool (`core/rules`), wherever one is sent. */
export const PoolRules = Type.Unsafe<Rules>(rules);

/** Some rules of a pool; the others have their defaults. */
export const SomeRules = Type.Unsafe<Partial<Rules>>(Type.Partial(rules, { additionalProperties: false }));

const weekRules = choices(weekRuleNames);

/** The rules that one week keeps. */
const WeekRules = Type.Unsafe<Kept>(weekRules);

/** Some rules that one week keeps; the others have their defaults. */
export const SomeWeekRules = Type.Unsafe<Partial<Kept>>(Type.Partial(weekRules, { additionalProperties: false }));

/**
 * A record of a pool's log that its members are notified of: an announcement of a commissioner, or a late change of rules or of a prize.
 */
export const Announcement = shape({
  /** The id of its log record. */
  id: Type.Integer(),
  at: Time,
  /** Its author; missing if the league made it, or somebody at the command line. */
  by: Type.Optional(shape({ name: Type.String(), isCommissioner: Type.Boolean() })),
  /** The week that it is about, if any. */
  weekId: Type.Optional(Id),
  /** The `text` of an announcement; or what changed, with `why` for rules. */
  fields: Type.Array(AuditField),
});
export type Announcement = Static<typeof Announcement>;

/** A pool in the selector. `details` is null for callers who are not members, commissioners or admins. */
export const PoolListing = shape({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  isMember: Type.Boolean(),
  /** Whether the caller is a commissioner of it. */
  isCommissioner: Type.Boolean(),
  /** When the caller joined, if they are a member: games that locked before were not missed. */
  joinedAt: Type.Optional(Time),
  /** The id of the last announcement that the caller has read, if they are a member; 0 before the first. */
  toldUntil: Type.Optional(Type.Integer()),
  /** The id of the last talk message that the caller has read, if they are a member; 0 before the first. */
  readUntil: Type.Optional(Type.Integer()),
  /** Whether the caller is muted in the talk, if they are a member. */
  isMuted: Type.Optional(Type.Boolean()),
  /** Whether the caller has a pending request to join. */
  hasAsked: Type.Boolean(),
  /** How many requests to join are pending; for commissioners of the pool and admins. */
  requests: Type.Optional(Type.Integer()),
  details: Type.Union([shape({ moneyUrl: Type.String(), hasMoney: Type.Boolean(), rules: PoolRules }), Type.Null()]),
});
export type PoolListing = Static<typeof PoolListing>;

export const PoolReply = shape({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  moneyUrl: Type.String(),
  /** Whether its ledger is in use: it has a fee, a prize or a payment. */
  hasMoney: Type.Boolean(),
  /** With weekly play: the fee of each week that an entry plays, in cents; missing if there is none. */
  weekFee: Type.Optional(Type.Integer()),
  rules: PoolRules,
  /** The rules of deadlines and games of weeks that play by other ones than the pool, by week; missing if there are none. */
  weekRules: Type.Optional(Type.Record(Type.String(), WeekRules)),
  /** Enabled weeks in playing order. */
  weeks: Type.Array(Id),
  /** The moments at which weeks lock as a whole, by week; a week is left out if each game locks by itself. */
  deadlines: Type.Record(Type.String(), Time),
  /** The games of these weeks that the pool leaves out; missing if there are none. */
  leftOut: Type.Optional(Type.Array(Id)),
  /** The moments from which weeks keep the games that they have, if a rule or a commissioner leaves games out; by week. */
  slateLocks: Type.Optional(Type.Record(Type.String(), Time)),
  /** Corrected lines of a pool with frozen lines, by gid: an admin set them. */
  lines: Type.Record(Type.String(), Type.Number()),
  /** The values of weeks that have begun, from the lowest up, by week; in a confidence pool only. */
  scales: Type.Optional(Type.Record(Type.String(), Type.Array(Type.Integer()))),
  /** The tiebreak games, by week, if the pool has a tiebreak. */
  tiebreaks: Type.Optional(Type.Record(Type.String(), Id)),
  /** Chosen by an admin or following the calendar; null if the pool has no weeks. */
  activeWeekId: Type.Union([Id, Type.Null()]),
  /** The first week with a game that must be over by the clock but has no score; null if there is none. */
  unscoredWeekId: Type.Union([Id, Type.Null()]),
  memberCount: Type.Integer(),
  /** The pool of the next season that follows it, if there is one. */
  continuedBy: Type.Optional(Id),
  /** The id of the latest message of its talk, 0 before the first; missing while the talk is off. */
  lastMessage: Type.Optional(Type.Integer()),
  /** Its side tables, without their standings; missing if it has none. */
  sideTables: Type.Optional(Type.Array(SideTableShape)),
  /** The latest lock receipt; missing before the first. */
  receipt: Type.Optional(KeptReceipt),
  /** The latest log records that members are notified of, the latest first; missing if there is none. */
  announcements: Type.Optional(Type.Array(Announcement)),
});
export type PoolReply = Static<typeof PoolReply>;

const Name = Type.String({ maxLength: 4 * POOL_NAME_MAX });
const Description = Type.String({ maxLength: 4 * POOL_DESCRIPTION_MAX });
const MoneyUrl = Type.String({ maxLength: 4 * MONEY_URL_MAX });
const MaybeYear = Type.Union([Type.Integer(), Type.Null()]);
const MaybeId = Type.Union([Id, Type.Null()]);

/** The settings of a pool that an admin can change. */
export const PoolSettings = shape({
  name: Name,
  description: Description,
  moneyUrl: MoneyUrl,
  rules: PoolRules,
  /** Chosen by an admin; null follows the calendar. */
  activeWeekId: MaybeId,
});
export type PoolSettings = Static<typeof PoolSettings>;

/** Some of the settings. */
export const SomeSettings = shape({
  name: Type.Optional(Name),
  description: Type.Optional(Description),
  moneyUrl: Type.Optional(MoneyUrl),
  rules: Type.Optional(SomeRules),
  activeWeekId: Type.Optional(MaybeId),
});
export type SomeSettings = Static<typeof SomeSettings>;

/** The statistics of a pool: its enabled members who are enabled themselves, and its enabled weeks. */
const PoolCounts = shape({ activeUsers: Type.Integer(), activeWeeks: Type.Integer() });
export type PoolCounts = Static<typeof PoolCounts>;

export const PoolRow = shape({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  rules: PoolRules,
  activeUsers: Type.Integer(),
  activeWeeks: Type.Integer(),
  /** How many requests to join are pending. */
  requests: Type.Integer(),
  /** Whether people who are not in it can see it. */
  isListed: Type.Boolean(),
  /** The season that it plays: that of its last week; null if it has no weeks. */
  season: MaybeYear,
  /** Whether that last week is decided. */
  isOver: Type.Boolean(),
});
export type PoolRow = Static<typeof PoolRow>;

/** How many pools are read at once, unless `limit` is set. */
export const POOLS_PAGE = 50;

/** The pools of the league in numbers, and how far it is set up. */
export const LeagueSummary = shape({
  pools: Type.Integer(),
  /** How many requests to join are pending in all pools. */
  requests: Type.Integer(),
  /** Whether players can join or have joined: a pool has an invite link, or more than one player. */
  isOpen: Type.Boolean(),
  /** The newest pool; null if there are none. */
  newest: Type.Union([shape({ id: Id, name: Type.String() }), Type.Null()]),
  /** The year of the latest season that is loaded. */
  season: MaybeYear,
});
export type LeagueSummary = Static<typeof LeagueSummary>;

/** The invite link of a pool: anyone who has it can join. `/join#token=TOKEN` in the web. */
export const InviteLink = shape({ url: Type.String(), madeAt: Time });
export type InviteLink = Static<typeof InviteLink>;

/**
 * A person who can be a member: an enabled user, or a disabled member. Commissioners get only current and former members, without
 * addresses.
 */
export const PoolUser = shape({
  id: Id,
  /** Null for an imported player without an account, and for commissioners. */
  email: Type.Union([Type.String(), Type.Null()]),
  displayName: Type.String(),
  isEnabled: Type.Boolean(),
  isMember: Type.Boolean(),
  /** Their entries that play, by the moment at which they joined. */
  entries: Type.Array(shape({ id: Id, name: Type.String() })),
});
export type PoolUser = Static<typeof PoolUser>;

/** `games` is the number of games: 0 until that part of the season is loaded. */
export const PoolWeek = shape({ id: Id, enabled: Type.Boolean(), games: Type.Integer() });
export type PoolWeek = Static<typeof PoolWeek>;

export const JoinRequest = shape({
  userId: Id,
  /** Null for commissioners. */
  email: Type.Union([Type.String(), Type.Null()]),
  displayName: Type.String(),
  askedAt: Time,
});
export type JoinRequest = Static<typeof JoinRequest>;

/** A commissioner, who may run the pool while their account is enabled. */
const PoolCommissioner = shape({ id: Id, displayName: Type.String(), isEnabled: Type.Boolean() });

/** What decides which picks of their own the caller may import (`own-line.ts` of the core). */
const OwnLine = shape({
  /** When this server first stored the pool, and the first lock of the pool here, ms; null if there is none. */
  storedAt: Time,
  firstLock: Type.Union([Time, Type.Null()]),
  /** The weeks that were over before. */
  weekIds: Type.Array(Id),
  /** The slots of the caller's entries that ever had a state. */
  known: Type.Array(shape({ entryId: Id, kind: Type.Enum(['pick', 'guess', 'order', 'team']), about: Id })),
});

export const PoolEditReply = shape({
  id: Id,
  settings: PoolSettings,
  /** Whether people who are not in it can see it. */
  isListed: Type.Boolean(),
  /** The active week, chosen or by the calendar; null if the pool has no weeks. */
  currentWeekId: MaybeId,
  /** Whether a game of its weeks has locked: some rules are fixed from then on. */
  hasLocked: Type.Boolean(),
  counts: PoolCounts,
  /** Every known week, the latest first. */
  weeks: Type.Array(PoolWeek),
  /** Sorted by email; for commissioners, by name. */
  users: Type.Array(PoolUser),
  /** By name. */
  commissioners: Type.Array(PoolCommissioner),
  /** The oldest first. */
  requests: Type.Array(JoinRequest),
  invite: Type.Union([InviteLink, Type.Null()]),
  /** Null once a game has locked in the pool here. */
  ownLine: Type.Union([OwnLine, Type.Null()]),
});
export type PoolEditReply = Static<typeof PoolEditReply>;

const NewPool = shape({
  name: Name,
  description: Type.Optional(Description),
  moneyUrl: Type.Optional(MoneyUrl),
  rules: Type.Optional(SomeRules),
  /** A season that is loaded: the pool starts with its weeks. */
  season: Type.Optional(SeasonYear),
  /** The first and the last of them; all by default. A survivor pool leaves out those that have begun. */
  weeks: Type.Optional(shape({ from: Id, to: Id })),
  /** Whether the creator of the pool plays in it. */
  plays: Type.Optional(Type.Boolean()),
  /** Its fee and prizes. */
  plan: Type.Optional(PlanShape),
  sideTables: Type.Optional(Type.Array(SideTableTerms, { maxItems: MAX_SIDE_TABLES })),
});

/** The longest reason for a change of rules. */
export const MAX_RULE_REASON = 200;

/** The most weeks of one call: those of 45 seasons. */
const WEEKS_MAX = 1000;

const Made = shape({ id: Id });

export const pools = routes({
  'POST /api/pools/:poolId/announcements': {
    summary: 'Announce something to the members of a pool: on This week, and by mail or push if they want it',
    access: 'commissioner',
    params: PoolParams,
    body: shape({ text: Type.String({ maxLength: 4 * ANNOUNCEMENT_MAX }) }),
    /** How many members were sent it, by mail or push. */
    reply: shape({ sentTo: Type.Integer() }),
    errors: ['pool_not_found', 'too_many_requests'],
  },
  'PUT /api/pools/:poolId/announcements/read': {
    summary: 'Mark the announcements of a pool as read by the caller, up to a given one',
    access: 'member',
    params: PoolParams,
    body: shape({ until: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
    reply: Done,
    errors: ['pool_not_found', 'not_a_member', 'announcement_not_found'],
  },
  'GET /api/pools': {
    summary: 'List the pools that the caller can see, without deleted ones, newest first',
    access: 'user',
    reply: shape({ pools: Type.Array(PoolListing) }),
    errors: [],
  },
  'GET /api/pools/:poolId': {
    summary: 'Get a pool with its weeks',
    access: 'member',
    params: PoolParams,
    reply: PoolReply,
    errors: ['pool_not_found'],
  },
  'GET /api/admin/pools': {
    summary:
      'List the pools with their numbers, without deleted ones, newest first; all, or those whose name has a text',
    access: 'admin',
    query: shape({
      search: Type.Optional(Type.String({ maxLength: POOL_NAME_MAX })),
      before: Type.Optional(Id),
      limit: LogPage.limit,
    }),
    /** `next` is the `before` of the next page; null at the end. */
    reply: shape({ pools: Type.Array(PoolRow), next: MaybeId }),
    errors: [],
  },
  'GET /api/admin/summary': {
    summary: 'Count the pools and the requests to join, and say how far the league is set up',
    access: 'admin',
    reply: LeagueSummary,
    errors: [],
  },
  'GET /api/admin/pools/:poolId': {
    summary: 'Get the settings, weeks and people of a pool, for editing',
    access: 'commissioner',
    params: PoolParams,
    reply: PoolEditReply,
    errors: ['pool_not_found'],
  },
  'POST /api/pools': {
    summary: 'Create a pool, by default without members and weeks; it is unlisted unless an admin creates it',
    access: 'user',
    isCostly: true,
    body: NewPool,
    reply: Made,
    errors: ['admin_only', 'too_many_pools', 'unknown_week', 'side_table_wrong'],
  },
  'PATCH /api/pools/:poolId': {
    summary: 'Change settings of a pool; refused if somebody else changed the same ones meanwhile',
    access: 'commissioner',
    isCostly: true,
    params: PoolParams,
    /**
     * `seen` has the same fields as `change`, with the values that the form was filled with. Once a game of the pool has locked, a change
     * of rules requires a reason, and one of deadlines or games holds from the first week on that is at least 48 hours away.
     */
    body: shape({
      change: SomeSettings,
      seen: SomeSettings,
      reason: Type.Optional(Type.String({ maxLength: MAX_RULE_REASON })),
    }),
    reply: PoolSettings,
    errors: [
      'pool_not_found',
      'week_not_found',
      'changed_meanwhile',
      'rule_settled',
      'rule_too_late',
      'rule_reason_missing',
      'rule_below_picks',
      'rule_below_entries',
      'best_bets_picked',
      'side_table_wrong',
    ],
  },
  'PUT /api/pools/:poolId/listed': {
    summary: 'Show or hide a pool for people who are not in it',
    access: 'admin',
    params: PoolParams,
    body: shape({ enabled: Type.Boolean() }),
    reply: Done,
    errors: ['pool_not_found'],
  },
  'POST /api/pools/:poolId/duplicate': {
    summary: "Copy a pool under the name 'Copy Of …', with its talk, enabled users and enabled weeks",
    access: 'admin',
    isCostly: true,
    params: PoolParams,
    reply: Made,
    errors: ['pool_not_found'],
  },
  'POST /api/pools/:poolId/again': {
    summary:
      'Create a pool for a later season, with the settings, rules and enabled users of a pool and all weeks of the season',
    access: 'admin',
    isCostly: true,
    params: PoolParams,
    body: shape({ season: SeasonYear }),
    reply: Made,
    errors: ['pool_not_found', 'unknown_week'],
  },
  'DELETE /api/pools/:poolId': {
    summary: 'Mark a pool as deleted; its data is kept',
    access: 'admin',
    isCostly: true,
    params: PoolParams,
    reply: shape({ ok: Type.Literal(true) }),
    errors: ['pool_not_found'],
  },
  'PUT /api/pools/:poolId/members/:userId': {
    summary: 'Add or remove a member of a pool; their picks are kept. Commissioners can only add former members',
    access: 'commissioner',
    isCostly: true,
    params: shape({ poolId: Id, userId: Id }),
    body: shape({ enabled: Type.Boolean() }),
    reply: PoolCounts,
    errors: ['player_not_found', 'player_disabled', 'player_linked', 'survivor_begun', 'admin_only'],
  },
  'PUT /api/pools/:poolId/commissioners/:userId': {
    summary: 'Name or remove a commissioner of a pool; the last one cannot be removed',
    access: 'commissioner',
    params: shape({ poolId: Id, userId: Id }),
    body: shape({ enabled: Type.Boolean() }),
    reply: Done,
    errors: ['pool_not_found', 'player_not_found', 'last_commissioner'],
  },
  'PUT /api/pools/:poolId/weeks/:weekId': {
    summary: 'Add a week to a pool or remove it; picks are kept',
    access: 'commissioner',
    isCostly: true,
    params: WeekParams,
    body: shape({ enabled: Type.Boolean() }),
    reply: PoolCounts,
    errors: ['pool_not_found', 'unknown_week', 'week_begun', 'survivor_ends'],
  },
  'PUT /api/pools/:poolId/weeks': {
    summary: 'Add several weeks to a pool',
    access: 'commissioner',
    isCostly: true,
    params: PoolParams,
    body: shape({ weekIds: Type.Array(Id, { minItems: 1, maxItems: WEEKS_MAX }) }),
    reply: PoolCounts,
    errors: ['pool_not_found', 'unknown_week', 'week_begun', 'survivor_ends'],
  },
  'DELETE /api/pools/:poolId/weeks': {
    summary: 'Remove all weeks from a pool; picks are kept',
    access: 'commissioner',
    isCostly: true,
    params: PoolParams,
    reply: PoolCounts,
    errors: ['pool_not_found', 'week_begun'],
  },
});
