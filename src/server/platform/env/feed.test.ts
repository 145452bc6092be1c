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
