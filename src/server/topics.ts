import type { TopicKind, TopicRef } from '#contract/live.ts';
import { liveTopics } from '#contract/live.ts';
import { parseWeekId } from '#core/weeks.ts';
import { loadAlmanacSeason } from './almanac/reads.ts';
import { loadCalendar } from './calendar/reads.ts';
import type { Deps } from './deps.ts';
import { loadGames } from './games/reads.ts';
import { loadPool } from './manage/overview-reads.ts';
import { loadMoney } from './money/reads.ts';
import { earlierEntries } from './picks/earlier-reads.ts';
import type { SparedState } from './picks/reads.ts';
import { loadOwnPicks, loadSpared } from './picks/reads.ts';
import type { Db } from './platform/db/connect.ts';
import type { Change } from './platform/live/changes.ts';
import { toRowState } from './platform/live/hub.ts';
import type { Snapshot } from './platform/live/live.ts';
import type { Asker, Kept, Loaded, TopicState, Topics } from './platform/live/topics.ts';
import { ALWAYS } from './platform/live/topics.ts';
import { findPool, isWeekOfPool } from './pools/reads.ts';
import { loadSideTables } from './side-tables/reads.ts';
import { loadLab } from './standings/lab-reads.ts';
import {
  loadActivePlayers,
  loadLeader,
  loadMatchup,
  loadShares,
  loadStandings,
  NO_MATCHUP,
} from './standings/reads.ts';
import { loadTalk } from './talk/store.ts';

interface OfPool {
  readonly poolId: string;
}

interface OfPoolWeek extends OfPool {
  readonly weekId: string;
}

/** What identifies a topic besides its kind. Pages can watch those in `liveTopics` of the contract; the others are only read by calls. */
interface Names {
  readonly poolGames: OfPoolWeek;
  readonly games: { readonly weekId: string };
  readonly pool: OfPool;
  readonly matchup: OfPoolWeek & { readonly forCommissioners: boolean };
  readonly activePlayers: OfPoolWeek;
  readonly standings: OfPool;
  readonly money: OfPool;
  readonly sideTables: OfPool;
  readonly talk: OfPool;
  readonly picks: OwnTopic;
  readonly entries: OwnTopic;
  /** What a survivor pool's own entries share. */
  readonly spared: OfPool;
  readonly leader: OfPoolWeek;
  readonly shares: OfPoolWeek;
  readonly lab: OfPool;
  /** A pool's season for the almanac; `year` is that of its weeks. */
  readonly almanacSeason: OfPool & { readonly year: string };
  /** `site` is the address of the league, which the calendar contains. */
  readonly calendar: { readonly userId: string; readonly site: string };
}

type Kind = keyof Names;
/** A state that is read and encoded once for everyone with access, and cached until a change affects it. */
export type Topic<K extends Kind = Kind> = { readonly [N in K]: { readonly kind: N } & Names[N] }[K];

type ChangeOf<C extends Change['kind']> = Extract<Change, { readonly kind: C }>;
type Touches<C extends Change['kind'], K extends Kind> = (
  change: ChangeOf<C>,
  topic: Topic<K>,
  followsScores: boolean,
) => boolean;

/** Reads the snapshot of a topic, which its change has dropped before anything made of it is read again. */
type SharedRead = (topic: Topic) => Promise<Snapshot>;

/** One kind of topic: how it is read, and which changes may affect it. A change of kind `everything` affects all topics. */
interface Declared<K extends Kind> {
  /** The topic that a reference means for a viewer, if it depends on the viewer. */
  readonly of?: (ref: TopicRef & { kind: K }, asker: Asker) => Topic<K>;
  /** Set if only one person reads it. */
  readonly isPersonal?: true;
  /** Set if pages wait for its changes, which are quick to read: those of all pools come before other topics. */
  readonly isUrgent?: true;
  /** Set if its snapshot is not cached. */
  readonly isAlwaysRead?: true;
  /** @param shared the cached state of another topic that this one is made of, or is */
  readonly read: (
    db: Db,
    topic: Topic<K>,
    now: () => number,
    shared: SharedRead,
  ) => Promise<Loaded<unknown> | TopicState>;
  readonly games?: Touches<'games', K>;
  readonly pools?: Touches<'pools', K>;
  readonly entries?: Touches<'entries', K>;
  readonly defaults?: Touches<'defaults', K>;
  readonly receipts?: Touches<'receipts', K>;
  readonly talk?: Touches<'talk', K>;
  /** The topics that a change of picks may affect. They are looked up by name, because there are many topics and picks change often. */
  readonly picks?: (change: ChangeOf<'picks'>) => readonly Topic<K>[];
}

const always = () => true;
const ofWeek = ({ weekIds }: ChangeOf<'games'>, { weekId }: { weekId: string }) => weekIds.includes(weekId);
const ofPools = ({ poolIds }: ChangeOf<'pools' | 'receipts'>, { poolId }: OfPool) => poolIds.includes(poolId);
const ofPool = (change: OfPool, topic: OfPool) => change.poolId === topic.poolId;

type OwnTopic = OfPool & { readonly userId: string };

