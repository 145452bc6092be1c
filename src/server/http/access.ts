import type { ErrorCode } from '#contract/errors.ts';
import type { Access } from '#contract/route.ts';
import type { Caller } from '../auth/session.ts';

/** Why somebody may not call a route; null when he may. Whether a pool exists is told to those signed in only. */
export function refusal(access: Access, caller: Caller | null): ErrorCode | null {
  if (access === 'anyone') return null;
  if (!caller) return 'not_signed_in';
  if (access === 'account') return null;
  const { user, pool, isMember } = caller;
  if (!user.isEnabled) return 'account_disabled';
  if (access === 'admin') return user.isAdmin ? null : 'admin_only';
  if (access !== 'member') return null;
  if (!pool) return 'pool_not_found';
  return isMember || user.isAdmin ? null : 'not_a_member';
}
