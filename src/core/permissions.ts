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

/** The roles that each level of access admits. The contract's routes name the same levels. */
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

/** The level that each act asks for (section 6; decisions, Picks and People). */
const grants = {
  chooseTheme: 'anyone',

  signIn: 'visitor',
  seeOwnAccount: 'account',
  signOut: 'account',

  seeWeeks: 'user',
  seeTeamRecords: 'user',
  /** By id, name and description. */
  seePoolList: 'user',
  /** Where everyone makes pools. */
  createUnlistedPool: 'user',
  editOwnName: 'user',
  useTestPage: 'user',
  addMissingTeams: 'user',
  askToJoin: 'outsider',

  /** Members, revealed picks, scores, money link and talk. */
  seePool: 'member',
  savePick: 'player',

  seeBusPicks: 'commissioner',
  enterBusPick: 'commissioner',
  editPool: 'commissioner',
  setMember: 'commissioner',
  setPoolWeeks: 'commissioner',
  nameCommissioner: 'commissioner',
  /** Plan, fees and payouts. */
  keepMoney: 'commissioner',

  openAdminPanel: 'admin',
  editGame: 'admin',
  /** Everybody's e-mail address, too. */
  seeUsers: 'admin',
  setUserEnabled: 'admin',
  setUserAdmin: 'admin',
  createPool: 'admin',
  duplicatePool: 'admin',
  playPoolAgain: 'admin',
  deletePool: 'admin',
} as const satisfies Record<string, Level>;

/** The name of an act. */
export type Act = keyof typeof grants;

/** Every act there is. */
export const acts = Object.keys(grants) as readonly Act[];

/** What no request can do to the person who sends it (decisions, People). */
const neverOnOneself: readonly Act[] = ['setUserEnabled', 'setUserAdmin'];

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

/** Whether somebody may do something (section 6). */
export function may(requester: Requester, act: Act): boolean {
  return admits(grants[act], requester);
}

/** Who makes pools, as a league sets it. */
export const poolMakers = ['admins', 'everyone'] as const;
/** One of these. */
export type PoolMakers = (typeof poolMakers)[number];

/** Whether somebody may make a pool. */
export function mayMakePool(requester: Requester, makers: PoolMakers): boolean {
  return may(requester, makers === 'everyone' ? 'createUnlistedPool' : 'createPool');
}

/** Whether an act that somebody may do to others may also be done to oneself (decisions, People). */
export function mayOnOneself(act: Act): boolean {
  return !neverOnOneself.includes(act);
}
