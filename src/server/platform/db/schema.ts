import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ChoiceKind } from '#core/choice.ts';
import type { HookKind } from '#core/hooks/kinds.ts';
import type { ChannelName, NoticeKind } from '#core/notify/kinds.ts';
import type { TalkPost } from '#core/talk.ts';
import type { GameStatus, GameVoid, Side } from '#core/types.ts';

/**
 * The tables. Flags are integers (0, 1) and times are milliseconds since the epoch on both engines, except in the four
 * tables of the accounts library, which keep its own column names and kinds.
 */
export interface Schema {
  accounts: AccountTable;
  sessions: SessionTable;
  logins: LoginTable;
  verifications: VerificationTable;
  mail_tokens: MailTokenTable;
  attempts: AttemptTable;
  meta: MetaTable;
  demo_mails: DemoMailTable;
  users: UserTable;
  teams: TeamTable;
  team_records: TeamRecordTable;
  weeks: WeekTable;
  games: GameTable;
  pools: PoolTable;
  messages: MessageTable;
  pool_members: PoolMemberTable;
  pool_weeks: PoolWeekTable;
  pool_locks: PoolLockView;
  entries: EntryTable;
  picks: PickTable;
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
  pool_money: PoolMoneyTable;
  pool_payments: PoolPaymentTable;
  told_prizes: ToldPrizeTable;
  notifications: NotificationTable;
  notification_choices: NotificationChoiceTable;
  notification_settings: NotificationSettingsTable;
  pool_hooks: PoolHookTable;
  hook_deliveries: HookDeliveryTable;
  hook_pools: HookPoolTable;
  push_keys: PushKeyTable;
  push_subscriptions: PushSubscriptionTable;
  calendars: CalendarTable;
  calendar_events: CalendarEventTable;
  security_log: SecurityTable;
}

/** 0 or 1. */
export type Flag = number;

/** Facts about the database itself: whether it is a demo or a league, its secret, the demo clock. */
export interface MetaTable {
  key: string;
  value: string;
}

/** A mail of the demo, which sends none. */
export interface DemoMailTable {
  id: string;
  sent_at: number;
  recipient: string;
  subject: string;
  text: string;
  html: string;
}

/** A person. `account_id` is null for an imported player who is not linked to an account. */
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
  /** The moment the game locks or was first locked; see `lockMoment` in core. */
  lock_at: number;
  status: GameStatus;
  void: GameVoid | null;
  home: string;
  away: string;
  home_score: number;
  away_score: number;
  spread: number | null;
  /** The line of pools with frozen lines, once another one stands in `spread`; null before. See `frozen-lines.ts`. */
  frozen_spread: Generated<number | null>;
  spread_note: string;
  situation: string;
  weather: string;
  allow_spread_update: Flag;
  allow_time_update: Flag;
  /** Comma-separated `FeedField`s that an admin set by hand. */
  set_by_admin: string;
  updated_at: number;
  /** When it was called off; null while it is on. */
  void_since: Generated<number | null>;
}

export interface PoolTable {
  id: string;
  name: string;
  description: string;
  money_url: string;
  /** JSON of `PoolRules`; a rule that is missing has its default. */
  rules: string;
  /** Derived from the rules, for statements: the format, how many games of a week a player picks (null: all), and how many best bets. */
  format: ColumnType<string, never, never>;
  active_week_id: string | null;
  template: string | null;
  trash_talk_enabled: Flag;
  /** Whether those who are not in it know of it. */
  is_listed: Flag;
  /** Null where nobody is known. */
  made_by: string | null;
  created_at: number | null;
  deleted_at: number | null;
}

/** The talk of a pool. What the product says has no author, and keeps who and what it is about as JSON in `text`. */
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
  /** Tells whether it is there already: one of its author, or one of what it is about. */
  once: string;
}

