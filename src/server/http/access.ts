import type { ErrorCode } from '#contract/errors.ts';
import type { Access } from '#contract/route.ts';
import { admits } from '#core/permissions.ts';
import type { User } from '#core/types.ts';

/** What the rule needs to know of a caller. `poolId` is null where the pool does not exist. */
export interface Requester {
  readonly user: Pick<User, 'isEnabled' | 'isAdmin'>;
  readonly isMember: boolean;
  readonly poolId: string | null;
}

/** Why somebody may not call a route or watch a topic; null when they may. Whether a pool exists is told to those signed in only. */
export function refusal(access: Access, caller: Requester | null): ErrorCode | null {
  const requester = { user: caller?.user ?? null, isMember: caller?.isMember ?? false };
  const wantsPool = access === 'member' && caller?.poolId === null;
  if (admits(access, requester) && !wantsPool) return null;
  if (!caller) return 'not_signed_in';
  if (!caller.user.isEnabled) return 'account_disabled';
  if (access === 'admin') return 'admin_only';
  return wantsPool ? 'pool_not_found' : 'not_a_member';
}
