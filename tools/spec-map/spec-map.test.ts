import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/root.ts';
import { faultsOf, missingFiles, readMap, readRequirements, readTitles, titlesOf } from './spec-map.ts';

/** A text in single quotes; an apostrophe within a word does not end it. */
const QUOTED = /(?<!\w)'(.+?)'(?!\w)/g;

const pages = readMap();
const lines = pages.flatMap((page) => page.lines);
const titles = readTitles();

/** The source of the product, without its comments and line breaks. */
function readSource(): string {
  const files = globSync('src/**/*.{ts,tsx,html}', { cwd: root, exclude: ['**/*.test.*'] });
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'));
  return texts.map((text) => text.replace(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replace(/\s+/g, ' ')).join('\n');
}

describe('The map of the specification', () => {
  it('has every section, and its index names them all', () => {
    const index = readFileSync(join(root, 'docs/spec-map.md'), 'utf8');
    expect(pages.map(({ heading }) => heading.slice(0, 3))).toEqual(
      [...'123456789'].map((n) => `# ${n}`).concat('# B', '# D'),
    );
    for (const page of pages) {
      expect(index).toContain(`| ${page.heading.slice(2)} | [spec-map/${page.file}](spec-map/${page.file}) |`);
      expect(page.lines.length, page.file).toBeGreaterThan(10);
    }
  });

  it('names a test for every line, and only tests that exist', () => {
    expect(faultsOf(lines, titles)).toEqual({ untested: [], unknown: [] });
  });

  it('reports a line without a test, and a title that no test has', () => {
    const listed = [
      { place: '1', what: 'Lock', tests: [] },
      { place: '2', what: 'Pick', tests: ['is saved', 'is gone'] },
    ];
    expect(faultsOf(listed, new Set(['is saved']))).toEqual({ untested: ['1 Lock'], unknown: ['2 is gone'] });
  });

  it.each([
    ['a test by itself', `test('works', () => {})`, ['works']],
    ['a test behind its group', `describe('A game', () => { it('locks', () => {}) })`, ['locks', 'A game locks']],
    [
      'the rows of a table',
      `it.each([['home', 1], ['away', 2]] as const)('is %s %i', () => {})`,
      ['is %s %i', 'is home %i', 'is away %i'],
    ],
    ['placeholders as they are written', 'it.each(cases)("is %s", () => {})', ['is %s']],
    ['our own tests', `readingTest('shows', () => {})`, ['shows']],
  ])('takes as a title %s', (_what, source, titles) => {
    expect(titlesOf('a.test.ts', source)).toEqual(expect.arrayContaining(titles));
  });

  it.each([
    ['a step of a test', `test.step('opens', () => {})`],
    ['any other call', `click('opens', () => {})`],
  ])('takes as no title %s', (_what, source) => {
    expect(titlesOf('a.test.ts', source)).toEqual([]);
  });

  it('quotes texts that stand in the source, character by character', () => {
    const source = readSource();
    const filled = source.replace(/\$\{[^{}]*\}/g, '{}');
    const quotes = lines.flatMap(({ place, what }) =>
      [...what.matchAll(QUOTED)].map(([, text = '']) => ({ place, text })),
    );
    expect(quotes.length).toBeGreaterThan(100);
    expect(
      quotes.filter(({ text }) => !source.includes(text) && !filled.includes(text.replace(/\{\w+\}/g, '{}'))),
    ).toEqual([]);
  });
});

describe('The list of ASVS requirements', () => {
  const rows = readRequirements();

  it('has each requirement of levels 1 and 2 once', () => {
    const numbers = rows.flatMap((row) => row.numbers);
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
    expect(numbers).toHaveLength(253);
  });

  it('names tests and files that exist: tests for what is met, and a reason for all else', () => {
    const met = rows.filter((row) => row.met === 'yes');
    expect(faultsOf(met, titles)).toEqual({ untested: [], unknown: [] });
    expect(faultsOf(rows, titles).unknown).toEqual([]);
    expect(rows.filter((row) => row.met !== 'yes' && row.why === '').map((row) => row.place)).toEqual([]);
    expect(missingFiles()).toEqual([]);
  });

  it('repeats at its end what is not met, or only partly', () => {
    const summary = readFileSync(join(root, 'docs/security.md'), 'utf8').split('\n## Not met\n')[1] ?? '';
    const unmet = rows.filter(({ met }) => met === 'no' || met === 'partly').flatMap((row) => row.numbers);
    expect(summary.match(/\d+\.\d+\.\d+/g)?.sort()).toEqual(unmet.sort());
  });
});
