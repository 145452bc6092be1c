import type { Handlers } from '#server/platform/http/call.ts';

export const feed: Pick<Handlers, 'GET /api/feed'> = {
  'GET /api/feed': ({ deps }) => deps.feed.health(),
};
