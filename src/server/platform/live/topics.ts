import type { TopicRef } from '#contract/live.ts';
import type { Change } from './changes.ts';
import type { RowState } from './watched-topic.ts';

/** What the read of a topic finds: the reply of its call, and until when it holds if nobody writes (a lock is a change that nobody writes). */
export interface Loaded<State = unknown> {
  readonly state: State;
  /** Milliseconds by the league's clock. */
  readonly validUntil: number;
  /** As in `TopicState`. */
  readonly followsScores?: boolean;
}

/** For a state that only a writer can change. */
export const ALWAYS = Number.POSITIVE_INFINITY;

/** A topic that was read. */
export interface TopicState {
  /** Its parts, as the socket sends them. */
  readonly parts: RowState;
  /** The field of the reply of its call that holds the rows; null for a topic without rows. */
  readonly rows: string | null;
  /** Until when it holds if nobody writes, in ms by the league's clock. */
  readonly validUntil: number;
  /** Of own entries, whether they follow from how games end, as teams do. */
  readonly followsScores?: boolean | undefined;
}

/** What is kept of a topic. */
export interface Kept<T> {
  readonly topic: T;
  /** As in `TopicState`; undefined while nobody knows. */
  readonly followsScores?: boolean | undefined;
}

/** Who asks for a topic; `isCommissioner` is about its pool. */
export interface Asker {
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly isCommissioner: boolean;
}

/** The topics that a server keeps live, as `server/topics.ts` declares them. */
export interface Topics<T> {
  /** The name under which a topic is kept. */
  nameOf(topic: T): string;
  /** The topic that somebody means. */
  topicOf(ref: TopicRef, asker: Asker): T;
  /** Whether it is read by one person only: then its snapshot is not kept, and it is read after those that many share. */
  isPersonal(topic: T): boolean;
  /** The kept things that a change may have altered, by the name of their topic. */
  touched<K extends Kept<T>>(change: Change, kept: ReadonlyMap<string, K>): [string, K][];
  read(topic: T): Promise<TopicState>;
}
