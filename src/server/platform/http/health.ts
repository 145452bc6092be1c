import { readKind } from '#server/platform/db/meta.ts';
import { VERSION } from '#server/platform/version.ts';
import type { Handlers } from './call.ts';
import { fail } from './call.ts';

/** A database that does not answer for this long counts as unreachable, in ms. */
const SILENCE_MS = 5000;

export const health: Pick<Handlers, 'GET /healthz' | 'GET /readyz'> = {
  'GET /healthz': async () => ({ ok: true, version: VERSION }),

  'GET /readyz': async ({ deps }) => {
    if (deps.stopping()) return fail('stopping');
    const { fault } = deps.storage;
    if (fault !== null) return fail(fault);
    return (await answersInTime(readKind(deps.store.db))) ? { ok: true } : fail('database_away');
  },
};

function answersInTime(reading: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const silence = setTimeout(() => resolve(false), SILENCE_MS);
    reading.then(() => resolve(true), reject).finally(() => clearTimeout(silence));
  });
}
