import type { poolFile as table } from '#contract/pool-file.ts';
import { mayMakePool } from '#core/permissions.ts';
import type { Handlers } from '#server/platform/http/call.ts';
import { fail } from '#server/platform/http/call.ts';
import { findPool } from '#server/pools/reads.ts';
import { catchUp } from '#server/receipts/store.ts';
import { flawsOf } from './flaws.ts';
import { readPoolFile } from './reads.ts';
import { importPool } from './store.ts';

export const poolFile: Pick<Handlers, keyof typeof table> = {
  'GET /api/pools/:poolId/file': async ({ deps, params }) => {
    const { store, clock } = deps;
    const now = clock.now();
    await catchUp(store, { poolId: params.poolId }, clock.now);
    const pool = await findPool(store.db, params.poolId);
    if (pool === null) return fail('pool_not_found');
    const file = await readPoolFile(store.db, pool, { now, withAddresses: false });
    return {
      download: { name: 'pool.json', type: 'application/json; charset=utf-8', text: JSON.stringify(file) },
    };
  },

  'POST /api/pools/file': async ({ deps, caller, body }) => {
    const { user } = caller;
    if (!mayMakePool(caller, deps.settings.pools)) return fail('admin_only');
    const flaws = await flawsOf(body);
    if (flaws.length > 0) return flawed(flaws);
    const made = await importPool(deps.store, body, {
      userId: user.id,
      addsGames: user.isAdmin,
      matchesAddresses: false,
      isListed: user.isAdmin,
      clock: deps.clock.now,
    });
    if ('refusal' in made) return fail(made.refusal);
    if ('flaws' in made) return flawed(made.flaws);
    deps.afterCommit.changed({ kind: 'games', weekIds: body.weeks.map(({ id }) => id) });
    deps.afterCommit.changed({ kind: 'pools', poolIds: [made.id], userIds: [user.id], weeks: true });
    return { id: made.id };
  },
};

function flawed(flaws: readonly string[]) {
  return { ...fail('flawed_pool_file'), message: flaws.join('\n') };
}
