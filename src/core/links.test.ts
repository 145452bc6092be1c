import { describe, expect, it } from 'vitest';
import type { LinkFacts } from './links.ts';
import { linkRefusal, linkWay, TEAM_SAFE_MS, undoNeedsReason } from './links.ts';

const NOW = 1000 * TEAM_SAFE_MS;

describe('A link', () => {
  const plain: LinkFacts = {
    rules: { format: 'pickem', entries: 1 },
    isLinked: false,
    isEligible: true,
    isOwnAccount: false,
    hasEnteredLate: false,
    ownEntries: 0,
    teamLockAt: null,
    now: NOW,
  };
  const survivor = { format: 'survivor', entries: 1 } as const;

  it.each<[string, Partial<LinkFacts>, ReturnType<typeof linkRefusal>]>([
    ['is made', {}, null],
    ['is made to fill an entry', { ownEntries: 1 }, null],
    ['is not made twice', { isLinked: true }, 'player_linked'],
    ['is refused for an account that is not eligible', { isEligible: false }, 'player_not_found'],
    ["is not made to one's own account", { isOwnAccount: true }, 'own_account'],
    ['is refused for an account that entered something after its lock', { hasEnteredLate: true }, 'entered_late'],
    ['never fills an entry of a survivor pool', { rules: survivor, ownEntries: 1 }, 'survivor_has_entry'],
    ['gives a further entry of a survivor pool', { rules: { ...survivor, entries: 2 }, ownEntries: 1 }, null],
    ['takes a team away while there is time', { rules: survivor, teamLockAt: NOW + TEAM_SAFE_MS + 1 }, null],
    ['takes none away in the last hour', { rules: survivor, teamLockAt: NOW + TEAM_SAFE_MS }, 'team_locks_soon'],
    ['reports the account before the time', { isOwnAccount: true, teamLockAt: NOW + 1 }, 'own_account'],
  ])('%s', (_, facts, refusal) => {
    expect(linkRefusal({ ...plain, ...facts })).toBe(refusal);
  });

  it.each([
    [0, 1, 'given'],
    [1, 1, 'filled'],
    [1, 2, 'given'],
    [2, 2, 'filled'],
    [3, 2, 'filled'],
  ] as const)('to an account with %s entries, in a pool of %s each, is %s', (ownEntries, entries, way) => {
    expect(linkWay(ownEntries, { entries })).toBe(way);
  });
});

describe('Undoing a link', () => {
  it.each([
    ['before any lock', false, [NOW + 1]],
    ['at the first lock that followed', true, [NOW]],
    ['after it', true, [NOW - 1, NOW + 1]],
    ['with all locks before it', false, [NOW - 20, NOW - 10]],
    ['in a pool without games', false, []],
  ])('%s needs a reason: %s', (_, needs, locks) => {
    expect(undoNeedsReason(NOW - 10, locks, NOW)).toBe(needs);
  });
});
