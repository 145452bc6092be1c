import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../scripts/root.ts';

/**
 * Tests of the import rules: in a folder with the project's own settings, valid files pass, and each file that breaks a rule is refused for
 * it.
 */
let folder: string;

const rooms = ['core', 'contract', 'server', 'web'].map((room) => `src/${room}`);

const allowed: Readonly<Record<string, string>> = {
  'src/core/rule.ts': `
    import type { Side } from './side.ts';
    export function other(side: Side): Side { return side === 'home' ? 'away' : 'home'; }
    export function hours(from: number): number { return new Date(from).getUTCHours(); }`,
  'src/core/side.ts': `export type Side = 'home' | 'away';`,
  'src/contract/words.ts': `
    import { Type } from 'typebox';
    import type { Side } from '#core/side.ts';
    export interface Words { readonly side: Side }
    export const NAME_MAX = 50;
    export const Name = Type.String({ maxLength: NAME_MAX });`,
  'src/server/handler.ts': `
    import { readFileSync } from 'node:fs';
    import { other } from '#core/rule.ts';
    import type { Words } from '#contract/words.ts';
    import { query } from '#server/pools/store.ts';
    export function handle(words: Words): string { return readFileSync(query(other(words.side)), 'utf8'); }`,
  'src/server/pools/store.ts': `
    import { sql } from 'kysely';
    export function query(text: string): string { return String(sql.lit(text)); }`,
  'src/server/platform/db/sqlite.ts': `
    import { DatabaseSync } from 'node:sqlite';
    export function open(): DatabaseSync { return new DatabaseSync(':memory:'); }`,
  'src/web/features/picks/page.tsx': `
    import { other } from '#core/rule.ts';
    import type { Words } from '#contract/words.ts';
    import { NAME_MAX } from '#contract/words.ts';
    import { Part } from '#web/parts/part.tsx';
    import { load } from './load.ts';
    export function Page({ side }: Words) {
      return <button type="button" onClick={load}><Part name={other(side).slice(0, NAME_MAX)} /></button>;
    }`,
  'src/web/features/picks/load.ts': `export function load(): void { void fetch(document.title); }`,
  'src/web/features/admin/panel.ts': `export const panel = Date.now();`,
  'src/web/features/admin/pools/pool.ts': `
    import { panel } from '#web/features/admin/panel.ts';
    export const pool = panel;`,
  'src/web/features/pool/sections.ts': `export const sections = ['log'];`,
  'src/web/features/pool/log/log.ts': `
    import { sections } from '#web/features/pool/sections.ts';
    export const log = sections;`,
  'src/web/parts/part.tsx': `export function Part({ name }: { name: string }) { return <b>{name}</b>; }`,
};

/** A violation: its description, file and text, and the expected complaint. */
type Breach = readonly [what: string, file: string, text: string, complaint: string];

const readsFile = `import { readFileSync } from 'node:fs';\nexport const text = readFileSync('x', 'utf8');`;
const touchesPage = 'export const title = document.title;';
const namesHandler = `import type { handle } from '#server/handler.ts';\nexport type Handler = typeof handle;`;
const namesPart = `import type { load } from '#web/features/picks/load.ts';\nexport type Loaded = typeof load;`;
const namesWords = `import type { Words } from '#contract/words.ts';\nexport type Said = Words;`;

const notCompiling: readonly Breach[] = [
  ['core reads a file', 'src/core/breach-1.ts', readsFile, 'TS2591'],
  ['core calls the network', 'src/core/breach-2.ts', `export const answer = fetch('/api');`, 'TS2304'],
  ['core asks the process', 'src/core/breach-3.ts', 'export const home = process.env.HOME;', 'TS2591'],
  ['core touches the page', 'src/core/breach-4.ts', touchesPage, 'TS2584'],
  ['core sets a timer', 'src/core/breach-5.ts', 'export const timer = setTimeout(() => {}, 1);', 'TS2304'],
  ['core imports the contract', 'src/core/breach-6.ts', namesWords, 'TS6307'],
  ['core imports the server', 'src/core/breach-7.ts', namesHandler, 'TS6307'],
  ['core imports the web', 'src/core/breach-8.ts', namesPart, 'TS6307'],
  ['the contract reads a file', 'src/contract/breach-9.ts', readsFile, 'TS2591'],
  ['the contract imports the server', 'src/contract/breach-10.ts', namesHandler, 'TS6307'],
  ['the contract imports the web', 'src/contract/breach-11.ts', namesPart, 'TS6307'],
  ['the server imports the web, as a type', 'src/server/breach-12.ts', namesPart, 'TS6307'],
  ['the server touches the page', 'src/server/breach-13.ts', touchesPage, 'TS2584'],
  ['the web imports the server, as a type', 'src/web/breach-14.ts', namesHandler, 'TS6307'],
  ['the web reads a file', 'src/web/breach-15.ts', readsFile, 'TS2591'],
];

