import type { TopicRef } from '#contract/live.ts';
import type { Change } from './changes.ts';

/**
 * A state that pages watch: the games of a week, a pool, a pool's week (with or without bus marks), how many have picked in it, a
 * pool's standings, its money, the latest of its talk, a person's own entries in a pool with their picks.
 */
export type LiveTopic =
  | { readonly kind: 'games'; readonly weekId: string }
  | { readonly kind: 'pool'; readonly poolId: string }
  | { readonly kind: 'matchup'; readonly poolId: string; readonly weekId: string; readonly forCommissioners: boolean }
  | { readonly kind: 'activePlayers'; readonly poolId: string; readonly weekId: string }
  | { readonly kind: 'standings'; readonly poolId: string }
  | { readonly kind: 'money'; readonly poolId: string }
  | { readonly kind: 'talk'; readonly poolId: string }
  | { readonly kind: 'entries'; readonly poolId: string; readonly userId: string };

/**
 * A state that is read for somebody: pages watch all of them but the leader of a pool's week, how its members picked, the lab of a pool, and
 * private calendars, by the address of the league that stands in them.
 */
export type Topic =
  | LiveTopic
  | { readonly kind: 'leader' | 'shares'; readonly poolId: string; readonly weekId: string }
  | { readonly kind: 'lab'; readonly poolId: string }
  | { readonly kind: 'calendar'; readonly userId: string; readonly site: string };

/** The name under which a topic is kept. */
export function topicName(topic: Topic): string {
  switch (topic.kind) {
    case 'games':
      return `games ${topic.weekId}`;
    case 'pool':
      return `pool ${topic.poolId}`;
    case 'standings':
    case 'money':
    case 'talk':
    case 'lab':
      return `${topic.kind} ${topic.poolId}`;
    case 'activePlayers':
    case 'leader':
    case 'shares':
      return `${topic.kind} ${topic.poolId} ${topic.weekId}`;
    case 'matchup':
      return `matchup ${topic.poolId} ${topic.weekId}${topic.forCommissioners ? ' commissioners' : ''}`;
    case 'entries':
      return `entries ${topic.poolId} ${topic.userId}`;
    case 'calendar':
      return `calendar ${topic.userId} ${topic.site}`;
  }
}

/** Who asks for a topic: `isCommissioner` is told of its pool; an admin sees what a commissioner does. */
interface Asker {
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly isCommissioner: boolean;
}

/** The topic that somebody means: whose entries, and what a commissioner sees, follow from who asks. */
export function topicFor(ref: TopicRef, viewer: Asker): LiveTopic {
  if (ref.kind === 'matchup') return { ...ref, forCommissioners: viewer.isAdmin || viewer.isCommissioner };
  if (ref.kind === 'entries') return { ...ref, userId: viewer.userId };
  return ref;
}

/** The names of the topics that a change of picks may have altered: there are many topics, and picks change often. */
function namesTouchedByPicks({ poolId, weekId, userId, entered }: Change & { kind: 'picks' }): string[] {
  if (shared.poolId !== poolId || shared.weekId !== weekId) shared = sharedNames(poolId, weekId);
  const names = [...shared.names, topicName({ kind: 'entries', poolId, userId })];
  // Players pick open games only; shares and the lab are of locked ones.
  return entered
    ? [...names, topicName({ kind: 'shares', poolId, weekId }), topicName({ kind: 'lab', poolId })]
    : names;
}

/** What all players of the pool and week asked about last look at: changes of picks come many at a time, of the same two. */
let shared = sharedNames('', '');

function sharedNames(poolId: string, weekId: string) {
  const names = [
    topicName({ kind: 'matchup', poolId, weekId, forCommissioners: false }),
    topicName({ kind: 'matchup', poolId, weekId, forCommissioners: true }),
    topicName({ kind: 'activePlayers', poolId, weekId }),
  ];
  return { poolId, weekId, names };
}

/** What is kept of a topic. */
interface Kept {
  readonly topic: Topic;
  /** Of own entries, whether they follow from how games end, as teams do; undefined while nobody knows. */
  readonly followsScores?: boolean | undefined;
}

/** Whether a change of anything but picks may have altered a topic. */
function touches(change: Exclude<Change, { kind: 'picks' }>, { topic, followsScores = true }: Kept): boolean {
  if (change.kind === 'everything') return true;
  // Whose calendars have a game or a pool is not known here.
  if (topic.kind === 'calendar') return change.kind === 'games' || change.kind === 'pools';
  if (change.kind === 'games' && topic.kind === 'entries') return change.scored === true && followsScores;
  if (change.kind === 'entries') return isOfOwnersPool(change, topic);
  if (change.kind === 'talk') return topic.kind === 'talk' && topic.poolId === change.poolId;
  if (change.kind === 'sessions') return false;
  // There are as many as people: only what their own entries follow from has them read again.
  if (topic.kind === 'entries') {
    if (change.kind !== 'pools' || !change.poolIds.includes(topic.poolId)) return false;
    return followsScores || change.weeks === true || change.userIds?.includes(topic.userId) === true;
  }
  if (change.kind === 'pools') return topic.kind !== 'games' && change.poolIds.includes(topic.poolId);
  // Standings, and the overall score of every matchup, add up all weeks; prizes roll over; the active week of a pool follows the games.
  if (topic.kind === 'talk') return false;
  if (topic.kind === 'matchup' || !('weekId' in topic)) return true;
  return change.weekIds.includes(topic.weekId);
}

/** What somebody entered, and which entries they have, shows only in the pool itself, and to them. */
function isOfOwnersPool(
  { poolId, userId }: Change & { kind: 'entries' },
  topic: Exclude<Topic, { kind: 'calendar' }>,
): boolean {
  if (topic.kind === 'games' || topic.kind === 'pool' || topic.kind === 'talk' || topic.poolId !== poolId) return false;
  return topic.kind !== 'entries' || topic.userId === userId;
}

/** The kept things that a change may have altered, by the name of their topic. */
export function touched<T extends Kept>(change: Change, kept: ReadonlyMap<string, T>): [string, T][] {
  if (kept.size === 0) return [];
  if (change.kind !== 'picks') return [...kept].filter(([, each]) => touches(change, each));
  return namesTouchedByPicks(change).flatMap((name): [string, T][] => {
    const found = kept.get(name);
    return found ? [[name, found]] : [];
  });
}
