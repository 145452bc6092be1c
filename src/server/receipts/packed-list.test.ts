import { expect, test } from 'vitest';
import { packedList, unpackedList } from './packed-list.ts';

const line = ['0123456789abcdef0123456789abcdef', 'game:é', 'home', 1, 1_600_000_000_000, null];

test.each([
  ['a short list is stored as it is', 1],
  ['a long list is stored packed, in a tenth of its size', 200],
])('%s', (_, count) => {
  const text = JSON.stringify(Array.from({ length: count }, () => line));
  const stored = packedList(text);
  expect(unpackedList(stored)).toBe(text);
  if (count === 1) expect(stored).toBe(text);
  else expect(stored.length).toBeLessThan(text.length / 10);
});

test('a list that begins with a space, as one of a file may, is read as it is', () => {
  expect(unpackedList(packedList(' []'))).toBe(' []');
});

test('a long list that was stored before lists were packed is read', () => {
  const text = JSON.stringify(Array.from({ length: 200 }, () => line));
  expect(unpackedList(text)).toBe(text);
});
