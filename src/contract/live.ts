import type { Static } from 'typebox';
import { Type } from 'typebox';
import type { OwnEntry } from './entries.ts';
import type { ErrorCode } from './errors.ts';
import type { MoneyReply } from './money.ts';
import type { OwnPick } from './picks.ts';
import type { PoolReply } from './pools.ts';
import type { ActivePlayersReply, MatchupReply, MatchupRow, StandingRow, StandingsReply } from './scores.ts';
import type { GameReply } from './shapes.ts';
import { Id, shape } from './shapes.ts';
import type { Message, TalkReply } from './talk.ts';

/** Where a page opens its one socket. */
export const LIVE_PATH = '/api/live';
/** The server says something at least this often, in ms, so that a page can tell a dead connection from an idle one. */
export const LIVE_BEAT_MS = 20_000;
/** Topics a page may watch at once: the games of all weeks of a season, and some more. */
export const MAX_TOPICS = 48;

/**
 * A state that a page can watch: the games of a week, a pool with its rules and weeks, everyone's picks and scores in a pool's week, how
 * many have picked in it, a pool's standings, its money, the latest of its talk, the own entries in a pool.
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

/** What a page says: all topics that it wants from now on. Saying it again changes nothing. */
export const Watch = shape({ watch: Type.Array(TopicRef, { maxItems: MAX_TOPICS }) });
export type Watch = Static<typeof Watch>;

/** What each kind of topic is made of: one head, and rows that are told apart by `key`. */
export interface TopicStates {
  readonly games: { readonly head: Record<string, never>; readonly row: GameReply };
  /** Null once it is gone; a pool is all head. */
  readonly pool: { readonly head: { readonly pool: PoolReply | null }; readonly row: { readonly id: never } };
  readonly matchup: { readonly head: Omit<MatchupReply, 'rows'>; readonly row: MatchupRow };
  readonly activePlayers: { readonly head: ActivePlayersReply; readonly row: { readonly id: never } };
  readonly standings: { readonly head: Omit<StandingsReply, 'rows'>; readonly row: StandingRow };
  readonly money: { readonly head: MoneyReply; readonly row: { readonly id: never } };
  readonly talk: { readonly head: Omit<TalkReply, 'messages'>; readonly row: Message };
  /** The rows are the picks of all own entries, by `ownPickKey`. */
  readonly entries: {
    readonly head: { readonly entries: readonly Omit<OwnEntry, 'picks'>[] };
    readonly row: OwnPick & { readonly key: string; readonly entryId: string; readonly gid: string };
  };
}

/** The key of an own pick among the rows of all own entries. */
export function ownPickKey(entryId: string, gid: string): string {
  return `${entryId} ${gid}`;
}

/** The field that tells the rows of a topic apart. */
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

/** The whole of a topic: first after `watch`, and whenever there is no telling what was missed. */
export interface StateMessage<K extends TopicKind = TopicKind> {
  readonly kind: 'state';
  readonly topic: TopicRef & { kind: K };
  readonly version: number;
  readonly head: TopicStates[K]['head'];
  readonly rows: readonly TopicStates[K]['row'][];
}

/** What became different since the version before: a new head, new and changed rows, keys of rows that went. */
export interface ChangeMessage<K extends TopicKind = TopicKind> {
  readonly kind: 'change';
  readonly topic: TopicRef & { kind: K };
  readonly version: number;
  readonly head?: TopicStates[K]['head'];
  readonly set: readonly TopicStates[K]['row'][];
  readonly gone: readonly string[];
}

/** The topic is not for this person (any more). */
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

/** The person was let into a pool, put out of one, or refused: the list of pools has changed for them. */
export interface PoolsMessage {
  readonly kind: 'pools';
}

export type LiveMessage = StateMessage | ChangeMessage | RefusedMessage | PoolsMessage | BeatMessage | GoodbyeMessage;