const notLinting: readonly Breach[] = [
  ['core reads the clock', 'src/core/a.ts', 'export const now = Date.now();', 'the time and the chance'],
  ['core hands the clock on', 'src/core/b.ts', 'export const clock = Date.now;', 'the time and the chance'],
  ['core asks for the date', 'src/core/c.ts', 'export const today = new Date();', 'the time and the chance'],
  ['core rolls dice', 'src/core/d.ts', 'export const dice = Math.random();', 'the time and the chance'],
  ['core imports a package', 'src/core/e.ts', `export { sql } from 'kysely';`, 'nothing but the rules'],
  ['the contract imports Fastify', 'src/contract/a.ts', `export { fastify } from 'fastify';`, 'core and typebox only'],
  [
    'a handler writes SQL',
    'src/server/pools/a.ts',
    `import { sql } from 'kysely';\nexport const one = sql.lit(1);`,
    'SQL is written',
  ],
  [
    'a handler names a table',
    'src/server/pools/b.ts',
    `import type { Kysely } from 'kysely';\nexport type A = Kysely<1>;`,
    'SQL is written',
  ],
  [
    'a handler opens PostgreSQL',
    'src/server/pools/c.ts',
    `import { Pool } from 'pg';\nexport const pool = new Pool();`,
    'SQL is written',
  ],
  [
    'a second file opens SQLite',
    'src/server/games/store.ts',
    `export { DatabaseSync } from 'node:sqlite';`,
    'One file opens',
  ],
  [
    'a feature imports another',
    'src/web/features/picks/a.ts',
    `import { panel } from '#web/features/admin/panel.ts';\nexport const p = panel;`,
    'Features never',
  ],
  [
    'a part of the admin feature imports another feature',
    'src/web/features/admin/pools/a.ts',
    `import { load } from '#web/features/picks/load.ts';\nexport const p = load;`,
    'Features never',
  ],
  [
    'a feature climbs to another',
    'src/web/features/picks/b.ts',
    `import { panel } from '../admin/panel.ts';\nexport const p = panel;`,
    'import by room',
  ],
  ['a part imports a feature', 'src/web/parts/a.ts', namesPart, 'Parts are shared'],
  ['the library imports a part', 'src/web/lib/e.ts', `export { Part } from '#web/parts/part.tsx';`, 'stand below'],
  ['a barrel gathers other files', 'src/server/a.ts', `export { handle } from './handler.ts';`, 'barrel'],
  ['a file exports a default', 'src/server/b.ts', 'const one = 1;\nexport default one;', 'default export'],
  ['a name has capitals', 'src/server/twoWords.ts', 'export const one = 1;', 'kebab-case'],
  ['a type is any', 'src/server/c.ts', 'export const one: any = 1;', 'any'],
];

