import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Act, Level, Requester } from '#core/permissions.ts';
import { acts, admits, MIN_ENABLED_ADMINS, may, mayOnOneself, rolesOf } from '#core/permissions.ts';

const player = { isEnabled: true, isAdmin: false };
const adminUser = { isEnabled: true, isAdmin: true };

const people = {
  nobody: { user: null, isMember: false, isCommissioner: false },
  disabled: { user: { isEnabled: false, isAdmin: false }, isMember: true, isCommissioner: false },
  'disabled commissioner': { user: { isEnabled: false, isAdmin: false }, isMember: true, isCommissioner: true },
  'disabled admin': { user: { isEnabled: false, isAdmin: true }, isMember: true, isCommissioner: false },
  outsider: { user: player, isMember: false, isCommissioner: false },
  member: { user: player, isMember: true, isCommissioner: false },
  commissioner: { user: player, isMember: false, isCommissioner: true },
  'playing commissioner': { user: player, isMember: true, isCommissioner: true },
  admin: { user: adminUser, isMember: false, isCommissioner: false },
  'playing admin': { user: adminUser, isMember: true, isCommissioner: false },
} as const satisfies Record<string, Requester>;

type Person = keyof typeof people;

const enabled: readonly Person[] = [
  'outsider',
  'member',
  'commissioner',
  'playing commissioner',
  'admin',
  'playing admin',
];
const signedIn: readonly Person[] = ['disabled', 'disabled commissioner', 'disabled admin', ...enabled];
const admins: readonly Person[] = ['admin', 'playing admin'];
const commissioners: readonly Person[] = ['commissioner', 'playing commissioner', ...admins];
const poolPeople: readonly Person[] = ['member', ...commissioners];

const rulebook: Record<Act, readonly Person[]> = {
  chooseTheme: ['nobody', ...signedIn],

  signIn: ['nobody'],
  seeOwnAccount: signedIn,
  signOut: signedIn,

  seeWeeks: enabled,
  seeTeamRecords: enabled,
  seePoolList: enabled,
  editOwnName: enabled,
  useTestPage: enabled,
  addMissingTeams: enabled,
  askToJoin: ['outsider', 'commissioner', 'admin'],

  seePool: poolPeople,
  savePick: ['member', 'playing commissioner', 'playing admin'],

  openAdminPanel: admins,
  editGame: admins,
  seeBusPicks: commissioners,
  enterBusPick: commissioners,
  seeUsers: admins,
  setUserEnabled: admins,
  setUserAdmin: admins,
  createPool: admins,
  createUnlistedPool: enabled,
  editPool: commissioners,
  nameCommissioner: commissioners,
  keepMoney: commissioners,
  duplicatePool: admins,
  playPoolAgain: admins,
  deletePool: admins,
  setMember: commissioners,
  setPoolWeeks: commissioners,
};

const anyAsker: fc.Arbitrary<Requester> = fc.record({
  user: fc.option(fc.record({ isEnabled: fc.boolean(), isAdmin: fc.boolean() })),
  isMember: fc.boolean(),
  isCommissioner: fc.boolean(),
});

function whoMay(act: Act): string[] {
  return Object.entries(people)
    .filter(([, requester]) => may(requester, act))
    .map(([name]) => name);
}

describe('Who may do what', () => {
  it.each(Object.entries(rulebook))('%s: %s', (act, allowed) => {
    expect(whoMay(act as Act).toSorted()).toEqual(allowed.toSorted());
  });

  it('is said of every act', () => {
    expect(acts.toSorted()).toEqual(Object.keys(rulebook).toSorted());
  });

  it('leaves a disabled account nothing but its own account, the way out and the theme, admin or not', () => {
    for (const person of ['disabled', 'disabled commissioner', 'disabled admin'] as const) {
      expect(acts.filter((act) => may(people[person], act))).toEqual(['chooseTheme', 'seeOwnAccount', 'signOut']);
    }
  });

  it('leaves those who are not signed in the sign-in screen and the theme', () => {
    expect(acts.filter((act) => may(people.nobody, act))).toEqual(['chooseTheme', 'signIn']);
  });

  it('does not let a membership without an account count', () => {
    expect(rolesOf({ user: null, isMember: true, isCommissioner: false })).toEqual(['nobody']);
  });

  it('lets nobody pick in a pool that they are not a member of, not even an admin', () => {
    fc.assert(
      fc.property(anyAsker, (requester) => {
        fc.pre(!requester.isMember);
        expect(may(requester, 'savePick')).toBe(false);
      }),
    );
  });

  it('gives an admin everything that the same person may without being one', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), fc.constantFrom(...acts), (isMember, isCommissioner, act) => {
        const roles = { isMember, isCommissioner };
        if (may({ user: player, ...roles }, act)) expect(may({ user: adminUser, ...roles }, act)).toBe(true);
      }),
    );
  });
});

describe('The levels of access', () => {
  it.each<[Level, readonly Person[]]>([
    ['anyone', ['nobody', ...signedIn]],
    ['visitor', ['nobody']],
    ['account', signedIn],
    ['user', enabled],
    ['outsider', ['outsider', 'commissioner', 'admin']],
    ['player', ['member', 'playing commissioner', 'playing admin']],
    ['member', poolPeople],
    ['commissioner', commissioners],
    ['admin', admins],
  ])('%s admits %s', (level, admitted) => {
    const result = Object.entries(people).filter(([, requester]) => admits(level, requester));
    expect(result.map(([name]) => name).toSorted()).toEqual(admitted.toSorted());
  });

  it('grow: an admin is as a commissioner, a commissioner as a member, a member is a user, a user has an account, an account is anyone', () => {
    fc.assert(
      fc.property(anyAsker, (requester) => {
        if (admits('admin', requester)) expect(admits('commissioner', requester)).toBe(true);
        if (admits('commissioner', requester)) expect(admits('member', requester)).toBe(true);
        if (admits('member', requester)) expect(admits('user', requester)).toBe(true);
        if (admits('user', requester)) expect(admits('account', requester)).toBe(true);
        expect(admits('anyone', requester)).toBe(true);
        expect(admits('visitor', requester)).toBe(!admits('account', requester));
      }),
    );
  });
});

describe('Acts on oneself', () => {
  it('never enable, disable or promote', () => {
    expect(acts.filter((act) => !mayOnOneself(act))).toEqual(['setUserEnabled', 'setUserAdmin']);
  });

  it('cannot leave a league without an enabled admin', () => {
    expect(MIN_ENABLED_ADMINS).toBe(1);
  });
});
