import { queryOptions } from '@tanstack/react-query';
import type { FeedState } from '#contract/feed.ts';
import { call } from '#web/lib/api.ts';
import { ADMIN_KEY } from '#web/lib/query.ts';

/** How often an open screen reads the state of the feed. */
const FEED_MS = 15_000;

export const feedQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'feed'],
  queryFn: ({ signal }) => call('GET /api/feed', {}, signal),
  refetchOnMount: 'always',
  refetchInterval: FEED_MS,
  meta: { failure: 'Error fetching the state of the feed' },
});

/** The state of the feed, for a reader who has never heard of it. */
interface FeedWords {
  readonly tone: 'good' | 'warn' | 'bad' | 'plain';
  readonly title: string;
  readonly text: string;
}

export const feedWords: Readonly<Record<FeedState, FeedWords>> = {
  demo: { tone: 'plain', title: 'Demo', text: 'The demo makes up its own games.' },
  off: {
    tone: 'warn',
    title: 'Switched off',
    text: "Games don't update on their own. You enter the scores.",
  },
  quiet: {
    tone: 'good',
    title: 'Quiet',
    text: 'No games right now. We check the schedule now and then.',
  },
  waiting: { tone: 'plain', title: 'Waiting', text: 'Just started. The first update is on its way.' },
  ok: { tone: 'good', title: 'Working', text: 'Scores and lines update on their own.' },
  failing: { tone: 'bad', title: 'Failing', text: 'The last update failed. We keep trying.' },
  late: { tone: 'bad', title: 'Late', text: 'No update when one was due. The server may be stuck.' },
};

/** Whether an admin should act. */
export function needsHelp(state: FeedState): boolean {
  return state === 'failing' || state === 'late';
}
