import type { ColumnType, Generated } from 'kysely';
import type { Choice } from '#core/choice.ts';
import type { TalkPost } from '#core/talk.ts';
import type { GameStatus, GameVoid, Side } from '#core/types.ts';
import type { AccountSchema } from './schema-accounts.ts';
import type { AdminSchema } from './schema-admin.ts';
import type { CalendarSchema } from './schema-calendar.ts';
import type { FeedSchema } from './schema-feed.ts';
import type { MoneySchema } from './schema-money.ts';
import type { NotifySchema } from './schema-notify.ts';
import type { OutsideSchema } from './schema-outside.ts';
import type { PlayerSchema } from './schema-players.ts';
import type { SecuritySchema } from './schema-security.ts';

/**
 * The tables. Flags are integers (0, 1) and times are milliseconds since the epoch on both engines, except in the four
 * tables of the accounts library, which keep its own column names and kinds.
 */
export interface Schema
  extends AccountSchema,
    FeedSchema,
    AdminSchema,
    MoneySchema,
    CalendarSchema,
    NotifySchema,
    OutsideSchema,
    PlayerSchema,
    SecuritySchema {
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
  /** Of the rules, for statements: how many games of a week a player picks, null for all; and how many best bets. */
  /** Derived from the rules, as the limits are. */
  format: ColumnType<string, never, never>;
  max_picks: ColumnType<number | null, never, never>;
  max_best_bets: ColumnType<number, never, never>;
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
  /** The person behind it: somebody with an account, or a player without one. */
  player_id: string;
  /** The account that owns it; null for a player without an account. */
  user_id: string | null;
  /** Counts the entries of a person in a pool, from 1. */
  number: number;
  /** Null for the name of the person. */
  name: string | null;
}

/**
 * What an entry chose: the side of a game (`pick`, about its gid), or a week's guess, order or team (about the week). `value` is JSON, see
 * `core/judge.ts`; null if it was taken back, so that its revision lives on.
 */
export interface PickTable {
  entry_id: string;
  kind: Choice['kind'];
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

/** The sides of games, by player. A view. */
export interface GamePickView {
  pool_id: string;
  user_id: string;
  entry_id: string;
  gid: string;
  side: Side | null;
  /** 1 if it is marked as best bet. */
  best: Flag;
  revision: number;
  made_at: number;
  entered_by: string | null;
  reason: string | null;
}

/** Derived: correct picks on final games. A missing row is a score of 0. */
export interface WeekScoreTable {
  pool_id: string;
  week_id: string;
  user_id: string;
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
