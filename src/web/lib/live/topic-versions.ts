import type { TopicRef } from '#contract/live.ts';

/** The latest version received of each topic. */
const versions = new Map<string, number>();

/** One name for a topic, whatever the order of its fields. */
export function topicName(topic: TopicRef): string {
  const poolId = 'poolId' in topic ? topic.poolId : '';
  const weekId = 'weekId' in topic ? topic.weekId : '';
  return `${topic.kind} ${poolId} ${weekId}`;
}

/** Whether the live connection keeps a topic up to date. */
export function isLiveTopic(topic: TopicRef | undefined): boolean {
  return topic !== undefined && versions.has(topicName(topic));
}

export function versionOf(topic: TopicRef): number | undefined {
  return versions.get(topicName(topic));
}

export function setVersion(topic: TopicRef, version: number): void {
  versions.set(topicName(topic), version);
}

/** Forgets the versions of all other topics: they start again with a whole state. */
export function keepTopics(topics: readonly TopicRef[]): void {
  const kept = new Set(topics.map(topicName));
  for (const name of [...versions.keys()]) if (!kept.has(name)) versions.delete(name);
}
