import type { MoneyReply, money as moneyTable, Noted } from '#contract/money.ts';
import type { Cents } from '#core/money.ts';
import { FEE } from '#core/money.ts';
import { csvLine } from '#server/platform/csv.ts';
import type { Handlers } from '#server/platform/http/call.ts';
import { fail, invalid } from '#server/platform/http/call.ts';
import { loadMoney } from './reads.ts';
import { notePayment, savePlan } from './store.ts';

const columns = ['player', 'for', 'place', 'amount', 'paid', 'noted_by', 'noted_at'];

/** A pool's money as CSV with a header: a line for each fee and each share of a prize, amounts in dollars, times in UTC. */
function moneyCsv({ entries, prizes }: MoneyReply): string {
  const names = new Map(entries.map(({ id, name }) => [id, name]));
  const fees = entries
    .filter(({ paid, due }) => paid > 0 || due > 0)
    .map(({ name, paid, due, noted }) => line(name, FEE, '', due, paid, noted));
  const shares = prizes.flatMap(({ of, name, shares }) =>
    shares.map(({ id, rank, cents, paid, noted }) =>
      line(names.get(id) ?? id, name ?? of, rank === undefined ? '' : String(rank), cents, paid, noted),
    ),
  );
  return [columns, ...fees, ...shares].map(csvLine).join('');
}

function line(name: string, purpose: string, place: string, cents: Cents, paid: Cents, noted: Noted | null): string[] {
  const by = noted === null ? ['', ''] : [noted.by.name, new Date(noted.at).toISOString()];
  return [name, purpose, place, amount(cents), amount(paid), ...by];
}

function amount(cents: Cents): string {
  return (cents / 100).toFixed(2);
}

export const money: Pick<Handlers, keyof typeof moneyTable> = {
  'GET /api/pools/:poolId/money': async ({ deps, params: { poolId } }) => {
    return { snapshot: await deps.live.read({ kind: 'money', poolId }) };
  },

  'GET /api/pools/:poolId/money.csv': async ({ deps, params: { poolId } }) => {
    const { state } = await loadMoney(deps.store.db, poolId, deps.clock.now());
    return { download: { name: 'money.csv', type: 'text/csv; charset=utf-8', text: moneyCsv(state) } };
  },

  'PUT /api/pools/:poolId/money/plan': async ({ deps, caller, params: { poolId }, body }) => {
    const outcome = await savePlan(deps.store, caller.user.id, poolId, body, deps.clock.now);
    if ('flaw' in outcome) return invalid(`plan.${outcome.flaw.field}`, outcome.flaw.text);
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
