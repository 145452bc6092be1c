import type { Handlers } from '../http/call.ts';

export const feed: Pick<Handlers, 'GET /api/feed'> = {
  'GET /api/feed': ({ deps }) => deps.feed.health(),
};
