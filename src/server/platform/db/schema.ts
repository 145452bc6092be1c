import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { FaceType } from '#core/faces/faces.ts';
import type { HookKind } from '#core/hooks/kinds.ts';
import type { ChannelName, NoticeKind } from '#core/notify/kinds.ts';
import type { SlotKind } from '#core/pick.ts';
import type { ReactionKind } from '#core/reactions.ts';
import type { ReceiptVersion } from '#core/receipts/receipts.ts';
import type { TalkPost } from '#core/talk.ts';
import type { GameStatus, GameVoid, Side } from '#core/types.ts';
import type { Lane } from '#server/platform/fair-queue.ts';

/**
 * The tables. Flags are integers (0, 1) and times are milliseconds since the epoch on both engines, except in `accounts`, `sessions`,
 * `logins` and `verifications` (decision 001).
 */
export interface Schema {
  accounts: AccountTable;
  sessions: SessionTable;
  logins: LoginTable;
  verifications: VerificationTable;
  mail_tokens: MailTokenTable;
  attempts: AttemptTable;
  meta: MetaTable;
  outbox: OutboxTable;
  demo_mails: DemoMailTable;
  users: UserTable;
  teams: TeamTable;
  team_records: TeamRecordTable;
  weeks: WeekTable;
  games: GameTable;
  pools: PoolTable;
  messages: MessageTable;
  reactions: ReactionTable;
  pool_members: PoolMemberTable;
  pool_weeks: PoolWeekTable;
  pool_locks: PoolLockView;
  slate_games: SlateGameTable;
  slates: SlateTable;
  entries: EntryTable;
  picks: PickTable;
  lock_receipts: LockReceiptTable;
  name_salts: NameSaltTable;
  unlisted_changes: UnlistedChangeTable;
  pool_imports: PoolImportTable;
  pick_history: PickHistoryView;
  game_picks: GamePickView;
  week_scores: WeekScoreTable;
  stale_weeks: StaleWeekTable;
  announced_weeks: AnnouncedWeekTable;
  audit_log: AuditTable;
  join_requests: JoinRequestTable;
  pool_invites: PoolInviteTable;
  pool_lines: PoolLineTable;
  pool_commissioners: PoolCommissionerTable;
  feed_games: FeedGameTable;
  feed_weeks: FeedWeekTable;
  feed_jobs: FeedJobTable;
  feed_slots: FeedSlotTable;
  entry_links: EntryLinkTable;
  buy_backs: BuyBackTable;
  buy_back_windows: BuyBackWindowTable;
  earlier_counts: EarlierCountTable;
  entry_defaults: EntryDefaultTable;
  pool_money: PoolMoneyTable;
  pool_payments: PoolPaymentTable;
  announced_prizes: AnnouncedPrizeTable;
  notifications: NotificationTable;
  notification_choices: NotificationChoiceTable;
  notification_settings: NotificationSettingsTable;
  pool_hooks: PoolHookTable;
  hook_pools: HookPoolTable;
  push_keys: PushKeyTable;
  push_subscriptions: PushSubscriptionTable;
  calendars: CalendarTable;
  calendar_events: CalendarEventTable;
  security_log: SecurityTable;
  passkeys: PasskeyTable;
  second_factors: SecondFactorTable;
  recovery_codes: RecoveryCodeTable;
  pick_links: PickLinkTable;
  faces: FaceTable;
  hidden_faces: HiddenFaceTable;
  stopped_faces: StoppedFaceTable;
  season_links: SeasonLinkTable;
  typed_places: TypedPlaceTable;
  same_people: SamePersonTable;
}

/** 0 or 1. */
export type Flag = number;

/** Facts about the database itself: whether it is a demo or a league, its secret, the demo clock. */
export interface MetaTable {
  key: string;
  value: string;
}

/** What sends a message: accounts and notifications by mail, push, or a hook of a pool. */
export const outboxKinds = ['account mail', 'mail', 'push', 'hook'] as const;
export type OutboxKind = (typeof outboxKinds)[number];

