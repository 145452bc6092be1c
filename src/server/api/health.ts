import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { readKind } from '../store/meta.ts';

export const health: Pick<Handlers, 'GET /healthz' | 'GET /readyz'> = {
  'GET /healthz': async () => ({ ok: true }),

  'GET /readyz': async ({ deps }) => {
    if (deps.stopping()) return fail('stopping');
    await readKind(deps.store.db);
    return { ok: true };
  },
};
