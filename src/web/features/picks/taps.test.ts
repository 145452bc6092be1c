import { describe, expect, test } from 'vitest';
import { isNewSide, tappedTeam } from './taps.ts';

const own = { side: 'home', best: false, bus: false } as const;
const entered = { ...own, bus: true };

describe('A tap on a side', () => {
  test.each([
    ['picks a side if there is none', undefined, 'home', true],
    ['picks the other side', own, 'away', true],
    ["does not change the player's own pick", own, 'home', false],
    ["makes a side that an admin entered the player's own", entered, 'home', true],
  ] as const)('%s', (_what, pick, side, isNew) => {
    expect(isNewSide(pick, side)).toBe(isNew);
  });
});

describe('A tap on a team', () => {
  const team = { gid: 'g1', team: 'KC' };

  test.each([
    ['chooses it', false, undefined, team],
    ["clears the player's own team", true, undefined, null],
    ["makes a team that an admin entered the player's own", true, 'called in', team],
    ["makes it the player's own even if no reason was given", true, '', team],
  ] as const)('%s', (_what, isChosen, bus, entry) => {
    expect(tappedTeam(team, { isChosen, bus })).toEqual(entry);
  });
});
