import type { admin as table, UserListing } from '#contract/admin.ts';
import { cleanName } from '#core/names.ts';
import { profileNameError } from '#core/validation.ts';
import { meOf } from '#server/accounts/profile.ts';
import { renameOwner, setDefaultPool } from '#server/accounts/store.ts';
import { actorOf } from '#server/journal/audit-store.ts';
import { poolsOfUser } from '#server/members/reads.ts';
import { transact } from '#server/platform/db/transactions.ts';
import type { Handlers } from '#server/platform/http/call.ts';
import { fail, invalid } from '#server/platform/http/call.ts';
import { networkOf, tooMany } from '#server/platform/http/limits.ts';
import { EVERYTHING } from '#server/platform/live/changes.ts';
import type { UserWithEmail } from './reads.ts';
import { allUsers, findUserWithEmail } from './reads.ts';
import { changeUser } from './store.ts';

export const admin: Pick<Handlers, keyof typeof table> = {
  'GET /api/users': async ({ deps }) => ({ users: (await allUsers(deps.store.db)).map(listingOf) }),

  'PATCH /api/users/:userId': async ({ deps, caller, params, body, client }) => {
    const { userId } = params;
    if (userId === caller.user.id) return fail('not_on_oneself');
    const origin = { network: networkOf(client.address), at: Date.now() };
    const refusal = await changeUser(deps.store, actorOf(deps, caller), userId, body, origin);
    if (refusal) return fail(refusal);
    deps.afterCommit.changed(EVERYTHING);
    const user = await findUserWithEmail(deps.store.db, userId);
    return user ? listingOf(user) : fail('player_not_found');
  },

  'PATCH /api/profile': async ({ deps, caller, body }) => {
    const displayName = body.displayName === undefined ? caller.user.displayName : cleanName(body.displayName);
    const problem = body.displayName === undefined ? null : profileNameError(displayName);
    if (problem) return invalid('displayName', problem);
    const isNew = displayName !== caller.user.displayName;
    const wait = isNew ? await deps.accounts.limits.take([['rename by', caller.user.id]]) : 0;
    if (wait > 0) return tooMany(wait);
    const { defaultPool } = body;
    const userId = caller.user.id;
    const refusal = await transact(deps.store, async (tx) => {
      if (defaultPool !== undefined && !(await setDefaultPool(tx, caller, defaultPool))) return 'pool_not_found';
      const renamed = { userId, displayName };
      return isNew && !(await renameOwner(tx, deps.store.engine, renamed, deps.clock.now())) ? 'not_signed_in' : null;
    });
    if (refusal) return fail(refusal);
    if (isNew) {
      const poolIds = (await poolsOfUser(deps.store.db, userId)).map(({ id }) => id);
      deps.afterCommit.changed({ kind: 'pools', poolIds });
      for (const poolId of poolIds) deps.afterCommit.changed({ kind: 'entries', poolId, userId });
    }
    const defaultPoolId = defaultPool ?? caller.user.defaultPoolId;
    const me = await meOf(deps, { ...caller, user: { ...caller.user, displayName, defaultPoolId } });
    return me ?? fail('not_signed_in');
  },
};

function listingOf(user: UserWithEmail): UserListing {
  const { id, email, displayName, isEnabled, isAdmin, emailVerified, hasSecondFactor } = user;
  return { id, email, displayName, isEnabled, isAdmin, emailVerified, hasSecondFactor };
}
