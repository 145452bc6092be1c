import { describe, expect, test } from 'vitest';
import { complaint, PUBLIC_URL, read } from '#tests/league-settings.ts';
import { readDatabase, readSettings } from './settings.ts';
import { SettingsError } from './variables.ts';

/** Names that only a home network reaches. */
const homeHosts = ['192.168.1.10:4280', '10.0.0.5', '172.31.0.1', '169.254.7.7', '100.64.0.9', 'pool.local:4280'];

describe('A league', () => {
  test('needs to know its own address, and nothing else', () => {
    expect(readSettings({ PUBLIC_URL }, 'league')).toEqual({
      kind: 'league',
      host: '127.0.0.1',
      port: 4280,
      database: 'data/league.db',
      publicUrl: new URL(PUBLIC_URL),
      trustProxy: [],
      signUp: 'open',
      secondFactor: 'optional',
      pools: 'admins',
      faces: true,
      mail: null,
      providers: {},
      feed: new URL('https://site.api.espn.com'),
      lines: null,
      backups: { folder: 'data/backups', keep: 7, everyMs: 900_000 },
      dumpFolder: 'data/backups',
      dumps: null,
      logLevel: 'info',
      hsts: 'host',
      metricsToken: null,
    });
    expect(complaint({ PUBLIC_URL: undefined })).toContain('PUBLIC_URL is missing');
    expect(complaint({ PUBLIC_URL: '  ' })).toContain('PUBLIC_URL is missing');
  });

  test.each<[string, string]>([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', 'http'],
    ['PORT', '0x50'],
    ['PORT', '1e3'],
    ['PORT', '42 80'],
    ['HOST', 'localhost'],
    ['BACKUP_KEEP', '0'],
    ['BACKUP_KEEP', '367'],
    ['BACKUP_KEEP', 'all'],
    ['BACKUP_EVERY', '0'],
    ['BACKUP_EVERY', '15m'],
    ['HOST', 'pool.example.org'],
    ['HOST', '256.1.1.1'],
    ['HOST', '127.0.0.1:80'],
    ['PUBLIC_URL', 'pool.example.org'],
    ['PUBLIC_URL', 'http://pool.example.org'],
    ['PUBLIC_URL', 'http://8.8.8.8:4280'],
    ['PUBLIC_URL', 'http://172.32.0.1'],
    ['PUBLIC_URL', 'http://100.128.0.1'],
    ['PUBLIC_URL', 'http://[2001:db8::1]'],
    ['PUBLIC_URL', 'http://pool.local.example.org'],
    ['PUBLIC_URL', 'http://.local'],
    ['PUBLIC_URL', 'http://192.168.1.10/pickem'],
    ['PUBLIC_URL', 'ftp://pool.example.org'],
    ['PUBLIC_URL', 'https://pool.example.org/pickem'],
    ['PUBLIC_URL', 'https://pool.example.org/?a=1'],
    ['PUBLIC_URL', 'https://pool.example.org/#a'],
    ['PUBLIC_URL', 'https://kim@pool.example.org'],
    ['PUBLIC_URL', 'https://:secret@pool.example.org'],
    ['PUBLIC_URL', 'https://'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', 'loopback'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', '::1/129'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['TRUST_PROXY', '10.0.0.1 10.0.0.2'],
    ['TRUST_PROXY', 'fe80::1%eth0'],
    ['SIGNUP', 'yes'],
    ['SIGNUP', 'Open'],
    ['FACES', 'yes'],
    ['POOLS', 'all'],
    ['POOLS', 'Everyone'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_LEVEL', 'toString'],
    ['DATABASE_URL', 'mysql://localhost/pickem'],
    ['DATABASE_URL', 'data/league.db'],
    ['METRICS_TOKEN', 'nineteen-characters'],
    ['METRICS_TOKEN', 'twenty characters or more'],
  ])('does not start with %s=%s', (name, value) => {
    expect(complaint({ [name]: value })).toMatch(new RegExp(`^Pick'em cannot start:\n  ${name} is `));
  });

  test('does not show a token of the metrics that it refuses', () => {
    expect(complaint({ METRICS_TOKEN: 'hush-hush' })).not.toContain('hush');
  });

  test('gets all problems at once', () => {
    const said = complaint({ PORT: 'x', HOST: 'y', SIGNUP: 'z', PUBLIC_URL: '' });
    for (const name of ['PORT', 'HOST', 'SIGNUP', 'PUBLIC_URL']) expect(said).toContain(`  ${name} is `);
    expect(said?.split('\n')).toHaveLength(5);
  });

  test.each<[string, string, object]>([
    ['PORT', '1', { port: 1 }],
    ['PORT', ' 65535 ', { port: 65_535 }],
    ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
    ['HOST', '::', { host: '::' }],
    ['PUBLIC_URL', 'https://pool.example.org:8443', { publicUrl: new URL('https://pool.example.org:8443') }],
    ['PUBLIC_URL', 'https://pool.example.org/', { publicUrl: new URL('https://pool.example.org') }],
    ['PUBLIC_URL', 'http://localhost:4280', { publicUrl: new URL('http://localhost:4280') }],
    ['PUBLIC_URL', 'http://127.0.0.1', { publicUrl: new URL('http://127.0.0.1') }],
    ['PUBLIC_URL', 'http://[::1]:4280', { publicUrl: new URL('http://[::1]:4280') }],
    ['PUBLIC_URL', 'http://localhost:4280', { host: '127.0.0.1' }],
    ['PUBLIC_URL', 'https://192.168.1.10', { host: '127.0.0.1' }],
    ...homeHosts.map((host) => ['PUBLIC_URL', `http://${host}`, { host: '0.0.0.0' }] as [string, string, object]),
    ['PUBLIC_URL', 'http://pool.local:5000', { port: 5000 }],
    ['PUBLIC_URL', 'http://pool.local', { port: 80 }],
    ['PUBLIC_URL', 'http://localhost:5000', { port: 4280 }],
    ['PUBLIC_URL', 'http://[fd12:3456::10]:4280', { host: '::' }],
    ['PUBLIC_URL', 'http://[fe80::1]:4280', { host: '::' }],
    ['TRUST_PROXY', '10.0.0.1, 172.16.0.0/12 ,fd00::/8', { trustProxy: ['10.0.0.1', '172.16.0.0/12', 'fd00::/8'] }],
    ['SIGNUP', 'closed', { signUp: 'closed' }],
    ['SECOND_FACTOR', 'required', { secondFactor: 'required' }],
    ['POOLS', 'everyone', { pools: 'everyone' }],
    [
      'BACKUP_DIR',
      '/mnt/copies',
      { backups: { folder: '/mnt/copies', keep: 7, everyMs: 900_000 }, dumpFolder: '/mnt/copies' },
    ],
    ['BACKUP_KEEP', '30', { backups: { folder: 'data/backups', keep: 30, everyMs: 900_000 } }],
    ['BACKUP_DIR', 'off', { backups: null, dumpFolder: 'data/backups', dumps: null }],
    ['BACKUP_EVERY', '5', { backups: { folder: 'data/backups', keep: 7, everyMs: 300_000 } }],
    ['BACKUP_EVERY', 'off', { backups: { folder: 'data/backups', keep: 7, everyMs: null } }],
    [
      'DATABASE_FILE',
      'elsewhere/league.db',
      { backups: { folder: 'elsewhere/backups', keep: 7, everyMs: 900_000 }, dumpFolder: 'elsewhere/backups' },
    ],
    ['DATABASE_URL', 'postgres://db.example.org/league', { backups: null, dumps: null }],
    ['LOG_LEVEL', 'debug', { logLevel: 'debug' }],
    ['HSTS', 'subdomains', { hsts: 'subdomains' }],
    ['METRICS_TOKEN', ' exactly-twenty-chars ', { metricsToken: 'exactly-twenty-chars' }],
    ['DATABASE_FILE', '/var/lib/pickem/league.db', { database: '/var/lib/pickem/league.db' }],
    ['DATABASE_URL', 'postgres://db.example.org/pickem', { database: 'postgres://db.example.org/pickem' }],
    ['DATABASE_URL', 'postgresql://db.example.org/pickem', { database: 'postgresql://db.example.org/pickem' }],
  ])('reads %s=%s', (name, value, expected) => {
    expect(read({ [name]: value })).toMatchObject(expected);
  });

  test('prefers PostgreSQL if both databases are set', () => {
    const database = 'postgres://db.example.org/pickem';
    expect(read({ DATABASE_URL: database, DATABASE_FILE: 'league.db' }).database).toBe(database);
    expect(readDatabase({ DATABASE_URL: database }, 'league')).toBe(database);
    expect(() => readDatabase({ DATABASE_URL: 'league.db' }, 'league')).toThrow(SettingsError);
  });
});

describe('The demo', () => {
  const league = {
    PUBLIC_URL,
    HOST: '0.0.0.0',
    TRUST_PROXY: '0.0.0.0/0',
    METRICS_TOKEN: 'exactly-twenty-chars',
    DATABASE_URL: 'postgres://db.example.org/pickem',
    DATABASE_FILE: 'league.db',
  };

  test('listens elsewhere in a container alone, whose port is published on this machine', () => {
    expect(readSettings({ DEMO_HOST: '0.0.0.0' }, 'demo').host).toBe('0.0.0.0');
    expect(read({ DEMO_HOST: '0.0.0.0' }).host).toBe('127.0.0.1');
  });

  test('stays on this machine and keeps its own file, whatever the environment says of a league', () => {
    expect(readSettings(league, 'demo')).toMatchObject({
      kind: 'demo',
      host: '127.0.0.1',
      database: 'data/demo.db',
      publicUrl: new URL('http://localhost:4280'),
      trustProxy: [],
      metricsToken: null,
    });
    expect(readDatabase(league, 'demo')).toBe('data/demo.db');
  });

  test('starts without any setting', () => {
    expect(readSettings({}, 'demo')).toMatchObject({
      port: 4280,
      logLevel: 'warn',
      signUp: 'open',
      pools: 'everyone',
      backups: null,
      dumps: null,
    });
  });

  test('is not kept from starting by settings that only a league has', () => {
    expect(readSettings({ PUBLIC_URL: 'x', TRUST_PROXY: 'x', DATABASE_URL: 'x' }, 'demo').kind).toBe('demo');
  });

  test('listens where PORT says', () => {
    expect(readSettings({ PORT: '5000' }, 'demo').publicUrl.origin).toBe('http://localhost:5000');
  });
});