function readOwnPicks(db: Db, { poolId, userId }: OwnTopic, _: () => number, shared: SharedRead) {
  return loadOwnPicks(db, poolId, userId, async () => {
    const { body } = await shared({ kind: 'spared', poolId });
    return new Set((JSON.parse(body.toString()) as SparedState).weekIds);
  });
}

/** What may change a person's own entries. There is one topic per person, so it is only read again if theirs may have changed. */
const ofOwn = {
  isPersonal: true,
  isAlwaysRead: true,
  games: ({ scored }: ChangeOf<'games'>, _: OwnTopic, followsScores: boolean) => scored === true && followsScores,
  pools: (change: ChangeOf<'pools'>, topic: OwnTopic, followsScores: boolean) =>
    ofPools(change, topic) &&
    (followsScores || change.weeks === true || change.userIds?.includes(topic.userId) === true),
  entries: (change: ChangeOf<'entries'>, topic: OwnTopic) => ofPool(change, topic) && change.userId === topic.userId,
  defaults: ofPool,
} as const;

/**
 * All topics. Standings, side tables, money and the overall scores of a matchup sum up all weeks, and the active week of a pool depends on its games, so
 * any change of games affects them. Shares, side tables and the lab contain locked games only, for which only a commissioner can enter picks.
 */
const declared: { readonly [K in Kind]: Declared<K> } = {
  poolGames: {
    isUrgent: true,
    isAlwaysRead: true,
    read: async (_, { weekId }, __, shared) => (await shared({ kind: 'games', weekId })).state,
    games: ofWeek,
  },
  games: {
    isUrgent: true,
    read: (db, { weekId }, now) => loadGames(db, weekId, now()),
    games: ofWeek,
  },
  pool: {
    // A message of the talk changes it, but pages that watch it may learn that later.
    isAlwaysRead: true,
    read: (db, { poolId }, now) => loadPool(db, poolId, now()),
    games: always,
    pools: ofPools,
    receipts: ofPools,
    // What a commissioner enters after the lock gets a receipt.
    picks: ({ entered, poolId }) => (entered ? [{ kind: 'pool', poolId }] : []),
  },
  matchup: {
    // Admins see what commissioners see.
    of: (ref, { isAdmin, isCommissioner }) => ({ ...ref, forCommissioners: isAdmin || isCommissioner }),
    read: async (db, { poolId, weekId, forCommissioners }, now) =>
      (await isWeekOfExistingPool(db, poolId, weekId))
        ? loadMatchup(db, poolId, weekId, forCommissioners, now())
        : NO_MATCHUP,
    games: always,
    pools: ofPools,
    entries: ofPool,
    defaults: ofPool,
    picks: ({ poolId, weekId }) =>
      [false, true].map((forCommissioners) => ({ kind: 'matchup', poolId, weekId, forCommissioners })),
  },
  activePlayers: {
    read: async (db, { poolId, weekId }) =>
      (await isWeekOfExistingPool(db, poolId, weekId))
        ? loadActivePlayers(db, poolId, weekId)
        : { state: { activePlayers: 0 }, validUntil: ALWAYS },
    games: ofWeek,
    pools: ofPools,
    entries: ofPool,
    defaults: ofPool,
    picks: ({ poolId, weekId }) => [{ kind: 'activePlayers', poolId, weekId }],
  },
  standings: {
    read: (db, { poolId }, now) => loadStandings(db, poolId, now()),
    games: always,
    pools: ofPools,
    entries: ofPool,
    defaults: ofPool,
    // With weekly play an entry plays a week once a commissioner enters a pick of a locked game.
    picks: ({ entered, poolId }) => (entered ? [{ kind: 'standings', poolId }] : []),
  },
  money: {
    read: (db, { poolId }, now) => loadMoney(db, poolId, now()),
    games: always,
    pools: ofPools,
    entries: ofPool,
    defaults: ofPool,
    // As for standings: the fees are those of the weeks that entries play.
    picks: ({ entered, poolId }) => (entered ? [{ kind: 'money', poolId }] : []),
  },
  sideTables: {
    read: (db, { poolId }, now) => loadSideTables(db, poolId, now()),
    // They count finished games only.
    games: ({ scored }) => scored === true,
    pools: ofPools,
    entries: ofPool,
    defaults: ofPool,
    picks: ({ entered, poolId }) => (entered ? [{ kind: 'sideTables', poolId }] : []),
  },
  talk: {
    read: async (db, { poolId }) => ({ state: await loadTalk(db, poolId), validUntil: ALWAYS }),
    pools: ofPools,
    talk: ofPool,
  },
  picks: {
    ...ofOwn,
    of: (ref, { userId }) => ({ ...ref, userId }),
    read: readOwnPicks,
    picks: ({ poolId, userId }) => [{ kind: 'picks', poolId, userId }],
  },
  entries: {
    ...ofOwn,
    of: (ref, { userId }) => ({ ...ref, userId }),
    read: async (...args) => {
      const { state, ...loaded } = await readOwnPicks(...args);
      return { ...loaded, state: earlierEntries(state) };
    },
    picks: ({ poolId, userId }) => [{ kind: 'entries', poolId, userId }],
  },
  spared: {
    read: (db, { poolId }) => loadSpared(db, poolId),
    games: always,
    pools: ofPools,
    entries: ofPool,
    defaults: ofPool,
  },
  leader: {
    read: (db, { poolId, weekId }, now) => loadLeader(db, poolId, weekId, now()),
    games: ofWeek,
    pools: ofPools,
    entries: ofPool,
    defaults: ofPool,
  },
  shares: {
    read: (db, { poolId, weekId }, now) => loadShares(db, poolId, weekId, now()),
    games: ofWeek,
    pools: ofPools,
    entries: ofPool,
    defaults: ofPool,
    picks: ({ entered, poolId, weekId }) => (entered ? [{ kind: 'shares', poolId, weekId }] : []),
  },
  lab: {
    read: (db, { poolId }, now) => loadLab(db, poolId, now()),
    games: always,
    pools: ofPools,
    entries: ofPool,
    defaults: ofPool,
    picks: ({ entered, poolId }) => (entered ? [{ kind: 'lab', poolId }] : []),
  },
  almanacSeason: {
    read: (db, { poolId, year }, now) => loadAlmanacSeason(db, poolId, Number(year), now()),
    games: ({ weekIds }, { year }) => weekIds.some((id) => id.startsWith(`${year}-`)),
    pools: ofPools,
    entries: ofPool,
    defaults: ofPool,
    picks: ({ entered, poolId, weekId }) =>
      entered ? [{ kind: 'almanacSeason', poolId, year: String(parseWeekId(weekId)?.season) }] : [],
  },
  calendar: {
    read: (db, { userId, site }, now) => loadCalendar(db, userId, site, now()),
    // The calendars that contain a game or a pool are not known here.
    games: always,
    pools: always,
  },
};

