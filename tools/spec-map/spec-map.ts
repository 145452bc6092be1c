/**
 * `npm run spec-map`: what is wrong with the map of the specification in `docs/spec-map/` and with `docs/security.md`: lines without a
 * test, and lines that name a title that no test has.
 */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { root } from '../../scripts/root.ts';

/** A page of the map. */
export interface Page {
  readonly file: string;
  readonly heading: string;
  readonly lines: readonly Line[];
}

/** A line of the specification. */
export interface Line {
  /** File and number of the line. */
  readonly place: string;
  readonly what: string;
  /** Titles of the tests that prove it. */
  readonly tests: readonly string[];
}

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

const FOLDER = 'docs/spec-map';
const TESTS = '{src,tests,scripts,tools,bench,e2e}/**/*.{test,spec}.{ts,tsx}';
const HEAD = '| What | Tests |';
const SECURITY = 'docs/security.md';
/** The end of a row about requirements: whether they are met, by which tests, and what else there is to say. */
const REQUIREMENTS = /^\| ([\d., ]+) \| ([^|]+) \| (yes|no|partly|by reading|does not apply) \| ([^|]*)\| ([^|]*)\|$/;
const SEPARATOR = ' · ';
/** What names a test or a group: Vitest, Playwright and our own around them, but no step of a test. */
const naming = /^(it|test|describe\w*|\w+Test|atProviders|journey)(\.(?!step)\w+)*$/;
const placeholder = /%[sj]/;

/** Reads the map. */
export function readMap(): Page[] {
  return readdirSync(join(root, FOLDER))
    .sort()
    .map((file) => {
      const lines = readFileSync(join(root, FOLDER, file), 'utf8').split('\n');
      return { file, heading: lines[0] ?? '', lines: lines.flatMap((text, at) => readLine(text, `${file}:${at + 1}`)) };
    });
}

function readLine(text: string, place: string): Line[] {
  if (!text.startsWith('|') || text === HEAD || text.startsWith('| ---')) return [];
  const cells = text.split('|').slice(1, -1);
  const [what = '', tests = ''] = cells.map((cell) => cell.trim());
  if (cells.length !== 2) throw new Error(`${place} has ${cells.length} cells instead of 2.`);
  return [lineOf(place, what, tests)];
}

function lineOf(place: string, what: string, tests: string): Line {
  return { place, what, tests: tests.split(SEPARATOR).filter((title) => title !== '') };
}

/** A row of `docs/security.md`. */
export interface Requirements extends Line {
  /** In ASVS, such as `1.2.3`. */
  readonly numbers: readonly string[];
  readonly met: string;
  readonly why: string;
}

/** Reads what `docs/security.md` says of the requirements of ASVS. */
export function readRequirements(): Requirements[] {
  const lines = readFileSync(join(root, SECURITY), 'utf8').split('\n');
  return lines.flatMap((text, at) => {
    const [, numbers = '', what = '', met = '', tests = '', why = ''] = REQUIREMENTS.exec(text) ?? [];
    if (met === '') return [];
    return [
      { ...lineOf(`${SECURITY}:${at + 1}`, what, tests.trim()), numbers: numbers.split(', '), met, why: why.trim() },
    ];
  });
}

/** The files that `docs/security.md` names in back quotes, or links to, and that do not exist. */
export function missingFiles(): string[] {
  const text = readFileSync(join(root, SECURITY), 'utf8');
  const named = [...text.matchAll(/`((?:src|tests|docs|e2e|scripts|tools)\/[^`\s]+)`/g)].map(([, file = '']) => file);
  const linked = [...text.matchAll(/\]\((?!https:)([^)#]+)/g)].map(([, file = '']) => join('docs', file));
  return [...named, ...linked].filter((file) => !existsSync(join(root, file)));
}

/** The titles of every test and group of tests in the project, and their files in back quotes. */
export function readTitles(): Set<string> {
  const files = globSync(TESTS, { cwd: root });
  return new Set(files.flatMap((file) => [`\`${file}\``, ...titlesOf(file, readFileSync(join(root, file), 'utf8'))]));
}

/**
 * The titles in one source file: each by itself and behind those of its groups, as runners print it. In a table, also with the first
 * value of each row in place of the first placeholder; other values stay as they are written.
 */
export function titlesOf(file: string, source: string): string[] {
  return within(parseSync(file, source).program as unknown as Node, source, ['']);
}

function within(node: Node, source: string, groups: readonly string[]): string[] {
  const own = namesOf(node, source);
  const full = groups.flatMap((group) => own.map((name) => `${group} ${name}`.trim()));
  const inner = own.length === 0 ? groups : full;
  return [...own, ...full, ...childrenOf(node).flatMap((child) => within(child, source, inner))];
}

function namesOf(node: Node, source: string): string[] {
  if (node.type !== 'CallExpression') return [];
  const [first, ...others] = node.arguments as Node[];
  const title = first && textOf(first, source);
  if (title === undefined || others.length === 0 || !naming.test(calledBy(node.callee as Node))) return [];
  const rows = placeholder.test(title) ? rowsOf(node.callee as Node, source) : [];
  return [title, ...rows.map((row) => title.replace(placeholder, () => row))];
}

/** The first text of each row of a table that is written out in the call. */
function rowsOf(callee: Node, source: string): string[] {
  const [table] = callee.type === 'CallExpression' ? (callee.arguments as Node[]) : [];
  const rows = table === undefined ? undefined : (unwrapped(table).elements as Node[] | undefined);
  return (rows ?? []).flatMap((row) => textOf((row.elements as Node[] | undefined)?.[0] ?? row, source) ?? []);
}

/** An expression without `as const`. */
function unwrapped(node: Node): Node {
  return node.type === 'TSAsExpression' ? (node.expression as Node) : node;
}

function textOf(node: Node, source: string): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral') return source.slice((node.start as number) + 1, (node.end as number) - 1);
  return undefined;
}

/** The names of a callee: `it.each` of `it.each([])('works')`. */
function calledBy(callee: Node): string {
  if (callee.type === 'Identifier') return callee.name as string;
  if (callee.type === 'MemberExpression')
    return `${calledBy(callee.object as Node)}.${String((callee.property as Node).name)}`;
  const inner = (callee.callee ?? callee.tag) as Node | undefined;
  return inner === undefined ? '' : calledBy(inner);
}

function childrenOf(node: Node): Node[] {
  const values = Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]));
  return values.filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value);
}

/** The lines that no test proves, and those that name a title that no test has. */
export function faultsOf(
  lines: readonly Line[],
  titles: ReadonlySet<string>,
): { untested: string[]; unknown: string[] } {
  return {
    untested: lines.filter(({ tests }) => tests.length === 0).map(({ place, what }) => `${place} ${what}`),
    unknown: lines.flatMap(({ place, tests }) =>
      tests.filter((title) => !titles.has(title)).map((title) => `${place} ${title}`),
    ),
  };
}

if (import.meta.main) {
  const titles = readTitles();
  const { untested, unknown } = faultsOf(
    readMap().flatMap((page) => page.lines),
    titles,
  );
  unknown.push(...faultsOf(readRequirements(), titles).unknown);
  const parts = [`Lines without a test: ${untested.length}`, ...untested];
  parts.push(`Titles that no test has: ${unknown.length}`, ...unknown);
  process.stdout.write(`${parts.join('\n')}\n`);
  process.exitCode = untested.length + unknown.length === 0 ? 0 : 1;
}
