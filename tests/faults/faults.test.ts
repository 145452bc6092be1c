import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '../../scripts/root.ts';
import { faults } from './faults.ts';
import { sourceFiles } from './source-files.ts';

test('Each fault of the list changes text that occurs once in the source', () => {
  const sources = sourceFiles(root).map((file) => readFileSync(file, 'utf8'));
  const places = (text: string) => sources.reduce((count, source) => count + source.split(text).length - 1, 0);
  const stale = Object.values(faults)
    .flat()
    .filter(({ from }) => places(from) !== 1);
  expect(stale.map(({ what }) => what)).toEqual([]);
});