export type OutboxState = 'waiting' | 'sending' | 'sent' | 'failed';

/** A message that waits, is being sent, or, to a hook, has ended. Times are real. */
export interface OutboxTable {
  /** Lets the receiver recognize a repeated message. */
  id: string;
  kind: OutboxKind;
  lane: Lane;
  /** An address for mails about accounts, or the id of a user, a device or a hook. */
  recipient: string;
  /** Its subject, sent once per recipient; null if that is ensured elsewhere. */
  once: string | null;
  /** JSON, by its kind: what the message is written from when it is sent. */
  content: string;
  at: number;
  /** When it expires. */
  until: number;
  state: OutboxState;
  attempts: Generated<number>;
  /** Waiting: when it is tried next. Sending: when the claim of the sending process ends. */
  next_at: number;
  /** HTTP status of the last attempt; null without one. */
  status: Generated<number | null>;
  /** Why the last attempt failed; null if it did not. */
  failure: Generated<string | null>;
}

/** A mail of the demo, which is stored instead of sent. */
export interface DemoMailTable {
  id: string;
  sent_at: number;
  recipient: string;
  subject: string;
  text: string;
  html: string;
}

/** A user. `account_id` is null for a player without an account, and after an account was closed. */
export interface UserTable {
  id: string;
  account_id: string | null;
  display_name: string;
  is_enabled: Flag;
  is_admin: Flag;
  default_pool_id: string | null;
  created_at: number;
}

export interface TeamTable {
  abbr: string;
  short_name: string;
  long_name: string;
  city: string;
  mascot: string;
  conference: string;
  division: string;
  primary_color: string;
  secondary_color: string;
  accent_color: string;
}

export interface TeamRecordTable {
  team: string;
  season: number;
  wins: number;
  losses: number;
  ties: number;
  win_percentage: number;
  home_record: string;
  away_record: string;
  overall_record: string;
  updated_at: number;
}

export interface WeekTable {
  id: string;
  season: number;
  number: number;
}

export interface GameTable {
  gid: string;
  week_id: string;
  kickoff: number;
  time_tbd: Flag;
  /** When the game locks or was first locked; see `lockMoment` in core. */
  lock_at: number;
  status: GameStatus;
  void: GameVoid | null;
  home: string;
  away: string;
  home_score: number;
  away_score: number;
  spread: number | null;
  /** The spread for pools with frozen lines, once `spread` differs; null before. See `frozen-lines.ts`. */
  frozen_spread: Generated<number | null>;
  spread_note: string;
  situation: string;
  weather: string;
  allow_spread_update: Flag;
  allow_time_update: Flag;
  /** Comma-separated `FeedField`s that an admin set by hand. */
  set_by_admin: string;
  updated_at: number;
  /** When it was called off; null if it was not. */
  void_since: Generated<number | null>;
  /** Who set the line; null if that is not known. */
  line_source: Generated<string | null>;
}

export interface PoolTable {
  id: string;
  name: string;
  description: string;
  money_url: string;
  /** JSON of `PoolRules`; missing rules have their defaults. */
  rules: string;
  /** Derived from the rules, for queries: the format, the number of picks per week (null: all), and the number of best bets. */
  format: ColumnType<string, never, never>;
  active_week_id: string | null;
  template: string | null;
  has_talk: Flag;
  /** Whether non-members can see it. */
  is_listed: Flag;
  /** JSON of its side tables (`core/side-tables.ts`). */
  side_tables: Generated<string>;
  /** Null if unknown. */
  made_by: string | null;
  created_at: number | null;
  deleted_at: number | null;
  /** When this server first stored it, ms, never from a file; null for pools of before `048-stored-at`. */
  stored_at: Generated<number | null>;
}

/** The talk of a pool. Posts of the product have no author, and store their subjects as JSON in `text`. */
export interface MessageTable {
  id: Generated<number>;
  pool_id: string;
  user_id: string | null;
  kind: 'said' | TalkPost['kind'];
  /** Null once it is deleted. */
  text: string | null;
  at: number;
  edited_at: number | null;
  deleted_by: string | null;
  /** Unique key against duplicates: by author, or by subject for posts of the product. */
  once: string;
  /** The id of the message of the same pool that it replies to. */
  reply_to: Generated<number | null>;
}

