import { routes } from './route.ts';
import { Done } from './shapes.ts';

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
    /** No more than that: everybody can ask. Admins find how the feed is under `GET /api/feed`. */
    reply: Done,
    errors: ['stopping'],
  },
});
