import { describe, expect, test } from 'vitest';
import type { Environment } from '#server/env.ts';
import { readSettings, SettingsError } from '#server/env.ts';

const PUBLIC_URL = 'https://pool.example.org';
const read = (env: Environment) => readSettings({ PUBLIC_URL, ...env }, 'league');

function complaint(env: Environment): string {
  try {
    read(env);
    return '';
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.message;
  }
}

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

describe.each(['google', 'facebook'] as const)('%s', (provider) => {
  const prefix = provider.toUpperCase();
  const credentials = { [`${prefix}_CLIENT_ID`]: 'id', [`${prefix}_CLIENT_SECRET`]: 'secret' };

  test('is there with its credentials, at its usual addresses', () => {
    const set = read(credentials).providers;
    expect(Object.keys(set)).toEqual([provider]);
    expect(set[provider]).toMatchObject({ clientId: 'id', clientSecret: 'secret' });
    for (const url of [set[provider]?.authorizationUrl, set[provider]?.tokenUrl, set[provider]?.userInfoUrl]) {
      expect(new URL(url ?? '').hostname).toMatch(new RegExp(`\\.${provider}(apis)?\\.com$`));
    }
  });

  test('is not there without, in the demo neither', () => {
    expect(read({}).providers).toEqual({});
    expect(readSettings({}, 'demo').providers).toEqual({});
    expect(Object.keys(readSettings(credentials, 'demo').providers)).toEqual([provider]);
  });

  test.each([`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`])('half of its credentials is a mistake: %s', (name) => {
    const said = complaint({ [name]: 'x' });
    const missing = Object.keys(credentials).find((each) => each !== name);
    expect(said).toContain(`  ${missing} is missing`);
  });

  test('can be looked for elsewhere, by https or on this machine', () => {
    const urls = {
      AUTHORIZATION: 'http://localhost:9/a',
      TOKEN: 'http://127.0.0.1:9/t',
      USERINFO: 'https://x.example/u',
    };
    const env = Object.fromEntries(Object.entries(urls).map(([name, url]) => [`${prefix}_${name}_URL`, url]));
    expect(read({ ...credentials, ...env }).providers[provider]).toMatchObject({
      authorizationUrl: urls.AUTHORIZATION,
      tokenUrl: urls.TOKEN,
      userInfoUrl: urls.USERINFO,
    });
    expect(complaint({ ...credentials, [`${prefix}_TOKEN_URL`]: 'http://provider.example.com/token' })).toContain(
      `  ${prefix}_TOKEN_URL is `,
    );
  });
});