export interface PoolMemberTable {
  pool_id: string;
  user_id: string;
  enabled: Flag;
  joined_at: number;
  /** The id of the last entry in the pool's log that they were told of by an announcement, and have read. */
  told_until: Generated<number>;
  /** The id of the last message of the pool's talk that they have read. */
  read_until: Generated<number>;
  /** Whether they may say nothing in the pool's talk. */
  is_muted: Generated<Flag>;
}

export interface PoolWeekTable {
  pool_id: string;
  week_id: string;
  enabled: Flag;
  /** The moment from which no game of the week can be picked, or could be first; null where each locks by itself. See `weekDeadline` in core. */
  deadline: Generated<number | null>;
  /** The tiebreak game of the week, and the moment from which no schedule changes it; see `plannedTiebreak` in core. */
  tiebreak_gid: Generated<string | null>;
  tiebreak_fixed_at: Generated<number | null>;
}

/** The pool's lock of every game, in every pool. A view. */
export interface PoolLockView {
  pool_id: string;
  gid: string;
  lock_at: number;
}

/** One line of a pool's standings. */
export interface EntryTable {
  id: string;
  pool_id: string;
  /** The person it was made for: somebody with an account, or a player without one. Files find it by their name. */
  player_id: string;
  /** The user whose account has it; null for that of a player without an account. */
  user_id: string | null;
  /** Whose it is: `user_id`, or else `player_id`. Derived. */
  owner_id: GeneratedAlways<string>;
  /** Counts the entries that were made for a person in a pool, from 1; none is used again. */
  number: number;
  /** Null for the name of the owner. */
  name: string | null;
  /** Since when it plays, ms. */
  joined_at: number;
  /** When it left the standings for good, ms: it was given up, or another entry was filled with it. Null while it plays. */
  out_at: number | null;
}

/**
 * What an entry chose: the side of a game (`pick`, about its gid), or a week's guess, order or team (about the week). `value` is JSON, see
 * `core/judge.ts`; null if it was taken back, so that its revision lives on.
 */
export interface PickTable {
  entry_id: string;
  kind: ChoiceKind;
  about: string;
  value: string | null;
  revision: number;
  made_at: number;
  /** Who entered it for the player, and why; null if they did it themselves. */
  entered_by: string | null;
  reason: string | null;
}

/**
 * Every state that a pick ever had, the one that stands included; of those that one author chose within a second, the last. A view:
 * the database keeps a state by itself when it is replaced or deleted.
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
  /** Null if it was taken back: cheaper to ask than the side, which is read from it. */
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
}

/** Weeks whose games changed since their scores were last worked out; `mark` tells one change from the next. */
export interface StaleWeekTable {
  week_id: string;
  mark: string;
}

/** What a week of a pool came to, as it stands and as it was announced. See `AnnouncedWeek`. */
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

/** ISO text on SQLite, timestamptz on PostgreSQL: written and read by the accounts library. */
type LibraryDate = ColumnType<string | Date, string | Date, string | Date>;
/** Integer on SQLite, boolean on PostgreSQL. */
type LibraryFlag = ColumnType<number | boolean, number | boolean, number | boolean>;

export interface AccountTable {
  id: string;
  name: string;
  email: string;
  emailVerified: LibraryFlag;
  image: string | null;
  /** Ours, not the library's: what cookies of known devices are signed with. Null until devices are forgotten for the first time. */
  deviceKey: string | null;
  createdAt: LibraryDate;
  updatedAt: LibraryDate;
}

export interface SessionTable {
  id: string;
  token: string;
  userId: string;
  expiresAt: LibraryDate;
  createdAt: LibraryDate;
  updatedAt: LibraryDate;
  ipAddress: string | null;
  userAgent: string | null;
}

/** A way to sign in to an account: its password, or a provider. */
export interface LoginTable {
  id: string;
  accountId: string;
  providerId: string;
  userId: string;
  accessToken: string | null;
  refreshToken: string | null;
  idToken: string | null;
  accessTokenExpiresAt: LibraryDate | null;
  refreshTokenExpiresAt: LibraryDate | null;
  scope: string | null;
  password: string | null;
  createdAt: LibraryDate;
  updatedAt: LibraryDate;
}

