import type { Loaded, Topics } from '#server/platform/live/topics.ts';
import type { Topic } from '#server/topics.ts';
import { createTopics } from '#server/topics.ts';

/** The topics of the server, with `read` in place of their readers. */
export function topicsReading(read: (topic: Topic) => Promise<Loaded<unknown>>): Topics<Topic> {
  const topics = createTopics({ store: null as never, clock: { now: () => 0 } }, () =>
    Promise.reject(new Error('Nothing is shared.')),
  );
  return {
    ...topics,
    async read(topic) {
      const { state, ...loaded } = await read(topic);
      return { ...loaded, parts: { head: JSON.stringify(state), rows: new Map() }, rows: null };
    },
  };
}

/** For tests that never read a topic. */
export const noTopics = topicsReading(async () => {
  throw new Error('This test reads no topic.');
});
