import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { routeTable } from '#contract/index.ts';
import { DEFAULT_PORT, readSettings } from '#server/platform/env/settings.ts';
import { SettingsError } from '#server/platform/env/variables.ts';
import { root } from '../scripts/root.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const handbook = read('docs/operating.md');
const dockerfile = read('Dockerfile');
const compose = read('compose.yaml');
const packageJson = JSON.parse(read('package.json'));

/** The environment variables that the server reads. */
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
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    const links = [...handbook.matchAll(/\]\(#([\w-]+)\)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(8);
    expect(links.filter((link) => !headings.includes(link))).toEqual([]);
  });
});

describe('The container', () => {
  const services = Object.fromEntries(
    compose
      .slice(compose.indexOf('services:\n'), compose.indexOf('\nvolumes:'))
      .split(/\n(?= {2}[a-z]+:\n)/)
      .slice(1)
      .map((text) => [text.slice(2, text.indexOf(':')), text]),
  );
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

  it('names the images of Node and PostgreSQL by their digests, and that of Caddy by its version', () => {
    const images = [dockerfile, compose].flatMap((text) =>
      [...text.matchAll(/^(?:FROM|\s+image:) (\S+)/gm)].map(([, image = '']) => image),
    );
    const others = images.filter((image) => !stages.has(image) && !image.startsWith('${PICKEM_IMAGE'));
    const named = others.map((image) => image.replace(/@sha256:[0-9a-f]{64}$/, ' by digest'));
    expect(named).toEqual([
      expect.stringMatching(/^node:\S+ by digest$/),
      expect.stringMatching(/^caddy:\d+\.\d+\.\d+$/),
      expect.stringMatching(/^postgres:\S+ by digest$/),
      expect.stringMatching(/^postgres:\S+ by digest$/),
    ]);
  });

  it('gains no privileges, and leaves no volume without a name', () => {
    const names = Object.keys(services);
    expect(names).toEqual(['league', 'https', 'demo', 'database', 'backup']);
    for (const name of names) expect(services[name], name).toContain('\n    security_opt: [no-new-privileges:true]\n');
    expect(dockerfile).not.toMatch(/^VOLUME/m);
    expect(services.database).toContain('- database:/var/lib/postgresql/data');
    expect(services.backup).toContain('tmpfs: /var/lib/postgresql/data');
    const volumes = Object.values(services).flatMap((text) => [...text.matchAll(/^ {6}- ([a-z]+):\//gm)]);
    const declared = compose.slice(compose.indexOf('\nvolumes:')).match(/^ {2}[a-z]+(?=:$)/gm) ?? [];
    expect(declared.map((name) => name.trim()).sort()).toEqual(volumes.map(([, name]) => name).sort());
  });

  it('passes every setting of a league on', () => {
    const ofImage = [
      'HOST',
      'PORT',
      'DATABASE_FILE',
      'BACKUP_DIR',
      'BACKUP_KEEP',
      'BACKUP_EVERY',
      'DEMO_FILE',
      'DEMO_HOST',
    ];
    const given = [...(services.league ?? '').matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name]) => name);
    expect([...given, ...ofImage].sort()).toEqual([...namesRead()].sort());
  });

  it('serves the demo, and the league without Caddy, on this machine alone', () => {
    const ports = Object.entries(services).flatMap(([name, text]) =>
      [...text.matchAll(/^ {6}- (\S*\d+:\d+\S*)$/gm)].map(([, port = '']) => `${name} ${port}`),
    );
    const open = ports.filter((port) => !/ (\$\{PICKEM_LISTEN:-)?127\.0\.0\.1}?:/.test(port));
    expect(ports.length - open.length).toBe(2);
    expect(open).toEqual(['https 80:80', 'https 443:443', 'https 443:443/udp']);
    const demo = [...(services.demo ?? '').matchAll(/^ {6}([A-Z_]+): (.+)$/gm)].map(([, name, value]) => [name, value]);
    expect(readSettings(Object.fromEntries(demo), 'demo')).toMatchObject({
      host: '0.0.0.0',
      database: '/data/demo.db',
    });
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

  it.runIf(process.platform === 'linux').each([
    ['15', ['pickem-recent-20251117T083000Z.dump', 'pickem-recent-20251117T084500Z.dump', 'now'], '15m'],
    [
      'off',
      [
        'pickem-recent-20251117T081500Z.dump',
        'pickem-recent-20251117T083000Z.dump',
        'pickem-recent-20251117T084500Z.dump',
      ],
      '10m',
    ],
  ])('keeps seven nights, and with BACKUP_EVERY=%s the newest dumps in between', (every, recent, pause) => {
    const folder = mkdtempSync(join(tmpdir(), 'pickem-dumps-'));
    const nights = Array.from({ length: 8 }, (_, night) => `pickem-2025-11-0${night + 1}.dump`);
    const others = ['081500', '083000', '084500'].map((time) => `pickem-recent-20251117T${time}Z.dump`);
    for (const name of [...nights, ...others, 'notes.txt', 'pickem-2025-11-09.dump.unfinished'])
      writeFileSync(join(folder, name), '');
    const [, script = ''] = /- -euc\n {6}- \|\n((?: {8}.*\n)+)/.exec(compose) ?? [];
    const fakes = 'pg_dump() { touch "$' + '{2#--file=}"; }; sleep() { echo "$1"; exit; }\n';
    const text = fakes + script.replaceAll('$$', '$').replaceAll('/backups', folder);
    const said = execFileSync('bash', ['-euc', text], {
      encoding: 'utf8',
      env: { ...process.env, BACKUP_EVERY: every },
    });
    const names = readdirSync(folder).map((name) =>
      name > (others[2] ?? '') && name.startsWith('pickem-recent') ? 'now' : name,
    );
    const tonight = names.filter((name) => /^pickem-2\d/.test(name)).at(-1) ?? '';
    expect(Date.parse(tonight.slice(7, 17))).toBeGreaterThan(Date.parse('2025-11-08'));
    expect(names.toSorted()).toEqual(['notes.txt', ...nights.slice(2), tonight, ...recent].toSorted());
    expect(said.trim()).toBe(pause);
    rmSync(folder, { recursive: true });
  });

  it('asks a call that exists whether it is well, at the port that it names', () => {
    expect(dockerfile).toContain("process.env.PORT + '/readyz'");
    expect(routeTable).toHaveProperty('GET /readyz');
    expect(dockerfile).toMatch(new RegExp(`PORT=${DEFAULT_PORT} .*\\n[^]*EXPOSE ${DEFAULT_PORT}\\n`));
    expect(compose).toContain(`-127.0.0.1}:${DEFAULT_PORT}:${DEFAULT_PORT}`);
  });

  it('does not run as root', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('FROM '));
    expect(last.indexOf('USER node')).toBeGreaterThan(0);
    expect(last.indexOf('USER node')).toBeLessThan(last.indexOf('CMD ["node", "src'));
  });
});
