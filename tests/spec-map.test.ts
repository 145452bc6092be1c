import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../scripts/root.ts';

const FOLDER = 'docs/spec-map';
const HEAD = '| What | Where | Proof |';
const TEST = /\.(test|spec)\.tsx?$/;
/** A text in single quotes; an apostrophe within a word ends none. */
const QUOTED = /(?<!\w)'(.+?)'(?!\w)/g;

/** One line of the map. */
interface Row {
  readonly place: string;
  /** Texts of the specification that the line quotes. */
  readonly quotes: readonly string[];
  /** Files that hold it. */
  readonly files: readonly string[];
  readonly tests: readonly string[];
}

const index = readFileSync(join(root, 'docs/spec-map.md'), 'utf8');
const pages = readdirSync(join(root, FOLDER)).sort();
const linesOf = (page: string) => readFileSync(join(root, FOLDER, page), 'utf8').split('\n');
const rows = pages.flatMap((page) =>
  linesOf(page).flatMap((line, at) => (isRow(line) ? [readRow(line, `${page}:${at + 1}`)] : [])),
);

function isRow(line: string): boolean {
  return line.startsWith('|') && line !== HEAD && !line.startsWith('| ---');
}

function readRow(line: string, place: string): Row {
  const cells = line.split('|').slice(1, -1);
  if (cells.length !== 3) throw new Error(`${place} has ${cells.length} cells instead of 3.`);
  const [what = '', where = '', proof = ''] = cells;
  return {
    place,
    quotes: [...what.matchAll(QUOTED)].map(([, text = '']) => text),
    files: codeIn(where).map(inRepository),
    tests: codeIn(proof).map(inRepository),
  };
}

function codeIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

/** Paths of the map count from `src/` or from the top. */
function inRepository(path: string): string {
  return existsSync(join(root, 'src', path)) ? `src/${path}` : path;
}

const sources = new Map<string, string>();

/** What a file says, without its comments and line breaks. */
function sourceOf(file: string): string {
  const known = sources.get(file);
  if (known !== undefined) return known;
  const text = file.endsWith('/') || !existsSync(join(root, file)) ? '' : readFileSync(join(root, file), 'utf8');
  const source = text.replace(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replace(/\s+/g, ' ');
  sources.set(file, source);
  return source;
}

/** Whether a source contains a text; `{n}` stands for a value that is filled in. */
function contains(source: string, text: string): boolean {
  if (source.includes(text)) return true;
  return /\{\w+\}/.test(text) && source.replace(/\$\{[^{}]*\}/g, '{}').includes(text.replace(/\{\w+\}/g, '{}'));
}

/** Every quoted text that stands in none of the files of its line. */
function missingQuotes(): string[] {
  return rows
    .filter((row) => row.files.length > 0)
    .flatMap(({ place, quotes, files }) =>
      quotes.filter((text) => !files.some((file) => contains(sourceOf(file), text))).map((text) => `${place} ${text}`),
    );
}

describe('The map of the specification', () => {
  it('has every section, and its index names them all', () => {
    const headings = pages.map((page) => linesOf(page)[0] ?? '');
    expect(headings.map((heading) => heading.slice(0, 3))).toEqual(
      [...'123456789'].map((n) => `# ${n}`).concat('# B', '# D'),
    );
    for (const [at, page] of pages.entries()) {
      expect(index).toContain(`| ${headings[at]?.slice(2)} | [spec-map/${page}](spec-map/${page}) |`);
      expect(rows.filter(({ place }) => place.startsWith(`${page}:`)).length, page).toBeGreaterThan(10);
    }
  });

  it('names files that exist', () => {
    const named = rows.flatMap(({ place, files }) => files.map((file) => ({ place, file })));
    expect(named.filter(({ file }) => !existsSync(join(root, file)))).toEqual([]);
  });

  it('names tests that exist', () => {
    const named = rows.flatMap(({ place, tests }) => tests.map((test) => ({ place, test })));
    expect(named.filter(({ test }) => !TEST.test(test) || !existsSync(join(root, test)))).toEqual([]);
  });

  it('says of every line where it is and what proves it', () => {
    const unproven = rows.filter(({ files, tests }) => files.length === 0 || tests.length === 0);
    expect(unproven.map(({ place }) => place)).toEqual([]);
  });

  it('quotes texts that stand in the named files, character by character', () => {
    expect(rows.filter(({ quotes, files }) => quotes.length * files.length > 0).length).toBeGreaterThan(50);
    expect(missingQuotes()).toEqual([]);
  });
});