/** A person's reaction to a message of the talk; each may have each kind once. */
export interface ReactionTable {
  message_id: number;
  user_id: string;
  kind: ReactionKind;
  at: number;
}

export interface PoolMemberTable {
  pool_id: string;
  user_id: string;
  enabled: Flag;
  joined_at: number;
  /** The id of the last announced log record of the pool that they have read. */
  announced_until: Generated<number>;
  /** The id of the last message of the pool's talk that they have read. */
  read_until: Generated<number>;
  /** Whether they may not post in the pool's talk. */
  is_muted: Generated<Flag>;
  /** When they left, if they are not enabled; null if that is not known. */
  left_at: Generated<number | null>;
}

export interface PoolWeekTable {
  pool_id: string;
  week_id: string;
  enabled: Flag;
  /** When all games of the week lock or first locked; null if each locks separately. See `weekDeadline` in core. */
  deadline: Generated<number | null>;
  /** The tiebreak game of the week, and the time from which schedule changes no longer affect it; see `plannedTiebreak` in core. */
  tiebreak_gid: Generated<string | null>;
  tiebreak_fixed_at: Generated<number | null>;
  /** When pages first showed the week as decided, in a survivor pool with buy-backs. */
  decided_at: Generated<number | null>;
  /** The values of a confidence week, from the lowest up, as JSON; stored at its first lock. */
  scale: Generated<string | null>;
  /** The rules of its deadline and games (`WeekRules` in core), as JSON, if it keeps them; null if it has those of the pool. */
  kept_rules: Generated<string | null>;
}

/** The pool's lock of every game, in every pool. A view. */
export interface PoolLockView {
  pool_id: string;
  gid: string;
  lock_at: number;
}

/** A decided game of a week's slate in a pool. */
export interface SlateGameTable {
  pool_id: string;
  gid: string;
  week_id: string;
  /** 0 if the pool leaves it out. */
  belongs: number;
}

/** When the slates of pools' weeks are settled, and when they were changed. See `slateLock` in core. */
export interface SlateTable {
  pool_id: string;
  week_id: string;
  settles_at: number | null;
  changed_at: number | null;
}

/** An entry of a pool. */
export interface EntryTable {
  id: string;
  pool_id: string;
  /** The user it was created for, with or without an account. Files find it by their name. */
  player_id: string;
  /** The user with the account that owns it; null for the entry of a player without an account. */
  user_id: string | null;
  /** The owner: `user_id`, or else `player_id`. Derived. */
  owner_id: GeneratedAlways<string>;
  /** Numbers the entries created for a user in a pool, from 1; never reused. */
  number: number;
  /** Null for the name of the owner. */
  name: string | null;
  /** Since when it plays, ms. */
  joined_at: number;
  /** When it left the standings for good, ms: it was given up, or another entry was filled from it. Null while it plays. */
  out_at: number | null;
}

/**
 * What an entry chose: the side of a game (`pick`, about its gid), or a week's guess, order or team (about the week). `value` is JSON, see
 * `core/judge.ts`; null if it was taken back, which keeps its revision.
 */
export interface PickTable {
  entry_id: string;
  kind: SlotKind;
  about: string;
  value: string | null;
  revision: number;
  made_at: number;
  /** Who entered it for the player, and why; null if they did it themselves. */
  entered_by: string | null;
  reason: string | null;
}

/** A receipt of what a lock of a pool made visible, or of a correction (decision 049); see `core/receipts`. */
export interface LockReceiptTable {
  pool_id: string;
  /** From 1, without gaps in a pool. */
  number: number;
  version: ReceiptVersion;
  /** Null for what is not of a week. */
  week_id: string | null;
  /** Null for a correction. */
  lock_at: number | null;
  made_at: number;
  /** Of a correction, a `ReceiptCause` or a person's hashed id. */
  made_by: string | null;
  /** JSON of the lines in their order, packed if it is long: see `receipts/packed-list.ts`. */
  list: string;
  list_hash: string;
  /** The hash of the previous receipt. */
  previous: string;
  hash: string;
}

