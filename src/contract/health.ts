import { Type } from 'typebox';
import { FeedStatus } from './feed.ts';
import { routes } from './route.ts';
import { Done, shape } from './shapes.ts';

export const health = routes({
  'GET /healthz': {
    summary: 'The process answers',
    access: 'anyone',
    reply: Done,
    errors: [],
  },
  'GET /readyz': {
    summary: 'The database answers and the server takes requests',
    access: 'anyone',
    reply: shape({
      ok: Type.Literal(true),
      database: Type.Enum(['sqlite', 'postgres']),
      /** For those who watch the server: a feed that is down does not make it unready. */
      feed: FeedStatus,
    }),
    errors: ['stopping'],
  },
});
