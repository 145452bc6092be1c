import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HashConfig } from '#core/firebase/hash-config.ts';
import { metaFrom } from '#server/platform/db/meta.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp, withMail } from '#tests/app.ts';
import { openBrowser } from '#tests/browser.ts';
import type { CliLeague } from '#tests/cli-league.ts';
import { createCliLeague } from '#tests/cli-league.ts';
import { usualEngines } from '#tests/engines.ts';
import { consoleText, firebaseAccounts, quickConfig } from '#tests/firebase-export.ts';
import { createMailbox } from '#tests/mailbox.ts';
import { withFirebase } from './firebase-scrypt.ts';
import { hasher } from './passwords.ts';
import { firebaseHash, signerIdOf } from './signer-store.ts';
import { findCredentials } from './store.ts';

describe("Firebase's scrypt", () => {
  // https://github.com/firebase/scrypt: the sample of its README.
  const config: HashConfig = {
    signerKey: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
    saltSeparator: 'Bw==',
    rounds: 8,
    memCost: 14,
  };
  const hash = firebaseHash(config, {
    salt: '42xEC+ixf3L2lw==',
    hash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  });

  test('verifies the password of its published sample, and no other', async () => {
    const firebase = withFirebase(hasher, async (id) => (id === signerIdOf(hash) ? config : null));
    expect(await firebase.verify(hash, 'user1password')).toBe(true);
    expect(await firebase.verify(hash, 'user1Password')).toBe(false);
    expect(firebase.isOutdated?.(hash)).toBe(true);
  });

  test('verifies nothing without the signer key, and leaves other hashes to Argon2', async () => {
    const firebase = withFirebase(hasher, async () => null);
    expect(await firebase.verify(hash, 'user1password')).toBe(false);
    const own = await firebase.hash('Tailgate7');
    expect([await firebase.verify(own, 'Tailgate7'), firebase.isOutdated?.(own)]).toEqual([true, false]);
  });

  test('names its signer by all of its parameters', () => {
    const password = { salt: 'AAAA', hash: 'AAAA' };
    const others = [{ rounds: 7 }, { memCost: 13 }, { saltSeparator: 'Bg==' }, { signerKey: 'AAAA' }];
    const ids = others.map((other) => signerIdOf(firebaseHash({ ...config, ...other }, password)));
    expect(new Set([signerIdOf(hash), ...ids]).size).toBe(5);
  });
});

describe.each(usualEngines)('An imported password on %s', (engine) => {
  let cli: CliLeague;
  let league: TestApp;
  const mailbox = createMailbox();
  const [ann, bob] = ['ann@example.org', 'bob@example.org'];

  beforeEach(async () => {
    cli = await createCliLeague(engine);
    await importPeople([ann, bob], quickConfig);
    league = await createTestApp(engine, {
      location: cli.location,
      hasher,
      transport: mailbox.transport,
      settings: withMail,
    });
  });

  afterEach(async () => {
    await league?.close();
    await cli.drop();
  });

  async function importPeople(emails: readonly string[], config: HashConfig): Promise<void> {
    const accounts = emails.map((email) => ({ uid: `uid ${email}`, email, password: `Old-${email}` }));
    const write = (name: string, text: string) => writeFileSync(join(cli.folder, name), text);
    write('export.json', '{}');
    write('users.json', JSON.stringify(firebaseAccounts(accounts, config)));
    write('params.txt', consoleText(config));
    const files = ['export.json', '--auth', 'users.json', '--hash', 'params.txt'];
    expect(await cli.run('import', 'firebase', ...files)).toMatchObject({ code: 0 });
  }

  async function signIn(email: string, password = `Old-${email}`): Promise<string> {
    const reply = await openBrowser(league).call('POST /api/auth/sign-in', { body: { email, password } });
    return reply.code ?? 'signed in';
  }

  const signers = async () => (await metaFrom(league.store.db, 'firebase signer ')).length;
  const kept = async (email: string) => (await findCredentials(league.store.db, email))?.passwordHash ?? '';

  test('signs its owner in, is rehashed at once, and the signer key goes with the last one', async () => {
    expect(await kept(ann)).toMatch(/^\$firebase-scrypt\$k=[\da-f]{16},r=8,m=1\$/);
    expect(await signIn(ann, 'Wrong-1')).toBe('wrong_password');
    expect(await kept(ann)).toMatch(/^\$firebase/);
    expect(await signIn(ann)).toBe('signed in');
    expect(await kept(ann)).toMatch(/^\$argon2id\$/);
    expect(await signers()).toBe(1);
    expect(await signIn(bob)).toBe('signed in');
    expect(await signers()).toBe(0);
    expect([await signIn(ann), await signIn(bob), await signIn(bob, 'Wrong-1')]).toEqual([
      'signed in',
      'signed in',
      'wrong_password',
    ]);
  });

  test('signs in two owners at the same moment, and leaves no signer key behind', async () => {
    expect(await Promise.all([signIn(ann), signIn(bob)])).toEqual(['signed in', 'signed in']);
    expect(await signers()).toBe(0);
  });

  test('that is reset also takes the signer key with it', async () => {
    await signIn(ann);
    await league.call('POST /api/auth/reset-request', { body: { email: bob } });
    const token = await mailbox.tokenFor(bob, '/reset');
    (await league.call('POST /api/auth/reset', { body: { token, password: 'Tailgate7' } })).ok();
    expect(await signers()).toBe(0);
    expect([await signIn(bob), await signIn(bob, 'Tailgate7')]).toEqual(['wrong_password', 'signed in']);
  });

  test('still works after an import with other parameters', async () => {
    const eve = 'eve@example.org';
    await importPeople([eve], { ...quickConfig, signerKey: Buffer.alloc(64, 9).toString('base64'), rounds: 4 });
    expect(await signers()).toBe(2);
    expect([await signIn(eve), await signIn(ann)]).toEqual(['signed in', 'signed in']);
    expect(await signers()).toBe(1);
    expect(await signIn(bob)).toBe('signed in');
    expect(await signers()).toBe(0);
  });
});
