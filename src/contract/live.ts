import type { Static } from 'typebox';
import { Type } from 'typebox';
import type { OwnEntry } from './entries.ts';
import type { ErrorCode } from './errors.ts';
import type { MoneyReply } from './money.ts';
import type { OwnPick } from './picks.ts';
import type { PoolReply } from './pools.ts';
import type { GameReply } from './shapes.ts';
import { Id, shape } from './shapes.ts';
import type { ActivePlayersReply, MatchupReply, MatchupRow, StandingRow, StandingsReply } from './standings.ts';
import type { Message, TalkReply } from './talk.ts';

/** The path of a page's one socket. */
export const LIVE_PATH = '/api/live';
/** The server sends something at least this often, in ms, so that a page can distinguish a dead connection from an idle one. */
export const LIVE_BEAT_MS = 20_000;
/** The most topics that a page may watch at once: the games of all weeks of a season, and some more. */
export const MAX_TOPICS = 48;

/**
 * A state that a page can watch: the games of a week; a pool with its rules and weeks; everyone's picks and scores in a pool's week; how
 * many have picked in it; a pool's standings; its money; the latest of its talk; the caller's own entries in a pool.
 */
export const TopicRef = Type.Union([
  shape({ kind: Type.Literal('games'), weekId: Id }),
  shape({ kind: Type.Literal('pool'), poolId: Id }),
  shape({ kind: Type.Literal('matchup'), poolId: Id, weekId: Id }),
  shape({ kind: Type.Literal('activePlayers'), poolId: Id, weekId: Id }),
  shape({ kind: Type.Literal('standings'), poolId: Id }),
  shape({ kind: Type.Literal('money'), poolId: Id }),
  shape({ kind: Type.Literal('talk'), poolId: Id }),
  shape({ kind: Type.Literal('entries'), poolId: Id }),
]);
export type TopicRef = Static<typeof TopicRef>;
export type TopicKind = TopicRef['kind'];

/** The message of a page: all topics that it wants from now on. Sending it again changes nothing. */
export const Watch = shape({ watch: Type.Array(TopicRef, { maxItems: MAX_TOPICS }) });
export type Watch = Static<typeof Watch>;

/** The parts of each kind of topic: one head, and rows that are identified by `key`. */
export interface TopicStates {
  readonly games: { readonly head: Record<string, never>; readonly row: GameReply };
  /** Null once it is gone; a pool has only a head. */
  readonly pool: { readonly head: { readonly pool: PoolReply | null }; readonly row: { readonly id: never } };
  readonly matchup: { readonly head: Omit<MatchupReply, 'rows'>; readonly row: MatchupRow };
  readonly activePlayers: { readonly head: ActivePlayersReply; readonly row: { readonly id: never } };
  readonly standings: { readonly head: Omit<StandingsReply, 'rows'>; readonly row: StandingRow };
  readonly money: { readonly head: MoneyReply; readonly row: { readonly id: never } };
  readonly talk: { readonly head: Omit<TalkReply, 'messages'>; readonly row: Message };
  /** The rows are the picks of all the caller's entries, by `ownPickKey`. */
  readonly entries: {
    readonly head: { readonly entries: readonly Omit<OwnEntry, 'picks'>[] };
    readonly row: OwnPick & { readonly key: string; readonly entryId: string; readonly gid: string };
  };
}

/** The key of a pick among the rows of all the caller's entries. */
export function ownPickKey(entryId: string, gid: string): string {
  return `${entryId} ${gid}`;
}

/** The field that identifies the rows of a topic. */
export const rowKeys = {
  games: 'gid',
  pool: 'id',
  matchup: 'id',
  activePlayers: 'id',
  standings: 'id',
  money: 'id',
  talk: 'id',
  entries: 'key',
} as const satisfies {
  [K in TopicKind]: keyof TopicStates[K]['row'];
};

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
