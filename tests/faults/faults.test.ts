import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/root.ts';
import { faults } from './faults.ts';

test('Each fault of the list changes text that occurs once in the source', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));
  const sources = files.map((file) => readFileSync(join(root, file), 'utf8'));
  const places = (text: string) => sources.reduce((count, source) => count + source.split(text).length - 1, 0);
  const stale = Object.values(faults)
    .flat()
    .filter(({ from }) => places(from) !== 1);
  expect(stale.map(({ what }) => what)).toEqual([]);
});
