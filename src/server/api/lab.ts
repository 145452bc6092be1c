import type { lab as routes } from '#contract/lab.ts';
import type { Handlers } from '../http/call.ts';
import { loadLab } from '../live/lab.ts';

export const lab: Pick<Handlers, keyof typeof routes> = {
  'GET /api/pools/:poolId/lab': async ({ deps, params: { poolId } }) => {
    const load = () => loadLab(deps.store.db, poolId, deps.clock.now());
    return { snapshot: await deps.live.read({ kind: 'lab', poolId }, load) };
  },
};
