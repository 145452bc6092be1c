import type { RouteName } from '#contract/index.ts';
import { routeTable } from '#contract/index.ts';

/** Answers that differ from call to call: the security log notes refused readings, sessions are told with the time of day. */
const unsteady: readonly RouteName[] = ['GET /api/admin/security-log', 'GET /api/sessions'];

/** Every call that reads and answers the same as long as nothing changes. */
export const steadyReads = (Object.keys(routeTable) as RouteName[]).filter(
  (name) => name.startsWith('GET ') && !unsteady.includes(name),
);