/** The secret in the hash of an entry's name in receipts, once they list it. */
export interface NameSaltTable {
  entry_id: string;
  /** Null once the owner of the entry closed their account. */
  salt: string | null;
}

/** A change of games that the receipts of a pool's week do not list yet. */
export interface UnlistedChangeTable {
  pool_id: string;
  week_id: string;
  /** The order of the changes that are not listed, in all pools. */
  number: number;
  at: number;
  /** JSON of a `ReceiptAuthor`. */
  made_by: string;
  /** JSON of the ids of the games. */
  gids: string;
  /** JSON of the week before the change, as a `ReceiptWeek`. */
  week: string;
}

/** A file of picks that a commissioner imported on the screen. Its picks have its author and its time. */
export interface PoolImportTable {
  id: string;
  pool_id: string;
  made_by: string;
  /** The name of the file. */
  name: string;
  at: number;
  /** JSON of the picks, as `ImportSlots`. */
  slots: string;
  /** JSON of the ids of the weeks of its games. */
  week_ids: string;
  /** Whether it replaces picks that differ. */
  replaces: Flag;
  /** JSON of the ids of the players that it made. */
  players: string;
  /** `written` and `returned`: all picks are, but their receipts may be missing. */
  state: 'running' | 'written' | 'done' | 'undoing' | 'returned' | 'undone';
  total: number;
  /** How many picks are done, and how many of these changed what was stored; while it is undone, how many were taken back. */
  done: number;
  written: number;
  undone_by: string | null;
}

/**
 * Every state of a pick, the current one included; of several by one author within a second, only the last. A view: triggers store a state
 * when it is replaced or deleted.
 */
export type PickHistoryView = PickTable;

/** The sides of games, by entry. A view. */
export interface GamePickView {
  pool_id: string;
  entry_id: string;
  gid: string;
  side: Side | null;
  /** 1 if it is marked as best bet. */
  best: Flag;
  /** 1 if its owner's default made it. */
  auto: Flag;
  /** Null if it was taken back. Cheaper to test than the side, which is derived from it. */
  value: string | null;
  revision: number;
  made_at: number;
  entered_by: string | null;
  reason: string | null;
}

/** Derived: correct picks on final games. A missing row is a score of 0. */
export interface WeekScoreTable {
  pool_id: string;
  week_id: string;
  entry_id: string;
  halves: number;
  /** How many picks are right. */
  correct: Generated<number>;
}

/** Weeks marked for rescoring, in one pool or, with an empty `pool_id`, in all; `mark` distinguishes successive changes. */
export interface StaleWeekTable {
  week_id: string;
  pool_id: Generated<string>;
  mark: string;
}

/** The result of a pool's week, current and as announced. See `AnnouncedWeek`. */
export interface AnnouncedWeekTable {
  pool_id: string;
  week_id: string;
  result: string | null;
  since: number;
  announced: Generated<string | null>;
  leaders: Generated<string | null>;
  first_at: Generated<number | null>;
  announced_at: Generated<number | null>;
}

/** ISO text on SQLite, timestamptz on PostgreSQL. */
type AccountDate = ColumnType<string | Date, string | Date, string | Date>;
/** Integer on SQLite, boolean on PostgreSQL. */
type AccountFlag = ColumnType<number | boolean, number | boolean, number | boolean>;

export interface AccountTable {
  id: string;
  name: string;
  email: string;
  emailVerified: AccountFlag;
  image: string | null;
  /** Signs the cookies of known devices. Null until devices are forgotten for the first time. */
  deviceKey: string | null;
  createdAt: AccountDate;
  updatedAt: AccountDate;
}

export interface SessionTable {
  id: string;
  token: string;
  userId: string;
  expiresAt: AccountDate;
  createdAt: AccountDate;
  updatedAt: AccountDate;
  ipAddress: string | null;
  userAgent: string | null;
}

