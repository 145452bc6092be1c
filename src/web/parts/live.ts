import type { Query, QueryClient } from '@tanstack/react-query';
import type { Session } from '#contract/auth.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { LIVE_PATH, LiveMessage, MAX_TOPICS, TopicRef } from '#contract/live.ts';
import { syncClock } from '#web/lib/clock.ts';
import type { Line } from '#web/lib/live-line.ts';
import { openLine } from '#web/lib/live-line.ts';
import { isFed, keepOnly, noteVersion, topicName, versionOf } from '#web/lib/live-topics.ts';
import { SESSION_KEY } from '#web/lib/query.ts';
import type { News } from './live-news.ts';
import { follows, withNews } from './live-news.ts';
import { poolQuery, poolsQuery } from './queries.ts';

// The browser takes only types from the contract; these say that the values are the same.
const path: typeof LIVE_PATH = '/api/live';
const mostTopics: typeof MAX_TOPICS = 48;

/** Refusals of a topic that are refusals of its pool. */
const closing: readonly ErrorCode[] = ['not_a_member', 'pool_not_found'];

/** Keeps what is on the page up to date over one connection, until `left` is aborted. */
export function keepUpToDate(client: QueryClient, onLost: (lost: boolean) => void, left: AbortSignal): void {
  if (left.aborted) return;
  const line = openLine({
    open: () => new WebSocket(path),
    onMessage: (message) => take(client, line, message),
    onDown: () => fallBack(client),
    onLost,
    random: Math.random,
  });
  const until = { signal: left };
  addEventListener('online', line.hurry, until);
  addEventListener('offline', line.drop, until);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && line.hurry(), until);
  const forget = watchWhatIsShown(client, line);
  const forgetReadings = hurryAfterReadings(client, line);
  left.addEventListener('abort', () => {
    forget();
    forgetReadings();
    line.close();
  });
}

/** Wants the topics of the queries that are on the page, whenever these become others. */
function watchWhatIsShown(client: QueryClient, line: Line): () => void {
  const cache = client.getQueryCache();
  let asked = '';
  let soon: ReturnType<typeof setTimeout> | undefined;

  function ask(): void {
    soon = undefined;
    const shown = cache.findAll({ type: 'active' }).flatMap(({ meta }) => (meta?.topic ? [meta.topic] : []));
    const topics = [...new Map(shown.map((topic) => [topicName(topic), topic])).values()].slice(0, mostTopics);
    const names = topics.map(topicName).sort().join();
    if (names === asked) return;
    asked = names;
    keepOnly(topics);
    line.watch(topics);
  }

  ask();
  const unsubscribe = cache.subscribe(({ type, query }) => {
    const matters = type === 'observerAdded' || type === 'observerRemoved' || type === 'observerOptionsUpdated';
    if (matters && query.meta?.topic) soon ??= setTimeout(ask);
  });
  return () => {
    unsubscribe();
    clearTimeout(soon);
  };
}

/** What can be read while the line is down says that the network is back, though nobody else did. */
function hurryAfterReadings(client: QueryClient, line: Line): () => void {
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    if (event.query.meta?.topic) line.hurry();
  });
}

function take(client: QueryClient, line: Line, message: LiveMessage): void {
  switch (message.kind) {
    case 'beat': {
      const heardAt = Date.now();
      syncClock(message.now, heardAt, heardAt);
      return;
    }
    case 'goodbye':
      line.rest();
      void client.invalidateQueries({ queryKey: SESSION_KEY }).then(() => wakeIfSignedIn(client, line));
      return;
    case 'refused':
      // The list says of a pool that it is closed now, or gone; asking for the pool itself would only be refused again.
      void client.invalidateQueries(
        closing.includes(message.code) ? { queryKey: poolsQuery.queryKey } : { predicate: isAbout(message.topic) },
      );
      return;
    default:
      takeNews(client, line, message);
  }
}

/** The session ended, but the browser may have another by now. */
function wakeIfSignedIn(client: QueryClient, line: Line): void {
  if (client.getQueryData<Session>(SESSION_KEY)?.user?.isEnabled) line.wake();
}

function takeNews(client: QueryClient, line: Line, news: News): void {
  const { topic, version } = news;
  if (!follows(news, versionOf(topic))) {
    // A topic that is no longer wanted may still say a word; a gap in one that is wanted calls for the whole state.
    if (isFed(topic)) line.drop();
    return;
  }
  noteVersion(topic, version);
  if (changesTheList(client, news)) void client.invalidateQueries({ queryKey: poolsQuery.queryKey });
  for (const query of client.getQueryCache().findAll({ predicate: isAbout(topic) })) lay(client, query, news);
}

/** What the list of pools tells of each, too. */
const listed = ['name', 'description', 'moneyUrl', 'rules'] as const;

/** Whether a pool is called otherwise, or is played by another rule, than the page knew. */
function changesTheList(client: QueryClient, { topic, head }: News): boolean {
  if (topic.kind !== 'pool' || head === undefined || !('pool' in head)) return false;
  const known = client.getQueryData(poolQuery(topic.poolId).queryKey);
  return (
    known !== undefined && listed.some((field) => JSON.stringify(known[field]) !== JSON.stringify(head.pool?.[field]))
  );
}

/** Lays the news into the cache. A reading under way is older: it is called off, or begun anew where nothing is there. */
function lay(client: QueryClient, query: Query, news: News): void {
  if (news.kind === 'change' && query.state.data === undefined) {
    if (query.state.fetchStatus === 'fetching') void client.refetchQueries({ queryKey: query.queryKey, exact: true });
    return;
  }
  void query.cancel({ revert: true });
  client.setQueryData(query.queryKey, (held: unknown) => withNews(held, news));
}

/** Without a connection the queries read by themselves, beginning now. */
function fallBack(client: QueryClient): void {
  const hadNews = (query: Query) => isFed(query.meta?.topic);
  const fed = client.getQueryCache().findAll({ type: 'active', predicate: hadNews });
  keepOnly([]);
  for (const query of fed) void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
}

function isAbout(topic: TopicRef): (query: Query) => boolean {
  const name = topicName(topic);
  return ({ meta }) => meta?.topic !== undefined && topicName(meta.topic) === name;
}
