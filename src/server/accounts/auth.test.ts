import { beforeAll, describe, expect, test } from 'vitest';
import type { BodyOf, RouteName } from '#contract/index.ts';
import type { Reply } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import { addPerson, addPool } from '#tests/builders.ts';
import { withSpread } from '#tests/core-samples.ts';
import { dumpTables } from '#tests/database.ts';
import { withLeague } from '#tests/league.ts';

const SIGN_UP = 'POST /api/auth/sign-up';
const SIGN_IN = 'POST /api/auth/sign-in';
const SIGN_OUT = 'POST /api/auth/sign-out';

type SignUp = BodyOf<typeof SIGN_UP>;

const right: SignUp = { email: 'kim@example.org', password: 'Tailgate7', displayName: 'Kim' };

/** Wrong input, the field that is named and the text that is shown: of several faults the first. */
const wrong: readonly [string, Partial<SignUp>, keyof SignUp, string][] = [
  ['everything empty', { email: '', password: '', displayName: '' }, 'email', 'Email is required'],
  ['an e-mail of spaces', { email: '   ' }, 'email', 'Email is required'],
  ['an e-mail without @', { email: 'kim.example.org' }, 'email', 'Please enter a valid email address'],
  ['an e-mail with a space', { email: 'kim lee@example.org' }, 'email', 'Please enter a valid email address'],
  ['an e-mail without a domain', { email: 'kim@' }, 'email', 'Please enter a valid email address'],
  ['no password', { password: '', displayName: '' }, 'password', 'Password is required'],
  ['a password of 5', { password: 'Abc12' }, 'password', 'Password must be at least 6 characters long'],
  ['a short password of digits', { password: '123' }, 'password', 'Password must be at least 6 characters long'],
  ['no lowercase letter', { password: 'ABCDEF' }, 'password', 'Password must contain at least one lowercase letter'],
  ['no uppercase letter', { password: 'abcdef' }, 'password', 'Password must contain at least one uppercase letter'],
  ['no digit', { password: 'Abcdef', displayName: '' }, 'password', 'Password must contain at least one number'],
  ['no name', { displayName: '' }, 'displayName', 'Display name is required'],
  ['a name of spaces', { displayName: '   ' }, 'displayName', 'Display name is required'],
  ['a name of controls', { displayName: '\u202e\u0007\ud800' }, 'displayName', 'Display name is required'],
  ['a name of 1', { displayName: ' K ' }, 'displayName', 'Display name must be at least 2 characters long'],
  ['a name of 30', { displayName: 'K'.repeat(30) }, 'displayName', 'Display name must be less than 30 characters long'],
];

function errorOf<K extends RouteName>(reply: Reply<K>): { code: string; message: string; field?: string } {
  return (JSON.parse(reply.text) as { error: { code: string; message: string; field?: string } }).error;
}

function cookieOf<K extends RouteName>(reply: Reply<K>): { cookie: string } {
  return { cookie: String(reply.headers['set-cookie']).split(';')[0] ?? '' };
}

