import { expect, it } from 'vitest';
import { isAnnouncedField, unreadOf } from './announcements.ts';

const told = [
  { id: 9, at: 300 },
  { id: 5, at: 200 },
  { id: 2, at: 100 },
];

it.each([
  ['all of them at first', { joinedAt: 0, toldUntil: 0 }, [9, 5, 2]],
  ['those after the last that was read', { joinedAt: 0, toldUntil: 5 }, [9]],
  ['none once all are read', { joinedAt: 0, toldUntil: 9 }, []],
  ['none announced before they joined', { joinedAt: 200, toldUntil: 0 }, [9]],
] as const)('A member is shown %s', (_name, member, ids) => {
  expect(unreadOf(told, member).map(({ id }) => id)).toEqual(ids);
});

it('An announcement contains the rules that changed and why, and no other edits made at the same time', () => {
  expect(['push', 'missed', 'why', 'name', 'description', 'moneyUrl', 'activeWeekId'].filter(isAnnouncedField)).toEqual(
    ['push', 'missed', 'why'],
  );
});
