import type { User } from './types.ts';

/** At least this many enabled admins always remain (decisions, People). */
export const MIN_ENABLED_ADMINS = 1;

/**
 * Everyone who asks is one of: nobody (not signed in), disabled, outsider (signed in, not an enabled member of the pool
 * in question), member; an enabled admin is admin besides outsider or member.
 */
export const roles = ['nobody', 'disabled', 'outsider', 'member', 'admin'] as const;
export type Role = (typeof roles)[number];

const signedOut = ['nobody'] as const;
const account = ['disabled', 'outsider', 'member'] as const;
const enabled = ['outsider', 'member'] as const;
const poolPeople = ['member', 'admin'] as const;
const member = ['member'] as const;
const admin = ['admin'] as const;

/** Who may do what (section 6; decisions, Picks and People). */
const grants = {
  signIn: signedOut,
  seeOwnAccount: account,
  signOut: account,

  seeWeeks: enabled,
  seeTeamRecords: enabled,
  seePoolList: enabled,
  askToJoin: ['outsider'],
  editOwnName: enabled,
  useTestPage: enabled,
  addMissingTeams: enabled,

  /** Members, revealed picks, scores, money link and talk. */
  seePool: poolPeople,
  savePick: member,

  openAdminPanel: admin,
  editGame: admin,
  seeBusPicks: admin,
  enterBusPick: admin,
  seeUsers: admin,
  setUserEnabled: admin,
  setUserAdmin: admin,
  createPool: admin,
  editPool: admin,
  duplicatePool: admin,
  deletePool: admin,
  setMember: admin,
  setPoolWeeks: admin,
  joinImportedPlayer: admin,
} as const satisfies Record<string, readonly Role[]>;

export type Act = keyof typeof grants;

/** Every act there is. */
export const acts = Object.keys(grants) as readonly Act[];

/** What no request can do to the person who sends it (decisions, People). */
const neverOnOneself: readonly Act[] = ['setUserEnabled', 'setUserAdmin'];

/** Who asks: the signed-in user, if any, and whether he is an enabled member of the pool in question. */
export interface Asker {
  readonly user: Pick<User, 'isEnabled' | 'isAdmin'> | null;
  readonly isMember: boolean;
}

/** The roles of somebody. A disabled account has no other, not even an admin's (decisions, People). */
export function rolesOf({ user, isMember }: Asker): readonly Role[] {
  if (user === null) return ['nobody'];
  if (!user.isEnabled) return ['disabled'];
  const standing: Role = isMember ? 'member' : 'outsider';
  return user.isAdmin ? [standing, 'admin'] : [standing];
}

/** Whether somebody may do something (section 6). */
export function may(asker: Asker, act: Act): boolean {
  const granted: readonly Role[] = grants[act];
  return rolesOf(asker).some((role) => granted.includes(role));
}

/** Whether an act that somebody may do to others may also be done to himself (decisions, People). */
export function mayOnOneself(act: Act): boolean {
  return !neverOnOneself.includes(act);
}
