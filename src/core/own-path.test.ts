import { describe, expect, it } from 'vitest';
import { isOwnPath, linkCode, signInPath, wantedPath } from '#core/own-path.ts';

const SITE = 'https://pool.example.org';

describe('A path to go on to', () => {
  it.each(['/', '/picks', '/admin/pools/edit/a-b', '/picks?week=2026-week1#top', '/%2F%2Fevil.example.com', '/a//b'])(
    'may be any of this site: %s',
    (path) => {
      expect(isOwnPath(path)).toBe(true);
      expect(new URL(path, SITE).origin).toBe(SITE);
    },
  );

  it.each([
    '',
    'picks',
    'https://evil.example.com',
    '//evil.example.com',
    '///evil.example.com',
    '/\\evil.example.com',
    '\\\\evil.example.com',
    '/\t/evil.example.com',
    '/\n/evil.example.com',
    ' //evil.example.com',
    'javascript:alert(1)',
    'data:text/html,hello',
    '@evil.example.com',
    '.evil.example.com',
  ])('cannot lead elsewhere: %j', (path) => {
    expect(isOwnPath(path)).toBe(false);
  });
});

describe('The screen that a user wanted', () => {
  it.each(['/picks', '/matchup?week=2026-week11', '/admin/pools/edit/p1', '/logins', '/no/such/page'])(
    'is opened after signing in: %s',
    (path) => {
      expect(wantedPath(path)).toBe(path);
      expect(new URL(signInPath(path), SITE).searchParams.get('to')).toBe(path);
    },
  );

  it('keeps its fragment, which may be a secret, out of the request', () => {
    const url = new URL(signInPath('/join#token=secret'), SITE);
    expect([url.pathname, url.search]).toEqual(['/login', '']);
    expect(new URLSearchParams(url.hash.slice(1)).get('to')).toBe('/join#token=secret');
  });

  it.each([
    'https://evil.example.com',
    '//evil.example.com',
    '/\\evil.example.com',
    '/\t/evil.example.com',
    'picks',
    '',
    '/',
    '/?week=1',
    '/login',
    '/login/',
    '/LOGIN',
    '/login?to=/picks',
    '/reset#token=somebodys',
    7,
    null,
    undefined,
  ])('is ignored if it is elsewhere or is for signing in: %j', (path) => {
    expect(wantedPath(path)).toBeUndefined();
    expect(signInPath(path)).toBe('/login');
  });
});

describe('The code of a link', () => {
  const code = 'Abc-123_xyz';

  it.each([
    ['typed', code],
    ['with spaces around it', `  ${code}\n`],
    ['in the whole link', `https://pool.example.org/reset#token=${code}`],
    ['in a link that also leads on', `https://pool.example.org/reset#token=${code}&to=%2Fpicks`],
    ['of an old invite', `https://pool.example.org/join?token=${code}`],
  ])('is found: %s', (_, text) => {
    expect(linkCode(text)).toBe(code);
  });

  it.each(['', '  ', 'short', 'https://pool.example.org/reset', `${code} ${code}`, 'x'.repeat(201)])(
    'is not found in %j',
    (text) => {
      expect(linkCode(text)).toBeNull();
    },
  );
});
