import type { ImportRequest, imports as table } from '#contract/imports.ts';
import { PREVIEWED_PICKS_MAX } from '#contract/imports.ts';
import type { Handlers } from '#server/platform/http/call.ts';
import { fail, invalid } from '#server/platform/http/call.ts';
import type { NotStarted } from './store.ts';
import { importsOf, previewOwnLine, startImport, startUndo } from './store.ts';

/** The answer to a request that was refused. */
function refused(started: NotStarted) {
  if ('badName' in started) return invalid('newPlayers', started.badName);
  const name = 'name' in started ? { message: `${started.name}: That name is taken in this pool.` } : {};
  return { ...fail(started.refusal), ...name };
}

function sizeOf({ picks, guesses = [], orders = [], teams = [], buyBacks = [] }: ImportRequest): number {
  return picks.length + guesses.length + orders.length + teams.length + buyBacks.length;
}

export const imports: Pick<Handlers, keyof typeof table> = {
  'GET /api/pools/:poolId/imports': async ({ deps, params }) => {
    return { imports: await importsOf(deps.store.db, params.poolId, deps.clock.now()) };
  },

  'POST /api/pools/:poolId/imports': async ({ deps, caller, params, body }) => {
    if (sizeOf(body) === 0) return invalid('picks', 'Send at least one pick.');
    const by = { poolId: params.poolId, userId: caller.user.id, clock: deps.clock.now };
    const started = await startImport(deps.store, by, body);
    if (!('id' in started)) return refused(started);
    deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId] });
    deps.imports.run(started.id);
    return started;
  },

  'POST /api/pools/:poolId/imports/preview': async ({ deps, caller, params, body }) => {
    const size = sizeOf(body);
    if (size === 0 || size > PREVIEWED_PICKS_MAX) return invalid('picks', `Send 1 to ${PREVIEWED_PICKS_MAX} picks.`);
    const by = { poolId: params.poolId, userId: caller.user.id, clock: deps.clock.now };
    const own = await previewOwnLine(deps.store, by, body);
    if (own === null) return { own: 0, changes: [] };
    return 'count' in own ? { own: own.count, changes: [...own.changes] } : refused(own);
  },

  'POST /api/pools/:poolId/imports/:importId/undo': async ({ deps, caller, params }) => {
    const { poolId, importId } = params;
    const by = { poolId, userId: caller.user.id, clock: deps.clock.now };
    if (!(await startUndo(deps.store, importId, by))) return fail('import_not_found');
    deps.imports.run(importId);
    return { ok: true };
  },
};
