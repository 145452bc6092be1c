import type { FastifyInstance } from 'fastify';
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

/**
 * Everything that somebody can read of a league, and by which etag, by call.
 * @param params what stands in place of the parameters of paths @param cookie missing for a stranger
 */
export async function everythingRead(
  app: Pick<FastifyInstance, 'inject'>,
  params: Readonly<Record<string, string>>,
  cookie?: string,
): Promise<Record<string, string>> {
  const seen: Record<string, string> = {};
  for (const name of steadyReads) {
    const url = (name.split(' ')[1] ?? '').replace(/:(\w+)/g, (_, key) => params[key] ?? '');
    const { headers, body } = await app.inject({ url, headers: cookie === undefined ? {} : { cookie } });
    seen[name] = `${headers.etag} ${body}`;
  }
  return seen;
}