/**
 * A way to sign in to an account: its password, or a provider. The columns of tokens and `scope` are unused: tokens of providers are not
 * stored.
 */
export interface LoginTable {
  id: string;
  accountId: string;
  providerId: string;
  userId: string;
  accessToken: string | null;
  refreshToken: string | null;
  idToken: string | null;
  accessTokenExpiresAt: AccountDate | null;
  refreshTokenExpiresAt: AccountDate | null;
  scope: string | null;
  password: string | null;
  createdAt: AccountDate;
  updatedAt: AccountDate;
}

/** A passkey. Times are real. */
export interface PasskeyTable {
  /** The credential id, in base64url, as is the key. */
  id: string;
  account_id: string;
  public_key: string;
  /** How often it was used, as far as its device counts; 0 otherwise. */
  counter: number;
  name: string;
  made_at: number;
  /** Null until it signs somebody in. */
  used_at: number | null;
}

/** The authenticator app of an account. Times are real. */
export interface SecondFactorTable {
  account_id: string;
  /** Base32. */
  secret: string;
  made_at: number;
  /** Null until a first code was right; until then it is not asked for. */
  confirmed_at: number | null;
  /** The time step of the last code that was used: none is good twice. */
  last_step: number;
  /** Whether reminders have links that fill in picks all the same. */
  wants_pick_links: Generated<Flag>;
}

/** A recovery code that was not used yet. */
export interface RecoveryCodeTable {
  code_hash: string;
  account_id: string;
}

/** A link of a reminder; only the hash of its token is stored. Times are of the league. */
export interface PickLinkTable {
  token_hash: string;
  account_id: string;
  pool_id: string;
  week_id: string;
  made_at: number;
  expires_at: number;
}

export interface VerificationTable {
  id: string;
  identifier: string;
  value: string;
  expiresAt: AccountDate;
  createdAt: AccountDate;
  updatedAt: AccountDate;
}

/** An issued link; only the hash of its token is stored. */
export interface MailTokenTable {
  token_hash: string;
  account_id: string;
  purpose: 'reset' | 'verify';
  /** The address it was mailed to; null if an admin handed it over. */
  mailed_to: string | null;
  expires_at: number;
}

/** How far into the future the attempts of a key reach; see `limits.ts`. */
export interface AttemptTable {
  key: string;
  spent_until: number;
}

/** An act of an admin. Rows are never changed. */
export interface AuditTable {
  id: Generated<number>;
  at: number;
  /** Null for the command line. */
  actor_id: string | null;
  /** An `AuditAct`. */
  act: string;
  pool_id: string | null;
  week_id: string | null;
  gid: string | null;
  /** The affected user and entry, if any; rows from before entries existed have none. */
  user_id: string | null;
  entry_id: Generated<string | null>;
  /** JSON of the changed fields, before and after. */
  before: string;
  after: string;
}

/** A user's request to join a pool. */
export interface JoinRequestTable {
  pool_id: string;
  user_id: string;
  asked_at: number;
}

/** The invite link of a pool. Its token is stored in plain text, because the link is shown to admins again. */
export interface PoolInviteTable {
  pool_id: string;
  token: string;
  made_at: number;
  /** The admin; null for the command line. */
  made_by: string | null;
}

/** A frozen spread that an admin corrected in one pool, and why. */
export interface PoolLineTable {
  pool_id: string;
  gid: string;
  spread: number;
  set_by: string;
  set_at: number;
  reason: string;
}

/** Who runs a pool, whether or not they play in it. */
export interface PoolCommissionerTable {
  pool_id: string;
  user_id: string;
  named_at: number;
  /** Null for the command line. */
  named_by: string | null;
}

