import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { AlmanacPlanReply } from '#contract/almanac.ts';
import { namesakesAmong } from '#core/almanac/namesakes.ts';
import { parseTable } from '#core/almanac/parse-table.ts';
import { ToastProvider } from '#web/parts/toasts.tsx';
import { SamePeople } from './same-people.tsx';
import { SeasonBefore } from './season-before.tsx';
import { Meanwhile, Understood } from './year-dialog.tsx';
import { placesOf } from './year-draft.ts';
import { YearsBefore } from './years-before.tsx';

const people = [
  { id: 'ann', name: 'Ann Miller', hasAccount: true },
  { id: 'bob', name: 'Bob Roy', hasAccount: false },
  { id: 'bob2', name: 'Bob Roy', hasAccount: true },
  { id: 'cleo', name: 'Cleo Park', hasAccount: false },
];
const player = { years: [2024, 2025], personId: null };
const plan: AlmanacPlanReply = {
  typed: [],
  people,
  players: [
    { ...player, id: 'bob', name: 'Bob Roy' },
    { ...player, id: 'cleo', name: 'Cleo Park', personId: 'ann' },
  ],
  follows: { id: 'p1', name: 'Office Pool', year: 2025 },
  couldFollow: [],
};
const draw = (node: ReactNode): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>{node}</ToastProvider>
    </QueryClientProvider>,
  );
const count = (drawn: string, pattern: RegExp): number => drawn.match(pattern)?.length ?? 0;

function understood(text: string, known = people): string {
  const namesakes = namesakesAmong(known);
  const table = parseTable(text);
  const places = placesOf(table.places, new Map(), namesakes);
  return draw(<Understood table={table} places={places} people={known} namesakes={namesakes} onChoose={() => {}} />);
}

describe('A pasted table', () => {
  it('is shown as it was read, each name with who it is, and lines that were not understood by number', () => {
    const drawn = understood('1 ann miller 1,120.5 $50\nT2 Bob Roy 1\nT2 Cleo Bark\n4 Zoe 1.3');
    expect(drawn).toContain('3 places, and 1 line that we can&#x27;t read');
    expect(drawn).toMatch(/ann miller<\/span><span[^>]*>1,120.5 points · \$50</);
    expect(drawn).toMatch(/Bob Roy<\/span><span[^>]*>1 point</);
    expect(drawn).toMatch(/aria-label="Who ann miller is".*?<option value="ann" selected=""/);
    expect(drawn).toContain('Same name: Bob Roy (no account) and Bob Roy');
    expect(drawn).toContain('Like Cleo Park (no account)');
    expect(count(drawn, /<optgroup label="Similar name"><option value="cleo"/g)).toBe(1);
    expect(drawn).toMatch(/Line 4<\/strong>: &quot;1.3&quot; isn&#x27;t a number of points/);
  });

  it('of a big league has its selects on request', () => {
    const names = Array.from({ length: 150 }, (_, at) => ({ id: `u${at}`, name: `Player ${at}`, hasAccount: true }));
    const drawn = understood(names.map(({ name }) => `"${name}"`).join('\n'), names);
    expect(count(drawn, /<select/g)).toBe(0);
    expect(drawn).toContain('aria-label="Who Player 149 is Player 149"');
  });

  it('says what somebody else saved meanwhile', () => {
    const place = { place: 1, name: 'Ann', points: null, prize: null, personId: null };
    expect(draw(<Meanwhile saved={[place, { ...place, place: 2 }]} onUse={() => {}} />)).toMatch(
      /saved 2 places, Ann first\. What you typed is still here\..*Use theirs/,
    );
    const gone = draw(<Meanwhile saved={[]} onUse={() => {}} />);
    expect(gone).toContain('Somebody else removed this year.');
    expect(gone).not.toContain('Use theirs');
  });
});

describe('The years before', () => {
  it('are listed with their champions, each to be edited or removed', () => {
    const place = { place: 1, name: 'Ann', points: null, prize: null, personId: null };
    const typed = [
      { year: 2019, places: [place, { ...place, name: 'Bob' }, { ...place, place: 3, name: 'Cleo' }] },
      { year: 2018, places: [{ ...place, place: 2 }] },
    ];
    const drawn = draw(<YearsBefore poolId="p" plan={{ ...plan, typed }} />);
    expect(drawn).toMatch(/2019<.*Ann and Bob<.*3 places.*2018<.*Nobody in first place<.*1 place</);
    for (const label of ['Edit 2019', 'Remove 2018']) expect(drawn).toContain(`aria-label="${label}"`);
  });
});

describe('The same people', () => {
  it('are chosen for each player without an account, of the people who are nobody else', () => {
    const drawn = draw(<SamePeople poolId="p" plan={plan} />);
    expect(drawn).toContain('2024, 2025');
    expect(drawn).toMatch(/aria-label="Who Cleo Park is in other seasons".*?<option value="ann" selected=""/);
    expect(drawn).toContain('Same name: Bob Roy<');
    expect(count(drawn, /<option value="cleo"/g)).toBe(0);
    expect(count(drawn, /<option value="bob"/g)).toBe(1);
  });

  it('need no choice in a first season, or if everybody has an account', () => {
    const alone = { ...plan, follows: null, players: plan.players.slice(0, 1) };
    expect(draw(<SamePeople poolId="p" plan={alone} />)).toContain('This is the only season so far.');
    expect(draw(<SamePeople poolId="p" plan={{ ...plan, players: [] }} />)).toContain('Everybody has an account here');
  });
});

describe('Previous season', () => {
  const drawn = (part: Partial<AlmanacPlanReply>) =>
    draw(<SeasonBefore poolId="p" poolName="Office" plan={{ ...plan, ...part }} />);

  it('is named and can be unlinked', () => {
    expect(drawn({})).toMatch(/2025: Office Pool.*Unlink it/);
    expect(drawn({ follows: { id: 'p1', name: 'No Weeks', year: null } })).toContain('>No Weeks<');
  });

  it('can be chosen, or comes by itself', () => {
    const couldFollow = [{ id: 'p0', name: 'Old Pool', year: 2024 }];
    expect(drawn({ follows: null, couldFollow })).toMatch(/2024: Old Pool<\/option>.*disabled="".*Link it</);
    expect(drawn({ follows: null })).toContain('A pool that you start with Play again follows this one by itself.');
  });
});
