import type { Change } from './changes.ts';

/** A state that many people read: the games of a week, a pool's week (with or without bus marks), a pool's standings. */
export type Topic =
  | { readonly kind: 'games'; readonly weekId: string }
  | { readonly kind: 'matchup'; readonly poolId: string; readonly weekId: string; readonly forAdmins: boolean }
  | { readonly kind: 'standings'; readonly poolId: string };

/** The name under which a topic is kept. */
export function topicName(topic: Topic): string {
  if (topic.kind === 'games') return `games ${topic.weekId}`;
  if (topic.kind === 'standings') return `standings ${topic.poolId}`;
  return `matchup ${topic.poolId} ${topic.weekId}${topic.forAdmins ? ' admins' : ''}`;
}

/** Whether a change may have altered a topic. */
export function touches(change: Change, topic: Topic): boolean {
  if (change.kind === 'everything') return true;
  if (topic.kind === 'standings') return change.kind === 'games' || change.poolId === topic.poolId;
  if (change.kind === 'games') return change.weekIds.includes(topic.weekId);
  return topic.kind === 'matchup' && topic.poolId === change.poolId && topic.weekId === change.weekId;
}
