import type { ErrorCode } from '#contract/errors.ts';
import type { Access } from '#contract/route.ts';
import { admits } from '#core/permissions.ts';
import type { User } from '#core/types.ts';

/** The facts about a caller. `poolId` is null if there is no pool that they may see. */
export interface Requester {
  readonly user: Pick<User, 'isEnabled' | 'isAdmin'>;
  readonly isMember: boolean;
  readonly isCommissioner: boolean;
  readonly poolId: string | null;
}

/** Why a caller may not call a route or watch a topic; null if they may. Only signed-in callers learn whether a pool exists. */
export function refusal(access: Access, caller: Requester | null): ErrorCode | null {
  const { user = null, isMember = false, isCommissioner = false } = caller ?? {};
  const requester = { user, isMember, isCommissioner };
  const wantsPool = (access === 'member' || access === 'commissioner') && caller?.poolId === null;
  if (admits(access, requester) && !wantsPool) return null;
  if (!caller) return 'not_signed_in';
  if (!caller.user.isEnabled) return 'account_disabled';
  if (wantsPool) return 'pool_not_found';
  return access === 'member' ? 'not_a_member' : 'admin_only';
}
