import type { Query, QueryClient } from '@tanstack/react-query';
import type { ChangeMessage, StateMessage, TopicKind, TopicRef, TopicStates } from '#contract/live.ts';
import { liveTopics } from '#contract/live.ts';
import type { PoolReply } from '#contract/pools.ts';
import { compareGames } from '#core/game.ts';
import { compareNames } from '#core/name-order.ts';
import { POOLS_KEY, setVersion, topicName, versionOf } from '#web/lib/query.ts';

/** A message with the state of a topic, or with a change to it. */
export type TopicUpdate = StateMessage | ChangeMessage;

/** Updates the queries of a topic. @returns false, without a change, if an earlier update is missing */
export function applyUpdate(client: QueryClient, update: TopicUpdate): boolean {
  const { topic, version } = update;
  if (!isNext(update, versionOf(topic))) return false;
  setVersion(topic, version);
  const queries = client.getQueryCache().findAll({ predicate: isAbout(topic) });
  if (queries.some(({ state }) => changesPoolList(state.data, update))) {
    void client.invalidateQueries({ queryKey: POOLS_KEY });
  }
  for (const query of queries) applyToQuery(client, query, update);
  return true;
}

/** A state can always be applied; a change only if it directly follows the state on the page. */
export function isNext(update: TopicUpdate, version: number | undefined): boolean {
  return update.kind === 'state' || update.version === (version ?? Number.NaN) + 1;
}

export function isAbout(topic: TopicRef): (query: Query) => boolean {
  const name = topicName(topic);
  return ({ meta }) => meta?.topic !== undefined && topicName(meta.topic) === name;
}

/** The fields of a pool that the list of pools shows. */
const listedFields = ['name', 'description', 'moneyUrl', 'hasMoney', 'rules'] as const;

/** Whether an update of a pool changes something that the list of pools also shows. */
function changesPoolList(held: unknown, { topic, head }: TopicUpdate): boolean {
  if (topic.kind !== 'pool' || held === undefined || !head) return false;
  const [known, next] = [held as PoolReply, head as PoolReply];
  return listedFields.some((field) => JSON.stringify(known[field]) !== JSON.stringify(next[field]));
}

/** Cancels a read in progress, which is older. If a change arrives before the data it changes, the data is read again. */
function applyToQuery(client: QueryClient, query: Query, update: TopicUpdate): void {
  if (update.kind === 'change' && query.state.data === undefined) {
    if (query.state.fetchStatus === 'fetching') void client.refetchQueries({ queryKey: query.queryKey, exact: true });
    return;
  }
  void query.cancel({ revert: true });
  client.setQueryData(query.queryKey, (held: unknown) => mergeUpdate(held, update));
}

/** The order of a topic's rows on the page; without one, new rows go last. */
const rowOrders: { readonly [K in TopicKind]?: (a: TopicStates[K]['row'], b: TopicStates[K]['row']) => number } = {
  poolGames: compareGames,
  standings: (a, b) => a.rank - b.rank || compareNames(a, b),
  talk: (a, b) => a.id - b.id,
};

type Row = Readonly<Record<string, unknown>>;

/** Merges an update into the cached data of a topic, which has the shape of the reply of the topic's route. */
export function mergeUpdate(held: unknown, update: TopicUpdate): unknown {
  const { kind } = update.topic;
  const { rows, key } = liveTopics[kind];
  if (rows === null) return update.head ?? held;
  if (update.kind === 'state') return { ...update.head, [rows]: [...update.rows] };
  if (held === undefined) return undefined;
  const known = held as Readonly<Record<string, readonly Row[]>>;
  const merged = mergeRows(known[rows] ?? [], update as unknown as Rows<Row>, (row) => String(row[key]));
  const order = rowOrders[kind] as ((a: unknown, b: unknown) => number) | undefined;
  return { ...(update.head ?? known), [rows]: order ? merged.sort(order) : merged };
}

interface Rows<R> {
  readonly set: readonly R[];
  readonly gone: readonly string[];
}

/**
 * Replaces changed rows in place, appends new ones, and drops the removed ones. A row with a later revision stays: a pick that was saved
 * after the server read its topic is newer.
 */
function mergeRows<R extends Row>(held: readonly R[], { set, gone }: Rows<R>, keyOf: (row: R) => string): R[] {
  const rows = new Map(held.map((row) => [keyOf(row), row]));
  for (const row of set) {
    const known = rows.get(keyOf(row));
    if (known === undefined || !isLater(known, row)) rows.set(keyOf(row), row);
  }
  for (const key of gone) rows.delete(key);
  return [...rows.values()];
}

function isLater(a: Row, b: Row): boolean {
  return typeof a.revision === 'number' && typeof b.revision === 'number' && a.revision > b.revision;
}
