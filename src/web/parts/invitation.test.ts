import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { formatText, InvitationBoard } from './invitation.tsx';

test.each([
  ['pickem', false, 0, "Pick'em, straight up"],
  ['pickem', true, 0, "Pick'em against the spread"],
  ['confidence', true, 0, 'Confidence against the spread'],
  ['confidence', false, 0, 'Confidence, straight up'],
  ['survivor', false, 0, 'Survivor: one team a week'],
  ['survivor', false, 12, 'Survivor: one team a week, two from Week 12'],
  ['survivor', false, 1, 'Survivor: two teams a week'],
] as const)(
  'an invitation to %s (spread: %s, two teams from Week %i) says what kind of pool it is',
  (...[format, useSpread, twoTeamsFrom, text]) => {
    expect(formatText({ format, useSpread, twoTeamsFrom })).toBe(text);
  },
);

test('an invitation says which games and weeks are played, how many entries each may have, and what that costs', () => {
  const picks = { format: 'pickem', useSpread: false, twoTeamsFrom: 0, games: 'None on Thursday' } as const;
  const about = { poolName: 'Office', invitedBy: 'Ann', members: 3, nextLock: null, poolId: null };
  const invitation = {
    ...about,
    ...picks,
    weeks: 'Week 13 to Week 18 (6 weeks)',
    weekly: true,
    entries: 3,
    fee: 500,
    buyBack: 1000,
  };
  const drawn = renderToStaticMarkup(createElement(InvitationBoard, { invitation }));
  expect(
    drawn
      .replaceAll('</dt>', ': ')
      .replaceAll('</dd>', '. ')
      .replaceAll(/<[^>]*>/g, ''),
  ).toContain(
    'Games: None on Thursday. Weeks: Week 13 to Week 18 (6 weeks). Entries: Up to 3 each. Entry fee: $5 a week played. Buy-back: $10.',
  );
});