function write(sources: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${text}\n`);
  }
}

function run(tool: string, ...args: string[]): string {
  const program = join(root, 'node_modules', tool);
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8' });
  return stdout + stderr;
}

const compile = (...projects: string[]): string => run('typescript/bin/tsc', '-b', '--pretty', 'false', ...projects);

/** Formatting is not checked, because the samples are kept short. */
function lint(...files: string[]): string {
  return run(
    '@biomejs/biome/bin/biome',
    'lint',
    '--vcs-enabled=false',
    '--colors=off',
    '--max-diagnostics=none',
    ...files,
  );
}

beforeAll(() => {
  mkdirSync(join(root, '.build'), { recursive: true });
  folder = mkdtempSync(join(root, '.build/walls-'));
  for (const file of [
    'package.json',
    'tsconfig.base.json',
    'biome.json',
    'lint',
    ...rooms.map((room) => `${room}/tsconfig.json`),
  ]) {
    cpSync(join(root, file), join(folder, file), { recursive: true });
  }
  write(allowed);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes files, checks all of them at once, and removes them. */
function check(breaches: readonly Breach[], tool: (...files: string[]) => string): string {
  const sources = Object.fromEntries(breaches.map(([, file, text]) => [file, text]));
  write(sources);
  const output = tool(...Object.keys(sources));
  for (const file of Object.keys(sources)) rmSync(join(folder, file));
  return output;
}

describe('The compiler', () => {
  let output: string;

  // A room with an error keeps the rooms that import it from being compiled, so each room is compiled with its own.
  beforeAll(() => {
    output = rooms
      .map((room) =>
        check(
          notCompiling.filter(([, file]) => file.startsWith(room)),
          () => compile(room),
        ),
      )
      .join('\n');
  });

  it('lets every room use what it may', () => {
    expect(compile(...rooms)).toBe('');
  });

  it.each(notCompiling)('refuses it when %s', (_what, file, _text, complaint) => {
    const complaints = output.split('\n').filter((line) => line.startsWith(`${file}(`));
    expect(complaints.join('\n')).toContain(`error ${complaint}:`);
  });
});

describe('The linter', () => {
  let output: string;

  beforeAll(() => {
    output = check(notLinting, lint);
  });

  it('lets every room use what it may', () => {
    const clean = lint(...Object.keys(allowed));
    expect(clean).toContain(`Checked ${Object.keys(allowed).length} files`);
    expect(clean).not.toContain('Found');
  });

  it.each(notLinting)('refuses it when %s', (_what, file, _text, complaint) => {
    const complaints = output.split(/^(?=src\/)/m).filter((part) => part.startsWith(file));
    expect(complaints.join('\n')).toContain(complaint);
    expect(complaints.join('\n'), 'an error, not a warning').toContain('×');
  });
});

/**
 * The folders of the server, from the bottom up: each imports only folders below its own. Those in one line don't import each
 * other. The last line joins everything: the process, the command line, the demo and the upgrade.
 */
const layers: readonly (readonly string[])[] = [
  ['platform'],
  ['journal'],
  ['users'],
  ['games'],
  ['pools'],
  ['receipts'],
  ['entries'],
  ['members'],
  ['faces'],
  ['picks'],
  ['locks'],
  ['game-changes'],
  ['entering'],
  ['feed'],
  ['season'],
  ['standings'],
  ['side-tables'],
  ['almanac'],
  ['money'],
  ['talk', 'log', 'game-edits'],
  ['recap'],
  ['calendar', 'notify'],
  ['pick-links'],
  ['entry-changes'],
  ['manage'],
  ['pool-file'],
  ['accounts'],
  ['admin', 'drill', 'imports', 'firebase'],
];
const top = ['', 'cli', 'demo', 'upgrade'];
const layerOf = (folder: string): number =>
  top.includes(folder) ? layers.length : layers.findIndex((each) => each.includes(folder));

/** What is imported besides stores and reads, with reasons. A path without a file means its folder. */
const doors: readonly (readonly [from: string, to: string])[] = [
  // A season is loaded from ESPN as well as from a file.
  ['season', 'feed'],
  // An admin reads the same profile as its owner.
  ['admin/routes.ts', 'accounts/profile.ts'],
];

const serverFolder = join(root, 'src/server');

/** The files of the server, without tests. */
function serverFiles(): string[] {
  const files = readdirSync(serverFolder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
}

interface Import {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
}

/** Every import between them. */
function serverImports(): Import[] {
  return serverFiles().flatMap((from) => {
    const found = readFileSync(join(serverFolder, from), 'utf8').matchAll(
      /(?:import (type )?[^;'(]*|import\()'((?:#server\/|\.)[^']*)'/g,
    );
    return [...found].map(([, type, path = '']) => {
      const to = path.startsWith('#') ? path.slice('#server/'.length) : join(dirname(from), path);
      return { from, to, isType: type !== undefined };
    });
  });
}

const folderOf = (file: string): string => (file.includes('/') ? (file.split('/')[0] ?? '') : '');
const isDoor = ({ from, to }: Import): boolean =>
  doors.some(([a, b]) => [from, folderOf(from)].includes(a) && [to, folderOf(to)].includes(b));

/** A statement that writes, by the query builder or as SQL. */
const isWrite =
  /\.(?:insertInto|replaceInto|mergeInto|updateTable|deleteFrom)\(|\bwriteRows\(|\b(?:insert\s+(?:or\s+\w+\s+)?into|replace\s+into|merge\s+into|delete\s+from|update\s+\S+\s+(?:as\s+\w+\s+)?set)\b|[`'"]truncate\b/i;

const writing = [
  `db.insertInto('weeks')`,
  `db.replaceInto('weeks')`,
  `db.mergeInto('weeks')`,
  `db.updateTable('weeks')`,
  `db.with('gone', (q) => q.deleteFrom('weeks'))`,
  'writeRows(db, engine, rows)',
  'sql`insert into weeks (id) values (1)`',
  'sql`insert or ignore into weeks (id) values (1)`',
  'sql`\n    update weeks set season = 1`',
  `sql\`update ${'$'}{sql.table(name)} set season = 1\``,
  'sql`DELETE FROM weeks`',
  'sql`with gone as (delete from weeks returning id) select id from gone`',
  'sql`with old as (select 1) delete from weeks`',
  `sql.raw('truncate weeks')`,
];
const reading = [
  `db.selectFrom('weeks').forUpdate()`,
  '/** What a pool was counted by before an update that counts otherwise. */',
  'sql`select id from weeks for update`',
];

describe('The folders of the server', () => {
  const crossings = serverImports().filter(({ from, to }) => folderOf(from) !== folderOf(to));

  it('stand in one order', () => {
    const folders = new Set(serverFiles().map(folderOf));
    expect([...folders].filter((folder) => layerOf(folder) < 0)).toEqual([]);
    expect(layers.flat().filter((folder) => !folders.has(folder))).toEqual([]);
  });

  it('import only what stands below them, and the type of what handlers work with', () => {
    const upward = crossings.filter(({ from, to, isType }) => {
      const isBelow = top.includes(folderOf(from)) || layerOf(folderOf(to)) < layerOf(folderOf(from));
      return !isBelow && !(to === 'deps.ts' && isType);
    });
    expect(crossings.length).toBeGreaterThan(1000);
    expect(upward).toEqual([]);
  });

  it('import only the stores and reads of another feature', () => {
    const inner = crossings.filter((each) => {
      const [from, to] = [folderOf(each.from), folderOf(each.to)];
      const isOfFeature = !top.includes(from) && !top.includes(to) && to !== 'platform';
      return isOfFeature && !/(store|reads)\.ts$/.test(each.to) && !isDoor(each);
    });
    expect(inner).toEqual([]);
  });

  it('write SQL in stores and reads only', () => {
    const isQuery = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<[^>]*>)?`/;
    const outside = serverFiles().filter((file) => folderOf(file) !== 'platform' && !/(store|reads)\.ts$/.test(file));
    expect(outside.filter((file) => isQuery.test(readFileSync(join(serverFolder, file), 'utf8')))).toEqual([]);
  });

  it('write nothing in reads', () => {
    const reads = serverFiles().filter((file) => file.endsWith('reads.ts'));
    expect(reads.length).toBeGreaterThan(20);
    expect(reads.filter((file) => isWrite.test(readFileSync(join(serverFolder, file), 'utf8')))).toEqual([]);
  });

  it.each(writing)('would not read in a reads.ts: %s', (text) => {
    expect(text).toMatch(isWrite);
  });

  it.each(reading)('may read in a reads.ts: %s', (text) => {
    expect(text).not.toMatch(isWrite);
  });

  it('have no door that nobody uses', () => {
    const used = serverImports();
    const shut = doors.filter(
      ([a, b]) => !used.some(({ from, to }) => [from, folderOf(from)].includes(a) && [to, folderOf(to)].includes(b)),
    );
    expect(shut).toEqual([]);
  });
});

it('Only workers calculate game days, compare rules and read spreadsheets: a page would stand still meanwhile', () => {
  const folder = join(root, 'src/web');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  const slow = '(?:core/game-day/game-day|core/rules/lab|core/sheet/guess-layout|import/read-file|\\./read-file)\\.ts';
  const isSlow = new RegExp(`^(?:import|export) (?!type )[^;]*from '[^']*${slow}'|import\\('[^']*${slow}'\\)`, 'm');
  const own = files.filter((file) => isSlow.test(readFileSync(join(folder, file), 'utf8')));
  const workers = ['lab-worker.ts', 'sheet-worker.ts', 'game-day.ts'];
  expect(own.map((file) => basename(file)).toSorted()).toEqual(workers.toSorted());
  const started = files.flatMap((file) => [
    ...readFileSync(join(folder, file), 'utf8').matchAll(/new Worker\(new URL\('[^']*?([\w-]+\.ts)'/g),
  ]);
  expect(started.map(([, file]) => file).toSorted()).toEqual(workers.toSorted());
});

it('No screen, and nothing that screens share, imports what formats compute: the first page would load them all', () => {
  const folder = join(root, 'src/web');
  const screens = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const importing = screens.filter((file) => readFileSync(join(folder, file), 'utf8').includes('formats/format-of.ts'));
  expect(importing.filter((file) => !file.startsWith('worker/'))).toEqual([]);
});
