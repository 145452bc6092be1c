import type { TopicRef } from '#contract/live.ts';
import type { Change } from './changes.ts';
import type { RowState } from './hub.ts';

/** The result of reading a topic: the reply of its call, and until when it is valid without writes: a lock changes it without a write. */
export interface Loaded<State = unknown> {
  readonly state: State;
  /** Milliseconds by the league's clock. */
  readonly validUntil: number;
  /** As in `TopicState`. */
  readonly followsScores?: boolean;
  /** As in `TopicState`. */
  readonly isSettled?: boolean;
}

/** For a state that only a write can change. */
export const ALWAYS = Number.POSITIVE_INFINITY;

/** The state of a topic. */
export interface TopicState {
  /** Its parts, as the socket sends them. */
  readonly parts: RowState;
  /** The field of the reply of its call that holds the rows; null for a topic without rows. */
  readonly rows: string | null;
  /** Until when it is valid without writes, in ms by the league's clock. */
  readonly validUntil: number;
  /** For own entries: whether they depend on the results of games, as teams do. */
  readonly followsScores?: boolean | undefined;
  /** Whether only a correction can change it, so that it is cached for longer. */
  readonly isSettled?: boolean | undefined;
}

/** A cached or watched topic. */
export interface Kept<T> {
  readonly topic: T;
  /** As in `TopicState`; undefined while unknown. */
  readonly followsScores?: boolean | undefined;
}

/** The user who asks for a topic; `isCommissioner` refers to its pool. */
export interface Asker {
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly isCommissioner: boolean;
}

/** The topics of a server, as declared in `server/topics.ts`. */
export interface Topics<T> {
  /** The cache key of a topic. */
  nameOf(topic: T): string;
  /** The topic that a reference means for a user. */
  topicOf(ref: TopicRef, asker: Asker): T;
  /** Whether only one person reads it; then it is read after shared topics. */
  isPersonal(topic: T): boolean;
  /** Whether its changes are read and sent before those of other topics. */
  isUrgent(topic: T): boolean;
  /** Whether its snapshot is not cached. */
  isAlwaysRead(topic: T): boolean;
  /** The cached items that a change may affect, by the name of their topic. */
  touched<K extends Kept<T>>(change: Change, kept: ReadonlyMap<string, K>): [string, K][];
  read(topic: T): Promise<TopicState>;
}
