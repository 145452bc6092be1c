import { expect, test } from 'vitest';
import { IMPORTED_BEGIN, importedAfter, readDetails, storedState } from './audit-details.ts';

test('Details are the stored fields before and after', () => {
  const stored = { before: '{"name":"Old"}', after: '{"name":"New","imported":true}' };
  const read = { before: { name: 'Old' }, after: { name: 'New', imported: true } };
  expect(readDetails(stored)).toEqual({ ...read, isReadable: true, isImported: false });
});

test.each([
  ['{"a":1'],
  [''],
  ['null'],
  ['[{}]'],
  ['"text"'],
  [`{"a":${'['.repeat(32)}${']'.repeat(32)}}`],
  [`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
])('Details like %.20s can not be read, and stand for nothing', (text) => {
  const nothing = { before: {}, after: {}, isReadable: false, isImported: false };
  expect(readDetails({ before: text, after: '{}' })).toEqual(nothing);
  expect(readDetails({ before: '{}', after: text })).toEqual(nothing);
});

test.each([
  ['{}'],
  ['{"text":"hello"}'],
  ['{"7":1,"imported":false}'],
  ['{"imported":{"imported":{}}}'],
  ['{"__proto__":{"imported":1}}'],
  [' { "text" : "spaced" } '],
])('Details of a file, %s, keep the mark, whatever they contain', (after) => {
  const stored = importedAfter(after);
  expect(stored.startsWith(IMPORTED_BEGIN)).toBe(true);
  expect(readDetails({ before: '{}', after: stored })).toEqual({
    before: {},
    after: JSON.parse(after),
    isReadable: true,
    isImported: true,
  });
});

test('A marked record that can not be read keeps its mark', () => {
  const details = readDetails({ before: '{}', after: `${IMPORTED_BEGIN}[]}` });
  expect(details).toEqual({ before: {}, after: {}, isReadable: false, isImported: true });
  expect(storedState('{"a":{}}')).toEqual({ a: {} });
});
