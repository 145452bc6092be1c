/**
 * Names what nothing uses: source files that no program reaches (a test of its own does not keep a file alive; a file that
 * says `node path/of/itself` is a program),
 * exports that no other file mentions, and packages that no file imports.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './root.ts';

/** Programs, types and binaries that are used without being imported. */
const toolPackages = /^(@types\/|node-|typescript$|@biomejs\/biome$)/;
/** Exports that a tool calls by their name. */
const calledByTools = new Set(['setup']);
const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$/.test(file);

const files = globSync(['{src,scripts,tests,e2e,bench}/**/*.{ts,tsx,mjs,css,html}', '*.config.ts'], { cwd: root });
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** What a file imports, loads or names by its path. */
function references(file: string): string[] {
  const text = texts.get(file) ?? '';
  const quoted = [...text.matchAll(/['"]([^'"\s]+)['"]/g)].map((match) => match[1] ?? '');
  return quoted.flatMap((name) => resolveName(name, file) ?? []);
}

/** A name is a path beside the file, within the web app, within the package, or in a room (`#core/…` is src/core/…). */
function resolveName(name: string, from: string): string | undefined {
  const candidates = [
    join(dirname(from), name),
    join('src/web', name),
    name,
    name.replace(/^#tests/, 'tests').replace(/^#/, 'src/'),
  ];
  return candidates.find((path) => texts.has(path));
}

function reachable(entries: readonly string[]): Set<string> {
  const found = new Set(entries);
  for (const file of found) for (const next of references(file)) found.add(next);
  return found;
}

function unusedFiles(): string[] {
  const isEntry = (file: string): boolean =>
    ['scripts/bootstrap.mjs', 'src/web/index.html'].includes(file) ||
    file.endsWith('.config.ts') ||
    (texts.get(file) ?? '').includes(`node ${file}`);
  const programs = reachable(files.filter(isEntry));
  const withTests = reachable([...programs, ...files.filter(isTest)]);
  const unused = (file: string): boolean =>
    file.startsWith('src/')
      ? !programs.has(file) && !file.startsWith('src/core/')
      : !withTests.has(file) && !file.endsWith('.d.ts');
  return files.filter((file) => !isTest(file) && !file.endsWith('.d.ts') && unused(file));
}

/**
 * The contract is left out: a schema and its type share a name there, and either may be what is used. So is `core`: it
 * holds every rule of the specification, whether or not a screen uses it yet.
 */
function unusedExports(): string[] {
  const words = new Map([...texts].map(([file, text]) => [file, new Set(text.match(/\w+/g))]));
  return files
    .filter((file) => /\.tsx?$/.test(file) && !/^src\/(contract|core)\/|\.config\.ts$/.test(file))
    .flatMap((file) => {
      const exported = (texts.get(file) ?? '').matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm);
      const names = [...exported].map((match) => match[1] ?? '');
      return names
        .filter(
          (name) => !calledByTools.has(name) && ![...words].some(([other, used]) => other !== file && used.has(name)),
        )
        .map((name) => `${file}: ${name}`);
    });
}

function unusedPackages(): string[] {
  const { dependencies, optionalDependencies, devDependencies } = packageJson;
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies });
  const all = [...texts.values()].join('\n');
  return names.filter((name) => !toolPackages.test(name) && !new RegExp(`['"]${name}(/[^'"]*)?['"]`).test(all));
}

function report(title: string, names: readonly string[]): void {
  if (names.length === 0) return;
  process.exitCode = 1;
  console.log(`${title}:\n${names.map((name) => `  ${name}`).join('\n')}`);
}

report('Files that nothing reaches', unusedFiles());
report('Exports that no other file mentions', unusedExports());
report('Packages that nothing imports', unusedPackages());