export interface VerificationTable {
  id: string;
  identifier: string;
  value: string;
  expiresAt: LibraryDate;
  createdAt: LibraryDate;
  updatedAt: LibraryDate;
}

/** A link that was handed out; only the hash of its token is kept. */
export interface MailTokenTable {
  token_hash: string;
  account_id: string;
  purpose: 'reset' | 'verify';
  /** The address it was mailed to; null where an admin handed it over. */
  mailed_to: string | null;
  expires_at: number;
}

/** How far into the future the attempts under a key are paid for; see `limits.ts`. */
export interface AttemptTable {
  key: string;
  spent_until: number;
}

/** What an admin did. Nothing in it is ever changed. */
export interface AuditTable {
  id: Generated<number>;
  at: number;
  /** Null where somebody worked at the command line. */
  actor_id: string | null;
  /** An `AuditAct`. */
  act: string;
  pool_id: string | null;
  week_id: string | null;
  gid: string | null;
  /** The person concerned, and their entry if it is about one; what was written before entries were has none. */
  user_id: string | null;
  entry_id: Generated<string | null>;
  /** JSON of the fields that changed, as they were and as they became. */
  before: string;
  after: string;
}

/** Somebody asks to become a member of a pool. */
export interface JoinRequestTable {
  pool_id: string;
  user_id: string;
  asked_at: number;
}

/** The invite link of a pool. Its token is kept as it is, because admins are shown the link again. */
export interface PoolInviteTable {
  pool_id: string;
  token: string;
  made_at: number;
  /** The admin; null where it was made at the command line. */
  made_by: string | null;
}

/** A frozen line that an admin corrected in one pool, and why. */
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
  /** Null where it was done at the command line. */
  named_by: string | null;
}

/** What the feed knows of a game, whatever the game shows: an admin may have set it by hand. */
export interface FeedGameTable {
  gid: string;
  /** The feed's own id of the game; null where it comes from a file only, or from the demo. */
  source_id: string | null;
  /** The week in which the feed has the game; null once the latest answer about that week leaves it out. */
  week_id: string | null;
  /** What the feed said last, as JSON of `FeedValues`; the line as it was when it locked. */
  said: string;
  said_at: number;
  /** An admin gave the status back: the feed's next snapshot may set it back, once. */
  may_go_back: number;
  /** How far the feed has reported the game to be, as JSON of `GameProgress`. */
  progress: Generated<string>;
}

/** When the answer was asked for that a week stands on: an older one that comes in late is not used. */
export interface FeedWeekTable {
  week_id: string;
  asked_at: number;
}

/** How a job of the feed went last. */
export interface FeedJobTable {
  job: string;
  /** The time slot that it ran in last. */
  slot: number;
  ran_at: number;
  succeeded_at: number | null;
  /** In a row, up to now. */
  failures: number;
  /** What was not understood, or why it failed, as JSON of `FeedProblem`s. */
  problems: string;
}

/** A time slot of a job that some node has taken. */
export interface FeedSlotTable {
  job: string;
  slot: number;
  node: string;
  claimed_at: number;
}

/** The entry of a player without an account was linked to an account. `undone_at` is null while it is. */
export interface EntryLinkTable {
  id: Generated<number>;
  entry_id: string;
  user_id: string;
  /** The entry of the account that was filled with it; null if the account has the entry itself. */
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
  week: number;
  /** JSON list of the prizes of the season's places. */
  places: string;
}

/** Money that changed hands, as a commissioner noted it; one that was undone stays as it was. */
export interface PoolPaymentTable {
  id: Generated<number>;
  pool_id: string;
  /** For which a fee was paid, or which was paid a prize. */
  entry_id: string;
  /** A week, `FEE` or `SEASON`. */
  purpose: string;
  cents: number;
  noted_by: string;
  noted_at: number;
  undone_by: string | null;
  undone_at: number | null;
}

