import type { money as routes } from '#contract/money.ts';
import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { loadMoney } from '../live/money.ts';
import { moneyCsv } from '../money-csv.ts';
import { notePayment, savePlan } from '../store/money.ts';

export const money: Pick<Handlers, keyof typeof routes> = {
  'GET /api/pools/:poolId/money': async ({ deps, params: { poolId } }) => {
    const load = () => loadMoney(deps.store.db, poolId, deps.clock.now());
    return { snapshot: await deps.live.read({ kind: 'money', poolId }, load) };
  },

  'GET /api/pools/:poolId/money.csv': async ({ deps, params: { poolId } }) => {
    const { state } = await loadMoney(deps.store.db, poolId, deps.clock.now());
    return { download: { name: 'money.csv', type: 'text/csv; charset=utf-8', text: moneyCsv(state) } };
  },

  'PUT /api/pools/:poolId/money/plan': async ({ deps, caller, params: { poolId }, body }) => {
    const outcome = await savePlan(deps.store, caller.user.id, poolId, body, deps.clock.now);
    if ('refusal' in outcome) return fail(outcome.refusal);
    if (outcome.isChanged) deps.afterCommit.changed({ kind: 'pools', poolIds: [poolId] });
    return { ok: true };
  },

  'PUT /api/pools/:poolId/money/payments/:entryId': async ({ deps, caller, params, body }) => {
    const { seen, ...payment } = { ...params, ...body, actorId: caller.user.id };
    const outcome = await notePayment(deps.store, payment, seen, deps.clock.now);
    if ('refusal' in outcome) return fail(outcome.refusal);
    if (outcome.isChanged) deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId] });
    return { ok: true };
  },
};