/** The feed's last report of a game, regardless of values that an admin set by hand. */
export interface FeedGameTable {
  gid: string;
  /** The feed's own id of the game; null if it comes only from a file, or from the demo. */
  source_id: string | null;
  /** The week in which the feed lists the game; null once the latest answer about that week omits it. */
  week_id: string | null;
  /** The last reported values, as JSON of `FeedValues`; the spread as of its lock. */
  report: string;
  reported_at: number;
  /** An admin returned the status: the feed's next snapshot may set it back, once. */
  may_regress: number;
  /** The furthest progress that the feed has reported, as JSON of `GameProgress`. */
  progress: Generated<string>;
}

/** When the last used answer about a week was requested: an older one that arrives late is not used. */
export interface FeedWeekTable {
  week_id: string;
  asked_at: number;
}

/** The last run of a feed job. */
export interface FeedJobTable {
  job: string;
  /** The time slot of its last run. */
  slot: number;
  ran_at: number;
  succeeded_at: number | null;
  /** Consecutive failures up to now. */
  failures: number;
  /** Problems of the last run, as JSON of `FeedProblem`s. */
  problems: string;
}

/** A time slot of a job that some node has taken. */
export interface FeedSlotTable {
  job: string;
  slot: number;
  node: string;
  claimed_at: number;
}

/** A link of an entry to an account. `undone_at` is null while it is active. */
export interface EntryLinkTable {
  id: Generated<number>;
  entry_id: string;
  user_id: string;
  /** The account's entry that was filled from it; null if the account got the entry itself. */
  into_id: string | null;
  linked_by: string;
  linked_at: number;
  /** JSON of a `Moved`; see `links.ts`. */
  moved: string;
  undone_by: string | null;
  undone_at: number | null;
}

/** The plan of a pool's money (decision 035), in whole cents; a pool without a row has none. */
export interface PoolMoneyTable {
  pool_id: string;
  fee: number;
  /** The fee of a buy-back. */
  buy_back: Generated<number>;
  /** The prize of a week's first place; 0 if `week_places` are listed. */
  week: number;
  /** JSON list of the prizes of the season's places (`PlacePrize`). */
  places: string;
  /** JSON list of the prizes of a week's places (`PlacePrize`); empty if there is only `week`. */
  week_places: Generated<string>;
  /** JSON of what shares are of for good (`FixedFees`); an empty object if nothing is fixed. */
  fixed: Generated<string>;
}

/** A buy-back of an entry of a survivor pool, deleted if it is taken back. It has no effect unless its week put the entry out. */
export interface BuyBackTable {
  entry_id: string;
  /** The week that put it out. */
  week_id: string;
  made_at: number;
  made_by: string;
}

/** A week that put an entry out. See `BuyBackWindow` in core. */
export interface BuyBackWindowTable {
  entry_id: string;
  week_id: string;
  shown_at: number;
  closes_at: number | null;
  corrected: Flag;
  stands: Flag;
}

/** What a finished pool was counted by before an update that counts differently (decision 045). */
export interface EarlierCountTable {
  pool_id: string;
  /** JSON: the scores of late entries for weeks before they joined, in half points, by entry, then by week. */
  late: string;
  /** Whether picks that a default made are the player's for a side table of the fewest points. */
  defaults_pick: Flag;
}

/** The default of an entry from a moment on. */
export interface EntryDefaultTable {
  entry_id: string;
  made_at: number;
  /** JSON, with the type of `core/default-picks.ts`; null for none. */
  value: string | null;
}

/** A payment that a commissioner recorded; undone payments stay in the table. */
export interface PoolPaymentTable {
  id: Generated<number>;
  pool_id: string;
  /** The entry that paid a fee or was paid a prize. */
  entry_id: string;
  /** A week, `FEE` or `SEASON`. */
  purpose: string;
  cents: number;
  noted_by: string;
  noted_at: number;
  undone_by: string | null;
  undone_at: number | null;
}

/** The winners of a prize as last shown to members; differences are logged in the pool. */
export interface AnnouncedPrizeTable {
  pool_id: string;
  /** A week or `SEASON`. */
  purpose: string;
  /** JSON list of `Share`s. */
  shares: string;
}

