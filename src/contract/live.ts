import type { Slot, SlotKind } from '#core/pick.ts';
import { slotKey } from '#core/pick.ts';
import type { EarlierEntriesReply } from './earlier-picks.ts';
import type { OwnEntry, OwnPicksReply } from './entries.ts';
import type { ErrorCode } from './errors.ts';
import type { GamesReply } from './games.ts';
import type { MoneyReply } from './money.ts';
import type { OwnSlot } from './picks.ts';
import type { PoolReply } from './pools.ts';
import type { Access } from './route.ts';
import type { SideTablesReply } from './side-tables.ts';
import type { ActivePlayersReply, MatchupReply, StandingsReply } from './standings.ts';
import type { TalkReply } from './talk.ts';

/** The path of a page's one socket. */
export const LIVE_PATH = '/api/live';
/** The server sends something at least this often, in ms, so that a page can distinguish a dead connection from an idle one. */
export const LIVE_BEAT_MS = 20_000;
/** The most topics that a page may watch at once: the games of all weeks of a season, and some more. */
export const MAX_TOPICS = 48;

/** The reply of each topic's call. A pool that is gone is null. */
interface TopicReplies {
  readonly poolGames: GamesReply;
  readonly games: GamesReply;
  readonly pool: PoolReply | null;
  readonly matchup: MatchupReply;
  readonly activePlayers: ActivePlayersReply;
  readonly standings: StandingsReply;
  readonly money: MoneyReply;
  readonly sideTables: SideTablesReply;
  readonly talk: TalkReply;
  readonly picks: OwnPicksReply;
  readonly entries: EarlierEntriesReply;
}

/**
 * A topic, whether devices keep it for use without a connection, and the field of its reply that holds its rows, with a field of a row
 * that is its key; or without rows.
 */
type LiveTopic<Reply> = {
  readonly named: readonly ('poolId' | 'weekId')[];
  readonly access: Access;
  readonly isOffline: boolean;
} & (
  | { readonly rows: null; readonly key: null }
  | {
      [F in keyof Reply]: Reply[F] extends readonly (infer Row)[]
        ? { readonly rows: F; readonly key: keyof Row }
        : never;
    }[keyof Reply]
);

/**
 * The states that a page can watch, each declared here and, with its read and what changes it, in `server/topics.ts`: the fields that name
 * one, who may see it, whether devices keep it for use without a connection, and the field of its reply that holds its rows with the key of
 * a row, if it is sent row by row.
 */
export const liveTopics = {
  /** The games of a week, for the pages of a pool, which get them together with their scores. */
  poolGames: { named: ['poolId', 'weekId'], access: 'member', isOffline: true, rows: 'games', key: 'gid' },
  /** The same for pages of the release before. */
  games: { named: ['weekId'], access: 'user', isOffline: true, rows: 'games', key: 'gid' },
  /** A pool with its rules and weeks. */
  pool: { named: ['poolId'], access: 'member', isOffline: true, rows: null, key: null },
  /** Everyone's picks and scores in a pool's week. */
  matchup: { named: ['poolId', 'weekId'], access: 'member', isOffline: true, rows: 'rows', key: 'id' },
  /** How many members have picked in a pool's week. */
  activePlayers: { named: ['poolId', 'weekId'], access: 'member', isOffline: true, rows: null, key: null },
  standings: { named: ['poolId'], access: 'member', isOffline: true, rows: 'rows', key: 'id' },
  money: { named: ['poolId'], access: 'member', isOffline: false, rows: null, key: null },
  /** The side tables of a pool with their standings. */
  sideTables: { named: ['poolId'], access: 'member', isOffline: false, rows: null, key: null },
  /** The latest of a pool's talk. */
  talk: { named: ['poolId'], access: 'member', isOffline: false, rows: 'messages', key: 'id' },
  /** The caller's own entries in a pool, with their picks as rows. */
  picks: { named: ['poolId'], access: 'member', isOffline: true, rows: 'picks', key: 'key' },
  /** The same for pages of the release before. */
  entries: { named: ['poolId'], access: 'member', isOffline: true, rows: 'picks', key: 'key' },
} as const satisfies { readonly [K in keyof TopicReplies]: LiveTopic<TopicReplies[K]> };

