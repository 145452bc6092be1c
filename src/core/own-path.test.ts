import { describe, expect, it } from 'vitest';
import { isOwnPath } from '#core/own-path.ts';

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
  ])('leads nowhere else: %j', (path) => {
    expect(isOwnPath(path)).toBe(false);
  });
});