/** Whether the pool exists and the week is part of it. */
async function isWeekOfExistingPool(db: Db, poolId: string, weekId: string): Promise<boolean> {
  return (await findPool(db, poolId)) !== null && (await isWeekOfPool(db, poolId, weekId));
}

/** The topics of a server. @param shared reads topics that others are made of */
export function createTopics({ store, clock }: Pick<Deps, 'store' | 'clock'>, shared: SharedRead): Topics<Topic> {
  return {
    nameOf,
    topicOf: (ref, asker) => declaredFor(ref).of?.(ref, asker) ?? (ref as Topic),
    touched,
    isPersonal: (topic) => declaredFor(topic).isPersonal === true,
    isUrgent: (topic) => declaredFor(topic).isUrgent === true,
    isAlwaysRead: (topic) => declaredFor(topic).isAlwaysRead === true,
    read: async (topic) => stateOf(topic.kind, await declaredFor(topic).read(store.db, topic, clock.now, shared)),
  };
}

/** The declaration of a topic, for topics of any kind. */
function declaredFor({ kind }: { readonly kind: Kind }): AnyDeclared {
  return declared[kind] as unknown as AnyDeclared;
}

type AnyDeclared = Omit<Declared<Kind>, 'of'> & { readonly of?: (ref: TopicRef, asker: Asker) => Topic };

/** All fields of a topic name it, in whatever order they stand. */
function nameOf({ kind, ...fields }: Topic): string {
  const named = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return [kind, ...named.map(([, value]) => value)].join(' ');
}

const ofPicks = Object.values(declared).flatMap(({ picks }) => picks ?? []);

function touched<K extends Kept<Topic>>(change: Change, kept: ReadonlyMap<string, K>): [string, K][] {
  if (kept.size === 0) return [];
  if (change.kind !== 'picks') return [...kept].filter(([, each]) => isTouched(change, each));
  return ofPicks.flatMap((topicsOf) =>
    topicsOf(change).flatMap((topic): [string, K][] => {
      const name = nameOf(topic);
      const found = kept.get(name);
      return found ? [[name, found]] : [];
    }),
  );
}

function isTouched(change: Exclude<Change, { kind: 'picks' }>, { topic, followsScores = true }: Kept<Topic>): boolean {
  if (change.kind === 'everything') return true;
  if (change.kind === 'sessions') return false;
  if (change.kind === 'games' && change.poolIds !== undefined && 'poolId' in topic)
    if (!change.poolIds.includes(topic.poolId)) return false;
  const touches = declaredFor(topic)[change.kind] as Touches<Change['kind'], Kind> | undefined;
  return touches?.(change, topic, followsScores) ?? false;
}

/** Splits the reply of a topic into its head and its rows, unless it is split already. */
function stateOf(kind: Kind, read: Loaded<unknown> | TopicState): TopicState {
  if ('parts' in read) return read;
  const { state, ...loaded } = read;
  const { rows, key } = kind in liveTopics ? liveTopics[kind as TopicKind] : { rows: null, key: null };
  if (rows === null || key === null) return { ...loaded, parts: toRowState(state, [], ''), rows: null };
  const { [rows]: list, ...head } = state as Record<string, unknown>;
  return { ...loaded, parts: toRowState(head, list as Record<string, unknown>[], key), rows };
}
