import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { passwordError } from '#core/validation.ts';
import type { TestBrowser } from '#tests/browser.ts';
import { openBrowser } from '#tests/browser.ts';
import { withLeague } from '#tests/league.ts';
import type { Passwords } from './passwords.ts';
import { createPasswords, hasher, isWeak } from './passwords.ts';
import { createAccount, findCredentials, replaceHash } from './store.ts';

const PASSWORD = 'Tailgate7';
/** The password, hashed with scrypt. */
const OLDER =
  'a6b43d962990d8abf73a8ddfb82f98b7:45736ca665e91c7e894d62ef16a7f3be2778c37b64dae4cb7403a1b7082ff998f60c43a8bc125a8cca8b421cd476b1539690dd82cfe8319a3fb1d93d85fd02cd';
/** The same, typed with a full-width letter. */
const OLDER_WIDE =
  '0e6c6a35437db049b45e0af686e72fe4:58bed65d3d608325b2d66a50fb316ce4b05fb5445a2b59b260aa440d2e7f0f465854ef747e78169eca594562b9d2448ab1eae237df56d8ada82d8fbd7d9fc061';
const TODAY = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/;

describe('A password', () => {
  const passwords = createPasswords();

  test('is kept as Argon2id with its cost, and verified by it', async () => {
    const hash = (await passwords.hash(PASSWORD, [])) ?? '';
    expect(hash).toMatch(TODAY);
    expect(await passwords.verify(hash, PASSWORD, [])).toBe(true);
    expect(await passwords.verify(hash, `${PASSWORD}x`, [])).toBe(false);
    expect(passwords.isOutdated(hash)).toBe(false);
  });

  test('is verified at another cost, which is outdated', async () => {
    // From the reference implementation: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1 -l 32
    const known = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await passwords.verify(known, 'password', [])).toBe(true);
    expect(await passwords.verify(known, 'Password', [])).toBe(false);
    expect(passwords.isOutdated(known)).toBe(true);
  });

  test('is verified by scrypt however its letters were typed, which is outdated', async () => {
    for (const known of [OLDER, OLDER_WIDE]) {
      for (const typed of [PASSWORD, PASSWORD.replace('T', '\uff34')])
        expect(await passwords.verify(known, typed, [])).toBe(true);
      expect(await passwords.verify(known, `${PASSWORD}x`, [])).toBe(false);
      expect(passwords.isOutdated(known)).toBe(true);
    }
    await expect(passwords.verify('0e6c:58be', PASSWORD, [])).rejects.toThrow('unknown form');
  });

  test('of an unknown account is never right', async () => {
    expect(await passwords.verify(null, '', [])).toBe(false);
  });

  test('is too weak where many people use it, in capitals or not', () => {
    const kim = { email: 'kim@example.org', displayName: 'Kim' };
    for (const common of ['Abc123', 'aBC123', 'Passw0rd', 'Football1', 'Welcome1!', 'Secret1'])
      expect(isWeak(common, kim)).toBe(true);
    for (const own of [PASSWORD, 'Demo-Sunday-1']) expect(isWeak(own, kim)).toBe(false);
  });

  test('is compared with more than 3,000 common ones that the rules of section 5 allow', () => {
    const file = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json');
    const list: string[] = JSON.parse(readFileSync(file, 'utf8'));
    const capitalized = list.map((word) => word.replace(/[a-z]/, (letter) => letter.toUpperCase()));
    const allowed = capitalized.filter((password) => passwordError(password) === null);
    const stranger = { email: '@', displayName: '' };
    expect(allowed.findIndex((password) => !isWeak(password, stranger))).toBeGreaterThan(3000);
  });
});

describe('A password of an older form', () => {
  const league = withLeague('sqlite', { hasher });

  afterEach(() => vi.restoreAllMocks());
  test('still signs its owner in, which rehashes it', async () => {
    const email = 'kim@example.org';
    await createAccount(league.store, { email, displayName: 'Kim', passwordHash: OLDER }, Date.now());
    const kept = async () => (await findCredentials(league.store.db, email))?.passwordHash;
    const signIn = (password: string) => league.call('POST /api/auth/sign-in', { body: { email, password } });
    expect((await signIn('Wrong1')).code).toBe('wrong_password');
    expect(await kept()).toBe(OLDER);
    (await signIn(PASSWORD)).ok();
    expect(await kept()).toMatch(TODAY);
    (await signIn(PASSWORD)).ok();
    expect((await signIn('Wrong1')).code).toBe('wrong_password');
  });

  /** From now on one password is looked at; after that too much waits. */
  function onlyOnce(passwords: Passwords) {
    const { verify } = passwords;
    return vi.spyOn(passwords, 'verify').mockImplementationOnce(verify).mockResolvedValue(null);
  }

  test('is verified once before it is rehashed, so that the result is certain when many others wait', async () => {
    const { passwords } = league.deps.accounts;
    const email = 'lou@example.org';
    await createAccount(league.store, { email, displayName: 'Lou', passwordHash: OLDER }, Date.now());
    const verify = onlyOnce(passwords);
    (await league.call('POST /api/auth/sign-in', { body: { email, password: PASSWORD } })).ok();
    expect(verify).toHaveBeenCalledTimes(1);
  });

  test('that others rehash at the same moment is not wrong: if the server is too busy to verify it again, only that sign-in fails', async () => {
    const { passwords, limits } = league.deps.accounts;
    const body = { email: 'max@example.org', password: PASSWORD };
    const passwordHash = await passwords.hash(PASSWORD, []);
    const accountId = await createAccount(
      league.store,
      { email: body.email, displayName: 'Max', passwordHash },
      Date.now(),
    );
    const before = openBrowser(league);
    (await before.call('POST /api/auth/sign-in', { body })).ok();
    onlyOnce(passwords);
    const { refund } = limits;
    vi.spyOn(limits, 'refund').mockImplementationOnce(async (attempts) => {
      await replaceHash(league.store, accountId ?? '', passwordHash ?? '', OLDER);
      return refund(attempts);
    });
    const next = openBrowser(league);
    expect((await next.call('POST /api/auth/sign-in', { body })).code).toBe('busy');
    vi.restoreAllMocks();
    const userOf = async (browser: TestBrowser) => (await browser.call('GET /api/session', {})).ok().user?.email;
    expect([await userOf(before), await userOf(next)]).toEqual([body.email, undefined]);
  });
});
