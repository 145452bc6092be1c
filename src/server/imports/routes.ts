import type { imports as table } from '#contract/imports.ts';
import type { Handlers } from '#server/platform/http/call.ts';
import { fail, invalid } from '#server/platform/http/call.ts';
import { importsOf, startImport, startUndo } from './store.ts';

export const imports: Pick<Handlers, keyof typeof table> = {
  'GET /api/pools/:poolId/imports': async ({ deps, params }) => {
    return { imports: await importsOf(deps.store.db, params.poolId, deps.clock.now()) };
  },

  'POST /api/pools/:poolId/imports': async ({ deps, caller, params, body }) => {
    const { picks, guesses = [], orders = [], teams = [] } = body;
    if (picks.length + guesses.length + orders.length + teams.length === 0)
      return invalid('picks', 'Send at least one pick.');
    const by = { poolId: params.poolId, userId: caller.user.id, clock: deps.clock.now };
    const started = await startImport(deps.store, by, body);
    if ('badName' in started) return invalid('newPlayers', started.badName);
    if ('refusal' in started) {
      const name = 'name' in started ? { message: `${started.name}: That name is taken in this pool.` } : {};
      return { ...fail(started.refusal), ...name };
    }
    deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId] });
    deps.imports.run(started.id);
    return started;
  },

  'POST /api/pools/:poolId/imports/:importId/undo': async ({ deps, caller, params }) => {
    const { poolId, importId } = params;
    const by = { poolId, userId: caller.user.id, clock: deps.clock.now };
    if (!(await startUndo(deps.store, importId, by))) return fail('import_not_found');
    deps.imports.run(importId);
    return { ok: true };
  },
};
