import type { sideTables as table } from '#contract/side-tables.ts';
import type { Handlers } from '#server/platform/http/call.ts';
import { fail } from '#server/platform/http/call.ts';
import { saveSideTables } from './store.ts';

export const sideTables: Pick<Handlers, keyof typeof table> = {
  'GET /api/pools/:poolId/side-tables': async ({ deps, params: { poolId } }) => {
    return { snapshot: await deps.live.read({ kind: 'sideTables', poolId }) };
  },

  'PUT /api/pools/:poolId/side-tables': async ({ deps, caller, params: { poolId }, body }) => {
    const outcome = await saveSideTables(deps.store, caller.user.id, poolId, body, deps.clock.now);
    if ('problem' in outcome) return { ...fail('side_table_wrong'), message: `${outcome.problem}.` };
    if ('refusal' in outcome) return fail(outcome.refusal);
    if (outcome.isChanged) deps.afterCommit.changed({ kind: 'pools', poolIds: [poolId] });
    return { ok: true };
  },
};
