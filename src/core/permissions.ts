import type { User } from './types.ts';

/** At least this many enabled admins always remain (decisions, People). */
export const MIN_ENABLED_ADMINS = 1;

/** At least this many enabled commissioners remain when one is removed (beyond, The pool's people). */
export const MIN_COMMISSIONERS = 1;

/**
 * What somebody who asks can be: nobody (not signed in), disabled, outsider (signed in, no enabled member of the pool in
 * question) or member. Besides being outsider or member, an enabled user may be commissioner of that pool, or an admin.
 */
export const roles = ['nobody', 'disabled', 'outsider', 'member', 'commissioner', 'admin'] as const;
/** One of the roles. */
export type Role = (typeof roles)[number];

/** The roles that each level of access admits (section 6). The contract's routes say which of them they ask for. */
const levels = {
  anyone: roles,
  visitor: ['nobody'],
  account: ['disabled', 'outsider', 'member'],
  user: ['outsider', 'member'],
  outsider: ['outsider'],
  player: ['member'],
  member: ['member', 'commissioner', 'admin'],
  commissioner: ['commissioner', 'admin'],
  admin: ['admin'],
} as const satisfies Record<string, readonly Role[]>;

/** The name of a level of access. */
export type Level = keyof typeof levels;

/** Who asks: the signed-in user, if any, and whether they are an enabled member, and a commissioner, of the pool in question. */
export interface Requester {
  readonly user: Pick<User, 'isEnabled' | 'isAdmin'> | null;
  readonly isMember: boolean;
  readonly isCommissioner: boolean;
}

/** The roles of somebody. A disabled account has no other, not even an admin's (decisions, People). */
export function rolesOf({ user, isMember, isCommissioner }: Requester): readonly Role[] {
  if (user === null) return ['nobody'];
  if (!user.isEnabled) return ['disabled'];
  const poolRole: Role = isMember ? 'member' : 'outsider';
  return [
    poolRole,
    ...(isCommissioner ? (['commissioner'] as const) : []),
    ...(user.isAdmin ? (['admin'] as const) : []),
  ];
}

/** Whether a level of access admits somebody. */
export function admits(level: Level, requester: Requester): boolean {
  const admitted: readonly Role[] = levels[level];
  return rolesOf(requester).some((role) => admitted.includes(role));
}

/** Who makes pools, as a league sets it. */
export const poolMakers = ['admins', 'everyone'] as const;
/** One of these. */
export type PoolMakers = (typeof poolMakers)[number];

/** Whether somebody may make a pool. */
export function mayMakePool(requester: Requester, makers: PoolMakers): boolean {
  return admits(makers === 'everyone' ? 'user' : 'admin', requester);
}
