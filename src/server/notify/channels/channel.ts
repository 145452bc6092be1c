import type { ChannelName, NoticeKind } from '#core/notify/kinds.ts';
import type { Db } from '#server/store/engine/connect.ts';
import type { Lane } from '../../fair-queue.ts';
import type { News } from '../news.ts';

/** Whether messages of a kind are sent by the clock or whenever people like. */
const laneByKind: Readonly<Record<NoticeKind, Lane>> = {
  'missing-picks': 'scheduled',
  'week-result': 'scheduled',
  announcement: 'posted',
  mention: 'posted',
};

/** The lane of some news. */
export function laneOf({ kind }: News): Lane {
  return laneByKind[kind];
}

/** A message to one person, claimed and ready to go. */
export interface Message {
  readonly news: News;
  /** The address of the league that the reader uses. */
  readonly site: string;
  /** Lets the reader turn off this kind of message on this channel. */
  readonly token: string;
  /** Asked again before the message goes: whether what it says still stands. */
  readonly stands?: (() => Promise<boolean>) | undefined;
}

/** Sends a message to one person in the background. If that fails, the message is lost. */
export type Send = (message: Message) => void;

/** A way by which people are told something. */
export interface Channel {
  readonly name: ChannelName;
  /** Whether this league has it. */
  readonly isOpen: boolean;
  /** Whether people have to set it up first. Until they do, their silence is not consent. */
  readonly isChosen: boolean;
  /** Finds whom of these people it reaches, and how to send to each of them. */
  reach(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, Send>>;
  /** Resolves when it can take more scheduled messages. */
  ready(): Promise<void>;
}
