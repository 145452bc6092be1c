import type { ReactElement } from 'react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { ruleSentences } from '#core/rules/sentences.ts';
import type { InvitedPool } from './invitation.tsx';
import { formatText, InvitationBoard } from './invitation.tsx';
import { PoolTerms } from './rulebook/pool-terms.tsx';

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

const about = { poolName: 'Office', description: '', invitedBy: 'Ann', members: 3 };
const free = { plan: { fee: 0, week: 0, places: [] }, sideTables: [] };

/** The text of a component, `; ` between its items. */
function drawn(element: ReactElement): string {
  const html = renderToStaticMarkup(element);
  return html
    .replaceAll('</dt>', ': ')
    .replaceAll(/<\/(?:dd|h3|li|p|summary)>/g, '; ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#x27;', "'");
}

test('an invitation says which games and weeks are played, how many entries each may have, and what that costs', () => {
  const rules = rulesWith({ slate: 'chosen', weekly: true, entries: 3 });
  const plan = { ...free.plan, fee: 500 };
  const some = { games: 'None on Thursday', weeks: 'The regular season' };
  expect(drawn(createElement(InvitationBoard, { invitation: { ...about, ...free, ...some, rules, plan } }))).toContain(
    'Weeks: The regular season; Members: 3; Games: None on Thursday; Entries: Up to 3 each; Entry fee: $5 a week played, for each entry; ',
  );
});

test('an invitation says what a buy-back costs, also if it is free', () => {
  const rules = rulesWith({ format: 'survivor', buyBacks: 1 });
  const plan = { ...free.plan, fee: 2500 };
  const board = (invitation: InvitedPool) => drawn(createElement(InvitationBoard, { invitation }));
  expect(board({ ...about, ...free, rules, plan: { ...plan, buyBack: 1500 } })).toContain('Buy-back: $15');
  expect(board({ ...about, ...free, rules, plan })).toContain('Entry fee: $25; Buy-back: Free');
  expect(board({ ...about, ...free, rules })).not.toContain('Buy-back');
});

test('below the card stand the description, the rules, the prizes and side tables, and an example', () => {
  const weeks = { from: '2026-week1', to: '2026-week9' };
  const table = { ...weeks, games: 'all', measure: 'points', who: { kind: 'all' }, cents: 0 } as const;
  const pool = {
    description: ' Bring snacks. ',
    rules: rulesWith({ dropWeeks: 1 }),
    plan: { fee: 2500, week: 1000, places: [{ percent: 60 }] },
    sideTables: [
      { ...table, name: 'First half', cents: 5000 },
      { ...table, name: 'Last place', measure: 'fewest' as const },
    ],
  };
  expect(drawn(createElement(PoolTerms, { pool }))).toMatch(
    new RegExp(
      "^Bring snacks\\.; Picks lock at each game's kick-off\\.; Each player's lowest week is dropped.*; " +
        'Each week, 1st place gets \\$10\\.; For the season, 1st place gets 60% of all fees after prizes in dollars\\.; ' +
        'Side table “First half”: most points in Weeks 1 to 9\\. Prize: \\$50\\.; ' +
        'Side table “Last place”: fewest points in Weeks 1 to 9\\.; Everything else is standard\\.; The standard rules; (?!.*Picks lock).*; Example; Say KC beats CIN',
    ),
  );
});

test('the standard rules are all there, since a person who is invited has no Rules page yet', () => {
  const some = { lives: 2, buyBacks: 1, buyBackUntil: 8, entries: 2, twoTeamsFrom: 12, deadline: 'afternoon' } as const;
  const rules = rulesWith({ format: 'survivor', ...some });
  const text = drawn(createElement(PoolTerms, { pool: { ...free, description: '', rules } }));
  expect(text).not.toContain('Rules page');
  const [lines, standard] = text.split('The standard rules; ');
  const { own, usual } = ruleSentences(rules);
  for (const each of own) expect(lines).toContain(each);
  expect(standard).toContain(usual.join('; '));
});
