import { profileNameError } from '#core/validation.ts';
import { meOf } from '../auth/me.ts';
import type { Handlers } from '../http/call.ts';
import { invalid } from '../http/call.ts';
import { EVERYTHING } from '../live/changes.ts';
import { allUsers, renameUser } from '../store/users.ts';

export const users: Pick<Handlers, 'GET /api/users' | 'PATCH /api/profile'> = {
  'GET /api/users': async ({ deps }) => {
    const all = await allUsers(deps.store.db);
    return {
      users: all.map(({ id, email, displayName, isEnabled, isAdmin }) => ({
        id,
        email,
        displayName,
        isEnabled,
        isAdmin,
      })),
    };
  },

  'PATCH /api/profile': async ({ deps, caller, body }) => {
    const problem = profileNameError(body.displayName);
    if (problem) return invalid('displayName', problem);
    const displayName = body.displayName.trim();
    await renameUser(deps.store.db, caller.user.id, displayName);
    deps.live.changed(EVERYTHING);
    return meOf(deps, { ...caller, user: { ...caller.user, displayName } });
  },
};
