import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Level, Requester } from '#core/permissions.ts';
import { admits, mayMakePool, rolesOf } from '#core/permissions.ts';

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

const anyAsker: fc.Arbitrary<Requester> = fc.record({
  user: fc.option(fc.record({ isEnabled: fc.boolean(), isAdmin: fc.boolean() })),
  isMember: fc.boolean(),
  isCommissioner: fc.boolean(),
});

const rulebook: Record<Level, readonly Person[]> = {
  anyone: ['nobody', ...signedIn],
  visitor: ['nobody'],
  account: signedIn,
  user: enabled,
  outsider: ['outsider', 'commissioner', 'admin'],
  player: ['member', 'playing commissioner', 'playing admin'],
  member: poolPeople,
  commissioner: commissioners,
  admin: admins,
};
const levels = Object.keys(rulebook) as readonly Level[];

describe('The levels of access', () => {
  it.each(Object.entries(rulebook))('%s admits %s', (level, admitted) => {
    const result = Object.entries(people).filter(([, requester]) => admits(level as Level, requester));
    expect(result.map(([name]) => name).toSorted()).toEqual(admitted.toSorted());
  });

  it('limit a disabled account, even of an admin, to itself and to what anyone sees', () => {
    for (const person of ['disabled', 'disabled commissioner', 'disabled admin'] as const)
      expect(levels.filter((level) => admits(level, people[person]))).toEqual(['anyone', 'account']);
  });

  it('do not let a membership without an account count', () => {
    expect(rolesOf({ user: null, isMember: true, isCommissioner: false })).toEqual(['nobody']);
  });

  it('let nobody pick in a pool that they are not a member of, not even an admin', () => {
    fc.assert(
      fc.property(anyAsker, (requester) => {
        fc.pre(!requester.isMember);
        expect(admits('player', requester)).toBe(false);
      }),
    );
  });

  it.each([
    ['admins', admins],
    ['everyone', enabled],
  ] as const)('let %s make pools: %s', (makers, allowed) => {
    const result = Object.entries(people).filter(([, requester]) => mayMakePool(requester, makers));
    expect(result.map(([name]) => name).toSorted()).toEqual(allowed.toSorted());
  });

  it('are cumulative: each of anyone, account, user, member, commissioner and admin includes the access of those before', () => {
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
