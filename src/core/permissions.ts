import type { User } from './types.ts';

/** At least this many enabled admins always remain (decisions, People). */
export const MIN_ENABLED_ADMINS = 1;

/** At least this many enabled commissioners remain when one is removed (beyond, The pool's people). */
export const MIN_COMMISSIONERS = 1;

/**
 * The roles of a caller: nobody (not signed in), disabled, outsider (signed in, not an enabled member of the pool in question) or member.
 * An enabled user who is an outsider or a member may also be a commissioner of that pool, or an admin.
 */
export const roles = ['nobody', 'disabled', 'outsider', 'member', 'commissioner', 'admin'] as const;
/** One of the roles. */
export type Role = (typeof roles)[number];

/**
 * The roles that each level of access admits (section 6). The contract's routes declare which level they require.
 *
 * What a commissioner sees that a member does not: who has no picks yet and who can be reminded; requests to join, without addresses; the
 * settings form with the pool's users, weeks and invite link; hooks with their deliveries; imported players and their links; what an entry
 * may be given by hand, and for which open games it has a pick, never which; in Members who is muted and who was removed; and in Matchup which
 * picks were entered by somebody else. Never a sealed pick, never an address.
 */
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

/** The caller: the signed-in user, if any, and whether they are an enabled member, and a commissioner, of the pool in question. */
export interface Requester {
  readonly user: Pick<User, 'isEnabled' | 'isAdmin'> | null;
  readonly isMember: boolean;
  readonly isCommissioner: boolean;
}

/** The roles of a caller. A disabled account has no other role, not even an admin's (decisions, People). */
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

/** Whether a level of access admits a caller. */
export function admits(level: Level, requester: Requester): boolean {
  const admitted: readonly Role[] = levels[level];
  return rolesOf(requester).some((role) => admitted.includes(role));
}

/** Who may create pools, as configured by a league. */
export const poolMakers = ['admins', 'everyone'] as const;
/** One of these settings. */
export type PoolMakers = (typeof poolMakers)[number];

/** Whether a caller may create a pool. */
export function mayMakePool(requester: Requester, makers: PoolMakers): boolean {
  return admits(makers === 'everyone' ? 'user' : 'admin', requester);
}
