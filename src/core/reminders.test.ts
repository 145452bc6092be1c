import { describe, expect, it } from 'vitest';
import { openGames, reminderState } from '#core/reminders.ts';

describe('A game of which a pick can be missing', () => {
  it('is neither locked nor postponed or cancelled', () => {
    const games = [
      { gid: 'open', lockAt: 101, void: null },
      { gid: 'locked', lockAt: 100, void: null },
      { gid: 'postponed', lockAt: 200, void: 'postponed' as const },
    ];
    expect(openGames(games, 100).map((game) => game.gid)).toEqual(['open']);
  });
});

describe('Somebody whose picks are missing', () => {
  const sam = { isReminded: false, wantsReminders: true, hasMail: true };

  it.each([
    [{}, 'ready'],
    [{ isReminded: true }, 'reminded'],
    [{ wantsReminders: false }, 'opted_out'],
    [{ hasMail: false }, 'no_mail'],
    [{ wantsReminders: false, hasMail: false }, 'opted_out'],
    [{ isReminded: true, wantsReminders: false, hasMail: false }, 'reminded'],
  ])('%j: %s', (others, state) => {
    expect(reminderState({ ...sam, ...others })).toBe(state);
  });
});
