import { describe, expect, test } from 'vitest';
import { isNewSide, tappedTeam } from './taps.ts';

const own = { side: 'home', best: false, bus: false } as const;
const entered = { ...own, bus: true };

describe('A tap on a side', () => {
  test.each([
    ['picks a side where there is none', undefined, 'home', true],
    ['picks the other side', own, 'away', true],
    ['changes nothing of the own pick', own, 'home', false],
    ['makes the same side of somebody else the own', entered, 'home', true],
  ] as const)('%s', (_what, pick, side, isNew) => {
    expect(isNewSide(pick, side)).toBe(isNew);
  });
});

describe('A tap on a team', () => {
  const team = { gid: 'g1', team: 'KC' };

  test.each([
    ['chooses it', false, undefined, team],
    ['takes the own team back', true, undefined, null],
    ['makes the team of somebody else the own', true, 'called in', team],
    ['makes it the own also if no reason was given', true, '', team],
  ] as const)('%s', (_what, isChosen, bus, entry) => {
    expect(tappedTeam(team, { isChosen, bus })).toEqual(entry);
  });
});
