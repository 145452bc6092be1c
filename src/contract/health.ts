import { Type } from 'typebox';
import { routes } from './route.ts';
import { Done, shape } from './shapes.ts';

const Age = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]);

export const health = routes({
  'GET /healthz': {
    summary: 'Check that the process is running',
    access: 'anyone',
    /** `version` is that of the server. */
    reply: shape({ ok: Type.Literal(true), version: Type.String() }),
    errors: [],
  },
  'GET /status': {
    summary: 'Show how old the last success of the feed, the newest backup and the oldest waiting message are',
    access: 'anyone',
    /** Ages in seconds; null if there is none, or if the database cannot be read. */
    reply: shape({
      version: Type.String(),
      isStorageOk: Type.Boolean(),
      feedAge: Age,
      backupAge: Age,
      messageAge: Age,
    }),
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
