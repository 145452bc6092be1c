import type { poolLines as routes } from '#contract/pool-lines.ts';
import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { correctLine } from '../store/pool-lines.ts';

export const poolLines: Pick<Handlers, keyof typeof routes> = {
  'PUT /api/pools/:poolId/lines/:gid': async ({ deps, caller, params, body }) => {
    const reason = body.reason.trim();
    if (reason === '') return { ...fail('line_reason_missing'), field: 'reason' };
    const correction = { ...params, spread: body.spread, seen: body.seen.spread, reason, adminId: caller.user.id };
    const outcome = await correctLine(deps.store, correction, deps.clock.now);
    if ('refusal' in outcome) return fail(outcome.refusal);
    if (outcome.isChanged) deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId] });
    return { ok: true };
  },
};
