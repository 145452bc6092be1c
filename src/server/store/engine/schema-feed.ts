import type { Generated } from 'kysely';

/** The tables of the feed. */
export interface FeedSchema {
  feed_games: FeedGameTable;
  feed_weeks: FeedWeekTable;
  feed_jobs: FeedJobTable;
  feed_slots: FeedSlotTable;
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
