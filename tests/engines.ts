import type { Engine } from '#server/platform/db/connect.ts';
import { engines } from '#server/platform/db/connect.ts';
import { isLong } from './long.ts';

/** Both engines, for tests of what differs by database, such as locks, races, notices, upgrades and the access to routes. */
export { engines };

/** SQLite, and in a long run PostgreSQL too, for rules whose SQL is the same on both. */
export const usualEngines: readonly Engine[] = isLong ? engines : ['sqlite'];
