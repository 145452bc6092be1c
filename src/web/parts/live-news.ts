import type { GamesReply } from '#contract/games.ts';
import type { ChangeMessage, StateMessage } from '#contract/live.ts';
import type { OwnPick, OwnPicksReply } from '#contract/picks.ts';
import type { MatchupReply, StandingsReply } from '#contract/scores.ts';
import { compareGames } from '#core/game.ts';
import { compareNames } from '#core/standings.ts';

/** A message that brings a topic, or what became different in it. */
export type News = StateMessage | ChangeMessage;

/**
 * Whether a message follows what arrived before: a state always does, a change only if it is the next one and the state
 * it changes is here.
 */
export function follows(news: News, version: number | undefined): boolean {
  return news.kind === 'state' || news.version === (version ?? Number.NaN) + 1;
}

/** What the page holds of a topic once a message is applied, in the shape of the reply of the topic's route. */
export function withNews(held: unknown, news: News): unknown {
  switch (news.topic.kind) {
    case 'games':
      return games(held as GamesReply | undefined, news as NewsOf<'games'>);
    case 'pool':
      return (news as NewsOf<'pool'>).head?.pool ?? held;
    case 'matchup':
      return matchup(held as MatchupReply | undefined, news as NewsOf<'matchup'>);
    case 'activePlayers':
      return (news as NewsOf<'activePlayers'>).head ?? held;
    case 'standings':
      return standings(held as StandingsReply | undefined, news as NewsOf<'standings'>);
    case 'picks':
      return picks(held as OwnPicksReply | undefined, news as NewsOf<'picks'>);
  }
}

type NewsOf<K extends News['topic']['kind']> = StateMessage<K> | ChangeMessage<K>;

function games(held: GamesReply | undefined, news: NewsOf<'games'>): GamesReply | undefined {
  if (news.kind === 'state') return { games: [...news.rows] };
  return held && { games: byKey(held.games, news, ({ gid }) => gid).sort(compareGames) };
}

function matchup(held: MatchupReply | undefined, news: NewsOf<'matchup'>): MatchupReply | undefined {
  if (news.kind === 'state') return { games: news.head.games, rows: [...news.rows] };
  return held && { ...held, ...news.head, rows: byKey(held.rows, news, ({ id }) => id) };
}

function standings(held: StandingsReply | undefined, news: NewsOf<'standings'>): StandingsReply | undefined {
  if (news.kind === 'state') return { ...news.head, rows: [...news.rows] };
  if (held === undefined) return undefined;
  const rows = byKey(held.rows, news, ({ id }) => id);
  return { ...held, ...news.head, rows: rows.sort((a, b) => a.rank - b.rank || compareNames(a, b)) };
}

function picks(held: OwnPicksReply | undefined, news: NewsOf<'picks'>): OwnPicksReply | undefined {
  if (news.kind === 'state') return { picks: Object.fromEntries(news.rows.map(keyed)) };
  if (held === undefined) return undefined;
  // What was tapped and confirmed since the server read this topic is newer.
  const newer = news.set.filter(({ gid, revision }) => revision >= (held.picks[gid]?.revision ?? 0));
  const kept = Object.entries(held.picks).filter(([gid]) => !news.gone.includes(gid));
  return { picks: Object.fromEntries([...kept, ...newer.map(keyed)]) };
}

function keyed({ gid, side, revision }: OwnPick & { readonly gid: string }): [string, OwnPick] {
  return [gid, { side, revision }];
}

interface Rows<R> {
  readonly set: readonly R[];
  readonly gone: readonly string[];
}

/** The rows with the changed ones in their places, new ones at the end, and without those that went. */
function byKey<R>(held: readonly R[], { set, gone }: Rows<R>, keyOf: (row: R) => string): R[] {
  const rows = new Map(held.map((row) => [keyOf(row), row]));
  for (const row of set) rows.set(keyOf(row), row);
  for (const key of gone) rows.delete(key);
  return [...rows.values()];
}
