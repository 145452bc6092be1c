import { describe, expect, test } from 'vitest';
import { complaint, read } from '#tests/league-settings.ts';
import { readSettings } from './settings.ts';

describe('Mail', () => {
  test.each([
    ['smtp://localhost', 'pool@example.org'],
    ['smtps://user:p%40ss@mail.example.org:465', "Pick'em <pool@example.org>"],
    ['smtp://mail.example.org:587?requireTLS=true', 'Our pool <pool@example.org>'],
  ])('goes through %s from %s', (SMTP_URL, MAIL_FROM) => {
    expect(read({ SMTP_URL, MAIL_FROM }).mail).toEqual({ smtpUrl: SMTP_URL, from: MAIL_FROM });
  });

  test('is not sent without a server', () => {
    expect(read({ MAIL_FROM: 'pool@example.org' }).mail).toBeNull();
  });

  test('needs a sender', () => {
    expect(complaint({ SMTP_URL: 'smtp://localhost' })).toContain('  MAIL_FROM is missing');
  });

  test.each(['mail.example.org', 'http://mail.example.org', 'smtp://', 'smtp:mail'])(
    'the server must be one: %s',
    (SMTP_URL) => {
      expect(complaint({ SMTP_URL, MAIL_FROM: 'pool@example.org' })).toContain('  SMTP_URL is no smtp://');
    },
  );

  test('a password in a wrong address is not shown', () => {
    const said = complaint({ SMTP_URL: 'imap://pool:hush@mail.example.org', MAIL_FROM: 'pool@example.org' });
    expect(said).toContain('SMTP_URL');
    expect(said).not.toContain('hush');
  });

  test.each(['pool', 'Pool <pool>', 'pool@example.org>', 'a@example.org, b@example.org'])(
    'the sender must be one: %s',
    (MAIL_FROM) => {
      expect(complaint({ SMTP_URL: 'smtp://localhost', MAIL_FROM })).toContain('  MAIL_FROM is ');
    },
  );

  test('of the demo stays in the demo', () => {
    const env = { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'pool@example.org' };
    expect(readSettings(env, 'demo').mail).toBeNull();
  });
});
