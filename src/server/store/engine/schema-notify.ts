import type { Generated } from 'kysely';
import type { ChannelName, NoticeKind } from '#core/notify/kinds.ts';
import type { Flag } from './schema.ts';

/** The tables of what people are told by mail and the like. */
export interface NotifySchema {
  notifications: NotificationTable;
  notification_choices: NotificationChoiceTable;
  notification_settings: NotificationSettingsTable;
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
