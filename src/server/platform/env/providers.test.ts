import { describe, expect, test } from 'vitest';
import { complaint, read } from '#tests/league-settings.ts';
import { readSettings } from './settings.ts';

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
