import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { routeTable } from '#contract/index.ts';
import { DEFAULT_PORT, readSettings, SettingsError } from '#server/env.ts';
import { root } from '../scripts/root.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const handbook = read('docs/operating.md');
const dockerfile = read('Dockerfile');
const compose = read('compose.yaml');
const packageJson = JSON.parse(read('package.json'));

/** The names that the server looks up, whatever it makes of them. */
function namesRead(): Set<string> {
  const names = new Set<string>();
  const nothing = new Proxy<Record<string, undefined>>({}, { get: (_, name) => void names.add(String(name)) });
  for (const kind of ['league', 'demo'] as const) {
    try {
      readSettings(nothing, kind);
    } catch (error) {
      expect(error).toBeInstanceOf(SettingsError);
    }
  }
  return names;
}

describe('The handbook', () => {
  const section = handbook.slice(handbook.indexOf('## Settings'), handbook.indexOf('## HTTPS'));
  const told = [...section.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );

  it('names every variable that the server reads, and no other', () => {
    const names = namesRead();
    expect(names.size).toBeGreaterThan(15);
    expect(told.toSorted()).toEqual([...names].sort());
  });

  it('leads to parts of itself that exist', () => {
    const headings = [...handbook.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
      text
        .toLowerCase()
        .replace(/[^\w ]/g, '')
        .replaceAll(' ', '-'),
    );
    const links = [...handbook.matchAll(/\]\(#([\w-]+)\)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(8);
    expect(links.filter((link) => !headings.includes(link))).toEqual([]);
  });
});

describe('The container', () => {
  const stages = new Set([...dockerfile.matchAll(/^FROM \S+ AS (\w+)$/gm)].map(([, name]) => name));
  const copies = [...dockerfile.matchAll(/^COPY (--from=(\w+) )?(.+) (\S+)$/gm)].map(([, , from, sources = '']) => ({
    from,
    sources: sources.split(' '),
  }));

  it('copies what is there, and what its stages made', () => {
    expect(copies.length).toBeGreaterThan(8);
    const ignored = read('.dockerignore').split('\n').filter(Boolean);
    for (const { from, sources } of copies) {
      if (from !== undefined) expect(stages).toContain(from);
      else expect(sources.filter((source) => !existsSync(join(root, source)) || ignored.includes(source))).toEqual([]);
    }
  });

  it('has all that the build reads', () => {
    const wanted = /const sources = \[([^\]]+)\]/.exec(read('scripts/build.ts'))?.[1] ?? '';
    const named = [...wanted.matchAll(/'([^']+)'/g)].map(([, path = '']) => path.split('/')[0] ?? '');
    const copied = copies.filter(({ from }) => from === undefined).flatMap(({ sources }) => sources);
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter((path) => !copied.some((source) => source.split('/')[0] === path))).toEqual([]);
  });

  it('runs on the Node that everything else needs', () => {
    const [, needed] = /const NEEDED_NODE = (\d+);/.exec(read('scripts/bootstrap.mjs')) ?? [];
    const [, version] = /^FROM node:(\d+)\S+ AS base$/m.exec(dockerfile) ?? [];
    expect(version).toBe(needed);
  });

  it('names every image by its digest', () => {
    const images = [dockerfile, compose].flatMap((text) =>
      [...text.matchAll(/^(?:FROM|\s+image:) (\S+)/gm)].map(([, image = '']) => image),
    );
    const own = images.filter((image) => !stages.has(image));
    expect(own.length).toBe(3);
    expect(own.filter((image) => !/@sha256:[0-9a-f]{64}$/.test(image))).toEqual([]);
  });

  it('holds every package that the server imports', () => {
    const files = globSync('src/{server,core,contract}/**/*.ts', { cwd: root }).filter(
      (file) => !file.endsWith('.test.ts'),
    );
    const imports = files.flatMap((file) =>
      [...read(file).matchAll(/^import (?!type ).*? from '([a-z@][^']*)'/gms)].map(([, name = '']) => name),
    );
    const packages = imports
      .filter((name) => !name.startsWith('node:'))
      .map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      );
    expect(packages.length).toBeGreaterThan(20);
    expect([...new Set(packages)].filter((name) => !(name in packageJson.dependencies))).toEqual([]);
  });

  it('asks a call that exists whether it is well, at the port that it names', () => {
    expect(dockerfile).toContain("process.env.PORT + '/readyz'");
    expect(routeTable).toHaveProperty('GET /readyz');
    expect(dockerfile).toMatch(new RegExp(`PORT=${DEFAULT_PORT} .*\\n[^]*EXPOSE ${DEFAULT_PORT}\\n`));
    expect(compose).toContain(`127.0.0.1:${DEFAULT_PORT}:${DEFAULT_PORT}`);
  });

  it('does not run as root, and hands the server only variables that it reads', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('FROM '));
    expect(last.indexOf('USER node')).toBeGreaterThan(0);
    expect(last.indexOf('USER node')).toBeLessThan(last.indexOf('CMD ["node", "src'));
    const league = compose.slice(compose.indexOf('  league:'), compose.indexOf('  database:\n    image'));
    const given = [...league.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name = '']) => name);
    expect(given.length).toBeGreaterThan(5);
    expect(given.filter((name) => !namesRead().has(name))).toEqual([]);
  });
});