export type TopicKind = keyof typeof liveTopics;
/** A topic as a page names it. */
export type TopicRef = {
  [K in TopicKind]: { kind: K } & { [N in (typeof liveTopics)[K]['named'][number]]: string };
}[TopicKind];

/** The message of a page: all topics that it wants from now on. Sending it again changes nothing. */
export interface Watch {
  watch: TopicRef[];
}

type RowsOf<Reply, Field> = Field extends keyof Reply
  ? Reply[Field] extends readonly (infer Row)[]
    ? Row
    : never
  : never;

type HeadOf<Reply, Field> = Reply extends null ? null : Omit<Reply, Field & string>;

/** The parts of each kind of topic as they are sent: one head, and rows that are identified by their key. */
export type TopicStates = {
  readonly [K in TopicKind]: {
    readonly head: HeadOf<TopicReplies[K], (typeof liveTopics)[K]['rows']>;
    readonly row: RowsOf<TopicReplies[K], (typeof liveTopics)[K]['rows']>;
  };
};

/** The key of a pick among those of all the caller's entries. */
export function ownSlotKey(entryId: string, slot: Slot): string {
  return `${entryId} ${slotKey(slot)}`;
}

/** The caller's entries, each with its picks. */
export function ownEntries({ entries, picks }: OwnPicksReply): OwnEntry[] {
  const byEntry = Map.groupBy(picks, ({ entryId }) => entryId);
  const bySlot = (rows: OwnPicksReply['picks']) =>
    Object.fromEntries(rows.map(({ key: _, entryId: __, ...pick }) => [slotKey(pick), pick]));
  return entries.map((entry) => ({ ...entry, picks: bySlot(byEntry.get(entry.id) ?? []) }));
}

/** One of the caller's entries with its picks; undefined if there is no such entry. */
export function ownEntry({ entries, picks }: OwnPicksReply, entryId: string): OwnEntry | undefined {
  return ownEntries({ entries: entries.filter(({ id }) => id === entryId), picks })[0];
}

/** What an entry has in a slot; undefined if there never was a pick. */
export function slotIn<K extends SlotKind>({ picks }: Pick<OwnEntry, 'picks'>, kind: K, about: string) {
  return picks[slotKey({ kind, about })] as OwnSlot<K> | undefined;
}

/** A complete topic: sent first after `watch`, and whenever updates may have been missed. */
export interface StateMessage<K extends TopicKind = TopicKind> {
  readonly kind: 'state';
  readonly topic: TopicRef & { kind: K };
  readonly version: number;
  readonly head: TopicStates[K]['head'];
  readonly rows: readonly TopicStates[K]['row'][];
}

/** The changes since the previous version: a new head, new and changed rows, and the keys of removed rows. */
export interface ChangeMessage<K extends TopicKind = TopicKind> {
  readonly kind: 'change';
  readonly topic: TopicRef & { kind: K };
  readonly version: number;
  readonly head?: TopicStates[K]['head'];
  readonly set: readonly TopicStates[K]['row'][];
  readonly gone: readonly string[];
}

/** The person may not watch the topic (anymore). */
export interface RefusedMessage {
  readonly kind: 'refused';
  readonly topic: TopicRef;
  readonly code: ErrorCode;
}

/** The server's clock in ms; sent on connecting and every `LIVE_BEAT_MS`. */
export interface BeatMessage {
  readonly kind: 'beat';
  readonly now: number;
}

/** The session ended or the account was disabled; the socket closes. */
export interface GoodbyeMessage {
  readonly kind: 'goodbye';
  readonly code: ErrorCode;
}

/** The person joined a pool, was removed from one, or was refused: their list of pools has changed. */
export interface PoolsMessage {
  readonly kind: 'pools';
}

export type LiveMessage = StateMessage | ChangeMessage | RefusedMessage | PoolsMessage | BeatMessage | GoodbyeMessage;