/** Who had won a prize when its members could last read it: what differs from that is told in the pool's log. */
export interface ToldPrizeTable {
  pool_id: string;
  /** A week or `SEASON`. */
  purpose: string;
  /** JSON list of `Share`s. */
  shares: string;
}

/** A message that somebody was sent, or is about to be: never another one of the key. */
export interface NotificationTable {
  kind: NoticeKind;
  /** Tells what it is about, among those of its kind. */
  key: string;
  user_id: string;
  channel: ChannelName;
  claimed_at: number;
  /** Of the token that turns such messages off; null where nobody was given one. */
  token_hash: string | null;
  /** A digest of what it said, of messages that can be corrected. */
  facts: Generated<string | null>;
}

/** Whether somebody wants a kind of message by a channel. Who never said has no row. */
export interface NotificationChoiceTable {
  user_id: string;
  kind: NoticeKind;
  channel: ChannelName;
  wanted: Flag;
}

/** When somebody wants to be told. */
export interface NotificationSettingsTable {
  user_id: string;
  /** Before a lock; null where they chose none. */
  hours: number | null;
  /** A name of the time-zone database; null where it is not known. */
  zone: string | null;
  /** Whether they have answered the question on My Picks. */
  asked: Generated<Flag>;
}

/** An address that is told what happens in a pool. */
export interface PoolHookTable {
  id: string;
  pool_id: string;
  kind: HookKind;
  address: string;
  /** What messages are signed with: `whsec_` and base64. Null where none are. */
  secret: string | null;
  /** JSON list of `HookTopic`s. */
  topics: string;
  hours: number;
  made_by: string;
  /** On the league's clock. */
  made_at: number;
  /** When the address said that it is gone. */
  off_at: number | null;
  /** It asked to be left alone until then, in real time. */
  rests_until: Generated<number>;
}

/** One message to one hook. Times are real. */
export interface HookDeliveryTable {
  /** By which the receiver knows a message that comes again. */
  id: string;
  hook_id: string;
  /** What it is about, so that it is told once. */
  once: string;
  /** JSON of `HookNews`. */
  news: string;
  at: number;
  /** When it stops being news. */
  until: number;
  state: DeliveryState;
  attempts: Generated<number>;
  /** Waiting: when it is tried next. Sending: when whoever does so must be done. */
  next_at: number;
  /** How the last attempt was answered; null where it was not. */
  status: number | null;
  failure: string | null;
}

export type DeliveryState = 'waiting' | 'sending' | 'sent' | 'failed';

/** What the hooks of a pool know of it already. */
export interface HookPoolTable {
  pool_id: string;
  /** JSON of `ToldPool`. */
  told: string;
}

/** The one pair of keys by which push services know this league. */
export interface PushKeyTable {
  id: Flag;
  public_key: string;
  private_key: string;
  made_at: number;
}

/** A device that takes messages while its session lasts. */
export interface PushSubscriptionTable {
  id: string;
  session_id: string;
  user_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  made_at: number;
  /** Its push service asked to be left alone until then, in real time. */
  rests_until: Generated<number>;
}

/** The private address of somebody's calendar. */
export interface CalendarTable {
  user_id: string;
  token_hash: string;
  made_at: number;
}

/** An event as calendars were last told of it, whoever's they are. */
export interface CalendarEventTable {
  uid: string;
  /** What of it can change, as text. */
  told: string;
  /** How often it has changed. */
  sequence: number;
  changed_at: number;
}

/** Something that happened to an account, or that somebody tried. Equal events of one minute share a row. */
export interface SecurityTable {
  id: Generated<number>;
  /** Real time in ms, of the first of them. */
  at: number;
  /** A `SecurityEvent`. */
  event: string;
  /** The account concerned; null where it is unknown. */
  account_id: string | null;
  /** The user who did it to somebody else: an admin. */
  actor_id: string | null;
  /** The network it came from; null for the command line. */
  network: string | null;
  /** More about it, such as the provider or the route; often empty. */
  detail: string;
  times: number;
}
