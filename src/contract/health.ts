import { Type } from 'typebox';
import { routes } from './route.ts';
import { Done } from './shapes.ts';

export const health = routes({
  'GET /healthz': {
    summary: 'Check that the process is running',
    access: 'anyone',
    /** `version` is that of the server. */
    reply: Type.Object({ ok: Type.Literal(true), version: Type.String() }),
    errors: [],
  },
  'GET /readyz': {
    summary: 'Check that the database can be read and written and the server accepts requests',
    access: 'anyone',
    /** Contains nothing else, since anyone can call it. Admins see the state of the feed in `GET /api/feed`. */
    reply: Done,
    errors: ['stopping', 'disk_full', 'storage_failed', 'database_busy', 'database_away'],
  },
});
