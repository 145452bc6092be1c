import { expect, it } from 'vitest';
import { searchRows } from './member-search.tsx';

const rows = ['Zoë Ortiz', 'Sam Okafor', 'Émile Roy', 'sam fox'].map((name) => ({ id: name, name }));
const KEPT = 'Émile Roy';

it.each([
  ['', rows.map(({ name }) => name), 4],
  ['sam', ['Sam Okafor', KEPT, 'sam fox'], 2],
  ['zoe', ['Zoë Ortiz', KEPT], 1],
  ['EMILE', [KEPT], 1],
  ['nobody', [KEPT], 0],
])('a search for %j shows %j with the own row, and counts %i', (text, names, count) => {
  const found = searchRows(rows, text, KEPT);
  expect(found.shown.map(({ name }) => name)).toEqual(names);
  expect(found.count).toBe(count);
});
