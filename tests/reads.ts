import type { RouteName } from '#contract/index.ts';
import { routeTable } from '#contract/index.ts';

/**
 * Calls whose replies change each time: the security log records refused reads, sessions include the current time, a challenge of passkeys
 * is random.
 */
const unsteady: readonly RouteName[] = [
  'GET /api/admin/security-log',
  'GET /api/sessions',
  'GET /api/auth/passkeys/sign-in',
];

/** Every read whose reply stays the same while nothing changes. */
export const steadyReads = (Object.keys(routeTable) as RouteName[]).filter(
  (name) => name.startsWith('GET ') && !unsteady.includes(name),
);
