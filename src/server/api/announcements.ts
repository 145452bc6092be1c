import type { announcements as routes } from '#contract/announcements.ts';
import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { markTold } from '../store/announcements.ts';

export const announcements: Pick<Handlers, keyof typeof routes> = {
  'PUT /api/pools/:poolId/announcements/read': async ({ deps, caller, params, body }) => {
    if (!caller.isMember) return fail('not_a_member');
    const isThere = await markTold(deps.store.db, params.poolId, caller.user.id, body.until);
    return isThere ? { ok: true } : fail('announcement_not_found');
  },
};
