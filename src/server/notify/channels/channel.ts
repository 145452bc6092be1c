import type { ChannelName } from '#core/notify/kinds.ts';
import type { Db } from '#server/store/engine/connect.ts';
import type { News } from '../news.ts';

/** A message to one person, claimed and ready to go. */
export interface Message {
  readonly news: News;
  /** The address of the league as the reader uses it. */
  readonly site: string;
  /** Turns messages of this kind off by this channel, for its reader. */
  readonly token: string;
}

/** Hands a message over to one person. It goes out in the background, and is lost where that fails. */
export type Send = (message: Message) => void;

/** A way by which people are told something. */
export interface Channel {
  readonly name: ChannelName;
  /** Whether this league has it. */
  readonly isOpen: boolean;
  /** Whether somebody has to set it up first: who has not, has not agreed to it by silence. */
  readonly isChosen: boolean;
  /** Of some people, those whom it reaches, and how each of them is sent something. */
  reach(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, Send>>;
  /** Resolves when it can take more: until then what is not claimed stays as it is. */
  ready(): Promise<void>;
}
