import { describe, expect, test } from 'vitest';
import { readEspnUrl, readSettings } from './settings.ts';
import type { Environment } from './variables.ts';
import { SettingsError } from './variables.ts';

const PUBLIC_URL = 'https://pool.example.org';
const feedOf = (env: Environment, kind: 'league' | 'demo' = 'league') =>
  readSettings({ PUBLIC_URL, ...env }, kind).feed?.href ?? null;

describe('The feed of a league', () => {
  test.each<[string, Environment, string | null]>([
    ['asks ESPN', {}, 'https://site.api.espn.com/'],
    ['asks whom the environment names', { ESPN_URL: 'http://127.0.0.1:4999' }, 'http://127.0.0.1:4999/'],
    ['can be named to be on', { FEED: 'on' }, 'https://site.api.espn.com/'],
    ['asks nobody where it is off', { FEED: 'off', ESPN_URL: 'http://127.0.0.1:4999' }, null],
  ])('%s', (_, env, url) => {
    expect(feedOf(env)).toBe(url);
  });

  test('the demo never calls a feed, whatever is set', () => {
    expect(feedOf({ FEED: 'on', ESPN_URL: 'http://127.0.0.1:4999' }, 'demo')).toBeNull();
  });

  test.each<[string, string]>([
    ['FEED', 'yes'],
    ['FEED', 'ON'],
    ['ESPN_URL', 'site.api.espn.com'],
    ['ESPN_URL', 'ftp://site.api.espn.com'],
    ['ESPN_URL', 'https://site.api.espn.com/apis'],
    ['ESPN_URL', 'https://site.api.espn.com/?a=1'],
    ['ESPN_URL', 'https://kim:secret@site.api.espn.com'],
  ])('%s=%s stops the start, and is named', (name, value) => {
    expect(() => feedOf({ [name]: value })).toThrow(new RegExp(`${name} is '`));
  });

  test('the command line uses the same address, even if the feed is off', () => {
    expect(readEspnUrl({ FEED: 'off' }).href).toBe('https://site.api.espn.com/');
    expect(readEspnUrl({ ESPN_URL: 'http://127.0.0.1:4999' }).href).toBe('http://127.0.0.1:4999/');
    expect(() => readEspnUrl({ ESPN_URL: 'espn' })).toThrow(SettingsError);
  });
});

describe('The second source of lines', () => {
  const linesOf = (env: Environment, kind: 'league' | 'demo' = 'league') =>
    readSettings({ PUBLIC_URL, ...env }, kind).lines;
  const file = 'https://example.org/games.csv?token=secret';

  test.each<[string, Environment, object | null]>([
    ['is none by default', {}, null],
    [
      'is The Odds API by its key',
      { ODDS_API_KEY: 'abc' },
      { source: 'odds-api', url: new URL('https://api.the-odds-api.com'), key: 'abc' },
    ],
    [
      'may be at another host',
      { ODDS_API_KEY: 'abc', ODDS_API_URL: 'http://127.0.0.1:4999' },
      { url: new URL('http://127.0.0.1:4999') },
    ],
    ['is a file of nflverse by its address', { NFLVERSE_URL: file }, { source: 'nflverse', url: new URL(file) }],
    ['works without ESPN', { FEED: 'off', NFLVERSE_URL: file }, { source: 'nflverse' }],
  ])('%s', (_, env, lines) => {
    if (lines === null) expect(linesOf(env)).toBeNull();
    else expect(linesOf(env)).toMatchObject(lines);
  });

  test('is none in the demo', () => {
    expect(linesOf({ ODDS_API_KEY: 'abc' }, 'demo')).toBeNull();
  });

  test.each<[string, Environment]>([
    ['two at once', { ODDS_API_KEY: 'secret', NFLVERSE_URL: file }],
    ['a file without https', { NFLVERSE_URL: 'http://example.org/games.csv?token=secret' }],
    ['a file without an address', { NFLVERSE_URL: 'secret' }],
    ['a host without encryption', { ODDS_API_KEY: 'secret', ODDS_API_URL: 'http://example.org' }],
    ['a host with a path', { ODDS_API_KEY: 'secret', ODDS_API_URL: 'https://example.org/v4' }],
  ])('does not start with %s, and shows no secret', (_, env) => {
    expect(() => linesOf(env)).toThrow(SettingsError);
    expect(() => linesOf(env)).not.toThrow(/secret/);
  });
});