/** A notification that was sent to a user, or is about to be; at most one per key. */
export interface NotificationTable {
  kind: NoticeKind;
  /** Its subject, unique within its kind. */
  key: string;
  user_id: string;
  channel: ChannelName;
  claimed_at: number;
  /** The hash of the unsubscribe token; null if there is none. */
  token_hash: string | null;
  /** A digest of its content, for notifications that can be corrected. */
  facts: Generated<string | null>;
}

/** Whether a user wants a kind of notification on a channel; no row if they never chose. */
export interface NotificationChoiceTable {
  user_id: string;
  kind: NoticeKind;
  channel: ChannelName;
  wanted: Flag;
}

/** When a user wants to be notified. */
export interface NotificationSettingsTable {
  user_id: string;
  /** Hours before a lock; null if not chosen. */
  hours: number | null;
  /** A name of the time-zone database; null if unknown. */
  zone: string | null;
  /** Whether they have answered the question on My Picks. */
  asked: Generated<Flag>;
}

/** A webhook of a pool. */
export interface PoolHookTable {
  id: string;
  pool_id: string;
  kind: HookKind;
  address: string;
  /** The signing secret: `whsec_` and base64. Null if messages are not signed. */
  secret: string | null;
  /** JSON list of `HookTopic`s. */
  topics: string;
  hours: number;
  made_by: string;
  /** On the league's clock. */
  made_at: number;
  /** When the address answered that it is gone. */
  off_at: number | null;
  /** Calls pause until then at the receiver's request, in real time. */
  rests_until: Generated<number>;
}

/** The state of a pool that was already sent to its hooks. */
export interface HookPoolTable {
  pool_id: string;
  /** JSON of `PoolHookState`. */
  told: string;
}

/** The key pair that identifies this league to push services. */
export interface PushKeyTable {
  id: Flag;
  public_key: string;
  private_key: string;
  made_at: number;
}

/** A device that receives messages while its session lasts. */
export interface PushSubscriptionTable {
  id: string;
  session_id: string;
  user_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  made_at: number;
  /** Messages pause until then at the push service's request, in real time. */
  rests_until: Generated<number>;
}

/** The private address of a user's calendar. */
export interface CalendarTable {
  user_id: string;
  token_hash: string;
  made_at: number;
}

/** The last sent state of a calendar event, shared by all calendars. */
export interface CalendarEventTable {
  uid: string;
  /** Its changeable content, as text. */
  told: string;
  /** Number of changes. */
  sequence: number;
  changed_at: number;
}

/** A security event or attempt. Equal events within a minute share a row. */
export interface SecurityTable {
  id: Generated<number>;
  /** Real time in ms, of the first of them. */
  at: number;
  /** A `SecurityEvent`. */
  event: string;
  /** The affected account; null if unknown. */
  account_id: string | null;
  /** The admin who acted on another user. */
  actor_id: string | null;
  /** The network it came from; null for the command line. */
  network: string | null;
  /** Details, such as the provider or the route; often empty. */
  detail: string;
  times: number;
}

/** A person's picture. */
export interface FaceTable {
  user_id: string;
  type: FaceType;
  /** The file, without metadata. */
  picture: Uint8Array;
  /** The digest of the file. */
  version: string;
  stored_at: number;
}

/** A picture that a pool does not show. */
export interface HiddenFaceTable {
  pool_id: string;
  user_id: string;
}

/** A person who may upload no picture. */
export interface StoppedFaceTable {
  user_id: string;
}

/** The pool of the season before. A pool has at most one successor. */
export interface SeasonLinkTable {
  pool_id: string;
  follows: string;
}

/** A line of a final table that a commissioner typed, of a year that was not played here. */
export interface TypedPlaceTable {
  pool_id: string;
  year: number;
  /** Its index in the table. */
  position: number;
  place: number;
  name: string;
  /** Half points; null if they are unknown. */
  halves: number | null;
  /** In cents; null if it is unknown. */
  prize: number | null;
  /** The user that it is; null for a name only. */
  person_id: string | null;
}

/** A player without an account who is somebody else in other seasons of the pool's line. */
export interface SamePersonTable {
  pool_id: string;
  user_id: string;
  person_id: string;
}