describe('Accounts', () => {
  const league = withLeague('sqlite');

  beforeAll(async () => {
    (await league.call(SIGN_UP, { body: { ...right, email: 'known@example.org', displayName: 'Known' } })).ok();
  });

  const session = async (as: { cookie: string }) => (await league.call('GET /api/session', { as })).ok();

  test.each(wrong)('sign-up with %s', async (_, change, field, message) => {
    const before = await dumpTables(league.store.db);
    const reply = await league.call(SIGN_UP, { body: { ...right, ...change } });
    expect([reply.status, errorOf(reply)]).toEqual([400, { code: 'invalid_input', field, message }]);
    expect(await dumpTables(league.store.db)).toEqual(before);
  });

  test.each([
    ['Password1', 'Kim'],
    ['Eagles1!', 'Kim'],
    ['Bigkim-1', 'BigKim'],
    ['Newcomer1', 'Kim'],
  ])('a password that is too easy to guess is refused in the words of section 8: %s', async (password, displayName) => {
    const body = { email: 'newcomer@example.org', password, displayName };
    const reply = await league.call(SIGN_UP, { body });
    expect([reply.status, errorOf(reply)]).toEqual([
      400,
      { code: 'weak_password', message: 'Password is too weak. Please choose a stronger password.' },
    ]);
  });

  test('an address that no mail server takes is refused in the words of section 8', async () => {
    for (const email of ['kim,lee@example.org', '<kim>@example.org', 'kim@example.-org']) {
      const reply = await league.call(SIGN_UP, { body: { ...right, email } });
      expect(errorOf(reply)).toEqual({ code: 'invalid_email', message: 'Please enter a valid email address.' });
    }
  });

  test('signing up creates the profile of section 3 and signs in', async () => {
    const reply = await league.call(SIGN_UP, {
      body: { email: ' Lee@Example.ORG ', password: 'Tailgate7', displayName: '  Lee  ' },
    });
    const profile = {
      email: 'lee@example.org',
      displayName: 'Lee',
      isEnabled: true,
      isAdmin: false,
      defaultPool: '',
      zone: null,
      pools: {},
    };
    expect(reply.ok().user).toMatchObject(profile);
    expect((await session(cookieOf(reply))).user).toEqual(reply.ok().user);
  });

  test('the name is one line of whole characters that nothing turns around', async () => {
    const body = { email: 'alex@example.org', password: 'Tailgate7', displayName: 'A\u202elex\nB\u0007\ud800' };
    const reply = await league.call(SIGN_UP, { body });
    expect(reply.ok().user?.displayName).toBe('Alex B');
    expect((await session(cookieOf(reply))).user?.displayName).toBe('Alex B');
  });

  test('the shortest and the longest name and password are taken', async () => {
    const short = { email: 'short@example.org', password: 'Abcde1', displayName: 'Al' };
    const long = { email: 'long@example.org', password: `Aa1${'x'.repeat(125)}`, displayName: 'é'.repeat(29) };
    for (const body of [short, long]) {
      expect((await league.call(SIGN_UP, { body })).ok().user?.displayName).toBe(body.displayName);
      expect((await league.call(SIGN_IN, { body: { email: body.email, password: body.password } })).status).toBe(200);
    }
  });

  test.each(['isAdmin', 'isEnabled', 'emailVerified', 'id', 'role', 'image', 'callbackURL', 'rememberMe'])(
    'nobody gives themselves more than a name: %s',
    async (field) => {
      const body = { ...right, email: 'greedy@example.org', [field]: true };
      const reply = await league.call(SIGN_UP, { body });
      expect([reply.status, errorOf(reply).field]).toEqual([400, field]);
      const found = league.store.db.selectFrom('accounts').selectAll().where('email', '=', 'greedy@example.org');
      expect(await found.execute()).toEqual([]);
    },
  );

  test.each(['known@example.org', 'KNOWN@example.org', ' known@example.org '])(
    'an address has one account: %j',
    async (email) => {
      const reply = await league.call(SIGN_UP, { body: { ...right, email } });
      const message = 'An account with this email already exists. Please try signing in instead.';
      expect([reply.status, errorOf(reply)]).toEqual([409, { code: 'email_taken', message }]);
    },
  );

  test('of several who sign up with one address at once, one gets it', async () => {
    const body = { ...right, email: 'race@example.org' };
    const replies = await Promise.all(Array.from({ length: 5 }, () => league.call(SIGN_UP, { body })));
    expect(replies.map((reply) => reply.code ?? 'ok').sort()).toEqual([
      'email_taken',
      'email_taken',
      'email_taken',
      'email_taken',
      'ok',
    ]);
  });

  test('signing in with the password opens the same account', async () => {
    const reply = await league.call(SIGN_IN, { body: { email: ' Known@example.org', password: right.password } });
    expect(reply.ok().user).toMatchObject({ email: 'known@example.org', displayName: 'Known' });
    expect((await session(cookieOf(reply))).user?.email).toBe('known@example.org');
  });

  test.each<[string, BodyOf<typeof SIGN_IN>, number, object]>([
    [
      'no address',
      { email: '', password: 'x' },
      400,
      { code: 'invalid_input', field: 'email', message: 'Email is required' },
    ],
    [
      'no address at all',
      { email: 'known', password: 'x' },
      400,
      { code: 'invalid_input', field: 'email', message: 'Please enter a valid email address' },
    ],
    [
      'an unknown address',
      { email: 'unknown@example.org', password: 'Tailgate7' },
      401,
      {
        code: 'user_not_found',
        message: 'No account found with this email. Please check your email or create a new account.',
      },
    ],
    [
      'the wrong password',
      { email: 'known@example.org', password: 'Abc124' },
      401,
      { code: 'wrong_password', message: 'Incorrect password. Please try again.' },
    ],
    [
      'no password',
      { email: 'known@example.org', password: '' },
      401,
      { code: 'wrong_password', message: 'Incorrect password. Please try again.' },
    ],
    [
      'a password of 256 halves of characters',
      { email: 'known@example.org', password: '🏈'.repeat(128) },
      401,
      { code: 'wrong_password', message: 'Incorrect password. Please try again.' },
    ],
  ])('signing in with %s', async (_, body, status, error) => {
    const reply = await league.call(SIGN_IN, { body });
    expect([reply.status, errorOf(reply)]).toEqual([status, error]);
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  test('an account without a password has no right one', async () => {
    const { email } = await addPerson(league.deps);
    const reply = await league.call(SIGN_IN, { body: { email, password: 'Tailgate7' } });
    expect(reply.code).toBe('wrong_password');
  });

  test('signing out ends this session and no other', async () => {
    const body = { email: 'known@example.org', password: right.password };
    const here = cookieOf(await league.call(SIGN_IN, { body }));
    const there = cookieOf(await league.call(SIGN_IN, { body }));
    const reply = await league.call(SIGN_OUT, { as: here });
    expect(reply.ok()).toEqual({ ok: true });
    expect(String(reply.headers['set-cookie'])).toContain('Max-Age=0');
    expect((await session(here)).user).toBeNull();
    expect((await session(there)).user?.displayName).toBe('Known');
    expect((await league.call(SIGN_OUT, { as: here })).status).toBe(200);
  });

  test('a disabled account can sign in, sees that it is disabled, and can sign out', async () => {
    const signUp = await league.call(SIGN_UP, { body: { ...right, email: 'off@example.org' } });
    const { id } = signUp.ok().user ?? { id: '' };
    const poolId = await addPool(league.deps, { members: [{ userId: id }] });
    expect(Object.keys((await session(cookieOf(signUp))).user?.pools ?? {})).toEqual([poolId]);
    await league.store.db.updateTable('users').set({ is_enabled: 0 }).where('id', '=', id).execute();
    const reply = await league.call(SIGN_IN, { body: { email: 'off@example.org', password: right.password } });
    expect(reply.ok().user).toMatchObject({ isEnabled: false, pools: {} });
    const refused = await league.call('GET /api/pools', { as: cookieOf(reply) });
    expect(errorOf(refused).message).toBe('Your account is disabled. Ask an admin to enable it.');
    expect((await league.call(SIGN_OUT, { as: cookieOf(reply) })).status).toBe(200);
  });

  test('the profile lists the living pools that one is an enabled member of', async () => {
    const sam = await addPerson(league.deps);
    const poolId = await addPool(league.deps, { name: 'Office', members: [sam], rules: { useSpread: true } });
    await addPool(league.deps);
    const { db } = league.store;
    const left = await addPool(league.deps, { members: [sam] });
    await db.updateTable('pool_members').set({ enabled: 0 }).where('pool_id', '=', left).execute();
    const deleted = await addPool(league.deps, { members: [sam] });
    await db.updateTable('pools').set({ deleted_at: 1 }).where('id', '=', deleted).execute();
    expect((await session(sam)).user?.pools).toEqual({
      [poolId]: { id: poolId, name: 'Office', rules: withSpread },
    });
  });
});

describe('The cookies of somebody who signs in', () => {
  const cookiesAt = async (publicUrl: string) => {
    const league = await createTestApp('sqlite', { settings: { publicUrl: new URL(publicUrl) } });
    const reply = await league.call(SIGN_UP, { body: right });
    await league.close();
    return [reply.headers['set-cookie'] ?? []].flat().map((cookie) => {
      const [value = '', ...flags] = cookie.split('; ');
      return { name: value.split('=')[0], flags: flags.sort() };
    });
  };

  test('are out of reach of scripts and of other sites, and of wires that are not encrypted', async () => {
    expect(await cookiesAt('https://pool.example.org')).toEqual([
      {
        name: '__Host-pickem.session_token',
        flags: ['HttpOnly', 'Max-Age=7776000', 'Path=/', 'SameSite=Lax', 'Secure'],
      },
      {
        name: expect.stringMatching(/^__Host-pickem\.device\.[\w-]{12}$/),
        flags: ['HttpOnly', 'Max-Age=31536000', 'Path=/', 'SameSite=Lax', 'Secure'],
      },
    ]);
  });

  test('need no encryption on this machine', async () => {
    expect(await cookiesAt('http://localhost:4280')).toEqual([
      { name: 'pickem.session_token', flags: ['HttpOnly', 'Max-Age=7776000', 'Path=/', 'SameSite=Lax'] },
      {
        name: expect.stringMatching(/^pickem\.device\.[\w-]{12}$/),
        flags: ['HttpOnly', 'Max-Age=31536000', 'Path=/', 'SameSite=Lax'],
      },
    ]);
  });
});

test('a league that is closed takes no new accounts, and says so first', async () => {
  const league = await createTestApp('sqlite', { settings: { signUp: 'closed' } });
  const before = await dumpTables(league.store.db);
  const reply = await league.call(SIGN_UP, { body: { email: '', password: '', displayName: '' } });
  expect([reply.status, errorOf(reply).code]).toEqual([403, 'sign_up_closed']);
  expect((await league.call('GET /api/session', {})).ok().signUp).toBe('closed');
  expect(await dumpTables(league.store.db)).toEqual(before);
  await league.close();
});
